// A model of the firm's commercial paper and of treasury bills: bought at a discount, worth their
// face value at maturity, and then paid out or rolled over.

import { happened, type Products, receive, rounded, spend, taxOn } from './product-model.js';
import type { Rollover } from './term-model.js';

export const PAPER_RATES = { PAPER: 1_800n, BILL: 1_650n } as const;
export type PaperKind = keyof typeof PAPER_RATES;
/** The denomination of treasury bills, which is 1,000 naira, in kobo. */
export const BILL_UNIT = 100_000n;

/** An issue of bills: the days from the first business day until it settles, and its tenor. */
interface Issue {
  readonly from: number;
  readonly days: number;
}

/** The issues. A bill continues in the latest issue of its tenor that has settled. */
export const BILL_ISSUES: readonly Issue[] = [
  ...[9, 23, 45].map((days) => ({ from: 0, days })),
  ...[7, 14].map((from) => ({ from, days: 9 })),
  { from: 21, days: 23 },
];

export interface Paper {
  /** 0 for the child of a rollover until its id is looked up. */
  id: number;
  readonly parent: Paper | undefined;
  readonly customer: number;
  readonly rollover: Rollover;
  /** The index of the bill's issue in `BILL_ISSUES`. Undefined for commercial paper. */
  readonly issue: number | undefined;
  readonly kind: PaperKind;
  readonly start: number;
  readonly end: number;
  face: bigint;
  cost: bigint;
  accrued: bigint;
  isRunning: boolean;
}

/** Returns the value of a face amount on a day: a straight line from cost to face value. */
function worth(paper: Pick<Paper, 'kind' | 'end'>, face: bigint, day: number): bigint {
  return rounded(face * shareOf(paper, day), YEAR);
}

const YEAR = 10_000n * 365n;

/** Returns the value on a day of paper whose face value is `YEAR`. */
const shareOf = ({ kind, end }: Pick<Paper, 'kind' | 'end'>, day: number): bigint =>
  YEAR - PAPER_RATES[kind] * BigInt(end - day);

/**
 * Returns the largest face value whose worth, rounded half up, is at most the cash: 2 f s + y is
 * less than 2 y (c + 1) for the face value f, the share s, the year y and the cash c.
 */
function boughtFor(paper: Pick<Paper, 'kind' | 'end'>, cash: bigint, day: number): bigint {
  if (cash === 0n) return 0n;
  const face = (YEAR * (2n * cash + 1n) - 1n) / (2n * shareOf(paper, day));
  return paper.kind === 'BILL' ? face - (face % BILL_UNIT) : face;
}

type Bought = Pick<Paper, 'customer' | 'kind' | 'face' | 'end' | 'rollover' | 'issue'> & {
  /** The first day on which it is sold. */
  readonly from: number;
};

/**
 * Buys commercial paper or bills as of today. Returns `undefined` if the customer lacks the money
 * or the instrument cannot be sold.
 */
export function buy(books: Products, bought: Bought): Omit<Paper, 'id'> | undefined {
  const { customer, kind, face, end, from, rollover, issue } = bought;
  if (end <= books.today || from > books.today) return undefined;
  if (kind === 'BILL' && face % BILL_UNIT !== 0n) return undefined;
  const cost = worth(bought, face, books.today);
  if (!spend(books, customer, cost)) return undefined;
  happened(books, `buy ${kind}`);
  const placed = { parent: undefined, start: books.today, accrued: 0n, isRunning: true };
  return { customer, kind, face, cost, end, rollover, issue, ...placed };
}

interface PaperEnd {
  readonly cost: bigint;
  readonly proceeds: bigint;
  /** The cost of the child. */
  readonly kept: bigint;
}

function endPaper(books: Products, paper: Paper, { cost, proceeds, kept }: PaperEnd): void {
  const tax = taxOn(proceeds - cost);
  receive(books, paper.customer, proceeds - tax - kept);
  books.tax += tax;
  if (paper.kind === 'PAPER') books.expense += proceeds - cost;
}

/**
 * Terminates all or part of the face value at the paper's own rate, or at its cost on the day of
 * purchase.
 */
export function terminatePaper(books: Products, paper: Paper, face: bigint): boolean {
  const { today } = books;
  if (!paper.isRunning || today < paper.start || face > paper.face) return false;
  const cost = rounded(paper.cost * face, paper.face);
  const proceeds = worth(paper, face, today);
  endPaper(books, paper, { cost, proceeds, kept: 0n });
  paper.isRunning = face < paper.face;
  happened(books, `terminate ${paper.isRunning ? 'a part' : 'all'} of ${paper.kind}`);
  // On the first day nothing has accrued, though a part may be worth a kobo more or less than its
  // share of the cost.
  if (today > paper.start) paper.accrued -= proceeds - cost;
  paper.face -= face;
  paper.cost -= cost;
  return true;
}

/**
 * Closes a day: accrues the discount, and repays or rolls over what matures before the next
 * business day. A child may mature in the same close. `first` is the first business day of the
 * books.
 */
export function closePapers(books: Products, { next, first }: { next: number; first: number }) {
  // The array grows during the loop, because each child is added after its parent.
  for (const paper of books.papers) {
    if (!paper.isRunning) continue;
    paper.accrued = worth(paper, paper.face, Math.min(next, paper.end)) - paper.cost;
    if (paper.end <= next) mature(books, paper, first);
  }
}

function mature(books: Products, paper: Paper, first: number): void {
  const { face, cost, kind } = paper;
  const child = childOf(paper, first);
  endPaper(books, paper, { cost, proceeds: face, kept: child?.cost ?? 0n });
  paper.isRunning = false;
  happened(books, `mature ${kind}`);
  if (child !== undefined) {
    books.papers.push(child);
    happened(books, `continue ${kind}`);
  } else if (paper.rollover !== 'NONE') happened(books, `cannot continue ${kind}`);
}

function childOf(paper: Paper, first: number): Paper | undefined {
  const { face, cost, start, end, kind, rollover } = paper;
  const net = face - cost - taxOn(face - cost);
  const cash = {
    NONE: 0n,
    PRINCIPAL_ONLY: cost,
    PRINCIPAL_AND_NET_INTEREST: cost + net,
    NET_INTEREST_ONLY: net,
  }[rollover];
  const issue = kind === 'BILL' ? nextIssue(paper, end - first) : undefined;
  const { from, days } = BILL_ISSUES[issue ?? -1] ?? { from: 0, days: 0 };
  if (kind === 'BILL' && days === 0) return undefined;
  const term = { kind, end: kind === 'BILL' ? first + from + days : end + end - start };
  const bought = boughtFor(term, cash, end);
  if (bought === 0n) return undefined;
  const placed = { ...{ id: 0, parent: paper, start: end, accrued: 0n, isRunning: true }, issue };
  return { ...paper, ...term, ...placed, face: bought, cost: worth(term, bought, end) };
}

/** Returns the issue in which a bill continues on a day, counted from the first business day. */
function nextIssue({ issue }: Paper, day: number): number | undefined {
  const tenor = BILL_ISSUES[issue ?? -1]?.days;
  const fits = BILL_ISSUES.map(({ from, days }, index) => ({ from, days, index })).filter(
    ({ from, days, index }) =>
      index !== issue && days === tenor && from <= day && from + days > day,
  );
  return fits.toSorted((one, other) => other.from - one.from)[0]?.index;
}
