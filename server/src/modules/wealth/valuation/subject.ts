// The subject of a valuation: a whole customer, or one portfolio without cash.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Holders } from '../../party/index.js';
import { WEALTH } from '../limits.js';
import type { DiscountMethod } from '../policy/schema.js';
import { wealthProblems } from '../problems.js';
import type { NamedPortfolio } from './queries.js';

/** A customer or one of their portfolios, on a date. */
export interface Subject {
  readonly customerId: bigint;
  readonly date: BusinessDate;
  readonly isToday: boolean;
  /** Records stored after this time are left out; absent means no limit. */
  readonly knownAt?: string | undefined;
  /** The portfolios whose securities are valued. */
  readonly portfolios: readonly NamedPortfolio[];
  /** The portfolio, if only one is valued. Undefined for a whole customer. */
  readonly only: NamedPortfolio | undefined;
  /** Whether the customer's cash, receivables and payables are added to a single portfolio. */
  readonly hasCash?: boolean | undefined;
  /** The method for valuing bills and commercial paper. It overrides the policy's methods. */
  readonly discount?: DiscountMethod | undefined;
}

/** Returns the customer, with the time after which records are left out. */
export function holdersOf({ customerId, knownAt }: Subject): Holders {
  return { customerIds: [customerId], knownAt };
}

/** Returns whether a position belongs to the subject, based on the name of its portfolio. */
export function isOf({ only }: Subject, portfolioName: string | null): boolean {
  return only === undefined || portfolioName === only.name;
}

/** Returns the rows, or refuses if there are more than `WEALTH.linesMax`. */
export function within<Row>(rows: readonly Row[] | undefined): readonly Row[] {
  const all = known(rows);
  return all.length <= WEALTH.linesMax ? all : known<never>(undefined);
}

/** Returns the positions, or refuses if there are too many. */
export function known<Positions>(positions: Positions | undefined): Positions {
  if (positions !== undefined) return positions;
  throw refusal(wealthProblems.VALUATION_TOO_LARGE, {
    detail: `The customer or portfolio has more than ${WEALTH.linesMax} positions.`,
    args: [String(WEALTH.linesMax)],
  });
}
