// Converts elections to API records and file rows.

import type { Cell } from '../../../platform/files/sheet.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { ElectionRow } from './queries.js';

/** Converts an election to its API form. */
export function electionRecord(row: ElectionRow): object {
  const money = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    kind: row.kind,
    securityName: row.security_name,
    deadline: row.deadline ?? undefined,
    optionNumber: row.option_number,
    optionType: row.option_type,
    portfolioId: row.portfolio_id,
    portfolioName: row.portfolio_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    businessOfficeName: row.office_name,
    state: row.state,
    electedQuantity: String(row.elected_quantity),
    quantity: String(row.quantity),
    additionalQuantity: String(row.additional_quantity),
    currency: row.currency,
    heldAmount: money(row.held_minor),
    paidAmount: money(row.paid_minor),
    refundedAmount: money(row.refunded_minor),
    allottedQuantity: row.allotted_quantity === null ? undefined : String(row.allotted_quantity),
    newUnits: String(row.new_units),
    pendingUnits: String(row.pending_units),
    journalId: row.journal_id ?? undefined,
    allotmentJournalId: row.allotment_journal_id ?? undefined,
    reversalJournalId: row.reversal_journal_id ?? undefined,
    instructedDttm: row.instructed_at ?? undefined,
    ...shownStamp(row),
  };
}

/** The columns of an election file, including those that a registrar needs. */
export const ELECTION_COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Event', width: 14 },
  { title: 'Kind', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Option', width: 8 },
  { title: 'Type', width: 8 },
  { title: 'Portfolio', width: 14 },
  { title: 'Account at the depository', width: 20 },
  { title: 'CHN', width: 16 },
  { title: 'Customer', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'State', width: 14 },
  { title: 'Quantity', width: 14 },
  { title: 'Additional quantity', width: 14 },
  { title: 'Currency', width: 10 },
  { title: 'Held', width: 18 },
  { title: 'Paid', width: 18 },
  { title: 'Allotted quantity', width: 14 },
  { title: 'Refunded', width: 18 },
] as const;

/** Converts an election to a row of a file. */
export function electionCells(row: ElectionRow): readonly Cell[] {
  const { currency } = row;
  const money = (minor: bigint) => ({ minor, currency });
  return [
    ...[row.id, row.event_name, row.kind, row.security_name],
    ...[BigInt(row.option_number), row.option_type, row.portfolio_name],
    ...[row.account_no, row.chn_number, row.customer_name, row.office_name, row.state],
    ...[row.quantity, row.additional_quantity, currency],
    ...[row.held_minor, row.paid_minor].map(money),
    row.allotted_quantity,
    money(row.refunded_minor),
  ];
}
