// Wire shapes of manual journals and of booked journals.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CHART, JOURNAL } from '../limits.js';
import { PERFORMANCE_KINDS } from './performance-kind.js';

const MANUAL_JOURNAL_STATES = ['PENDING', 'POSTED', 'REJECTED', 'CANCELLED'] as const;
export type ManualJournalState = (typeof MANUAL_JOURNAL_STATES)[number];

const given = Type.Optional;

const line = closedObject({
  accountId: given(wireId({ description: 'The account, by id' })),
  accountName: given(wireText({ description: 'The account, by its own code' })),
  code: given(
    wireText({
      description: "A chart code; with the currency, it identifies the office's account",
      longest: CHART.codeLength,
    }),
  ),
  currency: given(wireText({ description: 'ISO 4217 code of the account', longest: 3 })),
  debitAmount: given(
    wireDecimal({ description: 'Debit in the major unit; absent if creditAmount is given' }),
  ),
  creditAmount: given(
    wireDecimal({ description: 'Credit in the major unit; absent if debitAmount is given' }),
  ),
  narration: given(wireText({ longest: JOURNAL.narrationLength })),
  performanceKind: given(
    wireChoice(PERFORMANCE_KINDS, {
      description: "Effect of a line on the customer's return; default: FLOW, money from outside",
    }),
  ),
});

export const manualJournalBody = closedObject({
  id: given(wireId({ description: 'Absent or 0: the server numbers new records' })),
  businessOfficeName: given(
    wireText({ description: 'Office of the books; default: that of the first account' }),
  ),
  transactionDate: given(
    wireDate({ description: 'Transaction date; default: the business date of the approval' }),
  ),
  valueDate: given(wireDate({ description: 'Value date; default: transactionDate' })),
  narration: wireText({ description: 'Narration in the ledger', longest: JOURNAL.narrationLength }),
  reference: given(wireText({ description: 'The voucher', longest: JOURNAL.referenceLength })),
  lines: Type.Array(line, { minItems: 2, maxItems: JOURNAL.linesMax }),
});
export type ManualJournalBody = Static<typeof manualJournalBody>;

export const reverseJournalBody = closedObject({
  transactionDate: given(
    wireDate({ description: 'Transaction date; default: the business date of the approval' }),
  ),
  narration: given(wireText({ longest: JOURNAL.narrationLength })),
});
export type ReverseJournalBody = Static<typeof reverseJournalBody>;

export const journalDecisionBody = closedObject({
  reason: given(wireText({ description: 'The reason', longest: JOURNAL.narrationLength })),
});

export const manualJournalQuery = closedObject({
  ...pageBS,
  state: given(wireChoice(MANUAL_JOURNAL_STATES, { description: 'Only this state' })),
});
export type ManualJournalQuery = Static<typeof manualJournalQuery>;

const lineReply = closedObject({
  lineNo: wireInteger(),
  accountId: wireId(),
  accountName: wireText(),
  accountLabel: wireText(),
  currency: wireText(),
  debitAmount: wireDecimal(),
  creditAmount: wireDecimal(),
  narration: given(wireText()),
  performanceKind: given(
    wireChoice(PERFORMANCE_KINDS, {
      description:
        "Effect on the customer's return; absent for FLOW and for lines not entered by a person",
    }),
  ),
});

/** A manual journal in replies. */
export const manualJournalReply = closedObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  state: wireChoice(MANUAL_JOURNAL_STATES),
  businessOfficeName: wireText(),
  transactionDate: given(wireDate()),
  valueDate: given(wireDate()),
  narration: wireText(),
  reference: given(wireText()),
  adjusting: wireFlag({ description: 'True if the journal may be dated in a soft-closed period' }),
  reversalOfJournalId: given(wireId({ description: 'The journal that this journal reverses' })),
  journalId: given(wireId({ description: 'The journal that booked the lines' })),
  reversedByJournalId: given(
    wireId({ description: 'The journal that reversed the booked journal' }),
  ),
  lines: Type.Array(lineReply),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  ...stampShape,
});

/** A booked journal in replies. */
export const journalReply = closedObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  businessOfficeName: wireText(),
  transactionDate: wireDate(),
  valueDate: wireDate(),
  relatedTo: wireText({ description: 'The kind of record that caused the journal' }),
  relatedToId: wireId(),
  reversalOfJournalId: given(wireId()),
  reversedByJournalId: given(wireId()),
  madeBy: wireText(),
  approvedBy: given(wireText()),
  lines: Type.Array(lineReply),
  ...stampShape,
});
