// Properties that hold for every discounted instrument: the database agrees with the formulas,
// parts add up to the whole, and no interest is lost or earned twice.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  accrueDiscountedInstruments,
  matureDiscountedInstruments,
} from '../../../src/modules/asset/paper/maturity.js';
import {
  carryingValue,
  type PositionRow,
  positionOf,
} from '../../../src/modules/asset/paper/record.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { toJson } from '../../../src/platform/json/json.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import {
  AGREES,
  type DiscountedApp,
  discountedBooks,
  PAPER,
  startDiscountedApp,
} from './discounted-app.js';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

const decimals = (most: bigint, places: number) =>
  fc.bigInt({ min: 0n, max: most }).map((n) => new Decimal(String(n)).times(`1e-${places}`));

const TERMS = fc.record({
  face: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  // Rates as quoted (6 decimals) and as derived from a rounded price (24 decimals).
  rate: fc.oneof(decimals(25_000_000n, 6), decimals(25n * 10n ** 24n, 24)),
  start: fc.integer({ min: 0, max: 3_000 }).map((n) => addDays(businessDate('2023-06-01'), n)),
  tenure: fc.integer({ min: 1, max: 730 }),
  passed: fc.integer({ min: 0, max: 730 }),
  dayCount: fc.constantFrom('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP'),
});

test('two thousand book values in the database equal those of the formulas', async () => {
  const cases = fc.sample(TERMS, { numRuns: 2_000, seed: 20_260_305 });
  const rows = await app.db.query<{ value: bigint }>(sql`
    select discount_book_value((c ->> 'face')::bigint, (c ->> 'rate')::numeric,
      (c ->> 'start')::date, (c ->> 'start')::date + (c ->> 'tenure')::integer,
      (c ->> 'start')::date + least((c ->> 'tenure')::integer, (c ->> 'passed')::integer),
      c ->> 'dayCount') as value
    from jsonb_array_elements(${toJson(cases)}::jsonb) with ordinality as t (c, n) order by n`);
  cases.forEach((one, index) => {
    const maturity = addDays(one.start, one.tenure);
    const row: PositionRow = {
      currency: 'NGN',
      face_value_minor: one.face,
      cost_minor: rows[index]?.value ?? 0n,
      discount_rate: one.rate,
      start_date: one.start,
      maturity_date: maturity,
      day_count: one.dayCount,
    };
    const date = addDays(one.start, Math.min(one.tenure, one.passed));
    assert.equal(rows[index]?.value, carryingValue(positionOf(row), date).minor, toJson(one));
  });
});

test('a half is rounded up: 0.5 kobo is 1', async () => {
  const half = async (face: bigint, rate: string) => {
    const [row] = await app.db.query<{ value: bigint }>(sql`
      select discount_book_value(${face}, ${rate}::numeric, '2026-01-01', '2027-01-01',
        '2026-01-01', 'ACT_365F') as value`);
    return row?.value;
  };
  assert.equal(await half(1n, '50'), 1n);
  assert.equal(await half(1n, '50.000001'), 0n);
  assert.equal(await half(3n, '50'), 2n);
});

interface Settlement {
  readonly terminationProceeds: number;
  readonly terminationGain: number;
  readonly terminationCost: number;
}

const minor = (amount: number) => BigInt(Math.round(amount * 100));

async function terminate(id: number, query: string): Promise<{ settlement: Settlement }> {
  const path = `${PAPER}/terminate?id=${id}&c=${app.rich.id}&${query}`;
  const { status, body, text } = await app.as('CLIENT').put(path);
  assert.equal(status, 200, text);
  return body;
}

const amountOf = (face: bigint) => new Decimal(String(face)).times('0.01').toFixed(2);

describe('commercial paper of odd amounts', () => {
  const held: number[] = [];
  const FACES = fc.sample(fc.bigInt({ min: 10_000_001n, max: 30_000_000n }), {
    numRuns: 6,
    seed: 7,
  });

  before(async () => {
    for (const face of FACES) {
      held.push((await app.bought(PAPER, { faceValue: amountOf(face) })).body.id);
    }
    await app.closeUntil('2026-03-24');
  });

  test('two parts pay as much as the whole, to one minor unit', async () => {
    const parts = fc.record({
      which: fc.nat({ max: FACES.length - 1 }),
      first: fc.bigInt({ min: 100n, max: 5_000_000n }),
      second: fc.bigInt({ min: 100n, max: 5_000_000n }),
      rate: fc.option(fc.integer({ min: 1, max: 6_000 })),
      day: fc.integer({ min: 6, max: 24 }),
    });
    await fc.assert(
      fc.asyncProperty(parts, async ({ which, first, second, rate, day }) => {
        const atRate = rate === null ? '' : `dr=${rate / 100}&`;
        const terms = `${atRate}td=2026-03-${`0${day}`.slice(-2)}`;
        const pays = async (face: bigint) =>
          (await terminate(held[which] ?? 0, `fv=${amountOf(face)}&${terms}&dryRun=true`))
            .settlement;
        const [one, other, both] = [
          await pays(first),
          await pays(second),
          await pays(first + second),
        ];
        const apart = minor(one.terminationProceeds) + minor(other.terminationProceeds);
        const difference = apart - minor(both.terminationProceeds);
        assert.ok(difference >= -1n && difference <= 1n, String(difference));
        if (rate === null) assert.equal(both.terminationGain, 0);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test('loses no face value or cost when terminated in random parts', async () => {
    for (const [index, id] of held.entries()) {
      const { cost } = await app.shown(PAPER, id);
      let faceLeft = FACES[index] ?? 0n;
      let costEnded = 0n;
      for (const share of fc.sample(fc.integer({ min: 1, max: 60 }), { numRuns: 4, seed: index })) {
        const part = (faceLeft * BigInt(share)) / 100n;
        const { settlement } = await terminate(id, `fv=${amountOf(part)}&dr=${share}`);
        faceLeft -= part;
        costEnded += minor(settlement.terminationCost);
        const record = await app.shown(PAPER, id);
        assert.equal(minor(record.faceValue), faceLeft);
        assert.equal(minor(record.cost) + costEnded, minor(cost));
      }
      if (index % 2 === 0) {
        const { settlement } = await terminate(id, '');
        assert.equal(costEnded + minor(settlement.terminationCost), minor(cost));
      }
      assert.deepEqual(await discountedBooks(app), AGREES);
    }
  });

  test('accrues once if steps are repeated, and catches up missed days one by one', async () => {
    const day = { closing: businessDate('2026-03-24'), next: businessDate('2026-05-18') };
    const made = await accrueDiscountedInstruments(app.context, day);
    assert.equal(made, 55 * 3);
    assert.equal(await accrueDiscountedInstruments(app.context, day), 0);
    assert.equal(await matureDiscountedInstruments(app.context, day), 0);
    for (const id of held.filter((_, index) => index % 2 === 1)) {
      const record = await app.shown(PAPER, id);
      const { body } = await app.as('CLIENT').get(`${PAPER}/valuation?id=${id}&d=2026-05-18`);
      assert.equal(record.accruedInterest, body.accruedInterest);
      const rows = await app.db.query<object>(sql`
        select count(*) as days, min(accrual_day) as first, max(accrual_day) as last
        from discounted_accrual where instrument_id = ${id}`);
      assert.deepEqual(rows, [{ days: 74n, first: '2026-03-05', last: '2026-05-17' }]);
    }
    assert.deepEqual(await discountedBooks(app), AGREES);
  });

  test('pays its face value at maturity, and a second run of the step pays nothing', async () => {
    const day = { closing: businessDate('2026-03-24'), next: businessDate('2027-03-04') };
    await accrueDiscountedInstruments(app.context, day);
    assert.equal(await matureDiscountedInstruments(app.context, day), 3);
    assert.equal(await matureDiscountedInstruments(app.context, day), 0);
    assert.equal(await app.booked('DI:PLACEMENT'), 0n);
    assert.equal(await app.booked('DI:DISCOUNT-PAYABLE'), 0n);
    const [paid] = await app.db.query<{ earned: bigint }>(sql`
      select sum(earned_minor)::bigint as earned from discounted_change`);
    assert.equal(await app.booked('EXP:INTEREST'), paid?.earned);
  });
});
