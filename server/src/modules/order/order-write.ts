// What writing an order stores: its row, and the instruction that an exchange adapter will take.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { refusingOverdraft, setHoldCall } from '../finance/index.js';
import { instructionTopic } from './exchange-port.js';
import { ORDER } from './limit.js';
import type { CheckedOrder, OrderRequest } from './order-check.js';
import { cashHold } from './order-hold.js';
import type { NewOrder } from './order-new.js';
import { type OrderRow, orderLabel } from './record.js';

/**
 * Stores a new order, holds its money in the same statement (a sell's units are held beside it),
 * and queues the instruction to place it (a stop waits for its price). Returns the id of an
 * earlier order of the last minute that looks the same, or null.
 */
export async function insertOrder(work: Work, row: OrderRow): Promise<bigint | null> {
  const buys = row.order_type === 'BUY';
  const held = buys ? setHoldCall(cashHold(row, row.order_total_minor, false)) : sql`null`;
  const statement = sql`
    with recent as (
      select id, security_id, order_type, quantity, limit_price, created_at from trade_order
      where portfolio_id = ${row.portfolio_id} order by id desc limit ${ORDER.lookAlikesMost}
    ), made as (
      insert into trade_order (id, name, label, office_id, customer_id, portfolio_id, security_id,
        exchange_id, order_term_id, cash_account_id, currency, business_date, order_type,
        price_type, order_base, value_asked_minor, order_origin, order_date, order_start_date,
        order_end_date, expire_date, quantity, limit_price, stop_price, worst_price, worst_accrued,
        instrument_type, description, reference_order_id, settlement_instructions,
        commission_group_name, custodian_name, agent_name, quantity_pending, order_status,
        status_at, cl_ord_id, session_name, order_value_minor,
        order_total_minor, created_by, created_at, modified_by, modified_at)
      values (${row.id}, ${row.name}, ${row.label}, ${row.office_id}, ${row.customer_id},
        ${row.portfolio_id}, ${row.security_id}, ${row.exchange_id}, ${row.order_term_id},
        ${row.cash_account_id}, ${row.currency}, ${row.business_date}, ${row.order_type},
        ${row.price_type}, ${row.order_base}, ${row.value_asked_minor}, ${row.order_origin},
        ${row.order_date}, ${row.order_start_date}, ${row.order_end_date}, ${row.expire_date},
        ${row.quantity},
        ${row.limit_price?.toFixed() ?? null}::numeric,
        ${row.stop_price?.toFixed() ?? null}::numeric, ${row.worst_price.toFixed()}::numeric,
        ${row.worst_accrued.toFixed()}::numeric, ${row.instrument_type}, ${row.description},
        ${row.reference_order_id}, ${row.settlement_instructions},
        ${row.commission_group_name}, ${row.custodian_name},
        ${row.agent_name}, ${row.quantity_pending}, ${row.order_status}, ${row.status_at},
        ${row.cl_ord_id}, ${row.session_name}, ${row.order_value_minor},
        ${row.order_total_minor}, ${row.created_by}, ${row.created_at}, ${row.modified_by},
        ${row.modified_at})
      returning id, exchange_id, security_id, order_type, quantity, limit_price, stop_price,
        cl_ord_id, session_name, created_at
    ), queued as (
      insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
        cl_ord_id, state, created_at)
      select made.exchange_id, made.id, 1, made.session_name, 'NEW', made.cl_ord_id, 'QUEUED',
        made.created_at
      from made
      where made.stop_price is null and not ${work.tx.dryRun}::boolean
    )
    select max(r.id) as twin_id, (select ${held}) as held from made left join recent r
      on r.security_id = made.security_id and r.order_type = made.order_type
      and r.quantity = made.quantity and r.limit_price is not distinct from made.limit_price
      and r.created_at > made.created_at - interval '60 seconds'`;
  const [made] = await refusingOverdraft(() =>
    work.tx.query<{ twin_id: bigint | null }>(statement),
  );
  wakeAdapter(work, row.session_name);
  return present(made, 'an inserted order is told of').twin_id;
}

function labelOf(request: OrderRequest, checked: CheckedOrder): string {
  return orderLabel({
    side: request.orderType,
    quantity: checked.quantity,
    security: checked.securityName,
    priceType: request.priceType,
    limitPrice: checked.limitPrice ?? checked.stopPrice,
    currency: checked.ground.currency,
  });
}

/** Stores new terms of an order that has not left; what a caller leaves out of them is gone. */
export async function updateOrder(
  work: Work,
  row: OrderRow,
  { request, checked }: Pick<NewOrder, 'request' | 'checked'>,
): Promise<void> {
  await work.tx.query(sql`
    update trade_order set label = ${labelOf(request, checked)}, price_type = ${request.priceType},
      quantity = ${checked.quantity}, quantity_pending = ${checked.quantity} - quantity_filled,
      limit_price = ${checked.limitPrice?.toFixed() ?? null}::numeric,
      stop_price = ${checked.stopPrice?.toFixed() ?? null}::numeric,
      worst_price = ${checked.worstPrice.toFixed()}::numeric,
      worst_accrued = ${checked.worstAccrued.toFixed()}::numeric,
      order_base = ${request.orderBase ?? 'QUANTITY'},
      value_asked_minor = ${checked.valueAskedMinor ?? null},
      order_term_id = ${checked.ground.order_term_id}, expire_date = ${checked.expireDate},
      order_start_date = ${request.orderStartDate ?? null},
      order_end_date = ${request.orderEndDate ?? null},
      commission_group_name = ${checked.commissionGroup},
      order_value_minor = ${checked.cost.considerationMinor}, order_total_minor =
      ${checked.cost.netMinor}
    where id = ${row.id}`);
  await updateNotes(work, row, request);
}

/** Stores the members of an order that no exchange knows of; those left out stay. */
export async function updateNotes(work: Work, row: OrderRow, request: OrderRequest): Promise<void> {
  await work.tx.query(sql`
    update trade_order set description = coalesce(${request.description ?? null}, description),
      settlement_instructions = coalesce(${request.settlementInstructions ?? null},
      settlement_instructions),
      custodian_name = coalesce(${request.custodianName ?? null}, custodian_name),
      agent_name = coalesce(${request.agentName ?? null}, agent_name),
      reference_order_id = coalesce(${request.referenceOrderId || null}, reference_order_id),
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${row.id}`);
}

interface Instruction {
  readonly row: Pick<OrderRow, 'id' | 'exchange_id' | 'session_name'>;
  readonly kind: 'CANCEL' | 'REPLACE';
  readonly clOrdId: string;
  /** The terms of a REPLACE. */
  readonly terms?: { readonly request: OrderRequest; readonly checked: CheckedOrder };
}

/**
 * Queues what an exchange is to be told about an order it has; the adapter is woken after the
 * commit.
 */
export async function queueInstruction(work: Work, instruction: Instruction): Promise<void> {
  const { row, terms } = instruction;
  const checked = terms?.checked;
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, orig_cl_ord_id, state,
      quantity, limit_price, worst_price, worst_accrued, order_term_id, order_end_date, expire_date,
      order_value_minor, order_total_minor, created_at)
    select ${row.exchange_id}, ${row.id}, t.entry_no, t.session_name, ${instruction.kind},
      ${instruction.clOrdId}, t.cl_ord_id, 'QUEUED',
      ${checked?.quantity ?? null}, ${checked?.limitPrice?.toFixed() ?? null}::numeric,
      ${checked?.worstPrice.toFixed() ?? null}::numeric,
      ${checked?.worstAccrued.toFixed() ?? null}::numeric, ${checked?.ground.order_term_id ?? null},
      ${terms?.request.orderEndDate ?? null}, ${checked?.expireDate ?? null}::date,
      ${checked?.cost.considerationMinor ?? null}, ${checked?.cost.netMinor ?? null}, ${work.now}
    from trade_order t where t.id = ${row.id}`);
  wakeAdapter(work, row.session_name);
}

function wakeAdapter(work: Work, sessionName: string): void {
  work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(sessionName)));
}

/** The ClOrdID of an order's next instruction. */
export async function nextClOrdId(tx: Tx, row: Pick<OrderRow, 'id' | 'name'>): Promise<string> {
  const [next] = await tx.query<{ n: bigint }>(sql`
    select count(*) + 1 as n from exchange_instruction where order_id = ${row.id}`);
  return `${row.name}-${present(next, 'a count has a row').n}`;
}

/**
 * Whether an order may be at the exchange: an adapter took its present exchange order, whose end
 * was not reported. The order must be locked.
 */
export async function hasLeft(
  tx: Tx,
  { id, entry_no }: Pick<OrderRow, 'id' | 'entry_no'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from exchange_instruction i
    left join exchange_order x on x.order_id = i.order_id and x.entry_no = i.entry_no
    where i.order_id = ${id} and i.entry_no = ${entry_no} and i.kind = 'NEW'
      and i.state in ('SENT', 'WITHHELD') and x.ended_at is null`);
  return rows.length > 0;
}

/**
 * Takes back what no adapter has taken and what would be entered, of orders that end here. Where
 * the exchange has said nothing of the end, its order counts as ended with the customer's: its
 * status stays the last that was heard. The orders must be locked.
 */
export async function withdrawInstructions(work: Work, orderIds: readonly bigint[]): Promise<void> {
  await work.tx.query(sql`
    with ended as (
      update exchange_order set awaits_reentry = false, ended_at = coalesce(ended_at, ${work.now})
      where order_id = any(${[...orderIds]}::bigint[]) and (awaits_reentry or ended_at is null)
    )
    update exchange_instruction set state = 'WITHDRAWN'
    where order_id = any(${[...orderIds]}::bigint[]) and state = 'QUEUED'`);
}
