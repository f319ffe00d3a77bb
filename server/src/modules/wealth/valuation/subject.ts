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
  /** Records stored after this moment are left out; absent means no limit. */
  readonly knownAt?: string | undefined;
  /** The portfolios whose securities are valued. */
  readonly portfolios: readonly NamedPortfolio[];
  /** The only portfolio; undefined for a whole customer. */
  readonly only: NamedPortfolio | undefined;
  /** Whether the customer's cash, receivables and payables are added to a single portfolio. */
  readonly hasCash?: boolean | undefined;
  /** How bills and commercial paper are valued, instead of the methods of the policy. */
  readonly discount?: DiscountMethod | undefined;
}

/** Returns the customer, together with the moment of the valuation. */
export function holdersOf({ customerId, knownAt }: Subject): Holders {
  return { customerIds: [customerId], knownAt };
}

/** Returns whether a position belongs to the subject, judging by the name of its portfolio. */
export function isOf({ only }: Subject, portfolioName: string | null): boolean {
  return only === undefined || portfolioName === only.name;
}

/** Returns rows if there are at most `WEALTH.linesMax`; refuses if there are more. */
export function within<Row>(rows: readonly Row[] | undefined): readonly Row[] {
  const all = known(rows);
  return all.length <= WEALTH.linesMax ? all : known<never>(undefined);
}

/** Returns the positions read; refuses if there were too many to read. */
export function known<Positions>(positions: Positions | undefined): Positions {
  if (positions !== undefined) return positions;
  throw refusal(wealthProblems.VALUATION_TOO_LARGE, {
    detail: `the customer or portfolio has more than ${WEALTH.linesMax} positions`,
    args: [String(WEALTH.linesMax)],
  });
}
