// A model of customers' money as plain sums. It shares no code with finance and uses no table.
// Amounts are whole units of one currency.

/** Amounts of at least this much need a second person's approval. */
export const LARGE = 1_000_000;

type RecordState = 'PENDING' | 'APPROVED' | 'POSTED' | 'REJECTED' | 'CANCELLED' | 'REVERSED';

/** A cash transaction between two customers, or between a customer and the bank. */
export interface CashRecord {
  readonly id: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly amount: number;
  readonly batch: string | undefined;
  /** The value date for the receiver. Days are numbered from 0. */
  readonly countsFrom: number;
  state: RecordState;
  reversalAskedBy: string | undefined;
}

/** A manual journal that moves money from its debited customer to its credited customer. */
export interface Draft {
  readonly id: number;
  readonly debit: number | undefined;
  readonly credit: number | undefined;
  readonly amount: number;
  /** True if it is dated in the month that may be closed. */
  readonly isOld: boolean;
  readonly reverses: Draft | undefined;
  state: 'PENDING' | 'POSTED' | 'REJECTED' | 'CANCELLED';
  journalId: number;
}

export interface Books {
  readonly balances: number[];
  readonly records: CashRecord[];
  readonly drafts: Draft[];
  isClosed: boolean;
  day: number;
}

export const freshBooks = (customers: number): Books => ({
  balances: Array.from({ length: customers }, () => 0),
  records: [],
  drafts: [],
  isClosed: false,
  day: 0,
});

const waits = ({ state }: CashRecord) => state === 'PENDING' || state === 'APPROVED';

export function heldOf({ records }: Books, customer: number): number {
  const own = records.filter((record) => record.from === customer && waits(record));
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

const isToCome = ({ day }: Books, { state, countsFrom }: CashRecord) =>
  state === 'POSTED' && countsFrom > day;

/** Returns the part of a customer's balance whose value date is in the future. */
export function unclearedOf(books: Books, customer: number): number {
  const own = books.records.filter((record) => record.to === customer && isToCome(books, record));
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

export function canSpend(books: Books, customer: number | undefined, amount: number): boolean {
  if (customer === undefined) return true;
  const cleared = (books.balances[customer] ?? 0) - unclearedOf(books, customer);
  return cleared - heldOf(books, customer) >= amount;
}

function shift({ balances }: Books, customer: number | undefined, amount: number): void {
  if (customer !== undefined) balances[customer] = (balances[customer] ?? 0) + amount;
}

interface Movement {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly amount: number;
}

function moveMoney(books: Books, { from, to, amount }: Movement): void {
  shift(books, from, -amount);
  shift(books, to, amount);
}

export function mayCreate(books: Books, { from, to, amount }: Omit<CashRecord, 'id'>): boolean {
  return from !== to && canSpend(books, from, amount);
}

/** Returns the initial state of a transaction made by a user who may approve small amounts. */
export const firstState = (amount: number): RecordState =>
  amount < LARGE ? 'APPROVED' : 'PENDING';

/** Approves or rejects a pending transaction, unless the user is its maker. */
export function decide(record: CashRecord, to: 'APPROVED' | 'REJECTED', byMaker: boolean): boolean {
  if (record.state !== 'PENDING' || byMaker) return false;
  record.state = to;
  return true;
}

export function cancel(record: CashRecord): boolean {
  if (!waits(record)) return false;
  record.state = 'CANCELLED';
  return true;
}

export function postRecord(books: Books, record: CashRecord): boolean {
  if (record.state !== 'APPROVED') return false;
  record.state = 'POSTED';
  moveMoney(books, record);
  return true;
}

/**
 * Reverses a posted transaction. For a large amount, one person requests the reversal and another
 * carries it out.
 */
export function reverseRecord(books: Books, record: CashRecord, by: string): boolean {
  if (record.state !== 'POSTED') return false;
  if (record.amount >= LARGE) {
    if (record.reversalAskedBy === undefined) {
      record.reversalAskedBy = by;
      return true;
    }
    if (record.reversalAskedBy === by) return false;
  }
  if (!isToCome(books, record) && !canSpend(books, record.to, record.amount)) return false;
  record.state = 'REVERSED';
  moveMoney(books, { from: record.to, to: record.from, amount: record.amount });
  return true;
}

export function postDraft(books: Books, draft: Draft, byMaker: boolean): boolean {
  if (draft.state !== 'PENDING' || byMaker) return false;
  if (draft.isOld && books.isClosed) return false;
  if (!canSpend(books, draft.debit, draft.amount)) return false;
  draft.state = 'POSTED';
  moveMoney(books, { from: draft.debit, to: draft.credit, amount: draft.amount });
  return true;
}

export function endDraft(draft: Draft, to: 'REJECTED' | 'CANCELLED'): boolean {
  if (draft.state !== 'PENDING') return false;
  draft.state = to;
  return true;
}

/** Returns true if a posted draft has no pending or posted reversal. */
export function mayReverseDraft({ drafts }: Books, draft: Draft): boolean {
  const stands = drafts.some(
    ({ reverses, state }) => reverses === draft && (state === 'PENDING' || state === 'POSTED'),
  );
  return draft.state === 'POSTED' && !stands;
}
