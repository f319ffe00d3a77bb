// Disposals: units sold or redeemed for money, with their cost.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The method that determines the cost of outgoing units. */
export const COST_METHODS = ['AVERAGE', 'FIFO'] as const;

/** AVERAGE: the average cost of all units. FIFO: the cost of the oldest units. */
export type CostMethod = (typeof COST_METHODS)[number];

/** The classes of assets in disposals. */
export const DISPOSAL_CLASSES = ['EQUITY', 'BOND', 'PAPER', 'BILL', 'FUND'] as const;

/** The class of the asset. */
export type DisposalClass = (typeof DISPOSAL_CLASSES)[number];

/** The kinds of disposals. COVER: units bought back after a short sale. */
export const DISPOSAL_KINDS = [
  'SELL',
  'COVER',
  'CHARGES',
  'CAPITAL_RETURN',
  'CASH_IN_LIEU',
  'LAPSE',
  'MERGER_OUT',
  'PARTIAL_REDEMPTION',
  'REDEMPTION',
  'TENDER',
  'WRITE_OFF',
  'TERMINATION',
] as const;

/** The kind of a disposal. */
export type DisposalKind = (typeof DISPOSAL_KINDS)[number];

/** The part of a disposal that comes from one lot. */
export interface DisposedLot {
  /** The date on which the units were acquired or, if they cover a short sale, sold. */
  readonly acquiredOn: BusinessDate;
  readonly quantity: Decimal;
  /** The cost; undefined if unknown. */
  readonly costMinor: bigint | undefined;
  /** The lot's part of the net proceeds. */
  readonly netProceedsMinor: bigint;
}

/** Units sold or redeemed for money. Amounts are in minor units of the currency. */
export interface Disposal {
  /** The date of the contract, which is the date of the gain. */
  readonly tradeDate: BusinessDate;
  readonly settlementDate: BusinessDate | undefined;
  readonly kind: DisposalKind;
  readonly class: DisposalClass;
  readonly name: string;
  readonly label: string;
  /** The security; undefined for commercial paper, a bill or a fund. */
  readonly securityId: bigint | undefined;
  /** The portfolio; undefined for assets outside portfolios. */
  readonly portfolioId: bigint | undefined;
  readonly orderId: bigint | undefined;
  readonly contractNoteName: string | undefined;
  /**
   * The number of units; zero if only cost is used up, for example by cash in lieu of a fraction.
   */
  readonly quantity: Decimal;
  readonly proceedsMinor: bigint;
  readonly chargesMinor: bigint;
  /** `proceedsMinor` − `chargesMinor`. */
  readonly netProceedsMinor: bigint;
  /** The cost; undefined if the cost of any units is unknown. */
  readonly costMinor: bigint | undefined;
  /** `netProceedsMinor` − `costMinor`. */
  readonly gainMinor: bigint | undefined;
  readonly currency: string;
  /** One entry for each lot under FIFO, or one entry for all units at average cost. */
  readonly lots: readonly DisposedLot[];
}

/** The members of a disposal that depend on the method. */
export type DisposalOutcome = Pick<
  Disposal,
  'netProceedsMinor' | 'costMinor' | 'gainMinor' | 'lots'
>;

/** A disposal under both methods. */
export interface DisposalByMethod extends Omit<Disposal, 'proceedsMinor' | keyof DisposalOutcome> {
  readonly outcome: Readonly<Record<CostMethod, DisposalOutcome>>;
}

/** Returns a disposal under one of the methods. */
export function disposalBy(
  { outcome, ...disposal }: DisposalByMethod,
  method: CostMethod,
): Disposal {
  const { netProceedsMinor } = outcome[method];
  const proceedsMinor = netProceedsMinor + disposal.chargesMinor;
  return { ...disposal, ...outcome[method], proceedsMinor };
}
