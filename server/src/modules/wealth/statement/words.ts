// The words used in a statement for classes, steps, kinds of records and reasons.

import type { DisposalKind } from '../gain/disposal.js';
import type { UnavailableReason } from '../return/outcome.js';
import type { PriceSource, UnvaluedReason, WealthClass } from '../valuation/line.js';
import type {
  BenchmarkRate,
  BridgeStepName,
  GrowthPeriod,
  IncomeKind,
  RestatementReason,
} from './content.js';

export const CLASS_WORDS: Readonly<Record<WealthClass, string>> = {
  EQUITY: 'Shares',
  BOND: 'Bonds',
  DEPOSIT: 'Fixed deposits',
  PAPER: 'Commercial paper',
  BILL: 'Treasury bills',
  FUND: 'Funds',
  CASH: 'Cash',
  RECEIVABLE: 'Receivables',
  PAYABLE: 'Payables',
  LOAN: 'Loans',
};

export const STEP_WORDS: Readonly<Record<BridgeStepName, string>> = {
  PAID_IN: 'Paid in',
  PAID_OUT: 'Paid out',
  INCOME: 'Income',
  PRICES: 'Prices and accruals',
  CHARGES: 'Trade charges',
  FEES: 'Fees',
  TAXES: 'Taxes withheld',
};

export const INCOME_WORDS: Readonly<Record<IncomeKind, string>> = {
  DIVIDEND: 'Dividends',
  COUPON: 'Coupons of bonds',
  DEPOSIT: 'Interest of deposits',
  PAPER: 'Discount of commercial paper',
  BILL: 'Discount of treasury bills',
  FUND: 'Distributions of funds',
  OTHER: 'Other income',
};

const DISPOSAL_WORDS: Readonly<Record<DisposalKind, string>> = {
  SELL: 'Sale',
  COVER: 'Cover of a short sale',
  CHARGES: 'Charges of a reversed trade',
  CAPITAL_RETURN: 'Return of capital',
  CASH_IN_LIEU: 'Cash instead of a fraction',
  LAPSE: 'Lapse',
  MERGER_OUT: 'Merger',
  PARTIAL_REDEMPTION: 'Partial redemption',
  REDEMPTION: 'Redemption',
  TENDER: 'Tender',
  WRITE_OFF: 'Write-off',
  TERMINATION: 'Early termination',
};

export function disposalWords(kind: DisposalKind): string {
  return DISPOSAL_WORDS[kind];
}

export const PERIOD_WORDS: Readonly<Record<GrowthPeriod, string>> = {
  PERIOD: 'Period of this statement',
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  YTD: 'Year to date',
  '1Y': '1 year',
  '3Y': '3 years',
  '5Y': '5 years',
  START: 'Since the start',
};

/** The source of a price. */
const PRICE_SOURCE_WORDS: Readonly<Record<PriceSource, string>> = {
  EXCHANGE: 'exchange',
  IMPORT: 'imported',
  NAV: 'unit value',
  PRINCIPAL: 'principal',
  AMORTISED: 'book value',
  MARKET_YIELD: 'market rate',
  LEDGER: 'ledger',
  ESTIMATE: 'estimate',
};

export function priceSourceWords(source: string): string {
  const words: Readonly<Record<string, string>> = PRICE_SOURCE_WORDS;
  return words[source] ?? source.toLowerCase();
}

/** The kinds of records that move money or units in or out. */
const FLOW_WORDS: Readonly<Record<string, string>> = {
  CASH_TRANSACTION: 'Receipts, payments and transfers',
  MANUAL_JOURNAL: 'Entry by our accountants',
  JOURNAL_IMPORT: 'Entry by our accountants',
  OPENING_BALANCE: 'Balance brought forward',
  OPENING_UNITS: 'Securities transferred in',
  DIRECT_PAYMENT: 'Income that a registrar paid to you',
};

export function flowWords(source: string): string {
  return FLOW_WORDS[source] ?? 'Other booking';
}

export const UNVALUED_WORDS: Readonly<Record<UnvaluedReason, string>> = {
  PRICE_MISSING: 'no price is known',
  NAV_MISSING: 'no value per unit has been approved',
  RATE_MISSING: 'no exchange rate is known',
};

export const UNAVAILABLE_WORDS: Readonly<Record<UnavailableReason, string>> = {
  ...UNVALUED_WORDS,
  VALUE_WITHOUT_FLOW: 'a value was received without a payment',
  NEGATIVE_CAPITAL: 'you owed more than you had',
  NO_CAPITAL: 'there was no capital',
  HISTORY_TOO_SHORT: 'the history is too short',
  TOO_SHORT: 'the period is too short',
  NO_RATE: 'no rate fits the payments',
  RATE_OUT_OF_RANGE: 'the rate is out of range',
  SEVERAL_RATES: 'several rates fit the payments',
  TOTAL_LOSS: 'everything was lost',
};

export const BENCHMARK_WORDS: Readonly<Record<NonNullable<BenchmarkRate['reason']>, string>> = {
  BENCHMARK_MISSING: 'a level is missing',
  RATE_MISSING: UNVALUED_WORDS.RATE_MISSING,
};

export const RESTATEMENT_WORDS: Readonly<Record<RestatementReason, string>> = {
  CORRECTION: 'a late trade or trade correction',
  PRICE: 'a late price',
  NAV: 'a late value per unit',
  CORPORATE_ACTION: 'a late corporate action',
  JOURNAL: 'a late booking',
};

/** Returns the instruction at maturity, such as `principal and net interest`. */
export function rolloverWords(rule: string): string {
  return rule === '' || rule === 'NONE'
    ? ''
    : `renewed at maturity: ${rule.toLowerCase().replaceAll('_', ' ')}`;
}
