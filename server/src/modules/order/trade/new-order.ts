// Converts a checked order to the row that is stored and shown in the reply.

import type { Work } from '../../../platform/context.js';
import type { OrderDate } from '../../../platform/http/shape/wire.js';
import { codeOf } from '../../../platform/ids.js';
import { type OrderRow, orderLabel } from '../record/order.js';
import type { CheckedOrder } from './check.js';
import { custodianMembers, custodianOf } from './custodian.js';
import type { OrderRequest } from './request.js';

/** An accepted order with its id and session. */
interface NewOrder {
  readonly id: bigint;
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
  /** The session that carries the order to its exchange. */
  readonly sessionName: string;
}

/** Returns the row of a new order: BOOKED, with nothing filled, under its first ClOrdID. */
export function newOrderRow(work: Work, order: NewOrder): OrderRow {
  const { id, request, checked } = order;
  const custodian = custodianOf(request, checked.context);
  const isHeld = request.orderType === 'BUY' && custodian?.settles !== true;
  return {
    id,
    ...foundMembers(order),
    ...termsOf(order),
    active: true,
    order_origin: checked.origin,
    order_date: orderDateOf(request.orderDate, checked.context) ?? work.now,
    description: request.description ?? null,
    reference_order_id: request.referenceOrderId || null,
    settlement_instructions:
      request.settlementInstructions ?? (checked.context.standing_instructions || null),
    ...commissionOf(work, checked),
    ...custodianMembers(custodian),
    held_minor: isHeld ? checked.cost.netMinor : 0n,
    agent_name: checked.agentName,
    system_generated: false,
    ...progressOf(work, order),
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

function commissionOf(work: Work, { commissionGroup, context }: CheckedOrder) {
  const isOverridden = commissionGroup !== context.group_name;
  return {
    commission_group_name: commissionGroup,
    commission_overridden_by: isOverridden ? work.principal.name : null,
  };
}

/** Returns the order date. An ambiguous date with slashes is read in the office's format. */
export function orderDateOf(given: OrderDate | undefined, context: CheckedOrder['context']) {
  return context.day_first ? given?.dayFirst : given?.monthFirst;
}

function foundMembers({ request, checked }: NewOrder) {
  const { context } = checked;
  return {
    office_id: context.office_id,
    office_name: context.office_name,
    customer_id: context.customer_id,
    customer_name: context.customer_name,
    customer_label: context.customer_label,
    portfolio_id: context.portfolio_id,
    portfolio_name: request.portfolioName,
    portfolio_label: context.portfolio_label,
    security_id: context.security_id,
    security_name: context.security_name,
    security_label: context.security_label,
    security_isin: context.security_isin || null,
    security_aliases: [],
    instrument_type: context.security_type,
    face_value: context.bond === undefined ? null : context.face_value,
    exchange_id: context.exchange_id,
    exchange_name: context.exchange_name,
    exchange_time_zone: context.rules.timeZone,
    cash_account_id: context.cash_account_id,
    order_term_id: context.order_term_id,
    order_term_name: context.order_term_name,
    order_term_label: context.order_term_label,
    fix_time_in_force: context.fix_time_in_force,
    currency: context.currency,
    business_date: context.business_date,
    today: context.business_date,
    tariff_stamp: context.tariff.stamp,
  };
}

function termsOf({ request, checked }: NewOrder) {
  return {
    label: orderLabel({
      side: request.orderType,
      quantity: checked.quantity,
      security: checked.context.security_name,
      priceType: request.priceType,
      limitPrice: checked.limitPrice ?? checked.stopPrice,
      currency: checked.context.currency,
    }),
    order_type: request.orderType,
    price_type: request.priceType,
    order_base: request.orderBase ?? 'QUANTITY',
    value_asked_minor: checked.valueRequestedMinor ?? null,
    order_start_date: request.orderStartDate ?? null,
    order_end_date: request.orderEndDate ?? null,
    expire_date: checked.expireDate,
    quantity: checked.quantity,
    limit_price: checked.limitPrice ?? null,
    stop_price: checked.stopPrice ?? null,
    do_not_adjust: request.doNotAdjust === true,
    worst_price: checked.worstPrice,
    worst_accrued: checked.worstAccrued,
    trade_dates_max: checked.tradeDatesMax,
    order_value_minor: checked.cost.considerationMinor,
    open_total_minor: checked.cost.netMinor,
    noted_total_minor: 0n,
  };
}

function progressOf(work: Work, { id, checked, sessionName }: NewOrder) {
  const name = nameOf(id);
  return {
    name,
    cl_ord_id: `${name}-1`,
    entry_no: 1,
    session_name: sessionName,
    filled_elsewhere: 0n,
    pending_cl_ord_id: null,
    quantity_filled: 0n,
    quantity_pending: checked.quantity,
    average_price: null,
    triggered_at: null,
    order_status: 'BOOKED',
    fix_order_status: 'NA',
    resting_fix_status: 'NA',
    fix_message: null,
    status_at: work.now,
  } as const;
}

// An order in a dry run has no number. The placeholder has to be unique only until the rollback.
function nameOf(id: bigint): string {
  return codeOf(id);
}
