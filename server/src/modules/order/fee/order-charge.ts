// An order's charges across all its notes, calculated from its fills. Under a rule per ORDER, the
// notes together cost as much as a single note for all fills.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { OrderRow } from '../record/order.js';
import { tradeValue } from '../rule/price-rule.js';
import { dealtOn, type TradeDay } from '../rule/trade-day.js';
import { codesOf, spanOf } from './charge-rule.js';
import type { ChargedNote } from './charge-span.js';
import { chargesSince, type ScheduleVersion, type Tariff } from './tariff.js';
import { costOf, ruleScopeOf, scheduleToCharge, type Trade } from './trade-cost.js';

/** The columns of an order that its charges depend on. */
export type ChargedOrder = Pick<
  OrderRow,
  | 'order_type'
  | 'currency'
  | 'instrument_type'
  | 'face_value'
  | 'exchange_id'
  | 'office_id'
  | 'commission_group_name'
  | 'order_origin'
>;

/** Returns the terms that determine the value of an order's units. */
export function bondOf(order: Pick<OrderRow, 'instrument_type' | 'face_value'>) {
  return { securityType: order.instrument_type, faceValue: order.face_value };
}

/** Returns the exchange and office of an order, which determine its fee schedule. */
export function placeOf(order: Pick<OrderRow, 'exchange_id' | 'office_id'>) {
  return { exchangeId: order.exchange_id, officeId: order.office_id };
}

/** Returns the unrounded value of fills, from the sum of their prices times quantities. */
export function worthOfSum(
  order: Pick<OrderRow, 'instrument_type' | 'face_value'>,
  sum: Decimal,
): Decimal {
  return tradeValue(sum, 1n, bondOf(order));
}

/** Returns an order's fills on one date as a single trade. */
export function tradeOfDay(
  order: ChargedOrder,
  { quantity, value, fills, tradeDate }: TradeDay,
): Trade {
  return {
    side: order.order_type,
    quantity,
    value: worthOfSum(order, value),
    currency: order.currency,
    tradeDate,
    securityType: order.instrument_type,
    commissionGroup: order.commission_group_name,
    origin: order.order_origin,
    executionCount: fills,
  };
}

/**
 * Returns the notes for an order's dates under the current tariff, in the form needed to apply
 * rules per ORDER. All dates between two changes in charges form one note, so the work does not
 * grow with the number of dates. The total of a rule per ORDER does not depend on the sequence in
 * which the notes were issued.
 */
export function chargedDays(
  order: ChargedOrder,
  days: readonly TradeDay[],
  tariff: Tariff,
): ChargedNote[] {
  const notes: ChargedNote[] = [];
  for (const ofPeriod of byPeriod(days, tariff)) {
    const { tradeDate } = ofPeriod[0];
    const scope = { ...order, securityType: order.instrument_type, tradeDate };
    const schedule = scheduleToCharge(tariff, scope, placeOf(order));
    const dealt = countsLinesOfNotes(schedule)
      ? ofPeriod
      : [{ ...ofPeriod[0], ...dealtOn(ofPeriod) }];
    let note: ChargedNote | undefined;
    for (const day of dealt) {
      const before = note === undefined ? notes : [...notes, note];
      const added = notedAs({ ...tradeOfDay(order, day), ofOrder: before }, schedule);
      note = note === undefined ? added : bothNotes(note, added);
    }
    if (note !== undefined) notes.push(note);
  }
  return notes;
}

type Period = readonly [TradeDay, ...TradeDay[]];

// Groups the dates with fills by the period between two changes in charges.
function byPeriod(days: readonly TradeDay[], tariff: Tariff): Period[] {
  const periods = new Map<BusinessDate | undefined, [TradeDay, ...TradeDay[]]>();
  for (const day of days) {
    if (day.fills === 0) continue;
    const since = chargesSince(tariff, day.tradeDate);
    const period = periods.get(since);
    if (period === undefined) periods.set(since, [day]);
    else period.push(day);
  }
  return [...periods.values()];
}

// Returns whether a rule per ORDER is based on lines that are charged, and rounded, per note.
function countsLinesOfNotes({ rules }: ScheduleVersion): boolean {
  return rules.some((rule) => {
    if (spanOf(rule) !== 'ORDER') return false;
    const codes = codesOf(rule.base);
    return rules.some((each) => codes.includes(each.code) && spanOf(each) !== 'ORDER');
  });
}

/**
 * Returns a trade with its charges under a schedule, in the form needed to charge later notes of
 * the order.
 */
export function notedAs(trade: Trade, schedule: ScheduleVersion): ChargedNote {
  const { charges } = costOf(trade, schedule);
  return {
    rules: schedule.rules,
    scope: ruleScopeOf(trade),
    value: trade.value,
    quantity: trade.quantity,
    executionCount: trade.executionCount,
    charges: charges.map(({ code, onCode, amount }) => ({ code, onCode, minor: amount.minor })),
  };
}

function bothNotes(one: ChargedNote, other: ChargedNote): ChargedNote {
  return {
    ...one,
    value: one.value.plus(other.value),
    quantity: one.quantity + other.quantity,
    executionCount: one.executionCount + other.executionCount,
    charges: [...one.charges, ...other.charges],
  };
}
