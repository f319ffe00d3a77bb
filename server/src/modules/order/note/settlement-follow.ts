// Keeps settlement dates in line with the calendar. If a holiday is declared or removed, every
// unsettled note whose date differs from the calendar's is reversed and issued again, so that all
// trades of a day settle on the same date.

import { businessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { Sql } from '../../../platform/database/sql.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { CALENDAR_CHANGED, rulesOf } from '../../market/index.js';
import { tradeDaysOf } from '../fill/queries.js';
import { settlementOf } from '../rule/settlement-date.js';
import { lockForNotes } from './lock.js';
import { noteDays } from './note.js';
import {
  lockStale,
  notesOfExchange,
  staleNotes,
  type Unsettled,
  unsettledGroups,
} from './settlement-queries.js';

/** The job that updates notes after a calendar change. */
export const settlementFollowJob: JobHandler = jobHandler({
  kind: CALENDAR_CHANGED,
  run: async (context, { data, signal }) => {
    const ofExchange = notesOfExchange(data.exchangeId);
    while (!signal.aborted) {
      const moved = await systemWork(context, 'calendar', (work) =>
        moveSettlements(work, ofExchange),
      );
      if (moved === 0) return;
    }
  },
});

/**
 * Updates a batch of notes whose settlement date differs from the current calendar's. The next call
 * processes the remaining notes.
 * @param which restricts the notes `n`
 * @returns the number of orders processed; 0 if no note is left
 */
export async function moveSettlements(work: Work, which: Sql): Promise<number> {
  const stale = await staleGroups(work.tx, which);
  if (stale.length === 0) return 0;
  const orders = await lockStale(work.tx, stale);
  const ids = orders.map(({ id }) => id);
  // The notes are read again under the lock, because another transaction may have updated or
  // settled some of them.
  const notes = await staleNotes(work.tx, stale, ids);
  const days = await tradeDaysOf(work.tx, ids);
  const moves = orders.map((order) => {
    const dates = notes.filter((note) => note.order_id === order.id).map((note) => note.trade_date);
    const all = days.get(order.id) ?? [];
    return { order, all, days: all.filter(({ tradeDate }) => dates.includes(tradeDate)) };
  });
  await lockForNotes(work, moves);
  for (const { order, ...move } of moves) await noteDays(work, order, move);
  return orders.length;
}

async function staleGroups(on: Database | Tx, which: Sql): Promise<readonly Unsettled[]> {
  const groups = await unsettledGroups(on, which);
  const stale: Unsettled[] = [];
  for (const group of groups) {
    const fills = {
      securityType: group.instrument_type,
      tradeDate: group.trade_date,
      stated: group.stated === '' ? [] : group.stated.split(',').map(businessDate),
    };
    const { date } = settlementOf(fills, await rulesOf(on, group.exchange_id));
    if (date !== group.settlement_date) stale.push(group);
  }
  return stale;
}
