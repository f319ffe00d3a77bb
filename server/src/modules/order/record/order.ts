// An order's row, label and events.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { FixOrderStatus, OrderStatus } from '../rule/order-state.js';
import type { PriceType } from '../rule/price-type.js';

/** An order as stored, with the names of the records it refers to. */
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
  /** Former codes and ISINs of the security, which may still occur in reports. */
  readonly security_aliases: readonly string[];
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
  /** The requested value of an order placed by value. */
  readonly value_asked_minor: bigint | null;
  readonly order_origin: string;
  readonly order_date: Instant;
  readonly order_start_date: Instant | null;
  readonly order_end_date: Instant | null;
  readonly quantity: bigint;
  readonly limit_price: Decimal | null;
  readonly stop_price: Decimal | null;
  readonly triggered_at: Instant | null;
  /** Whether the order's prices stay unchanged after a cash dividend. */
  readonly do_not_adjust: boolean;
  readonly instrument_type: string;
  readonly description: string | null;
  readonly reference_order_id: bigint | null;
  readonly settlement_instructions: string | null;
  readonly commission_group_name: string;
  /** The user who placed the order under a different commission group than the customer's own. */
  readonly commission_overridden_by: string | null;
  readonly custodian_name: string | null;
  /** The portfolio's account at the custodian when the custodian was assigned to the order. */
  readonly custodian_account: string | null;
  /**
   * Whether the custodian settles the trade itself, so that the customer's money and units do not
   * move.
   */
  readonly custodian_settles: boolean;
  readonly agent_name: string | null;
  readonly system_generated: boolean;
  readonly quantity_filled: bigint;
  readonly quantity_pending: bigint;
  readonly average_price: Decimal | null;
  readonly worst_price: Decimal;
  readonly worst_accrued: Decimal;
  readonly order_status: OrderStatus;
  readonly fix_order_status: FixOrderStatus;
  readonly resting_fix_status: FixOrderStatus;
  readonly cl_ord_id: string;
  /** The number of the order's current exchange order, and the session that carries it. */
  readonly entry_no: number;
  readonly session_name: string;
  readonly filled_elsewhere: bigint;
  readonly pending_cl_ord_id: string | null;
  readonly order_term_id: bigint;
  readonly fix_time_in_force: string;
  readonly expire_date: BusinessDate;
  /** The current business date, which may differ from the order's. */
  readonly today: BusinessDate;
  readonly tariff_stamp: bigint;
  readonly fix_message: string | null;
  readonly status_at: Instant;
  readonly trade_dates_max: number;
  /** The value of the order's fills and open quantity, without charges. */
  readonly order_value_minor: bigint;
  /** The total of the order's notes, and the amount that the order may still cost or bring in. */
  readonly noted_total_minor: bigint;
  readonly open_total_minor: bigint;
  /** The money that the order holds now. */
  readonly held_minor: bigint;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Returns the total of an order including charges, equal to `ORDER_TOTAL`. */
export function totalOf(row: Pick<OrderRow, 'noted_total_minor' | 'open_total_minor'>): bigint {
  return row.noted_total_minor + row.open_total_minor;
}

/** Returns the label of an order: `BUY 100 ACCESS LIMIT NGN 25.00`. */
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

/** Returns the event for a change to an order. Ids are the only personal data in it. */
export function orderEvent(type: string, row: Pick<OrderRow, 'id' | 'office_id' | 'name'>) {
  return { type, subjectId: row.id, officeId: row.office_id, data: { name: row.name } };
}
