// Fund distributions: who receives the income and at which net asset value it is reinvested. No
// holder is paid twice, and no subscriber pays for income without receiving it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fundEndOfDay } from '../../../src/modules/asset/fund/end-of-day.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import type { Json, TestReply } from '../../support/app.js';
import { API, type FundApp, startFundApp } from './fund-app.js';

const DISTRIBUTION = `${API}/fund/distribution`;

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const checker = () => app.as('APPROVER');

async function propose(fundName: string, incomePerUnit: number): Promise<number> {
  const body = { fundName, incomePerUnit };
  const made = await app.as('ADMIN').post(`${DISTRIBUTION}/create`, body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const approve = (id: number): Promise<TestReply> =>
  checker().put(`${DISTRIBUTION}/approve/id/${id}`);

const read = async (id: number): Promise<Json> =>
  (await checker().get(`${DISTRIBUTION}/id/${id}`)).body;

async function endDay(): Promise<void> {
  const today = await currentBusinessDate(app.db);
  for (const step of fundEndOfDay) await step.run(app.context, { closing: today, next: today });
}

describe('the approval of a distribution', () => {
  it('waits for orders of earlier days, so that a leaving holder is not paid twice', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const leaver = await app.holder(fundName, 10_000);
    const redemption = { transType: 'REDEMPTION', fundName, customerId: leaver.id, allUnits: true };
    const dealt = (await app.order(redemption)).body.result.dealingDate;
    await app.nextDay();
    const id = await propose(fundName, 5);
    const early = await approve(id);
    assert.deepEqual(
      [early.status, early.body.msgCode, early.body.msgArgs],
      [409, 'FUND_DISTRIBUTION_WRONG_STATE', ['PENDING', 'ORDERS']],
    );
    const value = { fundName, navPerUnit: 105, valuationDate: dealt };
    const entered = await app.as('ADMIN').post(`${API}/fund/nav/create`, value);
    const undecided = await approve(id);
    assert.deepEqual([undecided.status, undecided.body.msgArgs], [409, ['PENDING', 'VALUE']]);
    await checker().put(`${API}/fund/nav/approve/id/${entered.body.id}`);
    assert.equal(await app.balanceOf(leaver.accountId), 1_050_000n);
    const approved = await approve(id);
    assert.deepEqual([approved.status, approved.body.result.holders], [200, 0], approved.text);
    await endDay();
    assert.equal(await app.balanceOf(leaver.accountId), 1_050_000n);
  });

  it('also waits for orders that could still be approved for such a day', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const customer = await app.holder(fundName, 10_000);
    const order = { transType: 'REDEMPTION', fundName, customerId: customer.id, units: 40 };
    const made = await app.as('CLIENT').post(`${API}/fundtransaction/submit`, order);
    await app.nextDay();
    const id = await propose(fundName, 5);
    assert.deepEqual((await approve(id)).body.msgArgs, ['PENDING', 'ORDERS']);
    // The order's dealing day now has a net asset value, so an order approved later deals on a
    // later, ex-income day.
    await app.value(fundName, 105, made.body.result.dealingDate);
    const approved = await approve(id);
    assert.deepEqual([approved.status, approved.body.result.holders], [200, 1], approved.text);
  });

  it('does not wait for orders of a day without a value: they deal ex-income', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const leaver = await app.holder(fundName, 10_000);
    await app.order({ transType: 'REDEMPTION', fundName, customerId: leaver.id, allUnits: true });
    const id = await propose(fundName, 5);
    const approved = await approve(id);
    const { recordDate, exDate, holders } = approved.body.result;
    assert.deepEqual([approved.status, holders, exDate], [200, 1, recordDate], approved.text);
    await app.value(fundName, 95);
    assert.equal(await app.balanceOf(leaver.accountId), 950_000n);
  });
});

describe('income in units', () => {
  it('buys units at a value that is ex-income, not at an earlier known value', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const holder = await app.holder(fundName, 10_000);
    await app.value(fundName, 100);
    const id = await propose(fundName, 5);
    const { recordDate, exDate } = (await approve(id)).body.result;
    assert.ok(exDate > recordDate);
    await endDay();
    assert.equal((await read(id)).status, 'APPROVED');
    assert.equal(await app.nextDay(), exDate);
    await app.value(fundName, 95);
    await endDay();
    assert.equal((await read(id)).status, 'PAID');
    assert.equal((await app.holding(holder)).units, 105.2631);
  });

  it('is paid in cash to a holder who has redeemed all units, with no remainder', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const leaver = await app.holder(fundName, 10_000);
    const stayer = await app.holder(fundName, 10_000);
    await app.order({ transType: 'REDEMPTION', fundName, customerId: leaver.id, allUnits: true });
    const id = await propose(fundName, 5);
    assert.equal((await approve(id)).body.result.holders, 2);
    await app.value(fundName, 95);
    await endDay();
    assert.equal((await read(id)).status, 'PAID');
    assert.equal((await app.holding(leaver)).units, 0);
    assert.equal(await app.balanceOf(leaver.accountId), 950_000n + 50_000n);
    assert.equal((await app.holding(stayer)).units, 105.2631);
    assert.equal(await app.balanceOf(stayer.accountId), 0n);
    await endDay();
    assert.equal(await app.balanceOf(leaver.accountId), 1_000_000n);
  });

  it('is paid in cash without waiting for a value while all units are being redeemed', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    const leaver = await app.holder(fundName, 10_000);
    const id = await propose(fundName, 5);
    await approve(id);
    const units = (await app.holding(leaver)).units;
    await app.order({ transType: 'REDEMPTION', fundName, customerId: leaver.id, units });
    await endDay();
    assert.equal(await app.balanceOf(leaver.accountId), 50_000n);
    assert.equal((await app.holding(leaver)).units, units);
    await app.value(fundName, 95);
    assert.equal((await app.holding(leaver)).units, 0);
    assert.equal(await app.balanceOf(leaver.accountId), 950_000n + 50_000n);
  });
});
