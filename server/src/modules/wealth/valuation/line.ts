// A line of a valuation: one position in its own currency, before conversion.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The classes of lines, in the order of a valuation. */
export const WEALTH_CLASSES = [
  'EQUITY',
  'BOND',
  'DEPOSIT',
  'PAPER',
  'BILL',
  'FUND',
  'CASH',
  'RECEIVABLE',
  'PAYABLE',
  'LOAN',
] as const;

export type WealthClass = (typeof WEALTH_CLASSES)[number];

/** The kinds of records that lines refer to. */
export const SUBJECT_TYPES = [
  'SECURITY',
  'TERM_INSTRUMENT',
  'DISCOUNTED_INSTRUMENT',
  'TREASURY_BILL',
  'FUND',
  'ACCOUNT',
  'TRADE_ORDER',
  'ENTITLEMENT',
] as const;

/** The source of a line's price. */
export const PRICE_SOURCES = [
  'EXCHANGE',
  'IMPORT',
  'NAV',
  'PRINCIPAL',
  'AMORTISED',
  'MARKET_YIELD',
  'LEDGER',
  'ESTIMATE',
] as const;

export type PriceSource = (typeof PRICE_SOURCES)[number];

/** The reasons why a line has no value. */
export const UNVALUED_REASONS = ['PRICE_MISSING', 'NAV_MISSING', 'RATE_MISSING'] as const;

export type UnvaluedReason = (typeof UNVALUED_REASONS)[number];

/** The age of a line's price, in business days of its calendar. */
export interface PriceAge {
  readonly date: BusinessDate;
  readonly daysOld: number;
  readonly isStale: boolean;
}

/**
 * Parts of a cash balance, in minor units. Money on hold still belongs to the customer, so the
 * balance includes it.
 */
interface CashParts {
  readonly heldMinor: bigint;
  /** Money that has not reached its value date. It is also part of `heldMinor`. */
  readonly unclearedMinor: bigint;
}

/** One position. Amounts are in minor units of its currency. The customer's debts are negative. */
export interface Line {
  readonly class: WealthClass;
  readonly subjectType: (typeof SUBJECT_TYPES)[number];
  readonly subjectId: bigint;
  readonly name: string;
  readonly label: string;
  readonly portfolioName?: string | undefined;
  /** The sector of a security. */
  readonly sector?: string | undefined;
  /** The issuer or debtor, if stored. */
  readonly issuer?: string | undefined;
  /** Whether the position is a bond or bill of the federal government. */
  readonly isFederal?: boolean | undefined;
  readonly maturity?: BusinessDate | undefined;
  readonly currency: string;
  readonly quantity?: Decimal | undefined;
  readonly price?: Decimal | undefined;
  readonly priceSource: PriceSource;
  /** The age of the price; undefined if there is no price. */
  readonly age: PriceAge | undefined;
  readonly costMinor?: bigint | undefined;
  /** The cash that is on hold or not cleared. Known only on the business date. */
  readonly cash?: CashParts | undefined;
  /** Accrued interest after tax, which is part of the value. */
  readonly accruedMinor?: bigint | undefined;
  /** The value; undefined if there is no price. */
  readonly valueMinor: bigint | undefined;
  readonly unvalued?: UnvaluedReason | undefined;
}
