// What writing an order stores: its row, and the instruction that an exchange adapter will take.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { codeOf } from '../../platform/ids.js';
import { instructionTopic } from './exchange-port.js';
import type { CheckedOrder, OrderRequest } from './order-check.js';
import { type OrderRow, orderLabel } from './record.js';

interface NewOrder {
  readonly id: bigint;
  readonly clOrdId: string;
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

/** Stores a checked order as BOOKED and returns its row with the names that its record shows. */
export async function insertOrder(work: Work, order: NewOrder): Promise<OrderRow> {
  const { request, checked } = order;
  const { ground, cost } = checked;
  const label = orderLabel({
    side: request.orderType,
    quantity: checked.quantity,
    security: checked.securityName,
    priceType: request.priceType,
    limitPrice: checked.limitPrice,
    currency: ground.currency,
  });
  const limitPrice = request.priceType === 'LIMIT' ? checked.limitPrice?.toFixed() : undefined;
  const [row] = await work.tx.query<OrderRow>(sql`
    with made as (
      insert into trade_order (id, name, label, office_id, customer_id, portfolio_id, security_id,
        exchange_id, order_term_id, cash_account_id, currency, business_date, order_type, price_type,
        order_base, order_origin, order_date, order_start_date, order_end_date, expire_date, quantity,
        limit_price, instrument_type, description, reference_order_id, settlement_instructions,
        commission_group_name, custodian_name, agent_name, quantity_pending, order_status, status_at,
        cl_ord_id, order_value_minor, order_total_minor, created_by, created_at, modified_by, modified_at)
      values (${order.id}, ${nameOf(order.id)}, ${label}, ${ground.office_id}, ${ground.customer_id},
        ${ground.portfolio_id}, ${ground.security_id}, ${ground.exchange_id}, ${ground.order_term_id},
        ${ground.cash_account_id}, ${ground.currency}, ${ground.business_date}, ${request.orderType},
        ${request.priceType}, ${request.orderBase ?? 'QUANTITY'}, ${checked.origin},
        ${request.orderDate ?? work.now}, ${request.orderStartDate ?? null},
        ${request.orderEndDate ?? null}, ${checked.expireDate}, ${checked.quantity},
        ${limitPrice ?? null}::numeric, ${ground.security_type}, ${request.description ?? null},
        ${request.referenceOrderId || null}, ${request.settlementInstructions ?? null},
        ${checked.commissionGroup}, ${request.custodianName ?? null}, ${request.agentName ?? null},
        ${checked.quantity}, 'BOOKED', ${work.now}, ${order.clOrdId}, ${cost.considerationMinor},
        ${cost.netMinor}, ${work.principal.name}, ${work.now}, ${work.principal.name}, ${work.now})
      returning *
    )
    select made.*, ${ground.office_name}::text as office_name,
      ${ground.customer_name}::text as customer_name, ${ground.customer_label}::text as customer_label,
      ${request.portfolioName}::text as portfolio_name,
      ${ground.portfolio_label}::text as portfolio_label,
      ${checked.securityName}::text as security_name, ${ground.security_label}::text as security_label,
      ${ground.exchange_name}::text as exchange_name, ${request.orderTermName}::text as order_term_name,
      ${ground.order_term_label}::text as order_term_label
    from made`);
  return present(row, 'an inserted order is returned');
}

// A dry run has no number; the placeholder only has to be unique until it is rolled back.
function nameOf(id: bigint): string {
  return codeOf(id) || `DRY${-id}`;
}

interface Instruction {
  readonly row: Pick<OrderRow, 'id' | 'exchange_id'>;
  readonly kind: 'NEW' | 'CANCEL';
  readonly clOrdId: string;
}

/** Queues what an exchange is to be told; the adapter is woken when the transaction has committed. */
export async function queueInstruction(work: Work, instruction: Instruction): Promise<void> {
  const { row } = instruction;
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, kind, cl_ord_id, orig_cl_ord_id, state, created_at)
    select ${row.exchange_id}, ${row.id}, ${instruction.kind}, ${instruction.clOrdId},
      case when ${instruction.kind} = 'NEW' then null else t.cl_ord_id end, 'QUEUED', ${work.now}
    from trade_order t where t.id = ${row.id}`);
  work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(row.exchange_id)));
}

/** Takes back the instruction to place an order that no adapter has taken; false when it has left. */
export async function withdrawInstruction(tx: Tx, orderId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    update exchange_instruction set state = 'WITHDRAWN'
    where order_id = ${orderId} and kind = 'NEW' and state = 'QUEUED' returning 1 as withdrawn`);
  return rows.length > 0;
}
