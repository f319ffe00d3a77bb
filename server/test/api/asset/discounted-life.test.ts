// Commercial paper and bills of 10,000,000 for 364 days at 16.73 % from 2026-03-05, from placement
// to maturity over HTTP. Amounts must match the golden values to the kobo.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Depositor, surplusOf, toFirm } from './app.js';
import {
  AGREES,
  BILL,
  type DiscountedApp,
  discountedBooks,
  PAPER,
  startDiscountedApp,
} from './discounted-app.js';

const FUNDS = 2_000_000_000n;
const FACE = 1_000_000_000n;
const COST = 833_158_356n;
const ACCRUED_102 = 46_752_329n;
const minor = (amount: number) => BigInt(Math.round(amount * 100));

let app: DiscountedApp;

interface Held {
  readonly id: number;
  readonly owner: Depositor;
}

/** Buys an instrument of 10,000,000 for a new customer and posts it. */
async function hold(path: string, body: object = {}): Promise<Held> {
  const owner = await app.depositor(FUNDS);
  const more = { customerId: owner.id, faceValue: 10_000_000, ...body };
  return { id: (await app.bought(path, more)).body.id, owner };
}

const terminate = (path: string, held: Held, query: string) =>
  app.as('CLIENT').put(`${path}/terminate?id=${held.id}&c=${held.owner.id}&${query}`);

// Early terminations on 2026-06-13: query, proceeds, gain against book value, interest earned, tax.
const CALLS = [
  ['', 8_789_939.73, 0, 458_356.17, 45_835.62],
  ['dr=18', 8_698_082.19, -91_857.54, 366_498.63, 36_649.86],
  ['dr=15&dc=Client+asked', 8_915_068.49, 125_128.76, 583_484.93, 58_348.49],
  ['fv=4000000&dr=18', 3_479_232.88, -36_743.01, 146_599.46, 14_659.95],
] as const;

const KINDS = [
  [PAPER, 'DISCOUNTED_INSTRUMENT'],
  [BILL, 'TREASURY_BILL'],
] as const;

for (const [path, kind] of KINDS) {
  describe(kind, () => {
    const terminated = new Map<string, Held>();
    let kept: Held;
    let halved: Held;

    before(async () => {
      app = await startDiscountedApp();
      for (const [query] of CALLS) terminated.set(query, await hold(path));
      kept = await hold(path);
      halved = await hold(path);
    });
    after(() => app.stop());

    test('costs 8,331,583.56 when posted, a discount of 1,668,416.44', async () => {
      const record = await app.shown(path, kept.id);
      assert.equal(record.status, 'RUNNING');
      assert.equal(record.cost, 8_331_583.56);
      assert.equal(record.price, 83.315836);
      assert.equal(record.trueYield.toFixed(4), '20.0802');
      assert.equal(record.currentRate, 16.73);
      assert.equal(record.discountRate, 16.73);
      assert.equal(record.expectedInterest, 1_668_416.44);
      assert.equal(record.expectedNetInterest, 1_501_574.8);
      assert.equal(record.expectedMaturity, '2027-03-04T00:00:00.000Z');
      assert.equal(record.tenure, 364);
      assert.equal(await app.balanceOf(kept.owner.accountId), FUNDS - COST);
      const placed: [string, bigint][] =
        path === PAPER
          ? [['CUSTOMER_CASH', COST], ['DI:PLACEMENT', -COST], ...toFirm(COST)]
          : [
              ['CUSTOMER_CASH', COST],
              ['TB:PLACEMENT', -COST],
              ['TB:HOLDING', COST],
              ['BANK:CLIENT', -COST],
            ];
      assert.deepEqual(await app.bookedFor(kind, kept.id), placed);
    });

    test('accrues its discount by straight line, weekends under their own dates', async () => {
      await app.closeUntil('2026-06-15');
      assert.equal((await app.shown(path, kept.id)).accruedInterest, 467_523.29);
      const rows = await app.db.query<object>(sql`
        select count(*) as days, sum(amount_minor)::bigint as total, min(accrual_day) as first,
          max(accrual_day) as last from discounted_accrual where instrument_id = ${kept.id}`);
      assert.deepEqual(rows, [
        { days: 102n, total: ACCRUED_102, first: '2026-03-05', last: '2026-06-14' },
      ]);
      assert.deepEqual(await discountedBooks(app), AGREES);
    });

    test('has its actual value on a past day, and its planned value on a future one', async () => {
      const on = async (d: string) =>
        (await app.as('AUDITOR').get(`${path}/valuation?id=${kept.id}&d=${d}`)).body;
      const day100 = await on('2026-06-13');
      assert.equal(day100.bookValue, 8_789_939.73);
      assert.equal(day100.accruedInterest, 458_356.17);
      assert.equal(day100.withholdingTax, 45_835.62);
      assert.equal(day100.terminationValue, 8_744_104.11);
      assert.equal((await on('2026-03-05')).bookValue, 8_331_583.56);
      const before = await on('2026-03-04');
      assert.deepEqual([before.faceValue, before.cost, before.value], [0, 0, 0]);
      const last = await on('2027-03-04');
      assert.equal(last.bookValue, 10_000_000);
      assert.equal(last.value, 9_833_158.36);
      assert.equal(last.terminationValue, undefined);
      assert.equal((await on('2190-01-01')).bookValue, 10_000_000);
      const named = await app.as('CLIENT').get(`${path}/valuation?id=${kept.id}&td=2026-06-13`);
      assert.deepEqual(named.body, day100);
      const twice = `${path}/valuation?id=${kept.id}&td=2026-06-13&d=2026-06-14`;
      assert.equal((await app.as('CLIENT').get(twice)).status, 400);
    });

    for (const [query, proceeds, gain, earned, tax] of CALLS) {
      test(`terminated with "${query}" on 2026-06-13 pays ${proceeds}`, async () => {
        const held = terminated.get(query) ?? kept;
        const isPart = query.startsWith('fv');
        const dry = await terminate(path, held, `${query}&td=2026-06-13&dryRun=true`);
        const reply = await terminate(path, held, `${query}&td=2026-06-13`);
        assert.equal(reply.status, 200, reply.text);
        const { settlement, result } = reply.body;
        assert.deepEqual(dry.body.settlement, settlement);
        assert.equal(settlement.terminationProceeds, proceeds);
        assert.equal(settlement.terminationGain, gain);
        assert.equal(settlement.terminationInterest, earned);
        assert.equal(settlement.terminationTax, tax);
        assert.equal(minor(settlement.terminationValue), minor(proceeds) - minor(tax));
        const cash = await app.balanceOf(held.owner.accountId);
        assert.equal(cash, FUNDS - COST + minor(proceeds) - minor(tax));
        assert.equal(result.status, isPart ? 'RUNNING' : 'TERMINATED');
        assert.equal(result.faceValue, isPart ? 6_000_000 : 10_000_000);
        if (isPart) {
          assert.equal(reply.body.msgCode, `${kind}_PART_TERMINATED`);
          assert.equal(settlement.terminationCost, 3_332_633.42);
          assert.equal(result.cost, 4_998_950.14);
          assert.equal(result.expectedInterest, 1_001_049.86);
          assert.equal(result.expectedMaturity, '2027-03-04T00:00:00.000Z');
          assert.equal(result.terminationReason, undefined);
        } else {
          assert.equal(reply.body.msgCode, `${kind}_TERMINATED`);
          assert.equal(result.terminationReason, 'PRELIQUIDATED');
          assert.equal(result.terminationDate, '2026-06-13T00:00:00.000Z');
          assert.equal(result.accruedInterest, earned);
          assert.equal(minor(result.accruedNetInterest), minor(earned) - minor(tax));
        }
        assert.deepEqual(await discountedBooks(app), AGREES);
      });
    }

    test('books a termination against the accrual, with a liability for the tax', async () => {
      const { id } = terminated.get('dr=18') ?? kept;
      const [proceeds, tax, carried] = [869_808_219n, 3_664_986n, COST + ACCRUED_102];
      const ended = (await app.bookedFor(kind, id)).slice(4);
      const lines: [string, bigint][] =
        path === PAPER
          ? [
              ['DI:PLACEMENT', COST],
              ['DI:DISCOUNT-PAYABLE', ACCRUED_102],
              ['EXP:INTEREST', proceeds - carried],
            ]
          : [
              ['BANK:CLIENT', proceeds],
              ['TB:HOLDING', -carried],
              ['TB:PLACEMENT', carried],
            ];
      assert.deepEqual(ended, [
        ...lines,
        ['LIAB:WHT', -tax],
        ['CUSTOMER_CASH', tax - proceeds],
        ...toFirm(path === PAPER ? tax - proceeds : tax),
      ]);
    });

    test('keeps a history of parts, and its past value includes the parts held then', async () => {
      const held = terminated.get('fv=4000000&dr=18') ?? kept;
      const { body } = await app.as('AUDITOR').get(`${path}/history?id=${held.id}`);
      assert.equal(body.count, 2);
      const [placed, part] = body.result;
      assert.deepEqual(
        [placed.kind, placed.faceValue, placed.cost, placed.faceValueAfter],
        ['PLACEMENT', 10_000_000, 8_331_583.56, 10_000_000],
      );
      assert.deepEqual(
        [part.kind, part.faceValue, part.faceValueAfter, part.discountRate, part.paidOut],
        ['PART_TERMINATION', 4_000_000, 6_000_000, 18, 3_464_572.93],
      );
      assert.equal(part.date, '2026-06-13T00:00:00.000Z');
      assert.equal(part.bookedDate, '2026-06-15T00:00:00.000Z');
      const value = async (d: string) =>
        (await app.as('CLIENT').get(`${path}/valuation?id=${held.id}&d=${d}`)).body;
      assert.equal((await value('2026-06-12')).faceValue, 10_000_000);
      assert.equal((await value('2026-06-13')).faceValue, 6_000_000);
      const other = terminated.get('dr=15&dc=Client+asked') ?? kept;
      const noted = await app.as('AUDITOR').get(`${path}/history?id=${other.id}&b=2&s=1`);
      assert.equal(noted.body.result[0].kind, 'TERMINATION');
      assert.equal(noted.body.result[0].description, 'Client asked');
      assert.equal(noted.body.result[0].faceValueAfter, 0);
    });

    test('costs nothing beyond the accrual if terminated today at its own rate', async () => {
      const expense = await app.booked('EXP:INTEREST');
      const reply = await terminate(path, halved, 'fv=5000000');
      assert.equal(reply.body.settlement.terminationGain, 0);
      assert.equal(reply.body.settlement.terminationDate, '2026-06-15');
      assert.equal(await app.booked('EXP:INTEREST'), expense);
    });

    test('pays the face value less tax once at maturity, for a half or for the whole', async () => {
      // One close catches up on most of a year. The proof `years` closes each day separately.
      await app.skipUntil(path === BILL ? '2027-03-01' : '2027-02-25');
      await app.closeUntil('2027-03-04');
      const record = await app.shown(path, kept.id);
      assert.equal(record.status, 'TERMINATED');
      assert.equal(record.terminationReason, 'MATURED');
      assert.equal(record.terminationDate, '2027-03-04T00:00:00.000Z');
      assert.equal(record.accruedInterest, 1_668_416.44);
      assert.equal(record.accruedNetInterest, 1_501_574.8);
      assert.equal(await app.balanceOf(kept.owner.accountId), FUNDS - COST + FACE - 16_684_164n);
      const half = await app.shown(path, halved.id);
      assert.equal(half.status, 'TERMINATED');
      assert.equal(half.accruedInterest, 834_208.22);
      const { body } = await app.as('CLIENT').get(`${path}/history?id=${halved.id}`);
      assert.deepEqual(
        body.result.map((line: { kind: string }) => line.kind),
        ['PLACEMENT', 'PART_TERMINATION', 'MATURITY'],
      );
      const value = await app.as('CLIENT').get(`${path}/valuation?id=${kept.id}`);
      assert.equal(value.body.value, 9_833_158.36);
      const before = await app.balanceOf(kept.owner.accountId);
      await app.closeUntil('2027-03-08');
      assert.equal(await app.balanceOf(kept.owner.accountId), before);
      assert.deepEqual(await discountedBooks(app), AGREES);
    });

    test('each kobo of discount was accrued on exactly one day', async () => {
      const [row] = await app.db.query<{ total: bigint; days: bigint }>(sql`
        select sum(amount_minor)::bigint as total, count(*) as days from discounted_accrual
        where instrument_id = ${kept.id}`);
      assert.deepEqual(row, { total: FACE - COST, days: 364n });
    });

    test('leaves balanced books, with all the money owed to clients', async () => {
      const { body, text } = await app.as('FINANCE').get('/api/v1/finance/integrity');
      assert.equal(body.holds, true, text);
      assert.equal(await surplusOf(app), 0);
    });

    test('sends its events', async () => {
      const noun = path === PAPER ? 'discounted-instrument' : 'treasury-bill';
      const rows = await app.db.query<{ type: string }>(sql`
        select type from outbox_event where subject_id = ${halved.id} and type like ${`${noun}.%`}
        order by id`);
      assert.deepEqual(
        rows.map(({ type }) => type.replace(`${noun}.`, '')),
        ['submitted', 'posted', 'part-terminated', 'matured'],
      );
    });
  });
}
