// A disposal: units sold or redeemed for money, with their cost.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The method for the cost of outgoing units. */
export const COST_METHODS = ['AVERAGE', 'FIFO'] as const;

/** AVERAGE: the average cost of all units. FIFO: the cost of the oldest units. */
export type CostMethod = (typeof COST_METHODS)[number];

/** The classes of assets in disposals. */
export const DISPOSAL_CLASSES = ['EQUITY', 'BOND', 'PAPER', 'BILL', 'FUND'] as const;

/** The class of the asset. */
export type DisposalClass = (typeof DISPOSAL_CLASSES)[number];

/** How the ownership ended. COVER: bought back after a short sale. */
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

/** How the ownership ended. */
export type DisposalKind = (typeof DISPOSAL_KINDS)[number];

/** The part of a disposal that comes from one lot. */
export interface DisposedLot {
  /** When the units were acquired, or sold if they cover a short sale. */
  readonly acquiredOn: BusinessDate;
  readonly quantity: Decimal;
  /** Undefined if it is not known. */
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
  /** Undefined for commercial paper, a bill or a fund. */
  readonly securityId: bigint | undefined;
  /** Undefined outside portfolios. */
  readonly portfolioId: bigint | undefined;
  readonly orderId: bigint | undefined;
  readonly contractNoteName: string | undefined;
  /** Zero if only part of the cost is used, for example for cash in lieu of a fraction. */
  readonly quantity: Decimal;
  readonly proceedsMinor: bigint;
  readonly chargesMinor: bigint;
  /** `proceedsMinor` − `chargesMinor`. */
  readonly netProceedsMinor: bigint;
  /** Undefined if the cost of some units is not known. */
  readonly costMinor: bigint | undefined;
  /** `netProceedsMinor` − `costMinor`. */
  readonly gainMinor: bigint | undefined;
  readonly currency: string;
  /** Under FIFO, one entry for each lot; at average cost, one entry for all units. */
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
