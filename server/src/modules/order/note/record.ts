// The record of a contract note, as the API returns it.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { NoteRow } from './list-queries.js';

/** Returns the record for a note row. */
export function toNoteRecord(row: NoteRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    active: row.active,
    orderId: row.order_id,
    orderName: row.order_name,
    orderStatus: row.order_status,
    orderType: row.side,
    exchange: row.exchange_name,
    securityName: row.security_name,
    securityLabel: row.security_label,
    securityType: row.security_type,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioName: row.portfolio_name,
    businessOffice: row.office_name,
    currency: row.currency,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    settlementInstructions: row.settlement_instructions ?? undefined,
    custodianName: row.custodian_name ?? undefined,
    custodianLabel: row.custodian_label ?? undefined,
    custodianSettles: row.custodian_settles,
    settled: row.settled_at !== null,
    status: statusOf(row),
    replacesId: row.replaces_id ?? undefined,
    quantity: String(row.quantity),
    price: row.average_price.toDecimalPlaces(4),
    consideration: amount(row.consideration_minor),
    ...accrualMembers(row),
    charges: row.charges.map((line) => ({
      code: line.code,
      onCode: line.onCode ?? undefined,
      payee: line.payee,
      amount: amount(BigInt(line.amountMinor)),
    })),
    totalCharges: amount(row.charges_minor),
    netAmount: amount(row.net_minor),
    tariffName: row.tariff_name,
    tariffVersion: row.tariff_version,
    ...shownStamp(row),
  };
}

function accrualMembers(row: NoteRow): object {
  if (row.accrued_from === null) return {};
  return {
    accruedFrom: row.accrued_from,
    accruedDays: new Decimal(row.accrued_days ?? 0),
    accruedCoupon: minorToDecimal(row.accrued_minor, row.currency),
    dirtyValue: minorToDecimal(row.consideration_minor + row.accrued_minor, row.currency),
  };
}

function statusOf(row: NoteRow): 'ISSUED' | 'SETTLED' | 'REVERSED' {
  if (row.reversed_at !== null) return 'REVERSED';
  return row.settled_at === null ? 'ISSUED' : 'SETTLED';
}
