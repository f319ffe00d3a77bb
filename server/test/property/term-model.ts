// A model of deposits and loans: placed, paid interest on interest payment dates, terminated early,
// matured or rolled over.

import { happened, type Products, receive, rounded, spend, taxOn } from './product-model.js';

/**
 * Interest is paid at the END, all AHEAD, PAID every few days, or ADDED to the principal. On early
 * termination, a deposit with interest at the END loses three percentage points, and one with
 * interest PAID loses a quarter of its interest. Other deposits lose nothing. A loan owes the
 * interest earned so far, without tax.
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

/** How much of a deposit that pays interest at its end rolls over. The rest is paid out. */
export const ROLLOVERS = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'NET_INTEREST_ONLY',
] as const;
export type Rollover = (typeof ROLLOVERS)[number];

const EARLY_RATE = 1_200n;

export interface Term {
  /** 0 for the child of a rollover until its id is looked up. */
  id: number;
  readonly parent: Term | undefined;
  readonly customer: number;
  readonly kind: TermKind;
  readonly rollover: Rollover;
  readonly face: bigint;
  readonly start: number;
  readonly end: number;
  /** The interest settled before the end, the tax on it, and the part added to the principal. */
  settled: bigint;
  taxed: bigint;
  added: bigint;
  settledTo: number;
  isRunning: boolean;
  /** The next business day at the time of the last close that found no cash for the loan. */
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
 * Returns a function that settles an amount: a deposit's customer receives it; a loan's customer
 * pays it if possible.
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

/**
 * Places a deposit or lends money as of today. Returns `undefined` if the customer lacks the money.
 */
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

/** Returns the interest earned from the start until a day. No interest is earned after the end. */
export function earnedBy({ kind, face, start, end, ...so }: Term, day: number): bigint {
  const { rate, year, pays } = TERMS[kind];
  const until = Math.min(day, end);
  if (pays !== 'ADDED') return interest({ principal: face, rate, year, days: until - start });
  const principal = face + so.added;
  return so.settled + interest({ principal, rate, year, days: until - so.settledTo });
}

/**
 * Repays the principal with interest for the whole term. Returns false if this is a loan and the
 * borrower does not have enough cash.
 */
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

/** Terminates a deposit or loan today. */
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
 * Closes a day. Deposits come before loans, so that loans can use the cash that deposits paid out
 * that day.
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
    // Repeats until no interest payment is due.
  }
}

/** Processes all terms that are due. Returns true if at least one was processed. */
function inTurn(books: Products, isDue: (term: Term) => boolean, act: (term: Term) => boolean) {
  const due = books.terms.filter((term) => term.isRunning && isDue(term));
  const loans = due.filter(({ kind }) => TERMS[kind].isLoan);
  const deposits = due.filter(({ kind }) => !TERMS[kind].isLoan);
  return [...deposits, ...loans].map(act).includes(true);
}

/** Marks a loan if its customer lacks the cash. The payment is retried at the next close. */
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
