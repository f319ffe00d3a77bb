// SQL for market data subscriptions at the simulated exchange.

import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { SIMULATOR } from './limits.js';

/** Securities that a member subscribes to, or unsubscribes from. */
interface Subscription {
  readonly exchange: string;
  readonly member: string;
  /** MDReqID (262). */
  readonly requestId: string;
  readonly symbols: readonly string[];
}

/** Ends the subscriptions opened by a request, and the subscriptions to its symbols. */
export async function deleteSubscriptions(tx: Tx, ended: Subscription): Promise<void> {
  await tx.query(sql`
    delete from simulator_market_data
    where exchange = ${ended.exchange} and member = ${ended.member}
      and (request_id = ${ended.requestId} or symbol = any(${ended.symbols}::text[]))`);
}

/** Stores subscriptions. The current prices are sent first. */
export async function insertSubscriptions(tx: Tx, added: Subscription): Promise<void> {
  await tx.query(sql`
    insert into simulator_market_data (exchange, member, symbol, request_id)
    select distinct ${added.exchange}, ${added.member}, symbol, ${added.requestId}
    from unnest(${added.symbols.slice(0, SIMULATOR.securitiesMax)}::text[]) as asked(symbol)
    on conflict (exchange, member, symbol) do update
      set request_id = excluded.request_id, told = null`);
}

/** Reads which members subscribe to market data. */
export async function subscribers(tx: Tx, exchange: string): Promise<string[]> {
  const rows = await tx.query<{ member: string }>(sql`
    select distinct member from simulator_market_data where exchange = ${exchange}
    limit ${SIMULATOR.membersMax}`);
  return rows.map(({ member }) => member);
}

/** The prices of one security. */
export interface DueRow {
  readonly symbol: string;
  readonly request_id: string;
  readonly last: bigint;
  readonly open: bigint | null;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly volume: bigint;
}

interface DueChoice {
  readonly exchange: string;
  readonly member: string;
  readonly date: string;
  readonly most: number;
}

/**
 * Returns the securities whose current prices a member has not received yet, and marks them as
 * sent.
 */
export function takeDueSecurities(tx: Tx, about: DueChoice): Promise<DueRow[]> {
  return tx.query<DueRow>(sql`
    with due as (
      select d.symbol, s.last, s.open, s.high, s.low, s.volume,
        concat_ws(' ', ${about.date}::text, s.last, s.open, s.high, s.low, s.volume) as told
      from simulator_market_data d
      join simulator_security s on s.exchange = d.exchange and s.symbol = d.symbol
      where d.exchange = ${about.exchange} and d.member = ${about.member}
        and d.told is distinct from
          concat_ws(' ', ${about.date}::text, s.last, s.open, s.high, s.low, s.volume)
      order by d.symbol limit ${about.most} for update of d
    )
    update simulator_market_data d set told = due.told from due
    where d.exchange = ${about.exchange} and d.member = ${about.member} and d.symbol = due.symbol
    returning d.symbol, d.request_id, due.last, due.open, due.high, due.low, due.volume`);
}
