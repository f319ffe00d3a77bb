// End-of-day step that stores the date's trial balance, and the proof that the money owed to
// customers is held for them.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { systemWork } from '../../../platform/system-work.js';
import { type BookRow, sumBooks } from './book-queries.js';
import { byBooks, sumOf } from './book-row.js';
import { clientMoneyOf } from './client-money.js';
import {
  type ClosedBooksQuery,
  type ClosedBooksRow,
  countClosedBooks,
  findClosedBooks,
  matching,
  type Proof,
  storeProofs,
  storeTrialBalance,
} from './closed-books-queries.js';

/**
 * Stores the sums of all journals up to the closing date. A second run for the date updates only
 * changed sums. A failed proof does not stop the end of day, but sends an event. Returns how many
 * rows were stored.
 */
export function closeBooks(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return systemWork(context, `end-of-day ${day.closing}`, async (work) => {
    const rows = await sumBooks(work.tx, { to: day.closing, offices: undefined });
    const stored = await storeTrialBalance(work.tx, day.closing, rows);
    for (const proof of await storeProofs(work.tx, day.closing, proofsOf(rows))) {
      sendFailures(work, day.closing, proof);
    }
    await progress?.count(work.tx, stored);
    return stored;
  });
}

function sendFailures(work: Work, date: BusinessDate, proof: Proof & { id: bigint }): void {
  const { id, office_id: officeId, currency } = proof;
  const event = { subjectId: id, officeId, data: { date, currency } };
  const unbalanced = proof.debit_minor !== proof.credit_minor;
  const uncovered = proof.bank_minor + proof.settlement_minor < proof.owed_minor;
  if (unbalanced) work.events.push({ ...event, type: 'closed-books.unbalanced' });
  if (uncovered) work.events.push({ ...event, type: 'closed-books.uncovered' });
  if (unbalanced || uncovered) {
    work.context.log.error({ date, officeId, currency, unbalanced, uncovered }, 'proof failed');
  }
}

function proofsOf(rows: readonly BookRow[]): Proof[] {
  return byBooks(rows).map(({ officeId, currency, rows: own }) => {
    const money = clientMoneyOf(own);
    return {
      office_id: present(officeId, 'books that are not consolidated belong to an office'),
      currency,
      debit_minor: sumOf(own, (row) => row.debit_minor),
      credit_minor: sumOf(own, (row) => row.credit_minor),
      owed_minor: money.cashMinor + money.unsettledMinor,
      bank_minor: money.bankMinor,
      settlement_minor: money.settlementMinor,
    };
  });
}

export async function listClosedBooks(
  call: Call,
  query: ClosedBooksQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const condition = matching(query, call.principal.offices);
  const [found, count] = await Promise.all([
    findClosedBooks(call.db, condition, page),
    countClosedBooks(call.db, condition),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count, result: rows.map(closedBooksRecord), nextAfter };
}

function closedBooksRecord(row: ClosedBooksRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const surplus = row.bank_minor + row.settlement_minor - row.owed_minor;
  return {
    id: row.id,
    date: row.closing_date,
    businessOfficeName: row.office_name,
    currency: row.currency,
    debitBalance: amount(row.debit_minor),
    creditBalance: amount(row.credit_minor),
    balanced: row.debit_minor === row.credit_minor,
    owedToCustomers: amount(row.owed_minor),
    clientBank: amount(row.bank_minor),
    settlement: amount(row.settlement_minor),
    surplus: amount(surplus),
    covered: surplus >= 0n,
  };
}
