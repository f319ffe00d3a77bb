// Converts stored and computed entitlements to API records and file rows.

import type { Cell } from '../../../platform/files/sheet.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { EntitlementAmountsRow, EntitlementRow } from './list-queries.js';

/** Converts the entitlement of a portfolio to its record. */
export function entitlementAmounts(row: EntitlementAmountsRow) {
  const { currency } = row;
  const money = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    eventName: row.event_name,
    kind: row.kind,
    securityName: row.security_name,
    exDate: row.ex_date,
    paymentDate: row.payment_date ?? undefined,
    portfolioId: row.portfolio_id,
    portfolioName: row.portfolio_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    businessOfficeName: row.office_name,
    optionNumber: row.option_number,
    eligibleQuantity: String(row.eligible_quantity),
    gross: money(row.gross_minor),
    principal: money(row.principal_minor),
    tax: money(row.tax_minor),
    withheld: money(row.withheld_minor),
    taxReclaim: money(row.tax_reclaim_minor),
    net: money(row.net_minor),
    reinvested: money(row.reinvested_minor),
    cashInLieu: money(row.cash_in_lieu_minor),
    currency,
    newUnits: String(row.new_units),
    newSecurityName: row.new_security_name ?? undefined,
    fraction: row.fraction.toFixed(),
    oldUnits: String(row.old_units),
    costBefore: money(row.cost_before_minor),
    costMoved: money(row.cost_moved_minor),
    realisedGain: money(row.gain_minor),
    route: row.route,
    state: row.state,
  };
}

/** Converts a stored entitlement to its record. */
export function entitlementRecord(row: EntitlementRow) {
  return {
    id: row.id,
    eventId: row.corporate_action_id,
    ...entitlementAmounts(row),
    revision: row.revision,
    termsVersion: row.terms_version,
    pendingUnits: String(row.pending_units),
    effectiveDate: row.effective_date ?? undefined,
    deliveredOn: row.delivered_on ?? undefined,
    paidOn: row.paid_on ?? undefined,
    paid: minorToDecimal(row.paid_minor, row.currency),
    journalId: row.journal_id ?? undefined,
    reason: row.reason ?? undefined,
    recordedDttm: row.recorded_at,
  };
}

/** The columns of an entitlement file. */
export const ENTITLEMENT_COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Event', width: 14 },
  { title: 'Kind', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Ex-date', width: 14 },
  { title: 'Payment date', width: 14 },
  { title: 'Portfolio', width: 14 },
  { title: 'Customer', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'Option', width: 8 },
  { title: 'Revision', width: 10 },
  { title: 'Eligible quantity', width: 18 },
  { title: 'Gross', width: 18 },
  { title: 'Tax', width: 18 },
  { title: 'Withheld', width: 18 },
  { title: 'Tax reclaim', width: 18 },
  { title: 'Net', width: 18 },
  { title: 'Reinvested', width: 18 },
  { title: 'Cash in lieu', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'New units', width: 14 },
  { title: 'New security', width: 14 },
  { title: 'Old units', width: 14 },
  { title: 'Cost moved', width: 18 },
  { title: 'Realised gain', width: 18 },
  { title: 'Route', width: 10 },
  { title: 'State', width: 14 },
] as const;

/** Converts a stored entitlement to a row of a file. */
export function entitlementCells(row: EntitlementRow): readonly Cell[] {
  const { currency } = row;
  const money = (minor: bigint) => ({ minor, currency });
  return [
    ...[row.id, row.event_name, row.kind, row.security_name],
    { date: row.ex_date },
    row.payment_date === null ? null : { date: row.payment_date },
    ...[row.portfolio_name, row.customer_name, row.office_name],
    ...[BigInt(row.option_number), BigInt(row.revision), row.eligible_quantity],
    ...[row.gross_minor, row.tax_minor, row.withheld_minor, row.tax_reclaim_minor].map(money),
    ...[row.net_minor, row.reinvested_minor, row.cash_in_lieu_minor].map(money),
    currency,
    ...[row.new_units, row.new_security_name, row.old_units],
    ...[row.cost_moved_minor, row.gain_minor].map(money),
    ...[row.route, row.state],
  ];
}
