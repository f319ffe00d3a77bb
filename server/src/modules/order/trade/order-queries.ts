// SQL that stores new orders.

import { assert } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { blaming } from '../../../platform/http/reply/problem.js';
import { financeProblems, refusingOverdraft, setHoldsCall } from '../../finance/index.js';
import { wakeAdapter } from '../exchange/wake.js';
import { ORDER } from '../limits.js';
import type { OrderRow } from '../record/order.js';
import { cashHold, ORDER_HOLD } from './hold.js';

const NEW_COLUMNS = sql`
  id, name, label, office_id, customer_id, portfolio_id, security_id, exchange_id, order_term_id,
  cash_account_id, currency, business_date, order_type, price_type, order_base, value_asked_minor,
  order_origin, order_date, order_start_date, order_end_date, expire_date, quantity, limit_price,
  stop_price, worst_price, worst_accrued, instrument_type, face_value, description,
  reference_order_id, settlement_instructions, commission_group_name, commission_overridden_by,
  custodian_name, custodian_account, custodian_settles, agent_name, do_not_adjust,
  quantity_pending, order_status, status_at, cl_ord_id, session_name, trade_dates_max,
  order_value_minor, open_total_minor, created_by, created_at, modified_by, modified_at`;

/**
 * Stores new orders, reserves the money for buys in the same statement, and queues the instructions
 * that send the orders. The instruction for a stop order is not queued until its price is reached.
 * The caller reserves the units for sells. Returns, for each order, the id of any duplicate stored
 * in the last minute.
 */
export async function insertOrders(
  work: Work,
  rows: readonly OrderRow[],
): Promise<Map<bigint, bigint>> {
  const statement = sql`
    with requested as materialized (
      select * from jsonb_populate_recordset(null::trade_order, ${storedText(rows)}::jsonb)
    ), made as (
      insert into trade_order (${NEW_COLUMNS}) select ${NEW_COLUMNS} from requested
      returning id, exchange_id, stop_price, cl_ord_id, session_name, created_at
    ), queued as (
      insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
        cl_ord_id, state, created_at)
      select made.exchange_id, made.id, 1, made.session_name, 'NEW', made.cl_ord_id, 'QUEUED',
        made.created_at
      from made
      where made.stop_price is null and not ${work.tx.dryRun}::boolean order by made.id
    )
    select a.id, (select ${holdsOf(rows)}) as held, (
        select max(r.id) from (
          select id, security_id, order_type, quantity, limit_price, created_at from trade_order
          where portfolio_id = a.portfolio_id order by id desc limit ${ORDER.duplicatesComparedMax}
        ) r
        where r.security_id = a.security_id and r.order_type = a.order_type
          and r.quantity = a.quantity and r.limit_price is not distinct from a.limit_price
          and r.created_at > a.created_at - interval '60 seconds'
      ) as duplicate_id
    from requested a`;
  const made = await blaming(financeProblems.INSUFFICIENT_FUNDS, 'quantityRequested', () =>
    refusingOverdraft(() => work.tx.query<{ id: bigint; duplicate_id: bigint | null }>(statement)),
  );
  assert(made.length === rows.length, 'each inserted order is returned');
  for (const name of new Set(rows.map((row) => row.session_name))) wakeAdapter(work, name);
  return duplicatesAmong(rows, new Map(made.map((row) => [row.id, row.duplicate_id])));
}

function holdsOf(rows: readonly OrderRow[]): Sql {
  const buys = rows.filter((row) => row.order_type === 'BUY' && !row.custodian_settles);
  if (buys.length === 0) return sql`null`;
  const holds = buys.map((row) => cashHold(row, row.held_minor, false));
  return setHoldsCall(ORDER_HOLD, holds);
}

// The statement finds only duplicates that were stored before it ran. Duplicates within the batch
// are found here.
function duplicatesAmong(
  rows: readonly OrderRow[],
  stored: ReadonlyMap<bigint, bigint | null>,
): Map<bigint, bigint> {
  const found = new Map<bigint, bigint>();
  const latest = new Map<string, bigint>();
  for (const row of rows) {
    const terms = `${row.order_type} ${row.quantity} ${row.limit_price?.toFixed() ?? ''}`;
    const key = `${row.portfolio_id} ${row.security_id} ${terms}`;
    const earlier = latest.get(key) ?? stored.get(row.id) ?? undefined;
    if (earlier !== undefined) found.set(row.id, earlier);
    latest.set(key, row.id);
  }
  return found;
}

// Numbers are sent as text, because the standard JSON writer cannot write bigint. The database
// accepts text.
function storedText(rows: readonly OrderRow[]): string {
  return JSON.stringify(
    rows.map((row) => ({
      ...{ ...ownMembers(row), ...termMembers(row) },
      quantity_pending: String(row.quantity_pending),
      order_status: row.order_status,
      status_at: row.status_at,
      cl_ord_id: row.cl_ord_id,
      session_name: row.session_name,
      created_by: row.created_by,
      created_at: row.created_at,
      modified_by: row.modified_by,
      modified_at: row.modified_at,
    })),
  );
}

function ownMembers(row: OrderRow) {
  return {
    id: String(row.id),
    name: row.name,
    label: row.label,
    office_id: String(row.office_id),
    customer_id: String(row.customer_id),
    portfolio_id: String(row.portfolio_id),
    security_id: String(row.security_id),
    exchange_id: String(row.exchange_id),
    order_term_id: String(row.order_term_id),
    cash_account_id: String(row.cash_account_id),
    currency: row.currency,
    business_date: row.business_date,
    instrument_type: row.instrument_type,
    face_value: row.face_value?.toFixed() ?? null,
    description: row.description,
    reference_order_id: row.reference_order_id === null ? null : String(row.reference_order_id),
    settlement_instructions: row.settlement_instructions,
    commission_group_name: row.commission_group_name,
    commission_overridden_by: row.commission_overridden_by,
    custodian_name: row.custodian_name,
    custodian_account: row.custodian_account,
    custodian_settles: row.custodian_settles,
    agent_name: row.agent_name,
    order_origin: row.order_origin,
    order_date: row.order_date,
  };
}

function termMembers(row: OrderRow) {
  return {
    order_type: row.order_type,
    price_type: row.price_type,
    order_base: row.order_base,
    value_asked_minor: row.value_asked_minor === null ? null : String(row.value_asked_minor),
    order_start_date: row.order_start_date,
    order_end_date: row.order_end_date,
    expire_date: row.expire_date,
    quantity: String(row.quantity),
    limit_price: row.limit_price?.toFixed() ?? null,
    stop_price: row.stop_price?.toFixed() ?? null,
    do_not_adjust: row.do_not_adjust,
    worst_price: row.worst_price.toFixed(),
    worst_accrued: row.worst_accrued.toFixed(),
    order_value_minor: String(row.order_value_minor),
    trade_dates_max: row.trade_dates_max,
    open_total_minor: String(row.open_total_minor),
  };
}
