// Interest that the database computes in bulk matches the formulas to the minor unit.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { DAY_COUNTS } from '../../../src/modules/asset/instrument/day-count.js';
import { accruedInterest } from '../../../src/modules/asset/instrument/interest.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { toJson } from '../../../src/platform/json/json.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

const TERMS = fc.record({
  principal: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  rate: fc.integer({ min: 0, max: 60_000_000 }).map((n) => new Decimal(n).dividedBy(1_000_000)),
  start: fc.integer({ min: 0, max: 3_000 }).map((n) => addDays(businessDate('2023-06-01'), n)),
  days: fc.integer({ min: -2, max: 1_100 }),
  dayCount: fc.constantFrom(...DAY_COUNTS),
  compoundings: fc.option(fc.constantFrom(1, 2, 4, 12, 365)),
});

test('two thousand terms of every day count, simple and compounding, agree', async () => {
  const cases = fc.sample(TERMS, { numRuns: 2_000, seed: 20_260_105 });
  const rows = await database.db.query<{ interest: bigint }>(sql`
    select term_interest((c ->> 'principal')::bigint, (c ->> 'rate')::numeric,
      (c ->> 'start')::date, (c ->> 'start')::date + (c ->> 'days')::integer, c ->> 'dayCount',
      (c ->> 'compoundings')::integer) as interest
    from jsonb_array_elements(${toJson(cases)}::jsonb) with ordinality as t (c, n) order by n`);
  cases.forEach((one, index) => {
    const date = addDays(one.start, one.days);
    const { minor } = accruedInterest(
      {
        principal: { minor: one.principal, currency: 'NGN' },
        ratePercent: one.rate,
        start: one.start,
        end: addDays(one.start, 2_000),
        dayCount: one.dayCount,
        ...(one.compoundings === null ? {} : { compoundingsPerYear: one.compoundings }),
      },
      date,
    );
    assert.equal(rows[index]?.interest, minor, toJson(one));
  });
});

test('a half is rounded up: 1.5 kobo is 2, also after compounding once', async () => {
  const half = async (principal: bigint, rate: string, compoundings: number | null) => {
    const [row] = await database.db.query<{ interest: bigint }>(sql`
      select term_interest(${principal}, ${rate}::numeric, '2026-01-05', '2027-01-05', 'ACT_365F',
        ${compoundings}) as interest`);
    return row?.interest;
  };
  assert.equal(await half(10n, '15', null), 2n);
  assert.equal(await half(10n, '15', 1), 2n);
  assert.equal(await half(10n, '14.999999', null), 1n);
  assert.equal(await half(10n, '14.999999', 1), 1n);
});
