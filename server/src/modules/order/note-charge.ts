// What the trades of a note are charged: by the schedule of their trade date, within what a
// customer pays on one day at most.

import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { costOf, scheduleToCharge, type Trade, type TradeCost } from './estimate.js';
import type { OrderRow } from './record.js';
import type { Tariff } from './tariff.js';
import { tariffAt } from './tariff-store.js';

/** The cost of an order's trades of one date, with the version of the schedule that it is by. */
export async function chargeTrade(work: Work, order: OrderRow, trade: Trade): Promise<TradeCost> {
  const tariff = await tariffAt(work, order.tariff_stamp);
  const place = { exchangeId: order.exchange_id, officeId: order.office_id };
  const schedule = scheduleToCharge(tariff, trade, place);
  const isCapped = schedule.rules.some(({ maxPerDay }) => maxPerDay !== undefined);
  if (!isCapped) return costOf(trade, schedule);
  const chargedEarlierToday = await chargedThatDay(work, order, { trade, schedule: schedule.name });
  return costOf({ ...trade, chargedEarlierToday }, schedule);
}

/**
 * Whether some charge has a most per customer and day: what one note is charged then depends on the
 * notes before it.
 */
export function hasDayLimits(tariff: Tariff): boolean {
  return tariff.schedules.some(({ rules }) =>
    rules.some(({ maxPerDay }) => maxPerDay !== undefined),
  );
}

// Notes of a customer's other orders of the date. One note of a customer and date at a time, so
// that two do not both use up the same rest.
async function chargedThatDay(
  work: Work,
  order: OrderRow,
  of: { readonly trade: Trade; readonly schedule: string },
): Promise<ReadonlyMap<string, bigint>> {
  const { tradeDate } = of.trade;
  await work.tx.query(sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`charges ${order.customer_id} ${tradeDate}`}, 0))`);
  const rows = await work.tx.query<{ code: string; minor: bigint }>(sql`
    select c.code, sum(c.amount_minor)::bigint as minor
    from contract_note n join contract_note_charge c on c.contract_note_id = n.id
    where n.customer_id = ${order.customer_id} and n.trade_date = ${tradeDate}
      and n.currency = ${order.currency} and n.tariff_name = ${of.schedule}
      and n.order_id <> ${order.id} and n.reversed_at is null
    group by c.code`);
  return new Map(rows.map(({ code, minor }) => [code, minor]));
}
