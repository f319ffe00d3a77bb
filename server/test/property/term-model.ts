// The model of deposits and loans: placed, settled on interest payment dates, terminated early,
// ended, rolled over.

import { happened, type Products, receive, rounded, spend, taxOn } from './product-model.js';

/**
 * Interest at the END, all AHEAD, PAID every few days, or ADDED to the principal. A deposit
 * terminated early loses three points at the END, a quarter if it is PAID, and otherwise nothing; a
 * loan owes what was earned, and no tax.
 */
export const TERMS = {
  END: { pays: 'END', isLoan: false, rate: 1_500n, year: 365n, every: undefined },
  AHEAD: { pays: 'AHEAD', isLoan: false, rate: 1_200n, year: 360n, every: undefined },
  PAID: { pays: 'PAID', isLoan: false, rate: 1_800n, year: 365n, every: 7 },
  ADDED: { pays: 'ADDED', isLoan: false, rate: 1_000n, year: 360n, every: 5 },
  'LENT-END': { pays: 'END', isLoan: true, rate: 2_400n, year: 365n, every: undefined },
  'LENT-AHEAD': { pays: 'AHEAD', isLoan: true, rate: 2_100n, year: 360n, every: undefined },
  'LENT-PAID': { pays: 'PAID', isLoan: true, rate: 2_700n, year: 360n, every: 4 },
  'LENT-ADDED': { pays: 'ADDED', isLoan: true, rate: 2_000n, year: 365n, every: 6 },
} as const;
export type TermKind = keyof typeof TERMS;
export const TERM_KINDS: readonly TermKind[] = [
  ...(['END', 'AHEAD', 'PAID', 'ADDED'] as const),
  ...(['LENT-END', 'LENT-AHEAD', 'LENT-PAID', 'LENT-ADDED'] as const),
];

/** The part of a deposit with interest at its end that rolls over; the rest is paid out. */
export const ROLLOVERS = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'NET_INTEREST_ONLY',
] as const;
export type Rollover = (typeof ROLLOVERS)[number];

const EARLY_RATE = 1_200n;

export interface Term {
  /** 0 for a child of a rollover, until it is looked up. */
  id: number;
  readonly parent: Term | undefined;
  readonly customer: number;
  readonly kind: TermKind;
  readonly rollover: Rollover;
  readonly face: bigint;
  readonly start: number;
  readonly end: number;
  /** Interest settled before the end, its tax, and the part that became principal. */
  settled: bigint;
  taxed: bigint;
  added: bigint;
  settledTo: number;
  isRunning: boolean;
  /** The day at whose previous close a loan was found without cash. */
  triedFor: number;
}

interface Earning {
  readonly principal: bigint;
  readonly rate: bigint;
  readonly days: number;
  readonly year: bigint;
}

const interest = ({ principal, rate, days, year }: Earning): bigint =>
  rounded(principal * rate * BigInt(days), 10_000n * year);

/**
 * The amount that the customer receives; for a loan, the amount that the customer pays, if
 * possible.
 */
function settles(books: Products, { kind, customer }: Pick<Term, 'kind' | 'customer'>) {
  return (amount: bigint): boolean => {
    if (TERMS[kind].isLoan) return spend(books, customer, amount);
    receive(books, customer, amount);
    return true;
  };
}

const taxFor = (kind: TermKind, earned: bigint): bigint =>
  TERMS[kind].isLoan ? 0n : taxOn(earned);

type Placed = Pick<Term, 'customer' | 'kind' | 'face' | 'rollover'> & { readonly tenure: number };

/** Places or lends money as of today; `undefined` if the money is insufficient. */
export function place(books: Products, placed: Placed): Omit<Term, 'id'> | undefined {
  const { tenure, ...agreed } = placed;
  const { customer, kind, face } = agreed;
  const { rate, year, pays, isLoan } = TERMS[kind];
  const settled = pays === 'AHEAD' ? interest({ principal: face, rate, year, days: tenure }) : 0n;
  const taxed = taxFor(kind, settled);
  const paid = face - settled + taxed;
  if (isLoan) receive(books, customer, paid);
  else if (!spend(books, customer, paid)) return undefined;
  books.tax += taxed;
  happened(books, `place ${kind}`);
  const [start, end] = [books.today, books.today + tenure];
  const begun = { ...agreed, parent: undefined, start, end, settledTo: start };
  return { ...begun, settled, taxed, added: 0n, isRunning: true, triedFor: 0 };
}

/** The interest earned by a day, from the start; nothing after the end. */
export function earnedBy({ kind, face, start, end, ...so }: Term, day: number): bigint {
  const { rate, year, pays } = TERMS[kind];
  const until = Math.min(day, end);
  if (pays !== 'ADDED') return interest({ principal: face, rate, year, days: until - start });
  const principal = face + so.added;
  return so.settled + interest({ principal, rate, year, days: until - so.settledTo });
}

/** Repays it with interest for the whole term; false if a loan finds no cash. */
function end(books: Products, term: Term, { gross, kept }: { gross: bigint; kept: bigint }) {
  const { settled, taxed, face, kind } = term;
  const { pays, isLoan } = TERMS[kind];
  const rest = gross - settled;
  const tax = rest >= 0n ? taxed + taxFor(kind, rest) : rounded(taxed * gross, settled);
  const paid = pays === 'ADDED' ? 0n : settled - taxed;
  if (!settles(books, term)(face + gross - tax - paid - kept)) return false;
  books.tax += tax - taxed;
  if (isLoan) books.income += gross;
  else books.expense += gross;
  term.isRunning = false;
  return true;
}

/** Terminates one today. */
export function terminateTerm(books: Products, term: Term): boolean {
  const { kind, face, start } = term;
  if (!term.isRunning || books.today >= term.end) return false;
  const earned = earnedBy(term, books.today);
  const early = {
    END: interest({ principal: face, rate: EARLY_RATE, year: 365n, days: books.today - start }),
    AHEAD: earned,
    PAID: earned - rounded(earned, 4n),
    ADDED: earned,
  }[TERMS[kind].pays];
  const gross = TERMS[kind].isLoan ? earned : early;
  const clawedBack = gross < term.settled;
  if (!end(books, term, { gross, kept: 0n })) return false;
  happened(books, `terminate ${kind}`);
  if (clawedBack) happened(books, `claw back ${kind}`);
  return true;
}

/**
 * Closes a day: all deposits before all loans, so that loans find the cash that the day brought.
 */
export function closeTerms(books: Products, next: number): void {
  payInterest(books, next);
  const isDue = (term: Term) => term.end <= next && term.triedFor !== next;
  while (inTurn(books, isDue, (term) => mature(books, term, next))) payInterest(books, next);
}

function payInterest(books: Products, next: number): void {
  const isDue = (term: Term): boolean => {
    const { every } = TERMS[term.kind];
    if (every === undefined || term.triedFor === next) return false;
    const due = term.settledTo + every;
    return due <= next && due < term.end;
  };
  while (inTurn(books, isDue, (term) => payDay(books, term, next))) {
    // Until no interest payment date is due.
  }
}

/** Processes all that are due; true if one of them was processed. */
function inTurn(books: Products, isDue: (term: Term) => boolean, act: (term: Term) => boolean) {
  const due = books.terms.filter((term) => term.isRunning && isDue(term));
  const loans = due.filter(({ kind }) => TERMS[kind].isLoan);
  const deposits = due.filter(({ kind }) => !TERMS[kind].isLoan);
  return [...deposits, ...loans].map(act).includes(true);
}

/** A loan without cash is not retried until the next close. */
function overdue(books: Products, term: Term, next: number): false {
  happened(books, `overdue ${term.kind}`);
  term.triedFor = next;
  return false;
}

function payDay(books: Products, term: Term, next: number): boolean {
  const { every = 0, pays } = TERMS[term.kind];
  const day = term.settledTo + every;
  const gross = earnedBy(term, day) - term.settled;
  const tax = taxFor(term.kind, gross);
  if (pays !== 'ADDED' && !settles(books, term)(gross - tax)) return overdue(books, term, next);
  if (pays === 'ADDED') term.added += gross - tax;
  term.settled += gross;
  term.taxed += tax;
  term.settledTo = day;
  books.tax += tax;
  happened(books, `interest ${term.kind}`);
  return true;
}

function mature(books: Products, term: Term, next: number): boolean {
  const { kind, face, rollover, start } = term;
  const gross = earnedBy(term, term.end);
  const net = gross - taxFor(kind, gross);
  const kept = {
    NONE: 0n,
    PRINCIPAL_ONLY: face,
    PRINCIPAL_AND_NET_INTEREST: face + net,
    NET_INTEREST_ONLY: net,
  }[rollover];
  const wasOverdue = term.triedFor > 0;
  if (!end(books, term, { gross, kept })) return overdue(books, term, next);
  happened(books, `${wasOverdue ? 'repay overdue' : 'mature'} ${kind}`);
  if (kept === 0n) return true;
  happened(books, `roll over ${rollover}`);
  const [from, until] = [term.end, term.end + term.end - start];
  const begun = { ...{ start: from, end: until, settledTo: from }, face: kept, isRunning: true };
  books.terms.push({ ...term, ...begun, id: 0, parent: term });
  return true;
}
