// A transaction that waits for an instrument during its interest settlement sees the result.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  insertInterestPayments,
  settleInterest,
} from '../../../src/modules/asset/deposit/interest-settlement-queries.js';
import { lockInstrument } from '../../../src/modules/asset/deposit/queries.js';
import {
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../../src/modules/asset/index.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { until } from '../../support/wait.js';
import { type AssetApp, FIXED, startAssetApp } from './app.js';

const CAPITAL: NewTermInstrumentType = {
  ...FIXED,
  name: 'CAPITAL',
  label: 'Growing deposit',
  interest_payment: 'CAPITALISED',
  interest_frequency: 'MONTHLY',
};

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
  await systemWork(app.context, 'fixtures', (work) => addTermInstrumentType(work, CAPITAL));
});
after(() => app.stop());

async function isAnyWaiting(): Promise<boolean> {
  const rows = await app.db.query<object>(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}

test('a reader that waits for an instrument sees the interest settled meanwhile', async () => {
  const id = BigInt((await app.running({ instrumentTypeName: 'CAPITAL' })).body.id);
  const date = businessDate('2026-02-05');
  let waits: Promise<unknown> | undefined;
  await systemWork(app.context, 'the end of day', async (work) => {
    await lockInstrument(work.tx, id);
    waits = systemWork(app.context, 'a request', (other) => lockInstrument(other.tx, id)).then(
      (row) => ({ dates: row?.interest_dates, next: row?.next_interest_date, ...owed(row) }),
    );
    await until(isAnyWaiting);
    const settled = { gross_minor: 6_369_863n, tax_minor: 636_986n };
    const payment = { instrument_id: id, interest_date: date, paid_on: date, ...settled };
    await insertInterestPayments(work.tx, [{ ...payment, capitalised: true, journal_id: null }]);
    const next = { id, ...settled, next_interest_date: businessDate('2026-03-05') };
    await settleInterest(work.tx, [next], { by: 'test', at: work.now });
  });
  assert.deepEqual(await waits, {
    dates: ['2026-02-05'],
    next: '2026-03-05',
    capitalised: 5_732_877n,
  });
});

const owed = (row: { readonly capitalised_minor: bigint } | undefined) => ({
  capitalised: row?.capitalised_minor,
});
