// Research on an exchange: the largest price moves in its last session.

import type { Call } from '../../../platform/context.js';
import { PAGE_BC, pageOf, startOf } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { type Mover, type MoverRanking, moversOf, requireExchange } from '../../market/index.js';

/** The exchange, the ranking and the page. */
interface MoversQuery {
  readonly x: string;
  readonly t: MoverRanking;
  readonly b?: number | undefined;
  readonly c?: number | undefined;
}

/** Returns the movers of the exchange's last session, in ranking order. */
export async function marketMovers(call: Call, query: MoversQuery): Promise<Page<object>> {
  const exchange = await requireExchange(call.db, query.x, 'x');
  const page = pageOf(query, PAGE_BC);
  const [most, offset] = [page.limit, startOf(page)];
  const requested = { exchangeId: exchange.id, ranking: query.t, most, offset };
  const { count, movers } = await moversOf(call.db, requested);
  return {
    count,
    result: movers.map((mover, index) => toMoverRecord(mover, exchange.name, offset + index + 1)),
    nextAfter: offset + most < Number(count) ? BigInt(offset + most) : undefined,
  };
}

function toMoverRecord(mover: Mover, exchange: string, rank: number): object {
  return {
    rank,
    name: mover.name,
    label: mover.label,
    symbol: mover.name,
    exchange,
    sector: mover.sector ?? undefined,
    securityType: mover.securityType,
    currency: mover.currency,
    priceDate: mover.date,
    previousClose: mover.previousClose,
    lastPrice: mover.close,
    priceChange: mover.change,
    percentChange: mover.percent,
    volume: mover.volume,
    value: mover.value,
  };
}
