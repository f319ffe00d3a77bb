// Posts approved cash transactions, singly or, if several are requested at the same time, in one
// ledger statement.

import { present } from '../../../platform/assert.js';
import { type BusinessDate, firstOfMonth } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { Problem, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { refusingOverdraft } from '../ledger/overdraft.js';
import { type JournalDraft, postJournalsCall } from '../ledger/queries.js';
import { keepClosing } from '../period/queries.js';
import { financeProblems } from '../problems.js';
import { refuseChangedAccounts } from './account-change.js';
import { type Booking, keptBooking, valueDateOf } from './booking-date.js';
import {
  type CashJournal,
  cashJournalRecord,
  draftLines,
  presentCashJournal,
  refuseChangedJournal,
  withTriedJournal,
} from './journal.js';
import { lockFreeTransactions, storePosted, storePostedBatch } from './posting-queries.js';
import type { LoadedCashTransaction } from './queries.js';
import { narrationOf } from './record.js';
import { cashTransactionSteps, changed, changeOf, holdReleased, journalOf } from './transaction.js';
import { arrivalHeld, arrivesLater } from './value-date-hold.js';

/**
 * Posts an approved transaction: APPROVED → POSTED, with one journal. Refuses a second call with
 * 409 and the current state POSTED, so no money moves twice. Refuses closed accounts, customers who
 * are no longer active, value dates in closed periods, and amounts that the account cannot pay
 * (INSUFFICIENT_FUNDS).
 */
export async function postCashTransaction(work: Work, id: bigint): Promise<Outcome> {
  const [row, today] = await Promise.all([
    cashTransactionSteps.lockVisible(work, id, ['APPROVED']),
    currentBusinessDate(work.tx),
  ]);
  const approved = await approvedJournal(work, row);
  const draft = await draftOf(work, row, { today, journal: approved });
  const { valueDate } = draft.journal;
  const arrival = await arrivalHeld(work.tx, row, { valueDate, today });
  const holds = [...holdReleased(row), ...arrival];
  const posting = postJournalsCall(work.tx, [draft.journal], holds);
  const change = changeOf(work, row, 'POSTED');
  const journalId = await refusingOverdraft(() => storePosted(work.tx, posting, change));
  const outcome = postedOutcome({ work, row, draft }, journalId);
  return withTriedJournal(work, outcome, { record: cashJournalRecord(approved), row });
}

/**
 * Posts transactions that were requested at the same time. Some must be posted individually: locked
 * ones, duplicates, transfers between offices or currencies, and money with a later value date. If
 * one of them has insufficient funds, INSUFFICIENT_FUNDS is thrown and none is posted.
 */
export const postCashTransactions: RunBatch<{ readonly params: { readonly id: bigint } }> = async (
  parts,
) => {
  const [first] = parts;
  if (first === undefined) return [];
  const { tx } = first.work;
  const ids = [...new Set(parts.map(({ input }) => input.params.id))];
  const [rows, today] = await Promise.all([lockFreeTransactions(tx, ids), currentBusinessDate(tx)]);
  const plain = rows.filter((row) => isPlain(row, today));
  const free = new Map(plain.map((row) => [row.id, row]));
  const steps: (Step | Problem | undefined)[] = [];
  for (const { work, input } of parts) {
    const row = free.get(input.params.id);
    free.delete(input.params.id);
    steps.push(row && (await stepOf(work, row, today)));
  }
  const outcomes = await postSteps(tx, steps.filter(isStep));
  return steps.map((step) => (isStep(step) ? outcomes.get(step) : step));
};

interface Step {
  readonly work: Work;
  readonly row: LoadedCashTransaction;
  readonly draft: PostingDraft;
}

/** A journal to post, with a warning if it is not booked on the requested date. */
interface PostingDraft {
  readonly journal: JournalDraft;
  readonly warning: Booking['warning'];
}

function isStep(step: Step | Problem | undefined): step is Step {
  return step !== undefined && !(step instanceof Problem);
}

// A forced hold may take the account below its floor, so such postings are not batched with others.
function isPlain(row: LoadedCashTransaction, today: BusinessDate): boolean {
  const { counterparty_office_id: toOffice, converted_minor: converted } = row;
  // Without a requested value date, money arrives on the booking date, which is never after the
  // business date.
  if (arrivesLater(row, { today, valueDate: valueDateOf(row, today) })) return false;
  return converted === null && (toOffice === null || toOffice === row.office_id);
}

async function stepOf(
  work: Work,
  row: LoadedCashTransaction,
  today: BusinessDate,
): Promise<Step | Problem> {
  try {
    cashTransactionSteps.visible(work, row.id, row);
    cashTransactionSteps.refuseUnless(row, ['APPROVED']);
    const journal = await approvedJournal(work, row);
    return { work, row, draft: await draftOf(work, row, { today, journal }) };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function postSteps(tx: Tx, steps: readonly Step[]): Promise<Map<Step, Outcome>> {
  if (steps.length === 0) return new Map();
  const posting = postJournalsCall(
    tx,
    steps.map(({ draft }) => draft.journal),
    steps.flatMap(({ row }) => holdReleased(row)),
  );
  const changes = steps.map(({ work, row }) => changeOf(work, row, 'POSTED'));
  const ids = await refusingOverdraft(() => storePostedBatch(tx, posting, changes));
  return new Map(
    steps.map((step, place) => {
      const journalId = present(ids[place], 'each journal has a number');
      return [step, postedOutcome(step, journalId)];
    }),
  );
}

function postedOutcome({ work, row, draft }: Step, journalId: bigint): Outcome {
  const { transactionDate, valueDate } = draft.journal;
  const outcome = changed(work, {
    ...row,
    state: 'POSTED',
    journal_id: journalId,
    posted_date: transactionDate,
    posted_value_date: valueDate,
  });
  const { warning } = draft;
  return warning === undefined ? outcome : { ...outcome, extra: { warnings: [warning] } };
}

// Returns the approved journal. Refuses if accounts, customers or the journal have changed since
// approval.
async function approvedJournal(work: Work, row: LoadedCashTransaction): Promise<CashJournal> {
  if (!row.cash_account_active || row.counterparty_account_active === false) {
    throw refusal(financeProblems.ACCOUNT_INACTIVE);
  }
  if (!row.customer_active || row.counterparty_customer_active === false) {
    throw refusal(financeProblems.CUSTOMER_INACTIVE);
  }
  await refuseChangedAccounts(work, row);
  const journal = await presentCashJournal(work, row);
  refuseChangedJournal(journal, { fingerprint: row.journal_fingerprint, state: row.state });
  return journal;
}

async function draftOf(
  work: Work,
  row: LoadedCashTransaction,
  { today, journal }: { readonly today: BusinessDate; readonly journal: CashJournal },
): Promise<PostingDraft> {
  const { date, warning } = await keptBooking(work.tx, row, today);
  const draft = journalOf(work, row, {
    lines: draftLines(journal),
    transactionDate: date,
    valueDate: valueDateOf(row, date),
    narration: narrationOf(row),
  });
  await refuseBackDatedAlone(work, row, draft);
  return { journal: draft, warning };
}

// A period may have closed since the transaction was approved. The month of the booking date and
// later months are open.
async function refuseBackDatedAlone(
  work: Work,
  row: LoadedCashTransaction,
  { valueDate, transactionDate }: JournalDraft,
): Promise<void> {
  if (row.approved_by !== row.creator_id || valueDate >= firstOfMonth(transactionDate)) return;
  const { soft } = await keepClosing(work.tx);
  if (soft === null || valueDate > soft) return;
  throw refusal(financeProblems.PERIOD_CLOSED, {
    detail: `the books are closed up to ${soft}, and only the maker has approved the transaction`,
    args: [soft],
  });
}
