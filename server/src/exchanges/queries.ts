// SQL for the exchange adapters: the exchange, its securities, and signals between nodes.

import type { BusinessDate } from '../platform/calendar/business-date.js';
import type { Database } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';
import type { Decimal } from '../platform/money/decimal.js';

export interface ExchangeRow {
  readonly id: bigint;
  readonly time_zone: string;
}

/** Reads the exchange with this code; undefined if none exists. */
export async function selectExchange(db: Database, code: string): Promise<ExchangeRow | undefined> {
  const [exchange] = await db.query<ExchangeRow>(
    sql`select id, time_zone from exchange where name = ${code}`,
  );
  return exchange;
}

/** A listed security with its price. */
export interface ListedRow {
  readonly id: bigint;
  readonly symbol: string;
  readonly security_type: string;
  readonly previous_close: Decimal;
  /** The price adjustment by corporate actions on the date; null if it is not an ex-date. */
  readonly ex_amount: Decimal | null;
  readonly ex_dividend: Decimal | null;
  readonly ex_factor: Decimal | null;
}

/**
 * Reads the exchange's active securities that have a price as of a date, except those whose symbols
 * are already known.
 */
export function selectListedSecurities(
  db: Database,
  {
    exchange,
    date,
    known,
  }: {
    readonly exchange: string;
    readonly date: BusinessDate;
    readonly known: readonly string[];
  },
): Promise<ListedRow[]> {
  return db.query<ListedRow>(sql`
    select s.id, s.name as symbol, s.security_type, p.previous_close, x.ex_amount,
      x.ex_dividend, x.ex_factor
    from security s
    join exchange e on e.id = s.exchange_id
    join security_price p on p.security_id = s.id
    left join (
      select security_id, sum(amount) as ex_amount, sum(dividend) as ex_dividend,
        exp(sum(ln(factor))) as ex_factor
      from price_adjustment where ex_date = ${date} and reference_price is not null
      group by security_id
    ) x on x.security_id = s.id
    where e.name = ${exchange} and s.active and s.name <> all(${[...known]}::text[])
    order by s.name`);
}

/** Notifies the nodes that listen on a channel, once for each session name. */
export async function notifyInstructions(
  db: Database,
  channel: string,
  names: readonly string[],
): Promise<void> {
  await db.query(
    sql`select pg_notify(${channel}, name) from unnest(${names}::text[]) as each(name)`,
  );
}
