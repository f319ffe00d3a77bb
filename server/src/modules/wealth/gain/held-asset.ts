// A holding with gains: a security in a portfolio, or units of a fund.

import { Decimal } from '../../../platform/money/decimal.js';
import type { Book } from './book.js';
import type { DisposalClass } from './disposal.js';

/** A holding with its open lots. Its units are integers, scaled by a power of ten. */
export interface HeldAsset {
  readonly class: DisposalClass;
  readonly subjectType: 'SECURITY' | 'FUND';
  readonly subjectId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /** The portfolio; undefined for assets outside portfolios. */
  readonly portfolioId: bigint | undefined;
  readonly portfolioName: string | undefined;
  /** The number of decimals of the units; 0 for a security. */
  readonly unitDecimals: number;
  readonly book: Book;
  /** The income paid on the asset before tax, in minor units. */
  readonly incomeMinor: bigint;
}

/** Converts folded units to displayed units. */
export function shownUnits({ unitDecimals }: Pick<HeldAsset, 'unitDecimals'>, units: bigint) {
  return new Decimal(`${units}e-${unitDecimals}`);
}
