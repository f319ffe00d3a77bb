// Random concurrent orders by several holders: the register always adds up, and every change in
// units has a matching payment.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import type { Json } from '../../support/app.js';
import { type Depositor, surplusOf } from './app.js';
import { API, type FundApp, SUBMIT, selectRegisterFaults, startFundApp } from './fund-app.js';

const HOLDERS = 3;
const START_MINOR = 100_000_000n;
const ROUNDS = 15;

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

interface Step {
  readonly holder: number;
  readonly transType: 'SUBSCRIPTION' | 'REDEMPTION';
  readonly basis: 'amount' | 'units' | 'allUnits';
  readonly size: number;
  readonly end: 'approve' | 'post' | 'delete' | 'reject' | 'leave';
}

const step: fc.Arbitrary<Step> = fc.record({
  holder: fc.integer({ min: 0, max: HOLDERS - 1 }),
  transType: fc.constantFrom('SUBSCRIPTION', 'REDEMPTION'),
  basis: fc.constantFrom('amount', 'units', 'allUnits'),
  size: fc.integer({ min: 1, max: 300_000 }),
  end: fc.constantFrom('approve', 'approve', 'post', 'delete', 'reject', 'leave'),
});

const day = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  nav: fc.integer({ min: 500_000, max: 2_000_000 }),
});

async function walk(fundName: string, holder: Depositor, taken: Step): Promise<void> {
  const { basis, size } = taken;
  const made = await app.as('CLIENT').post(SUBMIT, {
    fundName,
    customerId: holder.id,
    transType: taken.transType,
    [basis]: basis === 'allUnits' ? true : size / (basis === 'amount' ? 1 : 100),
  });
  assert.ok([201, 400, 422].includes(made.status), made.text);
  if (made.status !== 201 || taken.end === 'leave') return;
  const path = `${API}/fundtransaction/${taken.end}/id/${made.body.id}`;
  const reply =
    taken.end === 'delete'
      ? await app.as('CLIENT').delete(path)
      : await app.as('APPROVER').put(path, undefined);
  assert.ok(taken.end === 'post' || reply.status === 200, reply.text);
  if (taken.end === 'post') await app.as('CLIENT').put(path);
}

// Computes the expected holdings from the order results alone.
async function expectHoldings(holders: readonly Depositor[]): Promise<void> {
  for (const holder of holders) {
    const path = `${API}/fundtransaction/customer/list?c=${holder.id}&s=500`;
    const orders: Json[] = (await app.as('CLIENT').get(path)).body.result;
    let units = new Decimal(0);
    let minor = START_MINOR;
    let heldMinor = 0n;
    for (const order of orders) {
      heldMinor += minorOf(order.heldAmount ?? 0);
      if (order.status !== 'EXECUTED') continue;
      const sign = order.transType === 'SUBSCRIPTION' ? 1 : -1;
      units = units.plus(new Decimal(order.executedUnits).times(sign));
      minor -= minorOf(order.netAmount) * BigInt(sign);
      const charges = minorOf(order.feeAmount) + minorOf(order.vatAmount);
      const total = minorOf(order.grossAmount) + BigInt(sign) * charges;
      assert.equal(minorOf(order.netAmount), total);
      if (order.transType === 'SUBSCRIPTION') priceAgain(order);
    }
    const holdings = await app.as('CLIENT').get(`${API}/fund/holding/customer/list?c=${holder.id}`);
    assert.equal(String(holdings.body.result[0]?.units ?? 0), units.toFixed());
    assert.equal(await app.balanceOf(holder.accountId), minor);
    const accounts = await app.as('CLIENT').get(`/api/v1/finance/account/customer/id/${holder.id}`);
    assert.equal(minorOf(accounts.body.result[0].availableBalance), minor - heldMinor);
  }
}

// Recalculates the price in kobo and ten-thousandths of a unit, without code from the program.
function priceAgain(order: Json): void {
  const half = (over: bigint, under: bigint) => (2n * over + under) / (2n * under);
  const price = BigInt(Math.round(order.price * 10_000));
  const units = BigInt(Math.round(order.executedUnits * 10_000));
  const asked = order.amount === undefined ? undefined : minorOf(order.amount);
  const gross = asked === undefined ? half(units * price, 1_000_000n) : undefined;
  const fee = half((asked ?? gross ?? 0n) * 15n, 1_000n);
  const vat = half(fee * 75n, 1_000n);
  const value = gross ?? (asked ?? 0n) - fee - vat;
  assert.deepEqual(
    [minorOf(order.feeAmount), minorOf(order.vatAmount), minorOf(order.grossAmount)],
    [fee, vat, value],
  );
  if (asked !== undefined) assert.equal(units, (value * 1_000_000n) / price);
}

async function expectRegister(fundName: string, holders: readonly Depositor[]): Promise<void> {
  const { body } = await app.as('CLIENT').get(`${API}/fund/list/active?s=500`);
  const fund = body.result.find((one: Json) => one.name === fundName);
  let held = new Decimal(0);
  for (const holder of holders) {
    const path = `${API}/fund/holding/customer/list?c=${holder.id}&f=${fund.id}`;
    held = held.plus((await app.as('CLIENT').get(path)).body.result[0]?.units ?? 0);
  }
  assert.equal(String(fund.unitsInIssue), held.toFixed());
}

function minorOf(amount: number): bigint {
  return BigInt(new Decimal(amount).times(100).toFixed(0));
}

it('random orders over random days leave books and register in agreement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 3, maxLength: 5 }), async (days) => {
      const fundName = await app.fund({
        entry_fee: '1.5',
        fee_vat_percent: '7.5',
        exit_fees: [{ belowDays: 2, percent: '1' }],
        price_margin: '5',
      });
      const holders: Depositor[] = [];
      for (let made = 0; made < HOLDERS; made += 1) holders.push(await app.depositor(START_MINOR));
      for (const { steps, nav } of days) {
        await Promise.all(
          steps.map(async (taken) => {
            const holder = holders[taken.holder];
            if (holder !== undefined) await walk(fundName, holder, taken);
          }),
        );
        await app.value(fundName, nav / 10_000);
        assert.deepEqual(await selectRegisterFaults(app.db), []);
        await expectHoldings(holders);
        await expectRegister(fundName, holders);
        assert.equal(await surplusOf(app), 0);
        await app.nextDay();
      }
    }),
    { numRuns: ROUNDS, seed: 20_150_105 },
  );
  assert.ok((await checkIntegrity({ db: app.db })).holds);
  const ends = await app.db.query<{ seen: string }>(sql`
    select distinct trans_type || ' ' || status as seen from fund_transaction`);
  const seen = new Set(ends.map((end) => end.seen));
  for (const status of ['PENDING', 'EXECUTED', 'REJECTED', 'DELETED']) {
    assert.ok(seen.has(`SUBSCRIPTION ${status}`) && seen.has(`REDEMPTION ${status}`), status);
  }
});
