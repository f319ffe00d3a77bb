// Random commercial paper checked against an independent calculation in integers (kobo and
// millionths of a percent) that shares no code with the program.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { addDiscountedType } from '../../../src/modules/asset/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { type Depositor, surplusOf } from './app.js';
import { CP, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';

const FUNDS = 1_000_000_000n;
const BASES = ['ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP'] as const;

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
  for (const dayCount of BASES) {
    const name = dayCount.replaceAll('_', '');
    await systemWork(app.context, 'fixture', (work) =>
      addDiscountedType(work, 'DISCOUNTED_INSTRUMENT', {
        ...CP,
        ...{ name, label: name, dayCount, minimumAmount: 1, minimumRate: 0, maximumRate: 60 },
        ...{ tenures: undefined, minimumTerminationRate: 0 },
      }),
    );
  }
});
after(() => app.stop());

const DAY = 86_400_000;
const dayNumber = (date: string) => BigInt(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY);
const dateOf = (day: bigint) => new Date(Number(day) * DAY).toISOString().slice(0, 10);
const minor = (amount: number) => BigInt(Math.round(amount * 100));
const amountText = (kobo: bigint) => `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`;
const rateText = (millionths: bigint) =>
  `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`;

/** Divides and rounds half up. */
function divided(over: bigint, under: bigint): bigint {
  return (2n * over + under) / (2n * under);
}

function yearDays(basis: (typeof BASES)[number], start: bigint): bigint {
  const year = Number(dateOf(start).slice(0, 4));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return { ACT_365F: 365n, ACT_360: 360n, ACT_364: 364n, ACT_366_LEAP: leap ? 366n : 365n }[basis];
}

interface Life {
  readonly face: bigint;
  readonly rate: bigint;
  readonly tenure: number;
  readonly basis: (typeof BASES)[number];
}

interface Held extends Life {
  readonly id: number;
  readonly owner: Depositor;
  readonly start: bigint;
  faceLeft: bigint;
  costLeft: bigint;
  cash: bigint;
}

// Returns F (1 − r n / Y), with r in millionths of a percent.
function worth(
  life: Life & { readonly start: bigint },
  face: bigint,
  at: { readonly on: bigint; readonly rate?: bigint },
): bigint {
  const whole = yearDays(life.basis, life.start) * 100_000_000n;
  const left = life.start + BigInt(life.tenure) - at.on;
  return divided(face * (whole - (at.rate ?? life.rate) * left), whole);
}

const lives = fc.record({
  face: fc.bigInt({ min: 10_000n, max: 99_999_999n }),
  rate: fc.bigInt({ min: 0n, max: 60_000_000n }),
  tenure: fc.integer({ min: 2, max: 24 }),
  basis: fc.constantFrom(...BASES),
});

interface End {
  readonly which: number;
  readonly share: bigint;
  readonly rate: bigint | null;
  readonly back: bigint;
}

const ends: fc.Arbitrary<End> = fc.record({
  which: fc.nat({ max: 7 }),
  share: fc.oneof(fc.constant(100n), fc.bigInt({ min: 1n, max: 99n })),
  rate: fc.option(fc.bigInt({ min: 1n, max: 60_000_000n })),
  back: fc.bigInt({ min: 0n, max: 12n }),
});

async function buy(life: Life, start: bigint): Promise<Held> {
  const owner = await app.depositor(FUNDS);
  const { body } = await app.bought(PAPER, {
    instrumentTypeName: life.basis.replaceAll('_', ''),
    customerId: owner.id,
    faceValue: amountText(life.face),
    currentRate: rateText(life.rate),
    tenure: life.tenure,
  });
  // A rate of zero means "not given", so the rate of the instrument type applies.
  const rate = life.rate === 0n ? 16_730_000n : life.rate;
  const cost = worth({ ...life, rate, start }, life.face, { on: start });
  assert.equal(minor(body.result.cost), cost, JSON.stringify(body.result));
  assert.equal(minor(body.result.expectedInterest), life.face - cost);
  const tax = divided((life.face - cost) * 10n, 100n);
  assert.equal(minor(body.result.expectedNetInterest), life.face - cost - tax);
  const { face } = life;
  const owned = { id: body.result.id, owner, start, faceLeft: face, costLeft: cost };
  return { ...life, ...owned, rate, cash: FUNDS - cost };
}

async function end(held: Held, asked: End, today: bigint) {
  const on = today - asked.back;
  const over = held.start + BigInt(held.tenure);
  if (held.faceLeft === 0n || on <= held.start || today >= over) return;
  const face = asked.share === 100n ? held.faceLeft : (held.faceLeft * asked.share) / 100n;
  if (face === 0n) return;
  const rate = asked.rate ?? held.rate;
  const cost = divided(held.costLeft * face, held.faceLeft);
  const proceeds = worth(held, face, { on, rate });
  const earned = proceeds - cost;
  const tax = earned > 0n ? divided(earned * 10n, 100n) : 0n;
  const query = `fv=${amountText(face)}&td=${dateOf(on)}`;
  const atRate = asked.rate === null ? '' : `&dr=${rateText(rate)}`;
  const path = `${PAPER}/terminate?id=${held.id}&c=${held.owner.id}&${query}${atRate}`;
  const reply = await app.as('CLIENT').put(path);
  assert.equal(reply.status, 200, reply.text);
  const { settlement } = reply.body;
  assert.deepEqual(
    [
      minor(settlement.terminationProceeds),
      minor(settlement.terminationCost),
      minor(settlement.terminationInterest),
      minor(settlement.terminationTax),
      minor(settlement.terminationValue),
    ],
    [proceeds, cost, earned, tax, proceeds - tax],
    `${query}${atRate} ${JSON.stringify({ ...held, owner: 0 }, (_, v) => String(v))}`,
  );
  held.faceLeft -= face;
  held.costLeft -= cost;
  held.cash += proceeds - tax;
}

// Checks that each day ends at the book value still held, and that the interest on all lines adds
// up to their cash flows.
function readSchedule(held: Held, lines: readonly Json[]): void {
  let earned = 0n;
  let paid = 0n;
  let days = 0n;
  for (const line of lines) {
    assert.equal(line.projected, false);
    earned += minor(line.interest);
    paid += minor(line.cashFlow);
    assert.equal(minor(line.netCashFlow), minor(line.cashFlow) - minor(line.withholdingTax));
    if (line.kind !== 'ACCRUAL') continue;
    const day = dayNumber(line.date);
    assert.equal(day, held.start + days, 'each day once, none missing');
    days += 1n;
    assert.equal(
      minor(line.bookValue),
      worth(held, minor(line.faceValue), { on: day + 1n }),
      line.date,
    );
  }
  assert.equal(earned, paid);
  assert.equal(minor(lines.at(-1).bookValue), 0n);
  const isMatured = lines.at(-1).kind === 'MATURITY';
  if (isMatured) assert.equal(days, BigInt(held.tenure));
}

// The tests run one after another because each business day can be closed only once.
for (const [start, seed] of [
  ['2026-03-05', 1],
  ['2028-02-21', 3],
] as const) {
  describe(`commercial paper from ${start}`, () => {
    const held: Held[] = [];

    before(async () => {
      await app.db.query(sql`update business_day set business_date = ${start}`);
      for (const life of fc.sample(lives, { numRuns: 8, seed })) {
        held.push(await buy(life, dayNumber(start)));
      }
    });

    test('is correct to the kobo on each day and at each end', async () => {
      const plans = fc.sample(fc.array(ends, { maxLength: 5 }), { numRuns: 6, seed });
      for (const plan of plans) {
        const [day] = await app.db.query<{ today: string }>(
          sql`select (business_date)::text as today from business_day`,
        );
        const today = dayNumber(day?.today ?? '');
        for (const asked of plan) {
          const one = held[asked.which];
          if (one !== undefined) await end(one, asked, today);
        }
        assert.equal(await surplusOf(app), 0);
        await app.closeUntil(dateOf(today + 4n));
      }
    });

    test('adds up to the payments, and the customer has received all of them', async () => {
      await app.closeUntil(dateOf(dayNumber(start) + 28n));
      for (const one of held) {
        const earned = one.faceLeft - one.costLeft;
        const tax = earned > 0n ? divided(earned * 10n, 100n) : 0n;
        assert.equal(await app.balanceOf(one.owner.accountId), one.cash + one.faceLeft - tax);
        const { body } = await app.as('AUDITOR').get(`${PAPER}/schedule?id=${one.id}&s=500`);
        readSchedule(one, body.result);
      }
      assert.ok(held.some((one) => one.faceLeft === 0n) && held.some((one) => one.faceLeft > 0n));
    });
  });
}
