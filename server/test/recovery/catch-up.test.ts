// Catches up several unclosed days in one run. The books must equal those of the same days closed
// one by one. COUNTINGHOUSE_DAYS is the number of days; 365 is a year.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import {
  addDays,
  type BusinessDate,
  compareDates,
} from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { openRun } from '../../src/platform/end-of-day/run.js';
import { copyDatabase, dropDatabase } from '../support/database.js';
import { sayProof } from '../support/proof.js';
import { differences, dumpBusiness } from './business-dump.js';
import { type Closing, openClosing } from './day-steps.js';
import type { Dump } from './played-day.js';
import { makeRichDay, type RichDay } from './rich-day.js';

const DAYS = Number(process.env.COUNTINGHOUSE_DAYS ?? '35');

describe(`${DAYS} days`, () => {
  let day: RichDay;
  before(async () => {
    day = await makeRichDay();
  });
  after(() => dropDatabase(day.databaseUrl));

  it('caught up by one run have the same result as closed one by one', async () => {
    const [caughtUp, dayByDay] = await Promise.all([
      onCopy(day, (closing, until) => close(closing, until)),
      onCopy(day, async (closing, until) => {
        const { db } = closing.app.context;
        for (;;) {
          const today = await currentBusinessDate(db);
          if (compareDates(today, until) >= 0) return;
          await close(closing, addDays(today, 1));
        }
      }),
    ]);
    assert.deepEqual(differences(caughtUp, dayByDay), []);
    sayProof('days caught up by one run', { days: DAYS, differences: 0 });
  });
});

async function close({ app, close: run }: Closing, until: BusinessDate): Promise<void> {
  await run(await openRun(app.context, { until, askedBy: 'test', requestId: 'test' }));
}

/**
 * Copies the day's database, closes all its days there, and returns the dump without the runs
 * themselves.
 */
async function onCopy(
  day: RichDay,
  work: (closing: Closing, until: BusinessDate) => Promise<void>,
): Promise<Dump> {
  const { url, drop } = await copyDatabase(day.databaseUrl);
  const closing = await openClosing(url, undefined);
  try {
    const { db } = closing.app.context;
    await work(closing, addDays(await currentBusinessDate(db), DAYS));
    const { invariants } = await checkIntegrity({ db });
    assert.deepEqual(
      invariants.filter(({ holds }) => !holds),
      [],
    );
    const dump = new Map(await dumpBusiness(db));
    // Leaves out this event, because it names its run, and only one of the compared sides has many
    // runs.
    const events = dump.get('outbox_event') ?? [];
    dump.set(
      'outbox_event',
      events.filter((row) => !row.includes('"business-day.closed"')),
    );
    return dump;
  } finally {
    await closing.app.close();
    await drop();
  }
}
