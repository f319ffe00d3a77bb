// What an order will cost or bring, estimated before it is sent, with the tariff that its note will
// use.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { refusal } from '../../platform/http/problem.js';
import { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor } from '../../platform/money/money.js';
import {
  type ChargeableTrade,
  type ChargeLine,
  chargesOf,
  type FeeSchedule,
  netAmount,
  scheduleOn,
  type TradeSide,
} from './fee.js';
import { orderProblems } from './problems.js';
import { NIGERIAN_TARIFFS } from './tariff.js';

/** What the estimate and the note are reckoned from. */
export interface Trade {
  readonly side: TradeSide;
  readonly quantity: bigint;
  /** Quantity times price, unrounded; of several fills the sum. */
  readonly value: Decimal;
  /** What the bond traded has accrued by the settlement date, unrounded; absent for a share. */
  readonly accrued?: Decimal | undefined;
  readonly currency: string;
  readonly tradeDate: BusinessDate;
  readonly securityType: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly executionCount: number;
  readonly firstNoteOfOrder: boolean;
}

/** What a trade costs or brings, in minor units. */
export interface TradeCost {
  /** By the price dealt, which is clean for a bond; charges are reckoned on it. */
  readonly considerationMinor: bigint;
  /** The accrued coupon, which a bond's buyer pays its seller. */
  readonly accruedMinor: bigint;
  readonly charges: readonly ChargeLine[];
  readonly chargesMinor: bigint;
  /** What the customer pays (BUY) or receives (SELL). */
  readonly netMinor: bigint;
  readonly tariff: FeeSchedule;
}

/** The cost of a trade; consideration and accrued coupon are each rounded half-up by themselves. */
export function costOf(trade: Trade): TradeCost {
  const assetClass = trade.securityType === 'EQUITY' ? 'EQUITY' : 'BOND';
  const tariff = scheduleOn(NIGERIAN_TARIFFS, assetClass, trade.tradeDate);
  if (tariff === undefined) {
    throw refusal(orderProblems.SECURITY_NOT_TRADABLE, { detail: `no tariff for ${assetClass}` });
  }
  const consideration = {
    minor: decimalToMinor(trade.value, trade.currency, 'HALF_UP'),
    currency: trade.currency,
  };
  const chargeable: ChargeableTrade = {
    side: trade.side,
    consideration,
    quantity: trade.quantity,
    tradeDate: trade.tradeDate,
    assetClass,
    channel: trade.origin,
    customerGroup: trade.commissionGroup,
    executionCount: trade.executionCount,
    firstNoteOfOrder: trade.firstNoteOfOrder,
  };
  const charges = chargesOf(tariff, chargeable);
  const accrued = trade.accrued ?? new Decimal(0);
  const accruedMinor = decimalToMinor(accrued, trade.currency, 'HALF_UP');
  return {
    considerationMinor: consideration.minor,
    accruedMinor,
    charges,
    chargesMinor: charges.reduce((sum, line) => sum + line.amount.minor, 0n),
    // Whoever sells gets the accrued coupon, and whoever buys pays it: it is added either way.
    netMinor: netAmount(chargeable, charges).minor + accruedMinor,
    tariff,
  };
}
