// A model of the firm's commercial paper and of treasury bills: bought at a discount and worth
// their face value at maturity.

import { happened, type Products, receive, rounded, spend, taxOn } from './product-model.js';

export const PAPER_RATES = { PAPER: 1_800n, BILL: 1_650n } as const;
export type PaperKind = keyof typeof PAPER_RATES;
/** Treasury bills are sold in units of one thousand naira, in kobo. */
export const BILL_UNIT = 100_000n;

export interface Paper {
  readonly id: number;
  readonly customer: number;
  readonly kind: PaperKind;
  readonly start: number;
  readonly end: number;
  face: bigint;
  cost: bigint;
  accrued: bigint;
  isRunning: boolean;
}

/** Returns the value of a face amount on a day: a straight line from cost to face value. */
function worth({ kind, end }: Pick<Paper, 'kind' | 'end'>, face: bigint, day: number): bigint {
  const year = 10_000n * 365n;
  return rounded(face * (year - PAPER_RATES[kind] * BigInt(end - day)), year);
}

type Bought = Pick<Paper, 'customer' | 'kind' | 'face' | 'end'>;

/**
 * Buys commercial paper or bills as of today. Returns `undefined` if the customer lacks the money
 * or the instrument cannot be sold.
 */
export function buy(books: Products, bought: Bought): Omit<Paper, 'id'> | undefined {
  const { customer, kind, face, end } = bought;
  if (end <= books.today || (kind === 'BILL' && face % BILL_UNIT !== 0n)) return undefined;
  const cost = worth(bought, face, books.today);
  if (!spend(books, customer, cost)) return undefined;
  happened(books, `buy ${kind}`);
  const start = books.today;
  return { customer, kind, face, cost, start, end, accrued: 0n, isRunning: true };
}

interface PaperEnd {
  readonly cost: bigint;
  readonly proceeds: bigint;
}

function endPaper(books: Products, paper: Paper, { cost, proceeds }: PaperEnd): void {
  const tax = taxOn(proceeds - cost);
  receive(books, paper.customer, proceeds - tax);
  books.tax += tax;
  if (paper.kind === 'PAPER') books.expense += proceeds - cost;
}

/**
 * Terminates all or part of the face value at its own rate; on the day of purchase, at its cost.
 */
export function terminatePaper(books: Products, paper: Paper, face: bigint): boolean {
  const { today } = books;
  if (!paper.isRunning || today < paper.start || face > paper.face) return false;
  const cost = rounded(paper.cost * face, paper.face);
  const proceeds = worth(paper, face, today);
  endPaper(books, paper, { cost, proceeds });
  paper.isRunning = face < paper.face;
  happened(books, `terminate ${paper.isRunning ? 'a part' : 'all'} of ${paper.kind}`);
  paper.accrued -= proceeds - cost;
  paper.face -= face;
  paper.cost -= cost;
  return true;
}

/** Closes a day: accrues the discount and repays what matures before the next business day. */
export function closePapers(books: Products, next: number): void {
  for (const paper of books.papers.filter(({ isRunning }) => isRunning)) {
    const { face, cost, end, kind } = paper;
    paper.accrued = worth(paper, face, Math.min(next, end)) - cost;
    if (end > next) continue;
    endPaper(books, paper, { cost, proceeds: face });
    paper.isRunning = false;
    happened(books, `mature ${kind}`);
  }
}
