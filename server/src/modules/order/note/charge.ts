// A note's charges, under the schedule for its trade date and within the customer's daily maximums.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { type FeeSchedule, hasDayTradeRates, hasSpan } from '../fee/charge-rule.js';
import { notesOfCustomersDay, otherNotesOf } from '../fee/noted-charge-queries.js';
import { placeOf } from '../fee/order-charge.js';
import type { Tariff } from '../fee/tariff.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { costOf, scheduleToCharge, type Trade, type TradeCost } from '../fee/trade-cost.js';
import type { OrderRow } from '../record/order.js';
import type { TradeDay } from '../rule/trade-day.js';
import { chargedThatDay, dayTradedQuantity, lockDays } from './charge-queries.js';

/** An order's trades on one date, and all dates of its fills. */
interface TradeToCharge {
  readonly trade: Trade;
  readonly days: readonly TradeDay[];
}

/**
 * Returns the cost of an order's trades on one date, and the schedule version used to charge them.
 */
export async function chargeTrade(
  work: Work,
  order: OrderRow,
  { trade: dealt, days }: TradeToCharge,
): Promise<TradeCost> {
  const tariff = await tariffAt(work, order.tariff_stamp);
  const schedule = scheduleToCharge(tariff, dealt, placeOf(order));
  const isShared = days.length > 1 && hasSpan(schedule, 'ORDER');
  const ofOrder = isShared ? await otherNotesOf(work.tx, order, { ...dealt, days, tariff }) : [];
  const trade = { ...dealt, ofOrder };
  const isSpanned = hasSpan(schedule, 'DAY');
  const isCapped = hasDayLimits(schedule);
  const isSplit = hasDayTradeRates(schedule);
  if (!isSpanned && !isCapped && !isSplit) return costOf(trade, schedule);
  await lockDays(work.tx, [{ ...order, tradeDate: trade.tradeDate }]);
  const day: Trade = {
    ...trade,
    ofDay: isSpanned
      ? await notesOfCustomersDay(work.tx, order, { ...trade, schedule: schedule.name, tariff })
      : undefined,
    chargedEarlierToday: isCapped
      ? await chargedThatDay(work, order, { trade, schedule: schedule.name })
      : undefined,
    dayTradedQuantity: isSplit
      ? await dayTradedQuantity(work.tx, order, trade.tradeDate)
      : undefined,
  };
  return costOf(day, schedule);
}

/**
 * Returns whether a note's charges depend on other trades of the day: a charge has a daily maximum
 * per customer, is calculated per day, or has a different rate for day trades.
 */
export function dependsOnDay(tariff: Tariff): boolean {
  const known = dayDependent.get(tariff);
  if (known !== undefined) return known;
  const depends = tariff.schedules.some(
    (each) => hasDayLimits(each) || hasDayTradeRates(each) || hasSpan(each, 'DAY'),
  );
  dayDependent.set(tariff, depends);
  return depends;
}

// A tariff object never changes: a new version creates a new object.
const dayDependent = new WeakMap<Tariff, boolean>();

/**
 * Returns whether the first note for this trade date must wait until the end of the day, even if
 * the order has ended, because day trades are known only then.
 */
export function waitsForDayEnd(order: OrderRow, tariff: Tariff, tradeDate: BusinessDate): boolean {
  const { currency, instrument_type: securityType } = order;
  const scope = { currency, securityType, tradeDate };
  return hasDayTradeRates(scheduleToCharge(tariff, scope, placeOf(order)));
}

function hasDayLimits({ rules }: Pick<FeeSchedule, 'rules'>): boolean {
  return rules.some(({ maxPerDay }) => maxPerDay !== undefined);
}
