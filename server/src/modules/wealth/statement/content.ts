// The content of a wealth statement, which is sealed, stored and drawn.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Sender } from '../../../platform/files/letter.js';
import type { DisposalClass, DisposalKind } from '../gain/disposal.js';
import type { UnavailableReason } from '../return/outcome.js';
import type { UnvaluedReason, WealthClass } from '../valuation/line.js';

/**
 * A statement. Amounts, prices and percentages are decimal text, so that the sealed bytes have only
 * one interpretation. An absent member means that the value is unknown.
 */
export interface StatementContent {
  /** The version of this document format. Later versions will have other fields. */
  readonly form: 1;
  /** The number of the statement; empty for a preview, which is not stored. */
  readonly number: string;
  /** 1 for the first statement of a period; each replacement has the next number. */
  readonly version: number;
  /** The number of the statement that this one replaces; empty for none. */
  readonly replaces: string;
  readonly issuedAt: Instant;
  readonly office: Sender & { readonly timeZone: string };
  readonly customer: { readonly code: string; readonly name: string; readonly address: string };
  readonly figures: StatementFigures;
}

/** The content of a statement, without the sender and the recipient. */
export interface StatementFigures {
  readonly period: StatementPeriod;
  readonly currency: string;
  readonly summary: Summary;
  readonly allocation: Allocation;
  readonly positions: readonly Position[];
  readonly money: readonly MoneyLine[];
  readonly fixedIncome: readonly FixedIncome[];
  readonly flows: readonly Flow[];
  readonly trades: readonly Trade[];
  readonly income: readonly IncomeSum[];
  /** The income that the positions at the end earn in the following twelve months. */
  readonly expected: readonly IncomeSum[];
  readonly gains: Gains;
  readonly costs: readonly Cost[];
  readonly growth: Growth;
  readonly contributions: Contributions;
  readonly remarks: Remarks;
}

export interface StatementPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** The date whose closing value is the opening value. */
  readonly opening: BusinessDate;
}

/** A return in percent, or the reason why there is none. */
export interface Rate {
  readonly percent?: string | undefined;
  /** The return in percent per year; absent for less than one year. */
  readonly annualPercent?: string | undefined;
  readonly reason?: UnavailableReason | undefined;
}

/** The steps from the opening value to the closing value, in display order. */
export const BRIDGE_STEPS = [
  'PAID_IN',
  'PAID_OUT',
  'INCOME',
  'PRICES',
  'CHARGES',
  'FEES',
  'TAXES',
] as const;

export type BridgeStepName = (typeof BRIDGE_STEPS)[number];

export interface BridgeStep {
  readonly step: BridgeStepName;
  /** The signed amount; outflows are negative. */
  readonly amount: string;
}

export interface Summary {
  /** The sums of the lines with a value, at the opening and closing. */
  readonly opening: string;
  readonly closing: string;
  /** The change in value; absent if a position at the opening or closing has no value. */
  readonly change?: string | undefined;
  /** The numbers of positions without a value, which are not included in any sum. */
  readonly openingUnvalued: number;
  readonly closingUnvalued: number;
  readonly assets: string;
  readonly liabilities: string;
  /** The steps, which add up to `change`; absent if any part of them is unknown. */
  readonly bridge?: readonly BridgeStep[] | undefined;
  readonly timeWeighted: Rate;
  readonly moneyWeighted: Rate;
  /** Values by date, each with the sum of the first value and the net amount paid in since then. */
  readonly curve: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly date: BusinessDate;
  readonly value: string;
  readonly netPaidIn: string;
}

/** A part of the assets. */
export interface Share {
  readonly label: string;
  readonly value: string;
  readonly percent: string;
}

export interface Allocation {
  readonly byClass: readonly Share[];
  readonly byCurrency: readonly Share[];
  readonly byIssuer: readonly Share[];
  readonly largest: readonly Share[];
  /**
   * The amounts that mature in each of the twelve months after the period. Months have the form
   * `2026-12`.
   */
  readonly due: readonly { readonly month: string; readonly value: string }[];
}

/**
 * Securities and fund units. Amounts are in the currency of the position unless stated otherwise.
 */
export interface Position {
  readonly class: WealthClass;
  readonly name: string;
  readonly label: string;
  readonly portfolio: string;
  readonly currency: string;
  readonly quantity: string;
  readonly averageCost?: string | undefined;
  readonly price?: string | undefined;
  readonly priceSource?: string | undefined;
  readonly priceDate?: BusinessDate | undefined;
  readonly stale: boolean;
  readonly value?: string | undefined;
  readonly gain?: string | undefined;
  /** The value in the currency of the statement. */
  readonly valueIn?: string | undefined;
  readonly percent?: string | undefined;
}

/** Cash, receivables and payables. */
export interface MoneyLine {
  readonly class: WealthClass;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly value: string;
  readonly valueIn?: string | undefined;
}

/** A deposit, commercial paper, a bill, a bond or a loan. */
export interface FixedIncome {
  readonly class: WealthClass;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /** The interest, discount or coupon rate, in percent per year. */
  readonly rate?: string | undefined;
  readonly start?: BusinessDate | undefined;
  readonly maturity?: BusinessDate | undefined;
  readonly face: string;
  /** Interest or discount accrued up to the date, after tax. */
  readonly accrued?: string | undefined;
  readonly value?: string | undefined;
  readonly valueIn?: string | undefined;
  /** A bond's yield to maturity at its price, in percent per year; absent if unknown. */
  readonly yield?: string | undefined;
  /**
   * The rollover instruction at maturity, such as PRINCIPAL_ONLY; empty if the instrument is paid
   * out.
   */
  readonly rollover: string;
}

/** Money or units that came from outside or left, in the statement's currency. */
export interface Flow {
  readonly date: BusinessDate;
  /** The kind of record that moved the money or units. */
  readonly source: string;
  readonly paidIn: string;
  readonly paidOut: string;
  readonly fees: string;
}

/** A contract note, with amounts in its own currency. */
export interface Trade {
  readonly date: BusinessDate;
  readonly settlement: BusinessDate;
  readonly note: string;
  readonly side: 'BUY' | 'SELL';
  readonly security: string;
  readonly quantity: string;
  readonly price: string;
  readonly charges: string;
  readonly net: string;
  readonly currency: string;
}

/** Kinds of income. OTHER: income booked by a manual or imported journal. */
export type IncomeKind = 'DIVIDEND' | 'COUPON' | 'DEPOSIT' | 'PAPER' | 'BILL' | 'FUND' | 'OTHER';

/** Income of one kind in a month such as `2026-11`, in its own currency. */
export interface IncomeSum {
  readonly month: string;
  readonly kind: IncomeKind;
  readonly currency: string;
  readonly gross: string;
  readonly tax: string;
  readonly net: string;
}

/**
 * Gains after all charges, at average cost and under FIFO (`fifo…`). Amounts are in the currency of
 * the position.
 */
export interface Gains {
  readonly totals: readonly GainSum[];
  /** The disposals of the period. */
  readonly realised: readonly RealisedGain[];
  /** The securities and fund units at the end of the period. */
  readonly unrealised: readonly UnrealisedGain[];
  /** The positions that were closed in the period, with their whole history. */
  readonly closed: readonly ClosedGain[];
}

/** A position without units whose last disposal is in the period. */
export interface ClosedGain {
  readonly openedOn: BusinessDate;
  readonly closedOn: BusinessDate;
  readonly class: DisposalClass;
  readonly name: string;
  readonly label: string;
  readonly portfolio: string;
  readonly currency: string;
  /** The cost; absent if any part of it is unknown. */
  readonly cost?: string | undefined;
  /** The proceeds after all charges. */
  readonly netProceeds: string;
  readonly gain?: string | undefined;
  /** The income paid on the position, before tax. */
  readonly income: string;
}

/** The sums of the known gains in a currency. */
export interface GainSum {
  readonly currency: string;
  readonly realised: string;
  readonly fifoRealised: string;
  readonly unrealised: string;
  readonly fifoUnrealised: string;
  /**
   * The number of disposals and positions with an unknown cost or value, which are not included in
   * any sum.
   */
  readonly unknown: number;
}

/** The cost of units and the gain on them. */
interface GainByMethod {
  readonly cost?: string | undefined;
  readonly gain?: string | undefined;
  readonly fifoCost?: string | undefined;
  readonly fifoGain?: string | undefined;
}

/** The gain of a disposal. */
export interface RealisedGain extends GainByMethod {
  readonly date: BusinessDate;
  readonly kind: DisposalKind;
  readonly class: DisposalClass;
  readonly name: string;
  readonly label: string;
  readonly portfolio: string;
  readonly currency: string;
  readonly quantity: string;
  readonly proceeds: string;
  readonly charges: string;
  readonly netProceeds: string;
}

/** The gain of an open position, without accrued interest. */
export interface UnrealisedGain extends GainByMethod {
  readonly class: WealthClass;
  readonly name: string;
  readonly label: string;
  readonly portfolio: string;
  readonly currency: string;
  readonly quantity: string;
  readonly value?: string | undefined;
}

/** A kind of cost in the period, in the currency of the statement. */
export interface Cost {
  readonly label: string;
  readonly amount: string;
  /**
   * The cost as a percentage of the average value over the business days; absent if that average is
   * not positive.
   */
  readonly percent?: string | undefined;
}

/**
 * The lines with the best and the worst contributions to the time-weighted return of the period.
 */
export interface Contributions {
  readonly best: readonly Contribution[];
  readonly worst: readonly Contribution[];
}

export interface Contribution {
  readonly label: string;
  readonly name: string;
  readonly portfolio: string;
  /** The gain after costs, in the currency of the statement. */
  readonly gain: string;
  /** The contribution in percentage points of the return. */
  readonly percent: string;
}

/** The periods, which end on the last date. PERIOD is the statement's own period. */
export type GrowthPeriod = 'PERIOD' | '1M' | '3M' | '6M' | 'YTD' | '1Y' | '3Y' | '5Y' | 'START';

export interface Growth {
  /** The valuation policy's benchmark; absent if it has none. */
  readonly benchmark?: ComparedBenchmark | undefined;
  readonly periods: readonly PeriodGrowth[];
  /**
   * The time-weighted return of each month that falls, at least partly, in the year up to the last
   * date.
   */
  readonly months: readonly { readonly month: string; readonly timeWeighted: Rate }[];
}

/** The benchmark shown next to the returns. */
interface ComparedBenchmark {
  readonly code: string;
  readonly label: string;
  /** The kind of index; PRICE does not include dividends. */
  readonly returnType: 'TOTAL' | 'PRICE';
  readonly currency: string;
}

/** The benchmark's return in percent, or the reason why there is none. */
export interface BenchmarkRate {
  readonly percent?: string | undefined;
  /** The time-weighted return less that of the benchmark, in percentage points. */
  readonly excess?: string | undefined;
  readonly reason?: 'BENCHMARK_MISSING' | 'RATE_MISSING' | undefined;
}

export interface PeriodGrowth {
  readonly period: GrowthPeriod;
  readonly opening: BusinessDate;
  readonly timeWeighted: Rate;
  readonly moneyWeighted: Rate;
  /** The benchmark's return; absent if there is no benchmark. */
  readonly benchmark?: BenchmarkRate | undefined;
}

export interface Remarks {
  readonly stale: readonly {
    readonly label: string;
    readonly source: string;
    readonly date: BusinessDate;
    readonly daysOld: number;
  }[];
  readonly unvalued: readonly { readonly label: string; readonly reason: UnvaluedReason }[];
  readonly rates: readonly {
    readonly currency: string;
    readonly rate: string;
    readonly date: BusinessDate;
  }[];
  /** Issuers with more than a quarter of the assets. */
  readonly concentrated: readonly Share[];
  /**
   * Late records, stored after a close, that changed values in or before the period, newest first.
   */
  readonly restated: readonly Restated[];
}

/** The reasons for revaluing a customer. */
export type RestatementReason = 'CORRECTION' | 'PRICE' | 'NAV' | 'CORPORATE_ACTION' | 'JOURNAL';

/** Values that were restated after their close. */
export interface Restated {
  /** The dates whose values may have changed. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** The business date at whose close the cause was found. */
  readonly foundOn: BusinessDate;
  readonly reason: RestatementReason;
}
