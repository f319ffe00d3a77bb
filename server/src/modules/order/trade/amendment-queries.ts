// SQL that stores any number of amended orders in one statement.

import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type OrderRow, orderLabel } from '../record/order.js';
import type { Amendment } from './amendment-check.js';

// The order fields that are never sent to an exchange, taken from the amendment `n`. Omitted fields
// are not changed.
const NOTES: Sql = sql`
  description = coalesce(n.description, t.description),
  settlement_instructions = coalesce(n.settlement_instructions, t.settlement_instructions),
  agent_name = coalesce(n.agent_name, t.agent_name),
  reference_order_id = coalesce(n.reference_order_id, t.reference_order_id),
  open_total_minor = n.open_total_minor, order_value_minor = n.order_value_minor,
  version = t.version + 1, modified_by = n.modified_by, modified_at = n.modified_at`;

/**
 * Stores the new terms and totals of orders that have not been sent. Terms that the caller omits
 * are removed.
 */
export async function storeAmended(tx: Tx, amendments: readonly Amendment[]): Promise<void> {
  const rows = amendments.map((each) => ({ ...notesOf(each), ...termsOf(each) }));
  await tx.query(sql`
    update trade_order t set label = n.label, price_type = n.price_type, quantity = n.quantity,
      quantity_pending = n.quantity - t.quantity_filled,
      limit_price = n.limit_price, stop_price = n.stop_price,
      worst_price = n.worst_price, worst_accrued = n.worst_accrued,
      do_not_adjust = coalesce(n.do_not_adjust, t.do_not_adjust),
      order_base = n.order_base, value_asked_minor = n.value_asked_minor,
      order_term_id = n.order_term_id, expire_date = n.expire_date,
      order_start_date = n.order_start_date, order_end_date = n.order_end_date,
      commission_group_name = n.commission_group_name, trade_dates_max = n.trade_dates_max,
      face_value = n.face_value, ${NOTES}
    from ${amended(rows)} n where t.id = n.id`);
}

/** A replacement that was queued under this ClOrdID. */
interface QueuedReplace {
  readonly amendment: Amendment;
  readonly clOrdId: string;
}

/**
 * Stores the totals of orders at the exchange, and marks them as awaiting the answer to a
 * replacement.
 */
export async function storeReplaceRequested(
  tx: Tx,
  replaces: readonly QueuedReplace[],
): Promise<void> {
  const rows = replaces.map(({ amendment, clOrdId }) => ({
    ...notesOf(amendment),
    pending_cl_ord_id: clOrdId,
  }));
  await tx.query(sql`
    update trade_order t set fix_order_status = 'PENDING_REPLACE',
      pending_cl_ord_id = n.pending_cl_ord_id, ${NOTES}
    from ${amended(rows)} n where t.id = n.id`);
}

/** Stores the custodian of an amended order. */
export async function storeCustodian(tx: Tx, { id }: OrderRow, holder: OrderRow): Promise<void> {
  const { custodian_name, custodian_account, custodian_settles } = holder;
  await tx.query(sql`update trade_order set custodian_name = ${custodian_name},
    custodian_account = ${custodian_account}, custodian_settles = ${custodian_settles}
    where id = ${id}`);
}

// Numbers are sent as text: the database accepts text, and the standard JSON writer cannot write
// bigint.
function amended(rows: readonly object[]): Sql {
  return sql`jsonb_populate_recordset(null::trade_order, ${JSON.stringify(rows)}::jsonb)`;
}

function notesOf({ work, row, request, totals }: Amendment) {
  const { description, settlementInstructions, agentName, referenceOrderId } = request;
  return {
    id: String(row.id),
    description: description ?? null,
    settlement_instructions: settlementInstructions ?? null,
    agent_name: agentName ?? null,
    reference_order_id: referenceOrderId ? String(referenceOrderId) : null,
    open_total_minor: String(totals.openMinor),
    order_value_minor: String(totals.valueMinor),
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

function termsOf({ request, checked }: Amendment) {
  const { context, valueRequestedMinor: asked } = checked;
  return {
    label: labelOf({ request, checked }),
    price_type: request.priceType,
    quantity: String(checked.quantity),
    limit_price: checked.limitPrice?.toFixed() ?? null,
    stop_price: checked.stopPrice?.toFixed() ?? null,
    worst_price: checked.worstPrice.toFixed(),
    worst_accrued: checked.worstAccrued.toFixed(),
    do_not_adjust: request.doNotAdjust ?? null,
    order_base: request.orderBase ?? 'QUANTITY',
    value_asked_minor: asked === undefined ? null : String(asked),
    order_term_id: String(context.order_term_id),
    expire_date: checked.expireDate,
    order_start_date: request.orderStartDate ?? null,
    order_end_date: request.orderEndDate ?? null,
    commission_group_name: checked.commissionGroup,
    trade_dates_max: checked.tradeDatesMax,
    face_value: context.bond === undefined ? null : context.face_value.toFixed(),
  };
}

function labelOf({ request, checked }: Pick<Amendment, 'request' | 'checked'>): string {
  return orderLabel({
    side: request.orderType,
    quantity: checked.quantity,
    security: checked.context.security_name,
    priceType: request.priceType,
    limitPrice: checked.limitPrice ?? checked.stopPrice,
    currency: checked.context.currency,
  });
}
