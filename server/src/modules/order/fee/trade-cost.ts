// The cost or proceeds of an order, estimated before it is sent, using the same tariff as its
// contract note.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { assetClassOf } from '../../market/index.js';
import { orderProblems } from '../problems.js';
import { type PricedBond, tradeValue } from '../rule/price-rule.js';
import { type ChargeableTrade, type ChargeLine, chargesOf, netAmount } from './charge.js';
import type { TradeSide } from './charge-rule.js';
import type { ChargedNote } from './charge-span.js';
import { dearestMix, distinctAlternatives } from './mixed-charge.js';
import {
  chargeDates,
  type ScheduleVersion,
  scheduleFor,
  scheduleOfTrade,
  type Tariff,
  type TradeScope,
} from './tariff.js';

/** The input for an estimate or a contract note. */
export interface Trade {
  readonly side: TradeSide;
  readonly quantity: bigint;
  /** Quantity times price, unrounded; for several fills, the sum. */
  readonly value: Decimal;
  /** Accrued interest of the bond at the settlement date, unrounded; absent for a share. */
  readonly accrued?: Decimal | undefined;
  readonly currency: string;
  readonly tradeDate: BusinessDate;
  readonly securityType: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly executionCount: number;
  /** The order's other notes; if absent, there are none. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /**
   * Notes for the customer's other orders that day under the same schedule; if absent, there are
   * none.
   */
  readonly ofDay?: readonly ChargedNote[] | undefined;
  /**
   * If present, the result is the maximum cost of the trade, regardless of how it is split into
   * this many notes.
   */
  readonly notesMax?: number | undefined;
  /**
   * Whether the value of a number of units can include a fraction of the minor unit; default:
   * false.
   */
  readonly hasFractions?: boolean | undefined;
  /** Units bought and sold on the same day; zero if absent, as in estimates and holds. */
  readonly dayTradedQuantity?: bigint | undefined;
  /** The customer's earlier charges that day, by code; if absent, there are none. */
  readonly chargedEarlierToday?: ReadonlyMap<string, bigint> | undefined;
}

/** The cost or proceeds of a trade, in minor units. */
export interface TradeCost {
  /** The value at the dealt price, which is clean for a bond. Charges are calculated on it. */
  readonly considerationMinor: bigint;
  /** The accrued interest, which the buyer of a bond pays to the seller. */
  readonly accruedMinor: bigint;
  readonly charges: readonly ChargeLine[];
  readonly chargesMinor: bigint;
  /** The amount that the customer pays (BUY) or receives (SELL). */
  readonly netMinor: bigint;
  readonly tariff: ScheduleVersion;
}

/** Returns the properties of a trade that determine which rules apply. */
export function ruleScopeOf(trade: RuleTrade) {
  return {
    side: trade.side,
    tradeDate: trade.tradeDate,
    assetClass: assetClassOf(trade.securityType),
    channel: trade.origin,
    customerGroup: trade.commissionGroup,
  };
}

type RuleTrade = Pick<Trade, 'side' | 'tradeDate' | 'securityType' | 'origin' | 'commissionGroup'>;

/**
 * Returns whether the value of one unit at any of the given prices has a fraction of the minor
 * unit.
 */
export function hasFractions(
  prices: readonly Decimal[],
  traded: PricedBond & { readonly currency: string },
): boolean {
  return prices.some((price) => {
    const value = tradeValue(price, 1n, traded);
    return parseMinor(value, traded.currency) === undefined;
  });
}

/** The exchange and office of a trade, which determine its schedule. */
interface TradePlace {
  readonly exchangeId: bigint | undefined;
  readonly officeId: bigint | undefined;
}

/**
 * Returns the schedule for estimating an order. Refuses with FEE_SCHEDULE_MISSING if there is none.
 */
export function scheduleToEstimate(
  tariff: Tariff,
  trade: ScopedTrade,
  place: TradePlace,
): ScheduleVersion {
  const scope = scopeOf(trade, place);
  const schedule = scheduleFor(tariff, scope);
  if (schedule !== undefined) return schedule;
  throw refusal(orderProblems.FEE_SCHEDULE_MISSING, {
    detail:
      `no schedule for ${scope.assetClass} in ${scope.currency} ` +
      `is in force on ${scope.tradeDate}`,
    args: [scope.assetClass, scope.currency, scope.tradeDate],
  });
}

/** Returns the schedule for a trade that has been executed. */
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
 * Returns the cost of a trade under a schedule. Consideration and accrued interest are each rounded
 * half-up.
 */
export function costOf(trade: Trade, tariff: ScheduleVersion): TradeCost {
  return costWith(trade, tariff, chargesOf(tariff, chargeableOf(trade)));
}

function chargeableOf(trade: Trade): ChargeableTrade {
  return {
    ...ruleScopeOf(trade),
    // Charges are calculated on the highest consideration, although the estimate for a sell uses
    // the lowest proceeds.
    consideration: {
      minor: roundedOver(trade.value, { ...trade, side: 'BUY' }, trade.hasFractions === true),
      currency: trade.currency,
    },
    exactValue: trade.value,
    quantity: trade.quantity,
    dayTradedQuantity: trade.dayTradedQuantity,
    executionCount: trade.executionCount,
    ofOrder: trade.ofOrder,
    ofDay: trade.ofDay,
    notesMax: trade.notesMax,
    chargedEarlierToday: trade.chargedEarlierToday,
  };
}

function costWith(
  trade: Trade,
  tariff: ScheduleVersion,
  charges: readonly ChargeLine[],
): TradeCost {
  const considerationMinor = roundedOver(trade.value, trade, trade.hasFractions === true);
  const consideration = { minor: considerationMinor, currency: trade.currency };
  const accrued = trade.accrued ?? new Decimal(0);
  const accruedMinor = roundedOver(accrued, trade, !accrued.isZero());
  return {
    considerationMinor,
    accruedMinor,
    charges,
    chargesMinor: charges.reduce((sum, line) => sum + line.amount.minor, 0n),
    // The seller receives the accrued interest and the buyer pays it, so it is added for both
    // sides.
    netMinor: netAmount({ side: trade.side, consideration }, charges).minor + accruedMinor,
    tariff,
  };
}

/**
 * Returns the cost of a trade on the most expensive dates of its life (for a sell: with the lowest
 * proceeds). Changes in charges are known in advance, and parts of the trade may be dealt before
 * and after a change.
 */
export function dearestCost(
  trade: Trade,
  first: ScheduleVersion,
  life: { readonly tariff: Tariff; readonly last: BusinessDate; readonly place: TradePlace },
): TradeCost {
  const { tariff, last, place } = life;
  const [, ...later] = chargeDates(tariff, { first: trade.tradeDate, last });
  if (later.length === 0) return costOf(trade, first);
  const alternatives = distinctAlternatives([
    { schedule: first, trade: chargeableOf(trade) },
    ...later.map((tradeDate) => {
      const then = { ...trade, tradeDate };
      return { schedule: scheduleToCharge(tariff, then, place), trade: chargeableOf(then) };
    }),
  ]);
  const mix = alternatives.length > 1 ? dearestMix(alternatives) : undefined;
  return mix === undefined ? costOf(trade, first) : costWith(trade, mix.schedule, mix.charges);
}

const HALF = new Decimal('0.5');

// Each note is rounded. Over several notes, rounding may cost a buyer half a minor unit more per
// note, and pay a seller half a minor unit less.
function roundedOver(value: Decimal, trade: Trade, hasFractions: boolean): bigint {
  const { currency, notesMax = 1 } = trade;
  if (notesMax === 1 || !hasFractions) return decimalToMinor(value, currency, 'HALF_UP');
  const roundings = minorToDecimal(1n, currency).times(HALF).times(notesMax);
  if (trade.side === 'BUY') return decimalToMinor(value.plus(roundings), currency, 'FLOOR');
  const least = decimalToMinor(value.minus(roundings), currency, 'CEILING');
  return least > 0n ? least : 0n;
}
