// Finds the largest price moves in an exchange's last session.

import type { Call } from '../../../platform/context.js';
import { PAGE_BC, pageOf, startOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { type Mover, type MoverRanking, moversOf, requireExchange } from '../../market/index.js';

/** Other names for rankings, sent by clients of the original program. */
export const MOVER_ALIASES = ['TOP_VALUE_GAINER', 'TOP_VALUE_LOOSER', 'MOST_ACTIVE'] as const;

type MoverAlias = (typeof MOVER_ALIASES)[number];

const RANKING_OF: Readonly<Record<MoverAlias, MoverRanking>> = {
  TOP_VALUE_GAINER: 'TOP_PRICE_GAINER',
  TOP_VALUE_LOOSER: 'TOP_PRICE_LOOSER',
  MOST_ACTIVE: 'TOP_VOLUME',
};

/** The exchange, the ranking and the page. */
interface MoversQuery {
  readonly x: string;
  readonly t: MoverRanking | MoverAlias;
  readonly b?: number | undefined;
  readonly c?: number | undefined;
}

/** Returns the movers of the exchange's last session, in ranking order. */
export async function marketMovers(call: Call, query: MoversQuery): Promise<Page<object>> {
  const exchange = await requireExchange(call.db, query.x, 'x');
  const page = pageOf(query, PAGE_BC);
  const [most, offset] = [page.limit, startOf(page)];
  const ranking = isAlias(query.t) ? RANKING_OF[query.t] : query.t;
  const requested = { exchangeId: exchange.id, ranking, most, offset };
  const { count, movers } = await moversOf(call.db, requested);
  return {
    count,
    result: movers.map((mover, index) => toMoverRecord(mover, exchange.name, offset + index + 1)),
    nextAfter: offset + most < Number(count) ? BigInt(offset + most) : undefined,
  };
}

function isAlias(ranking: MoverRanking | MoverAlias): ranking is MoverAlias {
  return ranking in RANKING_OF;
}

function toMoverRecord(mover: Mover, exchange: string, rank: number): object {
  return {
    rank,
    name: mover.name,
    label: mover.label,
    companyName: mover.label,
    symbol: mover.name,
    exchange,
    sector: mover.sector ?? undefined,
    securityType: mover.securityType,
    currency: mover.currency,
    priceDate: mover.date,
    previousClose: mover.previousClose,
    lastPrice: mover.close,
    closePrice: mover.close,
    priceChange: mover.change,
    percentChange: mover.percent,
    percentPriceChange: mover.percent,
    volume: mover.volume,
    value: mover.value,
  };
}
