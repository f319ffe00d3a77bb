// Converts market claims to API records and file rows.

import type { Cell } from '../../../platform/files/sheet.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { formatMoney, minorToDecimal } from '../../../platform/money/money.js';
import type { ClaimRow } from './queries.js';

/** Converts a claim to its API form. */
export function claimRecord(row: ClaimRow) {
  const { currency } = row;
  const amount = formatMoney({ minor: row.amount_minor, currency });
  return {
    id: row.id,
    active: !['SETTLED', 'WAIVED', 'CANCELLED'].includes(row.state),
    name: row.id < 0n ? undefined : row.name,
    label: `${row.kind} ${row.event_label} ${amount}`,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    eventKind: row.event_kind,
    securityName: row.security_name,
    kind: row.kind,
    direction: row.direction,
    portfolioName: row.portfolio_name ?? undefined,
    customerId: row.customer_id ?? undefined,
    customerName: row.customer_name ?? undefined,
    businessOfficeName: row.office_name,
    orderName: row.order_name ?? undefined,
    tradeDate: row.trade_date ?? undefined,
    quantity: String(row.quantity),
    cumQuantity: row.cum_quantity === 0n ? undefined : String(row.cum_quantity),
    exQuantity: row.ex_quantity === 0n ? undefined : String(row.ex_quantity),
    amount: minorToDecimal(row.amount_minor, currency),
    currency,
    booksMoney: row.books,
    state: row.state,
    reason: row.reason ?? undefined,
    entitlementId: row.entitlement_id ?? undefined,
    registrarFileId: row.registrar_file_id ?? undefined,
    journalId: row.journal_id ?? undefined,
    requestedBy: row.asked_by ?? undefined,
    requestedDttm: row.asked_at ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

/** The columns of a file of claims. */
export const CLAIM_COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Event', width: 14 },
  { title: 'Security', width: 14 },
  { title: 'Kind', width: 22 },
  { title: 'Direction', width: 12 },
  { title: 'Portfolio', width: 14 },
  { title: 'Customer', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'Order', width: 14 },
  { title: 'Trade date', width: 14 },
  { title: 'Quantity', width: 14 },
  { title: 'Amount', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'State', width: 12 },
  { title: 'Reason', width: 40 },
  { title: 'Journal', width: 14 },
  { title: 'Requested by', width: 20 },
  { title: 'Decided by', width: 20 },
] as const;

/** Converts a claim to a row of a file. */
export function claimCells(row: ClaimRow): readonly Cell[] {
  return [
    ...[row.name, row.event_name, row.security_name, row.kind, row.direction],
    ...[row.portfolio_name, row.customer_name, row.office_name, row.order_name],
    row.trade_date === null ? null : { date: row.trade_date },
    row.quantity,
    { minor: row.amount_minor, currency: row.currency },
    ...[row.currency, row.state, row.reason, row.journal_id, row.asked_by, row.decided_by],
  ];
}
