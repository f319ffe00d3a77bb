// Random operations by several users over HTTP, compared with a model made of plain sums:
// approvals, rejections, postings, reversals, batches, manual journals, later value dates, ends of
// day, and months that are closed and reopened.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { releaseValueDates } from '../../src/modules/finance/cash/value-date-hold.js';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import { foldLedger } from '../../src/modules/finance/ledger/fold.js';
import {
  addDays,
  type BusinessDate,
  firstOfMonth,
} from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { sql } from '../../src/platform/database/sql.js';
import { type CashDesk, CREATE, type Customer, openCashDesk } from '../api/finance/cash-desk.js';
import type { TestReply } from '../support/app.js';
import { sayProof } from '../support/proof.js';
import {
  type Books,
  type CashRecord,
  cancel,
  type Draft,
  decide,
  endDraft,
  firstState,
  freshBooks,
  heldOf,
  LARGE,
  mayCreate,
  mayReverseDraft,
  postDraft,
  postRecord,
  reverseRecord,
  unclearedOf,
} from './books-model.js';

const FINANCE = '/api/v1/finance';
const CUSTOMERS = 3;
/** How many of the latest records a step can choose from. */
const RECENT = 25;
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? '20261121');
const OPERATIONS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? '120');

/**
 * The number of operations on one set of books, after which the test starts new books. Every check
 * covers all entries in the books, so large books are slow.
 */
const OPERATIONS_PER_BOOKS = 1_000;

let desk: CashDesk;
let customers: Customer[];
let closing: BusinessDate;
/** The business date that corresponds to day 0 in the model. */
let firstDay: BusinessDate;
before(openDesk);
after(() => desk.close());

async function openDesk(): Promise<void> {
  desk = await openCashDesk();
  firstDay = await currentBusinessDate(desk.app.db);
  closing = addDays(firstOfMonth(firstDay), -1);
  customers = await Promise.all([0, 0, 0].map((none) => desk.someoneWith(none)));
}

const STEPS = ['approve', 'reject', 'cancel', 'post', 'reverse'] as const;
const DRAFT_STEPS = ['approve', 'reject', 'cancel'] as const;

const place = fc.nat({ max: CUSTOMERS });
const amount = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.constant(LARGE),
  fc.constant(LARGE + 7),
);
/** Days from creation to value date, or undefined for no value date. */
const inDays = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2, 3);
const which = fc.nat({ max: 30 });
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      from: place,
      to: place,
      amount,
      inDays,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      step: fc.constantFrom(...STEPS),
      which,
      byMaker: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      rows: fc.array(fc.record({ from: place, to: place, amount, inDays }), {
        minLength: 2,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('batchStep' as const),
      step: fc.constantFrom('approve' as const, 'post' as const),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('journal' as const),
      from: place,
      to: place,
      amount,
      isOld: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('draftStep' as const),
      step: fc.constantFrom(...DRAFT_STEPS),
      which,
      byMaker: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverseJournal' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'close' as const,
        'reopen' as const,
        'fold' as const,
        'endDay' as const,
      ),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

/** The index of the bank, which comes after the customers. */
const customerAt = (at: number): number | undefined => (at < CUSTOMERS ? at : undefined);
const nameAt = (at: number): string => customers[at]?.account_name ?? '0000000001:BANK:CLIENT:NGN';
function chosen<Item>(items: readonly Item[], at: number): Item | undefined {
  const recent = items.slice(-RECENT);
  return recent[at % Math.max(1, recent.length)];
}
const put = (role: string, path: string, body?: object) =>
  desk.app.as(role).put(FINANCE + path, body);

function told(reply: TestReply, allowed: boolean, what: string): void {
  const verdict = allowed ? 'is allowed' : 'is refused';
  assert.equal(reply.status < 300, allowed, `${what} ${verdict}: ${reply.text}`);
}

interface Wanted {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly inDays: number | undefined;
}

function bodyOf({ day }: Books, wanted: Wanted): object | undefined {
  const body = movementOf(wanted);
  if (body === undefined || wanted.inDays === undefined) return body;
  return { ...body, valueDate: `${addDays(firstDay, day + wanted.inDays)}T12:00:00Z` };
}

function movementOf({ from, to, amount: sum }: Wanted): object | undefined {
  const [payer, payee] = [customerAt(from), customerAt(to)];
  if (payer === undefined && payee === undefined) return undefined;
  if (payer === undefined) {
    return { transType: 'RECEIPT', cashAccountName: nameAt(to), amount: sum };
  }
  const out = { cashAccountName: nameAt(from), amount: sum };
  if (payee === undefined) return { ...out, transType: 'PAYMENT' };
  return { ...out, transType: 'TRANSFER', counterPartyCashAccount: nameAt(to) };
}

function recordOf(
  { day }: Books,
  { from, to, amount: sum, inDays: days = 0 }: Wanted,
  batch?: string,
): Omit<CashRecord, 'id'> {
  return {
    countsFrom: day + days,
    ...{ from: customerAt(from), to: customerAt(to), amount: sum, batch },
    ...{ state: firstState(sum), reversalAskedBy: undefined },
  };
}

async function create(books: Books, wanted: Wanted): Promise<void> {
  const body = bodyOf(books, wanted);
  if (body === undefined) return;
  const draft = recordOf(books, wanted);
  const reply = await desk.client().post(CREATE, body);
  const allowed = mayCreate(books, draft);
  told(reply, allowed, 'create');
  if (!allowed) return;
  books.records.push({ ...draft, id: reply.body.id });
  assert.equal(reply.body.result.transState, draft.state);
}

async function stepOf(
  books: Books,
  { step, which: at, byMaker }: Extract<Operation, { kind: 'step' }>,
): Promise<void> {
  const record = chosen(books.records, at);
  if (record === undefined) return;
  const role = byMaker ? 'CLIENT' : 'ADMIN';
  const reply = await put(role, `/cash-transaction/${step}/id/${record.id}`);
  const apply = {
    approve: () => decide(record, 'APPROVED', byMaker),
    reject: () => decide(record, 'REJECTED', byMaker),
    cancel: () => cancel(record),
    post: () => postRecord(books, record),
    reverse: () => reverseRecord(books, record, role),
  };
  told(reply, apply[step](), `${step} of ${JSON.stringify(record)} by ${role}`);
}

let batches = 0;

async function batch(books: Books, rows: readonly Wanted[]): Promise<void> {
  batches += 1;
  const batchName = `MODEL-${batches}`;
  const sent = rows.filter((row) => movementOf(row) !== undefined);
  if (sent.length === 0) return;
  const path = `${FINANCE}/cash-transaction/batch/create`;
  const reply = await desk
    .client()
    .post(path, { batchName, rows: sent.map((row) => bodyOf(books, row)) });
  told(reply, true, 'batch');
  for (const [index, row] of sent.entries()) {
    const { outcome, id, detail } = reply.body.result.rows[index];
    const draft = recordOf(books, row, batchName);
    const allowed = mayCreate(books, draft);
    assert.equal(outcome, allowed ? 'DONE' : 'REFUSED', detail);
    if (allowed) books.records.push({ ...draft, id });
  }
}

async function batchStep(
  books: Books,
  { step, which: at }: Extract<Operation, { kind: 'batchStep' }>,
): Promise<void> {
  const record = chosen(
    books.records.filter(({ batch: name }) => name !== undefined),
    at,
  );
  if (record === undefined) return;
  const reply = await put('APPROVER', `/cash-transaction/batch/${step}`, {
    batchName: record.batch,
  });
  told(reply, true, `batch ${step}`);
  for (const row of reply.body.result.rows) {
    const member = books.records.find(({ id }) => id === row.id);
    assert.ok(member);
    const isBeyond =
      member.state === 'POSTED' || (step === 'approve' && member.state === 'APPROVED');
    const done =
      !isBeyond &&
      (step === 'approve' ? decide(member, 'APPROVED', false) : postRecord(books, member));
    const expected = isBeyond ? 'UNCHANGED' : done ? 'DONE' : 'REFUSED';
    assert.equal(row.outcome, expected, `${step} of row ${row.row}: ${row.detail}`);
  }
}

async function journal(
  books: Books,
  { from, to, amount: sum, isOld }: Extract<Operation, { kind: 'journal' }>,
): Promise<void> {
  if (from === to) return;
  const reply = await desk.app.as('FINANCE').post(`${FINANCE}/journal/create`, {
    businessOfficeName: '0000000001',
    narration: 'Model',
    ...(isOld ? { transactionDate: closing } : {}),
    lines: [
      { accountName: nameAt(from), debitAmount: sum },
      { accountName: nameAt(to), creditAmount: sum },
    ],
  });
  const allowed = !(isOld && books.isClosed);
  told(reply, allowed, 'journal');
  if (!allowed) return;
  books.drafts.push({
    ...{ id: reply.body.id, debit: customerAt(from), credit: customerAt(to), amount: sum, isOld },
    ...{ reverses: undefined, state: 'PENDING', journalId: 0 },
  });
}

async function draftStep(
  books: Books,
  { step, which: at, byMaker }: Extract<Operation, { kind: 'draftStep' }>,
): Promise<void> {
  const draft = chosen(books.drafts, at);
  if (draft === undefined) return;
  const role = step === 'cancel' || byMaker ? 'FINANCE' : 'APPROVER';
  const reply = await put(role, `/journal/draft/${step}/id/${draft.id}`);
  const apply = {
    approve: () => postDraft(books, draft, role === 'FINANCE'),
    reject: () => role !== 'FINANCE' && endDraft(draft, 'REJECTED'),
    cancel: () => endDraft(draft, 'CANCELLED'),
  };
  told(reply, apply[step](), `${step} of journal ${JSON.stringify(draft)} by ${role}`);
  if (reply.status < 300) draft.journalId = reply.body.result.journalId ?? 0;
}

async function reverseJournal(books: Books, at: number): Promise<void> {
  const posted = books.drafts.filter(({ state }) => state === 'POSTED');
  const draft = chosen(posted, at);
  if (draft === undefined) return;
  const path = `${FINANCE}/journal/reverse/id/${draft.journalId}`;
  const reply = await desk.app.as('FINANCE').post(path, {});
  const allowed = mayReverseDraft(books, draft);
  told(reply, allowed, 'reversal of a journal');
  if (!allowed) return;
  const { debit: credit, credit: debit, amount: sum } = draft;
  const made: Draft = {
    ...{ id: reply.body.id, debit, credit, amount: sum, isOld: false },
    ...{ reverses: draft, state: 'PENDING', journalId: 0 },
  };
  books.drafts.push(made);
}

async function closeOrOpen(books: Books, close: boolean): Promise<void> {
  const period = closing.slice(0, 7);
  const body = close ? { period, mode: 'SOFT' } : { period };
  const path = `${FINANCE}/period/${close ? 'close' : 'reopen'}`;
  const proposed = await desk.app.as('FINANCE').post(path, body);
  told(proposed, books.isClosed !== close, close ? 'close' : 'reopen');
  if (books.isClosed === close) return;
  const change = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  told(await desk.app.as('APPROVER').put(change), true, 'the approval of it');
  books.isClosed = close;
}

async function endDay(books: Books): Promise<void> {
  const { context, db } = desk.app;
  const today = await currentBusinessDate(db);
  const next = addDays(today, 1);
  await releaseValueDates(context, { closing: today, next });
  await db.query(sql`update business_day set business_date = ${next}`);
  books.day += 1;
}

function perform(books: Books, one: Operation): Promise<unknown> {
  switch (one.kind) {
    case 'create':
      return create(books, one);
    case 'step':
      return stepOf(books, one);
    case 'batch':
      return batch(books, one.rows);
    case 'batchStep':
      return batchStep(books, one);
    case 'journal':
      return journal(books, one);
    case 'draftStep':
      return draftStep(books, one);
    case 'reverseJournal':
      return reverseJournal(books, one.which);
    case 'endDay':
      return endDay(books);
    case 'fold':
      return foldLedger(desk.app.db);
    default:
      return closeOrOpen(books, one.kind === 'close');
  }
}

async function compare(books: Books): Promise<void> {
  for (const [index, customer] of customers.entries()) {
    const { clearedBalance, unClearedBalance, heldBalance } = await desk.balances(customer);
    const uncleared = unclearedOf(books, index);
    assert.equal(unClearedBalance, uncleared, `what does not count yet of ${index}`);
    assert.equal(clearedBalance, (books.balances[index] ?? 0) - uncleared, `balance of ${index}`);
    assert.equal(heldBalance, heldOf(books, index), `hold of ${index}`);
  }
  const { invariants } = await checkIntegrity({ db: desk.app.db });
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
}

describe('random operations of several people', () => {
  it('leave the books equal to plain sums, with all invariants after each', async () => {
    let books = freshBooks(CUSTOMERS);
    let played = 0;
    const all = fc.sample(operation, { numRuns: OPERATIONS, seed: SEED });
    for (const one of all) {
      if (played > 0 && played % OPERATIONS_PER_BOOKS === 0) {
        await desk.close();
        await openDesk();
        books = freshBooks(CUSTOMERS);
      }
      await perform(books, one);
      await compare(books);
      played += 1;
    }
    sayProof(`random operations of several people, seed ${SEED}`, {
      operations: played,
      differences: 0,
    });
  });
});
