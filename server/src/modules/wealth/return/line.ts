// Lines of a return. Wealth is divided into lines, so that each part of the gain belongs to one
// line.

import type { WealthClass } from '../valuation/line.js';

/**
 * The kinds of records that lines refer to. ACCOUNT is all cash in a currency; COSTS contains the
 * amounts outside all positions.
 */
export const LINE_TYPES = [
  'SECURITY',
  'TERM_INSTRUMENT',
  'DISCOUNTED_INSTRUMENT',
  'TREASURY_BILL',
  'FUND',
  'ACCOUNT',
  'COSTS',
] as const;

type LineType = (typeof LINE_TYPES)[number];

/** Identifies a line by its kind, its record, and the portfolio if the record can be in several. */
export type LineKey = `${LineType}/${string}`;

/** The subject of a line. */
export interface ReturnLine {
  readonly key: LineKey;
  readonly class: WealthClass | 'COSTS';
  readonly subjectType: LineType;
  /** The id of the record; undefined for cash and for costs. */
  readonly subjectId: bigint | undefined;
  readonly name: string;
  readonly label: string;
  /** The portfolio; undefined for lines outside portfolios. */
  readonly portfolioName: string | undefined;
}

/**
 * Amounts outside all positions: fees, and the cost of conversions compared with the rate of the
 * day.
 */
export const COSTS = 'COSTS/';

/** A security, with the amounts still to be received or paid for it. */
export const securityKey = (portfolioId: bigint, securityId: bigint): LineKey =>
  `SECURITY/${securityId}/${portfolioId}`;

/** Units of a fund, in a portfolio or outside portfolios. */
export const fundKey = (fundId: bigint, portfolioName: string): LineKey =>
  `FUND/${fundId}/${portfolioName}`;

/** All cash in a currency, including the unsettled proceeds. */
export const cashKey = (currency: string): LineKey => `ACCOUNT/${currency}`;

/** The kinds of instruments that can continue one another. */
export type InstrumentType = 'TERM_INSTRUMENT' | 'DISCOUNTED_INSTRUMENT' | 'TREASURY_BILL';

/** Instruments that continue others, each with the first instrument in its chain. */
export type Chains = ReadonlyMap<`${InstrumentType}/${bigint}`, bigint>;

/** An instrument and its predecessors form one line. */
export function instrumentKey(type: InstrumentType, id: bigint, chains: Chains): LineKey {
  return `${type}/${chains.get(`${type}/${id}`) ?? id}`;
}

/** Returns the kind of record and the id of a line. */
export function subjectOf(key: LineKey): {
  readonly type: LineType | undefined;
  readonly id: string;
} {
  const [type, id = ''] = key.split('/');
  return { type: LINE_TYPES.find((each) => each === type), id };
}
