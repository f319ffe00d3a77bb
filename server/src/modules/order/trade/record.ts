// Orders as the API returns them: one query for all reads, one function from row to record.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { OrderWait } from '../exchange/wait.js';
import { TARIFF_STAMP } from '../fee/tariff-store.js';
import type { FixOrderStatus, OrderStatus } from '../rule/order-state.js';
import type { PriceType } from '../rule/price-type.js';

export interface OrderRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly portfolio_label: string;
  readonly security_id: bigint;
  readonly security_name: string;
  readonly security_label: string;
  readonly security_isin: string | null;
  readonly face_value: Decimal | null;
  readonly exchange_id: bigint;
  readonly exchange_name: string;
  readonly exchange_time_zone: string;
  readonly cash_account_id: bigint;
  readonly order_term_name: string;
  readonly order_term_label: string;
  readonly currency: string;
  readonly business_date: BusinessDate;
  readonly order_type: 'BUY' | 'SELL';
  readonly price_type: PriceType;
  readonly order_base: string;
  /** What a VALUE order was given for. */
  readonly value_asked_minor: bigint | null;
  readonly order_origin: string;
  readonly order_date: Instant;
  readonly order_start_date: Instant | null;
  readonly order_end_date: Instant | null;
  readonly quantity: bigint;
  readonly limit_price: Decimal | null;
  readonly stop_price: Decimal | null;
  readonly triggered_at: Instant | null;
  readonly instrument_type: string;
  readonly description: string | null;
  readonly reference_order_id: bigint | null;
  readonly settlement_instructions: string | null;
  readonly commission_group_name: string;
  readonly custodian_name: string | null;
  readonly agent_name: string | null;
  readonly system_generated: boolean;
  readonly locked: boolean;
  readonly quantity_filled: bigint;
  readonly quantity_pending: bigint;
  readonly average_price: Decimal | null;
  readonly worst_price: Decimal;
  readonly worst_accrued: Decimal;
  readonly sold_cost_minor: bigint;
  readonly order_status: OrderStatus;
  readonly fix_order_status: FixOrderStatus;
  readonly resting_fix_status: FixOrderStatus;
  readonly cl_ord_id: string;
  /** Which of its exchange orders is the present one, and the session that it goes through. */
  readonly entry_no: number;
  readonly session_name: string;
  readonly filled_elsewhere: bigint;
  readonly pending_cl_ord_id: string | null;
  readonly order_term_id: bigint;
  readonly fix_time_in_force: string;
  readonly expire_date: BusinessDate;
  /** The business date now, not that of the order. */
  readonly today: BusinessDate;
  readonly tariff_stamp: bigint;
  readonly fix_message: string | null;
  readonly status_at: Instant;
  readonly trade_dates_max: number;
  /** Its fills and what is open, without charges. */
  readonly order_value_minor: bigint;
  /** What its notes took or brought, and what it may still take or bring. */
  readonly noted_total_minor: bigint;
  readonly open_total_minor: bigint;
  /** What it holds of money now. */
  readonly held_minor: bigint;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The columns and joins of an order row; append a where clause. */
export const SELECT_ORDER: Sql = sql`
  select t.*, o.name as office_name, c.name as customer_name, c.label as customer_label,
    p.name as portfolio_name, p.label as portfolio_label, s.name as security_name,
    s.label as security_label, s.isin as security_isin, e.name as exchange_name,
    e.time_zone as exchange_time_zone, ot.name as order_term_name,
    ot.label as order_term_label, ot.fix_time_in_force, s.face_value,
    coalesce((select h.amount_minor from cash_hold h
      where h.source_type = 'TRADE_ORDER' and h.source_id = t.id), 0) as held_minor,
    (select business_date from business_day) as today, ${TARIFF_STAMP} as tariff_stamp
  from trade_order t
  join business_office o on o.id = t.office_id
  join customer c on c.id = t.customer_id
  join portfolio p on p.id = t.portfolio_id
  join security s on s.id = t.security_id
  join exchange e on e.id = t.exchange_id
  join order_term ot on ot.id = t.order_term_id`;

/** What an order comes to with charges, as `ORDER_TOTAL` has it. */
export function totalOf(row: Pick<OrderRow, 'noted_total_minor' | 'open_total_minor'>): bigint {
  return row.noted_total_minor + row.open_total_minor;
}

/** What an order `t` comes to with charges. */
export const ORDER_TOTAL: Sql = sql`t.noted_total_minor + t.open_total_minor`;

/** The human text of an order: `BUY 100 ACCESS LIMIT NGN 25.00`. */
export function orderLabel(order: {
  readonly side: string;
  readonly quantity: bigint;
  readonly security: string;
  readonly priceType: string;
  readonly limitPrice: Decimal | null | undefined;
  readonly currency: string;
}): string {
  const price = order.limitPrice ? ` ${order.currency} ${order.limitPrice.toFixed(2)}` : '';
  return `${order.side} ${order.quantity} ${order.security} ${order.priceType}${price}`;
}

/** The event of an order's change; no personal data beyond ids. */
export function orderEvent(type: string, row: Pick<OrderRow, 'id' | 'office_id' | 'name'>) {
  return { type, subjectId: row.id, officeId: row.office_id, data: { name: row.name } };
}

/**
 * The record of an order row; absent members are undefined, which the writer of JSON leaves out.
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
    locked: String(row.locked),
    ...shownStamp(row),
  };
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
    orderDate: row.order_date,
    orderOrigin: row.order_origin,
    quantityRequested: String(row.quantity),
    orderCurrency: row.currency,
    limitPrice: row.limit_price ?? undefined,
    stopPrice: row.stop_price ?? undefined,
    triggeredDttm: row.triggered_at ?? undefined,
    custodianName: row.custodian_name ?? undefined,
    agentName: row.agent_name ?? undefined,
  };
}
