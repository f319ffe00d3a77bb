// What an order will cost or bring, estimated before it is sent, with the tariff that its note will
// use.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { refusal } from '../../platform/http/problem.js';
import { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor } from '../../platform/money/money.js';
import { assetClassOf } from '../market/index.js';
import {
  type ChargeableTrade,
  type ChargeLine,
  chargesOf,
  netAmount,
  type TradeSide,
} from './fee.js';
import { orderProblems } from './problems.js';
import {
  type ScheduleVersion,
  scheduleFor,
  scheduleOfTrade,
  type Tariff,
  type TradeScope,
} from './tariff.js';

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
  /** Units bought and sold the same day; absent: none, as estimates and holds reckon. */
  readonly dayTradedQuantity?: bigint | undefined;
  /** The customer's earlier charges of the day by code; absent: none. */
  readonly chargedEarlierToday?: ReadonlyMap<string, bigint> | undefined;
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
  readonly tariff: ScheduleVersion;
}

/** Where a trade is done, and for whom: with it, what decides on the schedule. */
interface TradePlace {
  readonly exchangeId: bigint | undefined;
  readonly officeId: bigint | undefined;
}

/** The schedule by which an order is estimated. Refuses FEE_SCHEDULE_MISSING when there is none. */
export function scheduleToEstimate(
  tariff: Tariff,
  trade: ScopedTrade,
  place: TradePlace,
): ScheduleVersion {
  const scope = scopeOf(trade, place);
  const schedule = scheduleFor(tariff, scope);
  if (schedule !== undefined) return schedule;
  throw refusal(orderProblems.FEE_SCHEDULE_MISSING, {
    detail: `none for ${scope.assetClass} in ${scope.currency} on ${scope.tradeDate}`,
    args: [scope.assetClass, scope.currency, scope.tradeDate],
  });
}

/** The schedule by which a trade is charged that has happened. */
export function scheduleToCharge(
  tariff: Tariff,
  trade: ScopedTrade,
  place: TradePlace,
): ScheduleVersion {
  return scheduleOfTrade(tariff, scopeOf(trade, place));
}

type ScopedTrade = Pick<Trade, 'currency' | 'securityType' | 'tradeDate'>;

function scopeOf(trade: ScopedTrade, place: TradePlace): TradeScope {
  const { currency, tradeDate } = trade;
  return { ...place, currency, tradeDate, assetClass: assetClassOf(trade.securityType) };
}

/**
 * The cost of a trade by a schedule; consideration and accrued coupon are each rounded half-up by
 * themselves.
 */
export function costOf(trade: Trade, tariff: ScheduleVersion): TradeCost {
  const consideration = {
    minor: decimalToMinor(trade.value, trade.currency, 'HALF_UP'),
    currency: trade.currency,
  };
  const chargeable: ChargeableTrade = {
    side: trade.side,
    consideration,
    quantity: trade.quantity,
    dayTradedQuantity: trade.dayTradedQuantity,
    tradeDate: trade.tradeDate,
    assetClass: assetClassOf(trade.securityType),
    channel: trade.origin,
    customerGroup: trade.commissionGroup,
    executionCount: trade.executionCount,
    firstNoteOfOrder: trade.firstNoteOfOrder,
    chargedEarlierToday: trade.chargedEarlierToday,
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
