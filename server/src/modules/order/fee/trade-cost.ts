// What an order will cost or bring, estimated before it is sent, with the tariff that its note will
// use.

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
  /** The other notes of the order; absent: none. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /** Notes of the customer's other orders of the day by the same schedule; absent: none. */
  readonly ofDay?: readonly ChargedNote[] | undefined;
  /** Present: the most is reckoned that so many notes of any parts of the trade come to. */
  readonly notesMax?: number | undefined;
  /** Whether any number of the units is worth a whole number of minor units; absent: it is. */
  readonly hasFractions?: boolean | undefined;
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

/** What decides on the rules that hold for a trade. */
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

/** Whether one unit at some of these prices is not worth a whole number of minor units. */
export function hasFractions(
  prices: readonly Decimal[],
  traded: PricedBond & { readonly currency: string },
): boolean {
  return prices.some((price) => {
    const value = tradeValue(price, 1n, traded);
    return parseMinor(value, traded.currency) === undefined;
  });
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
  return costWith(trade, tariff, chargesOf(tariff, chargeableOf(trade)));
}

function chargeableOf(trade: Trade): ChargeableTrade {
  return {
    ...ruleScopeOf(trade),
    // Charges are reckoned on the most that it comes to, whatever a sell brings at least.
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
    // Whoever sells gets the accrued coupon, and whoever buys pays it: it is added either way.
    netMinor: netAmount({ side: trade.side, consideration }, charges).minor + accruedMinor,
    tariff,
  };
}

/**
 * The cost of a trade on the dates of its life on which it is dearest, or brings least: charges
 * that are to change are known before. Where they change, parts may be dealt before and after.
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

// Each note rounds by itself: over several, what a buy pays is more by half a minor unit each, and
// what a sell brings is less.
function roundedOver(value: Decimal, trade: Trade, hasFractions: boolean): bigint {
  const { currency, notesMax = 1 } = trade;
  if (notesMax === 1 || !hasFractions) return decimalToMinor(value, currency, 'HALF_UP');
  const roundings = minorToDecimal(1n, currency).times(HALF).times(notesMax);
  if (trade.side === 'BUY') return decimalToMinor(value.plus(roundings), currency, 'FLOOR');
  const least = decimalToMinor(value.minus(roundings), currency, 'CEILING');
  return least > 0n ? least : 0n;
}
