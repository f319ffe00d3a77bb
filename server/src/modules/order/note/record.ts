// Contract notes as the API returns them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';

export interface NoteRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly order_id: bigint;
  readonly order_name: string;
  readonly order_status: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly security_label: string;
  readonly security_type: string;
  readonly exchange_name: string;
  readonly side: string;
  readonly currency: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  readonly settled_at: Instant | null;
  readonly replaces_id: bigint | null;
  readonly reversed_at: Instant | null;
  readonly quantity: bigint;
  readonly average_price: Decimal;
  readonly consideration_minor: bigint;
  readonly accrued_from: BusinessDate | null;
  readonly accrued_days: number | null;
  readonly accrued_minor: bigint;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly tariff_name: string;
  readonly tariff_version: number;
  readonly charges: readonly ChargeJson[];
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A charge as the database's JSON gives it; the amount is text, so no digit is lost. */
interface ChargeJson {
  readonly code: string;
  readonly onCode: string | null;
  readonly payee: string;
  readonly amountMinor: string;
}

/** The tables of a note; `t` the order, `s` the security, `e` the exchange. */
export const NOTE_FROM: Sql = sql`
  from contract_note n
  join trade_order t on t.id = n.order_id
  join business_office o on o.id = n.office_id
  join customer c on c.id = n.customer_id
  join portfolio p on p.id = n.portfolio_id
  join security s on s.id = n.security_id
  join exchange e on e.id = n.exchange_id`;

/** The columns of a note with its charges. */
export const NOTE_SELECT: Sql = sql`
  select n.*, o.name as office_name, t.name as order_name, t.order_status, c.name as customer_name,
    c.label as customer_label, p.name as portfolio_name, s.name as security_name,
    s.label as security_label, s.security_type, e.name as exchange_name,
    (select coalesce(json_agg(json_build_object('code', l.code, 'onCode', l.on_code, 'payee',
      l.payee,
        'amountMinor', l.amount_minor::text) order by l.line_no), '[]')
      from contract_note_charge l where l.contract_note_id = n.id) as charges`;

/** The record of a note row. */
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
