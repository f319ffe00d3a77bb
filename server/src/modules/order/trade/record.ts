// An order's record, as the API returns it.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { OrderWait } from '../exchange/wait.js';
import { type OrderRow, totalOf } from '../record/order.js';
import { isFinal } from '../rule/order-state.js';

/**
 * Returns the record for an order row. Absent fields are undefined, which the JSON writer omits.
 */
export function toOrderRecord(row: OrderRow, waitingFor?: OrderWait) {
  return {
    waitingFor,
    sessionName: row.session_name,
    ...identityOf(row),
    ...referencesOf(row),
    ...termsOf(row),
    quantityFilled: String(row.quantity_filled),
    quantityPending: String(row.quantity_pending),
    averagePrice: row.average_price?.toDecimalPlaces(4) ?? undefined,
    orderStatus: row.order_status,
    fixOrderStatus: row.fix_order_status,
    fixMessage: row.fix_message ?? undefined,
    statusDate: row.status_at,
    orderTotal: minorToDecimal(totalOf(row), row.currency),
    heldAmount: minorToDecimal(row.held_minor, row.currency),
    orderValue: minorToDecimal(row.order_value_minor, row.currency),
  };
}

function identityOf(row: OrderRow) {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    active: row.active,
    systemGenerated: row.system_generated,
    locked: String(isLocked(row)),
    ...shownStamp(row),
  };
}

// While a request at the exchange is unanswered, amendments and cancels are refused.
function isLocked(row: OrderRow): boolean {
  return row.pending_cl_ord_id !== null && !isFinal(row.order_status);
}

function referencesOf(row: OrderRow) {
  return {
    exchange: row.exchange_name,
    securityName: row.security_name,
    securityLabel: row.security_label,
    instrument: row.security_name,
    customerId: row.customer_id,
    portfolioId: row.portfolio_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioName: row.portfolio_name,
    portfolioLabel: row.portfolio_label,
    businessOffice: row.office_name,
    orderTermName: row.order_term_name,
    orderTermLabel: row.order_term_label,
    referenceOrderId: row.reference_order_id ?? undefined,
  };
}

function termsOf(row: OrderRow) {
  return {
    instrumentType: row.instrument_type,
    description: row.description ?? undefined,
    orderBase: row.order_base,
    valueRequested:
      row.value_asked_minor === null
        ? undefined
        : minorToDecimal(row.value_asked_minor, row.currency),
    orderType: row.order_type,
    priceType: row.price_type,
    orderStartDate: row.order_start_date ?? undefined,
    orderEndDate: row.order_end_date ?? undefined,
    settlementInstructions: row.settlement_instructions ?? undefined,
    commissionGroupName: row.commission_group_name,
    commissionOverridden: row.commission_overridden_by !== null,
    commissionOverriddenBy: row.commission_overridden_by ?? undefined,
    orderDate: row.order_date,
    orderOrigin: row.order_origin,
    quantityRequested: String(row.quantity),
    orderCurrency: row.currency,
    limitPrice: row.limit_price ?? undefined,
    stopPrice: row.stop_price ?? undefined,
    doNotAdjust: row.do_not_adjust,
    triggeredDttm: row.triggered_at ?? undefined,
    custodianName: row.custodian_name ?? undefined,
    custodianSettles: row.custodian_settles,
    agentName: row.agent_name ?? undefined,
  };
}
