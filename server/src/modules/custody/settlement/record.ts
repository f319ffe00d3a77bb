// Converts event settlements to API records.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { formatMoney, minorToDecimal } from '../../../platform/money/money.js';
import type { SettlementRow } from './queries.js';

/** Converts a settlement to its API form. */
export function settlementRecord(row: SettlementRow): object {
  const { currency } = row;
  const amount = formatMoney({ minor: row.amount_minor, currency });
  return {
    id: row.id,
    active: row.state !== 'REJECTED',
    name: row.id < 0n ? undefined : row.name,
    label: `${row.direction} ${row.event_label} ${amount}`,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    kind: row.event_kind,
    securityName: row.security_name,
    businessOfficeName: row.office_name,
    bankOfficeName: row.bank_office_name,
    direction: row.direction,
    currency,
    amount: minorToDecimal(row.amount_minor, currency),
    valueDate: row.value_date,
    reference: row.reference ?? undefined,
    state: row.state,
    journalId: row.journal_id ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}
