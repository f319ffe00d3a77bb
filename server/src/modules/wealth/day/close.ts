// The end-of-day step that values all customers at the end of the date being closed.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { WEALTH } from '../limits.js';
import { lockDays } from '../policy/queries.js';
import { selectKnownMoment } from '../valuation/moment-queries.js';
import { countDiffering } from './check.js';
import {
  beginClose,
  countCustomers,
  finishClose,
  lockClose,
  selectCustomersAfter,
  selectSample,
  storeProgress,
} from './close-queries.js';
import { closedEvent } from './event.js';
import { countUnexplained } from './explanation.js';
import { type DayPrices, dayPrices } from './price.js';
import { valueDay } from './value.js';

/**
 * Values customers in batches by id. The last customer of each batch is stored in the same
 * transaction as its rows.
 */
export const valueCustomers: EndOfDayStep = {
  name: 'value-customers',
  expected: async ({ db }) => Number((await countCustomers(db))[0]?.count ?? 0n),
  run: closeDay,
};

/** The data that all batches of a date share. */
interface Close {
  readonly date: BusinessDate;
  readonly knownAt: string;
  /** Whether all customers have been valued. */
  readonly isFinished: boolean;
  readonly after: BusinessDate;
  readonly next: BusinessDate;
  readonly prices: DayPrices;
}

async function closeDay(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const close = await begin(context, day);
  if (close.isFinished) return 0;
  let total = 0;
  for (;;) {
    const valued = await closeBatch(context, close, progress);
    if (valued === 0) break;
    total += valued;
  }
  await finish(context, close);
  return total;
}

async function begin({ db }: Context, { closing: date, next }: ClosingDay): Promise<Close> {
  return db.transaction(async (tx) => {
    await lockDays(tx);
    // The cut-off time is read under the lock, so that every policy for the date was approved
    // before it.
    const moment = await selectKnownMoment(tx);
    const row = await beginClose(tx, date, moment.knownAt);
    const knownAt = row?.known_at ?? moment.knownAt;
    const prices = await dayPrices(tx, { date, knownAt });
    const after = row?.before ?? addDays(date, -1);
    return { date, next, knownAt, after, prices, isFinished: row?.is_finished === true };
  });
}

function closeBatch(context: Context, close: Close, progress?: StepProgress): Promise<number> {
  return context.db.transaction(async (tx) => {
    await lockDays(tx);
    const after = await lockClose(tx, close.date);
    const customerIds = await selectCustomersAfter(tx, after, WEALTH.customersPerBatch);
    const last = customerIds.at(-1);
    if (last === undefined) return 0;
    await valueDay(tx, { ...close, customerIds }, new Map());
    const { length: customers } = customerIds;
    await storeProgress(tx, close.date, { upTo: last, customers });
    await progress?.count(tx, customers);
    return customers;
  });
}

async function finish(context: Context, { date, after, knownAt }: Close): Promise<void> {
  const unexplained = await onSnapshot(context.db, async (tx) =>
    countUnexplained(tx, await selectSample(tx, date), { date, after }),
  );
  await systemWork(context, `end-of-day ${date}`, async (work) => {
    const sample = await selectSample(work.tx, date);
    const differing = await countDiffering(work.tx, sample, { date, knownAt });
    const check = { checked: sample.length, differing, unexplained };
    if (differing > 0 || unexplained > 0) {
      context.log.error({ date, ...check }, 'snapshots differ from the books');
    }
    const closed = await finishClose(work.tx, date, check);
    if (closed !== undefined) work.events.push(closedEvent(date, closed));
  });
}
