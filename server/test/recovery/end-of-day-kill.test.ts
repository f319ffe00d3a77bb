// Kills an end of day that has work for every step (see rich-day.ts), in each step and at random
// points, then completes it. The books must equal those of an undisturbed day. COUNTINGHOUSE_KILLS
// is the number of random points and COUNTINGHOUSE_SEED their seed. Without COUNTINGHOUSE_KILLS,
// one step chosen by the seed represents all.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { present } from '../../src/platform/assert.js';
import { dropDatabase } from '../support/database.js';
import { KILLS_ALL, killsOr } from '../support/process/kill.js';
import { sayProof } from '../support/proof.js';
import { differences } from './business-dump.js';
import { type Point, randomPoints, type Said } from './kill-point.js';
import { type Dump, playDay } from './played-day.js';
import { makeRichDay, type RichDay } from './rich-day.js';

const RANDOM_KILLS = killsOr(1);
const SEED = process.env.COUNTINGHOUSE_SEED ?? randomBytes(4).toString('hex');
const AT_ONCE = 2;
const KILL = 'answered';
const UNDISTURBED: Point = { kind: 'none', at: 0 };
/** Steps of the exchange, which does not run in this test. */
const OUTSIDE = new Set(['close-exchange', 'open-exchange']);

describe(`an end of day killed at ${RANDOM_KILLS} random points of seed ${SEED}`, () => {
  let day: RichDay;
  let said: Said;
  let books: Dump;

  before(async () => {
    day = await makeRichDay();
    const calm = await playDay(day, UNDISTURBED);
    books = calm.dump;
    said = present(calm.said, 'it was not killed');
  });
  after(() => dropDatabase(day.databaseUrl));

  const stepRows = () => (books.get('end_of_day_step') ?? []).map((row) => JSON.parse(row));

  // Whether the day has interest payments depends on the calendar, so that step may have no work.
  it('is complete: every step has work, except those of the exchange', () => {
    const dates = stepRows().map(({ closing_date: date }) => date);
    const last = dates.sort().at(-1);
    const steps = stepRows().filter(({ closing_date: date }) => date === last);
    assert.equal(steps.length, day.stepNames.length);
    const idle = steps.filter(({ state, records }) => state !== 'DONE' || records === 0);
    const expected = [...OUTSIDE, 'pay-term-interest'];
    assert.deepEqual(
      idle.map(({ step }) => step).filter((step) => !expected.includes(step)),
      [],
    );
  });

  it('has overdue and repaid loans, rollovers, fees with tax, and income in both forms', () => {
    // Rows are comparable because ids are replaced by ranks.
    const rows = (table: string) =>
      (books.get(table) ?? []).map((row) => JSON.parse(row.replaceAll(/#[\d.]+/g, '0')));
    const loans = rows('term_instrument').filter((row) => row.loan_product);
    const papers = rows('discounted_instrument');
    const income = rows('fund_income').filter((row) => row.paid_on !== null);
    const found = {
      overdue: loans.some((row) => row.overdue_on !== null),
      paidBack: loans.some((row) => row.termination_reason === 'MATURED'),
      rolledPaper: papers.some((row) => row.parent_id !== null && row.status === 'RUNNING'),
      unplacedBill: papers.some((row) => row.not_rolled_over_reason === 'NO_OPEN_ISSUE'),
      feesWithTax: rows('fund_transaction').some((row) => Number(row.vat_minor) > 0),
      inUnits: income.some((row) => row.bought_units !== null && Number(row.tax_minor) > 0),
      inCash: income.some((row) => row.bought_units === null && Number(row.tax_minor) > 0),
    };
    assert.deepEqual(
      Object.entries(found).filter(([, isThere]) => !isThere),
      [],
    );
  });

  it('reminds each holder of an offer once, even when it is killed there', async () => {
    const reminded = (dump: Dump) => {
      // The day's ids are replaced by ranks, which are not numbers.
      const rows = (dump.get('election_reminder') ?? []).map((row) =>
        JSON.parse(row.replaceAll(/#[\d.]+/g, '"$&"')),
      );
      const due = (dump.get('outbox_event') ?? []).filter((row) => row.includes('election.due'));
      return [new Set(rows.map((row) => row.portfolio_id)).size, rows.length, due.length];
    };
    const calm = reminded(books);
    assert.ok((calm[0] ?? 0) > 1, 'several holders are reminded');
    assert.deepEqual(calm, [calm[0], calm[0], calm[0]]);
    const point: Point = { kind: KILL, at: 0, step: 'remind-elections' };
    const { dump, said: survived } = await playDay(day, point);
    assert.equal(survived, undefined, 'it was killed');
    assert.deepEqual(reminded(dump), calm);
    assert.deepEqual(differences(dump, books), []);
  });

  it('counts each holder once if it is killed between two batches of entitlements', async () => {
    const point: Point = { kind: KILL, at: 1, step: 'entitle-holders' };
    const { dump, said: survived } = await playDay(day, point);
    assert.equal(survived, undefined, 'it was killed');
    assert.deepEqual(differences(dump, books), []);
  });

  it('has the same result when it is repeated undisturbed', async () => {
    assert.deepEqual(differences((await playDay(day, UNDISTURBED)).dump, books), []);
  });

  it('has the same result when it is killed in the first two batches of each step', async () => {
    const counting = day.stepNames.filter((step) => !OUTSIDE.has(step));
    const chosen = Number.parseInt(SEED.slice(-4), 16) % counting.length || 0;
    const steps = KILLS_ALL ? counting : counting.slice(chosen, chosen + 1);
    const points = steps.flatMap((step) => [0, 1].map((at): Point => ({ kind: KILL, at, step })));
    const killed = await sameBooks(points);
    sayProof(`end of day killed in a step, seed ${SEED}`, { steps: steps.length, killed });
  });

  it('has the same result when it is killed at random points', async () => {
    assert.ok(said.statements > 0 && said.bytes > 0, 'an undisturbed day was counted');
    const points = randomPoints(SEED, RANDOM_KILLS, said);
    const killed = await sameBooks(points);
    const mortal = points.filter(({ kind }) => kind !== 'backend').length;
    // A point in the last statements may not be reached, because background work varies.
    assert.ok(killed >= Math.floor(mortal / 2), `${killed} of ${mortal} were killed`);
    const figures = { points: points.length, killed, 'ended backends': points.length - mortal };
    sayProof(`end of day killed at random points, seed ${SEED}`, figures);
  });

  it('has a different result in the control, which commits marks before the work', async () => {
    const step = 'accrue-term-instruments';
    const { dump } = await playDay(day, { kind: KILL, at: 0, step, marker: 'apart' });
    const found = differences(dump, books).filter((line) => line.startsWith('term_accrual:'));
    assert.equal(found.length, 1);
  });

  /** Runs the day once for each kill point. Returns how many of them killed the process. */
  async function sameBooks(points: readonly Point[]): Promise<number> {
    const wrong: string[] = [];
    let killed = 0;
    const waiting = [...points];
    const work = async () => {
      for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
        const played = await playDay(day, point);
        if (played.said === undefined) killed += 1;
        const found = differences(played.dump, books);
        if (found.length > 0) wrong.push(JSON.stringify(point), ...found);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.deepEqual(wrong, []);
    return killed;
  }
});
