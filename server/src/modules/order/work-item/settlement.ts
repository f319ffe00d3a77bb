// Settles work items by booking them again, booking them with corrected values, or closing them.
// Above a configured value, the settlement becomes a proposal that another person must approve.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { rehearse } from '../../../platform/http/savepoint.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { formatMoney, type Money } from '../../../platform/money/money.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { cutText } from '../../../platform/utf8.js';
import { proposeChange } from '../../change/index.js';
import { orderProblems } from '../problems.js';
import { type Application, bookAgain, bookCorrected } from './booking-again.js';
import type { Correction } from './correction.js';
import { SETTLEMENT, storeResolution, touchReport, type UnmatchedRow } from './queries.js';
import { needsSecondPerson, settledValue } from './value.js';
import { changedReport, lockOpenReport, lockReport } from './work-item.js';

const given = Type.Optional;
const SETTLEMENT_ACTS = ['APPLY', 'CORRECT', 'RESOLVE'] as const;

const SettlementBody = closedObject({
  act: wireChoice(SETTLEMENT_ACTS, { description: 'How the work item is settled' }),
  resolution: wireText({ longest: 1000 }),
  orderId: given(wireId()),
  acceptContradiction: given(wireFlag()),
  quantity: given(wireId()),
  price: given(wireDecimal()),
  tradeDate: given(wireDate()),
  execId: given(wireText()),
  proposedBy: given(wireText()),
  // Shown only to the approver.
  report: given(wireText({ longest: 5000 })),
});

/** How a work item is settled, and why. */
interface Settlement extends Application, Partial<Correction> {
  readonly act: (typeof SETTLEMENT_ACTS)[number];
  readonly resolution: string;
  /** The user who proposed the settlement, if another person approved it. */
  readonly proposedBy?: string | undefined;
}

/** The change kind for settlements that a second person must approve. */
export const REPORT_SETTLEMENT: ChangeKind = changeKind({
  name: SETTLEMENT,
  label: 'Settlement of an exchange report',
  body: SettlementBody,
  // The current state is empty, so that every field of the settlement is shown as new.
  present: async () => ({}),
  check: async (work, { subject, body }) => {
    const item = await lockReport(work, BigInt(subject));
    await rehearse(work.tx, (tx) => perform({ ...work, tx, events: [] }, item, body));
  },
  apply: async (work, { subject, body }) => {
    const item = await lockReport(work, BigInt(subject));
    await perform(work, item, body);
    return { id: item.id, name: item.cl_ord_id };
  },
});

const DONE = {
  APPLY: 'UNMATCHED_REPORT_APPLIED',
  CORRECT: 'UNMATCHED_REPORT_CORRECTED',
  RESOLVE: 'UNMATCHED_REPORT_RESOLVED',
} as const;

/**
 * Settles a work item, or proposes a settlement if a second person must approve it. Refuses a
 * closed item, an item with a pending proposal, and any settlement that could not be booked.
 */
export async function settleReport(
  work: Work,
  id: bigint,
  settlement: Settlement,
): Promise<Outcome> {
  const item = await lockOpenReport(work, id);
  if (item.proposal_id !== null) {
    throw refusal(orderProblems.REPORT_PROPOSED, { args: [String(item.proposal_id)] });
  }
  const value = await settledValue(work, item, settlement);
  if (needsSecondPerson(work, value)) return propose(work, item, { ...settlement, value });
  await perform(work, item, settlement);
  return changedReport(work, item, DONE[settlement.act]);
}

async function propose(
  work: Work,
  item: UnmatchedRow,
  { value, ...settlement }: Settlement & { readonly value: Money | undefined },
): Promise<Outcome> {
  const worth = value === undefined ? 'unknown value' : formatMoney(value);
  const about = `${item.reason} ${item.cl_ord_id} ${worth}: ${item.message_text}`;
  await proposeChange(work, {
    kind: REPORT_SETTLEMENT,
    subject: String(item.id),
    body: { ...settlement, proposedBy: work.principal.name, report: cutText(about, 5000) },
    reason: settlement.resolution,
  });
  await touchReport(work, item.id);
  return changedReport(work, item, 'UNMATCHED_REPORT_PROPOSED');
}

// The item is closed first, so that a contradiction caused by the booking itself can be stored with
// the same reason. A refusal rolls back both.
async function perform(work: Work, item: UnmatchedRow, settlement: Settlement): Promise<void> {
  await storeResolution(work, item.id, settlement.resolution);
  if (settlement.act === 'APPLY') await bookAgain(work, item, settlement);
  if (settlement.act === 'CORRECT') {
    const by = settlement.proposedBy ?? work.principal.name;
    await bookCorrected(work, item, { ...correctionOf(settlement), by });
  }
}

function correctionOf({ quantity, price, ...settlement }: Settlement): Correction {
  return {
    ...settlement,
    quantity: present(quantity, 'a correction has a quantity'),
    price: present(price, 'a correction has a price'),
  };
}
