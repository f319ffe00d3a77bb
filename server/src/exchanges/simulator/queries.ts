// SQL for the simulated exchange. One statement locks, one writes a whole turn, and the others only
// read.

import type { AssetClass } from '../../modules/market/index.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { toJson } from '../../platform/json/json.js';
import type { OutboundMessage } from '../fix/session/message/message.js';
import type { Phases } from './market.js';
import type { Execution, Order } from './order.js';

/** The market's own row, locked until the transaction ends. */
export interface MarketRow {
  readonly version: bigint;
  readonly lastNumber: bigint;
  readonly step: bigint;
  readonly phases: Phases;
  readonly closedDate: BusinessDate | null;
}

interface SecurityRow {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly tick: bigint;
  readonly bandPoints: bigint;
  readonly previousClose: bigint;
  readonly last: bigint;
  readonly open: bigint | null;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly volume: bigint;
  readonly halted: boolean;
  readonly changedAt: Instant;
}

/** A ClOrdID that a member has used before, with its order unless the order was rejected. */
interface ClientOrderRow {
  readonly clOrdId: string;
  readonly orderId: string | null;
}

/** A turn as JSON texts, one per table, with every bigint as a string. */
export interface TurnRows {
  readonly exchange: string;
  readonly now: Instant;
  readonly market: Omit<MarketRow, 'version'>;
  readonly securities: string;
  readonly orders: string;
  readonly clientOrders: string;
  readonly executions: string;
  readonly reports: string;
  /** The member whose waiting reports the statement also returns; empty if none. */
  readonly drainedMember: string;
}

const orderColumns = sql`order_id as "orderId", member, cl_ord_id as "clOrdId", symbol, side,
  order_type as "orderType", price, quantity, filled, value, time_in_force as "timeInForce",
  expire_date as "expireDate", account, status, priority, business_date as "businessDate",
  do_not_reduce as "doNotReduce"`;

/** Stores the market's row when the exchange first starts. */
export async function insertMarket(tx: Tx, exchange: string): Promise<void> {
  await tx.query(sql`insert into simulator_market (exchange) values (${exchange})
    on conflict do nothing`);
}

/** Locks the market, so that one turn runs at a time across all sessions and nodes. */
export async function lockMarket(tx: Tx, exchange: string): Promise<MarketRow | undefined> {
  const rows = await tx.query<MarketRow>(sql`
    select version, last_number as "lastNumber", step, phases, closed_date as "closedDate"
      from simulator_market where exchange = ${exchange} for update`);
  return rows[0];
}

export async function selectSecurities(tx: Tx, exchange: string): Promise<SecurityRow[]> {
  return tx.query<SecurityRow>(sql`
    select symbol, asset_class as "assetClass", tick, band_points as "bandPoints",
           previous_close as "previousClose", last, open, high, low, volume, halted,
           changed_at as "changedAt"
      from simulator_security where exchange = ${exchange} order by symbol collate "C"`);
}

/** Reads the orders that can still trade, in order of priority. */
export async function selectLiveOrders(tx: Tx, exchange: string): Promise<Order[]> {
  return tx.query<Order>(sql`
    select ${orderColumns} from simulator_order
     where exchange = ${exchange} and status in ('NEW', 'PARTIALLY_FILLED')
     order by priority`);
}

export async function selectOrder(tx: Tx, exchange: string, orderId: string) {
  const rows = await tx.query<Order>(sql`
    select ${orderColumns} from simulator_order
     where exchange = ${exchange} and order_id = ${orderId}`);
  return rows[0];
}

/**
 * Reads the orders for a mass status: the member's live orders, and all orders since a business
 * date.
 */
export async function selectMemberOrders(
  tx: Tx,
  exchange: string,
  about: { member: string; since: BusinessDate; symbol: string | null; most: number },
): Promise<Order[]> {
  const { member, since, symbol, most } = about;
  return tx.query<Order>(sql`
    select ${orderColumns} from simulator_order
     where exchange = ${exchange} and member = ${member}
       and (business_date >= ${since} or status in ('NEW', 'PARTIALLY_FILLED'))
       and (${symbol}::text is null or symbol = ${symbol})
     order by priority limit ${most}`);
}

export async function selectClientOrders(
  tx: Tx,
  exchange: string,
  about: { member: string; clOrdIds: readonly string[] },
): Promise<ClientOrderRow[]> {
  return tx.query<ClientOrderRow>(sql`
    select cl_ord_id as "clOrdId", order_id as "orderId" from simulator_client_order
     where exchange = ${exchange} and member = ${about.member}
       and cl_ord_id = any(${about.clOrdIds}::text[])`);
}

/** Reads every customer side of the trade with this ExecID. */
export async function selectTrade(tx: Tx, exchange: string, execId: string): Promise<Execution[]> {
  return tx.query<Execution>(sql`
    select side.exec_id as "execId", side.trade_id as "tradeId", side.order_id as "orderId",
           side.price, side.quantity, side.busted
      from simulator_execution told
      join simulator_execution side using (exchange, trade_id)
     where told.exchange = ${exchange} and told.exec_id = ${execId}
     order by side.exec_id`);
}

/** Takes a member's oldest waiting reports out of the queue, in order. */
export async function takeReports(
  tx: Tx,
  exchange: string,
  about: { member: string; most: number },
): Promise<OutboundMessage[]> {
  const rows = await tx.query<{ message: OutboundMessage }>(sql`
    with oldest as (
      select id from simulator_report
       where exchange = ${exchange} and member = ${about.member}
       order by id limit ${about.most} for update
    ), taken as (
      delete from simulator_report using oldest where simulator_report.id = oldest.id
      returning simulator_report.id, message
    )
    select message from taken order by id`);
  return rows.map(({ message }) => message);
}

/**
 * Writes a turn in one statement. Returns the market's new version and the waiting reports of
 * `drainedMember`, oldest first.
 */
export async function writeTurn(
  tx: Tx,
  rows: TurnRows,
): Promise<{ version: bigint; drained: OutboundMessage[] | null } | undefined> {
  const { exchange, now, market } = rows;
  const written = await tx.query<{ version: bigint; drained: OutboundMessage[] | null }>(sql`
    with market as (
      update simulator_market
         set version = nextval('simulator_version_seq'), last_number = ${market.lastNumber},
             step = ${market.step}, phases = ${toJson(market.phases)}::jsonb,
             closed_date = ${market.closedDate}
       where exchange = ${exchange} returning version
    ), securities as (
      insert into simulator_security (exchange, symbol, asset_class, tick, band_points,
             previous_close, last, open, high, low, volume, halted, changed_at)
      select ${exchange}, symbol, "assetClass", tick, "bandPoints", "previousClose", last, open,
             high, low, volume, halted, "changedAt"
        from jsonb_to_recordset(${rows.securities}::jsonb) as given (symbol text,
             "assetClass" text, tick bigint, "bandPoints" bigint, "previousClose" bigint,
             last bigint, open bigint, high bigint, low bigint, volume bigint, halted boolean,
             "changedAt" timestamptz)
          on conflict (exchange, symbol) do update
         set asset_class = excluded.asset_class, tick = excluded.tick,
             band_points = excluded.band_points, previous_close = excluded.previous_close,
             last = excluded.last, open = excluded.open, high = excluded.high, low = excluded.low,
             volume = excluded.volume, halted = excluded.halted, changed_at = excluded.changed_at
    ), orders as (
      insert into simulator_order (exchange, order_id, member, cl_ord_id, symbol, side, order_type,
             price, quantity, filled, value, time_in_force, expire_date, account, status, priority,
             business_date, do_not_reduce, changed_at)
      select ${exchange}, "orderId", member, "clOrdId", symbol, side, "orderType", price, quantity,
             filled, value, "timeInForce", "expireDate", account, status, priority, "businessDate",
             "doNotReduce", ${now}
        from jsonb_to_recordset(${rows.orders}::jsonb) as given ("orderId" text, member text,
             "clOrdId" text, symbol text, side text, "orderType" text, price bigint,
             quantity bigint, filled bigint, value bigint, "timeInForce" text, "expireDate" date,
             account text, status text, priority bigint, "businessDate" date,
             "doNotReduce" boolean)
          on conflict (exchange, order_id) do update
         set cl_ord_id = excluded.cl_ord_id, price = excluded.price, quantity = excluded.quantity,
             filled = excluded.filled, value = excluded.value, status = excluded.status,
             time_in_force = excluded.time_in_force, expire_date = excluded.expire_date,
             priority = excluded.priority, do_not_reduce = excluded.do_not_reduce,
             changed_at = excluded.changed_at
    ), client_orders as (
      insert into simulator_client_order (exchange, member, cl_ord_id, order_id, used_at)
      select ${exchange}, member, "clOrdId", "orderId", ${now}
        from jsonb_to_recordset(${rows.clientOrders}::jsonb)
             as given (member text, "clOrdId" text, "orderId" text)
    ), executions as (
      insert into simulator_execution (exchange, exec_id, trade_id, order_id, price, quantity,
             busted, at)
      select ${exchange}, "execId", "tradeId", "orderId", price, quantity, busted, ${now}
        from jsonb_to_recordset(${rows.executions}::jsonb) as given ("execId" text,
             "tradeId" text, "orderId" text, price bigint, quantity bigint, busted boolean)
          on conflict (exchange, exec_id) do update
         set price = excluded.price, quantity = excluded.quantity, busted = excluded.busted
    ), reports as (
      insert into simulator_report (exchange, member, message)
      select ${exchange}, given.value ->> 'member', given.value -> 'report'
        from jsonb_array_elements(${rows.reports}::jsonb) with ordinality as given (value, place)
       order by given.place
    ), drained as (
      delete from simulator_report where exchange = ${exchange} and member = ${rows.drainedMember}
      returning id, message
    )
    select version, (select jsonb_agg(message order by id) from drained) as drained from market`);
  return written[0];
}
