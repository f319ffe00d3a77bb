// What the trades of a note are charged: by the schedule of their trade date, within what a
// customer pays on one day at most.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { dayTradedQuantity } from './day-trade.js';
import { costOf, scheduleToCharge, type Trade, type TradeCost } from './estimate.js';
import { type FeeSchedule, hasDayTradeRates } from './fee.js';
import type { OrderRow } from './record.js';
import type { Tariff } from './tariff.js';
import { tariffAt } from './tariff-store.js';

/** The cost of an order's trades of one date, with the version of the schedule that it is by. */
export async function chargeTrade(work: Work, order: OrderRow, trade: Trade): Promise<TradeCost> {
  const tariff = await tariffAt(work, order.tariff_stamp);
  const place = { exchangeId: order.exchange_id, officeId: order.office_id };
  const schedule = scheduleToCharge(tariff, trade, place);
  const isCapped = hasDayLimits(schedule);
  const isSplit = hasDayTradeRates(schedule);
  if (!isCapped && !isSplit) return costOf(trade, schedule);
  await lockDay(work, order, trade.tradeDate);
  const ofDay: Trade = {
    ...trade,
    chargedEarlierToday: isCapped
      ? await chargedThatDay(work, order, { trade, schedule: schedule.name })
      : undefined,
    dayTradedQuantity: isSplit
      ? await dayTradedQuantity(work.tx, order, trade.tradeDate)
      : undefined,
  };
  return costOf(ofDay, schedule);
}

/**
 * Whether what one note is charged depends on what else was dealt that day: some charge has a most
 * per customer and day, or another rate for what was bought and sold the same day.
 */
export function dependsOnDay(tariff: Tariff): boolean {
  return tariff.schedules.some((each) => hasDayLimits(each) || hasDayTradeRates(each));
}

/**
 * Whether the first note of this trade date waits for the end of the day, also when the order has
 * ended: only then it is known what was bought and sold the same day.
 */
export function waitsForDayEnd(order: OrderRow, tariff: Tariff, tradeDate: BusinessDate): boolean {
  const { currency, instrument_type: securityType } = order;
  const place = { exchangeId: order.exchange_id, officeId: order.office_id };
  return hasDayTradeRates(scheduleToCharge(tariff, { currency, securityType, tradeDate }, place));
}

function hasDayLimits({ rules }: Pick<FeeSchedule, 'rules'>): boolean {
  return rules.some(({ maxPerDay }) => maxPerDay !== undefined);
}

// One note of a customer and date at a time, so that two do not both use up the same rest.
async function lockDay(work: Work, order: OrderRow, tradeDate: BusinessDate): Promise<void> {
  await work.tx.query(sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`charges ${order.customer_id} ${tradeDate}`}, 0))`);
}

// Notes of a customer's other orders of the date.
async function chargedThatDay(
  work: Work,
  order: OrderRow,
  of: { readonly trade: Trade; readonly schedule: string },
): Promise<ReadonlyMap<string, bigint>> {
  const { tradeDate } = of.trade;
  const rows = await work.tx.query<{ code: string; minor: bigint }>(sql`
    select c.code, sum(c.amount_minor)::bigint as minor
    from contract_note n join contract_note_charge c on c.contract_note_id = n.id
    where n.customer_id = ${order.customer_id} and n.trade_date = ${tradeDate}
      and n.currency = ${order.currency} and n.tariff_name = ${of.schedule}
      and n.order_id <> ${order.id} and n.reversed_at is null
    group by c.code`);
  return new Map(rows.map(({ code, minor }) => [code, minor]));
}
