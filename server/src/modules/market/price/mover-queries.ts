// SQL for movers: each security's change in an exchange's last session, ranked.

import { unreachable } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The rankings, with their names in the original API, including the spelling LOOSER. */
export const MOVER_RANKINGS = [
  'TOP_PERCENT_GAINER',
  'TOP_PERCENT_LOOSER',
  'TOP_PRICE_GAINER',
  'TOP_PRICE_LOOSER',
  'TOP_VALUE',
  'TOP_VOLUME',
] as const;

/** The rankings of movers. */
export type MoverRanking = (typeof MOVER_RANKINGS)[number];

/** A security's prices in a session. Bond prices are clean, per 100 of face value. */
export interface Mover {
  readonly name: string;
  readonly label: string;
  readonly sector: string | null;
  readonly securityType: string;
  readonly currency: string;
  readonly date: BusinessDate;
  readonly previousClose: Decimal;
  readonly close: Decimal;
  readonly change: Decimal;
  readonly percent: Decimal;
  readonly volume: bigint;
  /** The traded volume at the closing price, in the currency's major unit. */
  readonly value: Decimal;
}

/** The exchange, the ranking and the page to read. */
interface MoversQuery {
  readonly exchangeId: bigint;
  readonly ranking: MoverRanking;
  readonly offset: number;
  readonly most: number;
}

/**
 * Returns the movers of the last session, which is the latest date with a trade on the exchange.
 * Only securities that rose are gainers, and only those that fell are losers. `count` is the number
 * of all matches.
 */
export async function moversOf(
  on: Database | Tx,
  query: MoversQuery,
): Promise<{ readonly count: bigint; readonly movers: readonly Mover[] }> {
  const { matching, order } = rankingOf(query.ranking);
  const rows = await on.query<Mover & { readonly count: bigint }>(sql`
    with own as (
      select * from security where exchange_id = ${query.exchangeId} and active
    ), session as (
      select max(latest.price_date) as date from own cross join lateral (
        select d.price_date from security_price_day d
        where d.security_id = own.id and d.volume > 0 order by d.price_date desc limit 1) latest
    ), figure as (
      select s.name, s.label, s.sector, s.security_type as "securityType", s.currency,
        d.price_date as date, before.close as "previousClose", d.close,
        d.close - before.close as change,
        round((d.close - before.close) * 100 / before.close, 2) as percent, d.volume,
        round(d.volume * d.close
          * case when is_bond(s.security_type)
            then coalesce(face_value_on(s.id, d.price_date), 100) / 100 else 1 end, 2)
          as value
      from session
      join security_price_day d on d.price_date = session.date and d.volume > 0
      join own s on s.id = d.security_id
      cross join lateral (
        select coalesce(
          (select p.close from security_price_day p
            where p.security_id = d.security_id and p.price_date < d.price_date
            order by p.price_date desc limit 1),
          (select n.previous_close from security_price n
            where n.security_id = d.security_id and n.price_date = d.price_date)) as close
      ) before
      where before.close > 0
    )
    select figure.*, count(*) over () as count from figure where ${matching}
    order by ${order}, name limit ${query.most} offset ${query.offset}`);
  // Each row contains the count. A page after the last one has no rows, so the first row is read to
  // get the count.
  if (rows.length === 0 && query.offset > 0) {
    const { count } = await moversOf(on, { ...query, most: 1, offset: 0 });
    return { count, movers: [] };
  }
  return { count: rows[0]?.count ?? 0n, movers: rows };
}

function rankingOf(ranking: MoverRanking): { readonly matching: Sql; readonly order: Sql } {
  switch (ranking) {
    case 'TOP_PERCENT_GAINER':
      return { matching: sql`change > 0`, order: sql`percent desc` };
    case 'TOP_PERCENT_LOOSER':
      return { matching: sql`change < 0`, order: sql`percent` };
    case 'TOP_PRICE_GAINER':
      return { matching: sql`change > 0`, order: sql`change desc` };
    case 'TOP_PRICE_LOOSER':
      return { matching: sql`change < 0`, order: sql`change` };
    case 'TOP_VALUE':
      return { matching: sql`true`, order: sql`value desc` };
    case 'TOP_VOLUME':
      return { matching: sql`true`, order: sql`volume desc` };
    default:
      return unreachable(ranking);
  }
}
