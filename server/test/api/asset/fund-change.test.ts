// Changes to funds with four-eyes approval: new funds, new versions, and how a change affects open
// orders.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fundEndOfDay } from '../../../src/modules/asset/fund/end-of-day.js';
import { FundTermsBody } from '../../../src/modules/asset/fund/terms-schema.js';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import type { Json } from '../../support/app.js';
import { toFirm } from './app.js';
import { API, type FundApp, SUBMIT, startFundApp } from './fund-app.js';

const CHANGE = '/api/v1/system/change';

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const TERMS = {
  name: 'GROWTH',
  label: 'Growth Fund',
  fundType: 'EQUITY',
  currency: 'NGN',
  cutOffTime: '14:00',
  timeZone: 'Africa/Lagos',
  dealingWeekdays: [1, 2, 3, 4, 5],
  incomePolicy: 'ACCUMULATE',
  navStaleDays: 5,
};

const propose = (body: object, headers = {}) =>
  app.as('OPERATIONS').post(`${API}/fund/propose`, body, headers);
const approve = (id: number) => app.as('APPROVER').put(`${CHANGE}/approve/id/${id}`);
const read = async (id: number) =>
  (await app.as('CLIENT').get(`${API}/fundtransaction/id/${id}`)).body;

async function changed(body: object): Promise<Json> {
  const made = await propose(body);
  assert.equal(made.status, 201, made.text);
  const approved = await approve(made.body.id);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result;
}

async function shown(name: string): Promise<Json> {
  const { body } = await app.as('AUDITOR').get(`${API}/fund/list/active?s=500`);
  return body.result.find((fund: Json) => fund.name === name);
}

describe('a fund', () => {
  it('can be dealt once a second person has approved it', async () => {
    const made = await propose({ ...TERMS, reason: 'new trust deed' });
    assert.equal(made.status, 201, made.text);
    const order = {
      transType: 'SUBSCRIPTION',
      fundName: 'GROWTH',
      customerId: app.rich.id,
      amount: 1_000,
    };
    const early = await app.as('CLIENT').post(SUBMIT, order);
    assert.deepEqual([early.status, early.body.msgArgs], [422, ['fundName']]);
    assert.equal(
      (await app.as('OPERATIONS').put(`${CHANGE}/approve/id/${made.body.id}`)).status,
      403,
    );
    assert.equal((await approve(made.body.id)).status, 200);
    const fund = await shown('GROWTH');
    assert.deepEqual(
      [fund.version, fund.priceDecimals, fund.feeVat, fund.unitsInIssue, fund.priceMargin],
      [1, 4, 0, 0, 5],
    );
    const { id } = (await app.order(order)).body;
    await app.value('GROWTH', 10);
    const done = await read(id);
    assert.deepEqual([done.status, done.executedUnits, done.fundVersion], ['EXECUTED', 100, 1]);
    await app.nextDay();
  });

  it('charges fees with value added tax from its next version on', async () => {
    const before = await shown('GROWTH');
    const result = await changed({
      ...TERMS,
      ...{ entryFee: 1.5, feeVat: 7.5, minimumHoldingDays: 30, earlyRedemptionPenalty: 2 },
      exitFees: [{ belowDays: 90, percent: 1 }, { percent: 0.25 }],
    });
    assert.equal(result.appliedVersion, 2);
    const fund = await shown('GROWTH');
    assert.deepEqual([fund.id, fund.version, fund.unitsInIssue], [before.id, 2, 100]);
    const customer = { fundName: 'GROWTH', customerId: app.rich.id };
    const buys = { ...customer, transType: 'SUBSCRIPTION', amount: 100_000 };
    const bought = (await app.order(buys)).body;
    const sells = { ...customer, transType: 'REDEMPTION', units: 40 };
    const sold = (await app.order(sells)).body;
    await app.value('GROWTH', 12.5);
    const entry = await read(bought.id);
    assert.deepEqual(
      [entry.feeAmount, entry.vatAmount, entry.grossAmount, entry.executedUnits],
      [1_500, 112.5, 98_387.5, 7_871],
    );
    assert.deepEqual(await app.bookedBy('GROWTH', bought.id), [
      ['CUSTOMER_CASH', 10_000_000n],
      ['FUND:CONTROL:GROWTH', -9_838_750n],
      ['INC:FEES', -150_000n],
      ['LIAB:VAT', -11_250n],
      ...toFirm(161_250n),
    ]);
    const exit = await read(sold.id);
    assert.deepEqual(
      [exit.grossAmount, exit.feeAmount, exit.vatAmount, exit.penaltyAmount, exit.netAmount],
      [500, 5, 0.38, 10, 484.62],
    );
    assert.equal(exit.fundVersion, 2);
    assert.deepEqual(await app.bookedBy('GROWTH', sold.id), [
      ['CUSTOMER_CASH', -48_462n],
      ['FUND:CONTROL:GROWTH', 50_000n],
      ['INC:FEES', -500n],
      ['LIAB:VAT', -38n],
      ['INC:PENALTY', -1_000n],
      ...toFirm(1_538n),
    ]);
    await app.nextDay();
  });

  it('deals open orders by the terms in force when they are dealt', async () => {
    const fundName = await app.fund({ entry_fee: '1' });
    const fund = await shown(fundName);
    const terms = Object.entries(fund).filter(([member]) => member in FundTermsBody.properties);
    const order = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, amount: 1_000 };
    const { id } = (await app.order(order)).body;
    const body = Object.fromEntries(terms);
    const made = await propose({ ...body, entryFee: 2, feeVat: 10, bidSpread: 1 });
    assert.equal(made.status, 201, made.text);
    const [approved] = await Promise.all([approve(made.body.id), app.value(fundName, 100)]);
    assert.equal(approved.status, 200, approved.text);
    const done = await read(id);
    const expected = { 1: [10, 0], 2: [20, 2] } as const;
    const version = done.fundVersion === 1 ? 1 : 2;
    assert.deepEqual([done.feeAmount, done.vatAmount], expected[version]);
    await app.nextDay();
  });

  it('lists every version, with its maker and approver', async () => {
    const { body } = await app.as('AUDITOR').get(`${CHANGE}/version/list?kind=fund&subject=GROWTH`);
    assert.deepEqual(
      body.result.map((one: Json) => [one.version, one.body.entryFee]),
      [
        [2, 1.5],
        [1, undefined],
      ],
    );
    assert.ok(body.result.every((one: Json) => one.madeBy !== one.approvedBy));
  });

  it('is closed permanently only without holders and open orders', async () => {
    const closed = await propose({ ...TERMS, active: false });
    assert.deepEqual([closed.status, closed.body.msgArgs], [422, ['active']]);
    const body = { ...TERMS, name: 'SHORT-LIVED' };
    await changed(body);
    const order = { transType: 'SUBSCRIPTION', customerId: app.rich.id, amount: 500 };
    const made = await app.as('CLIENT').post(SUBMIT, { ...order, fundName: body.name });
    const awaited = await propose({ ...body, active: false });
    assert.deepEqual([awaited.status, awaited.body.msgArgs], [422, ['active']]);
    await app.as('CLIENT').delete(`${API}/fundtransaction/delete/id/${made.body.id}`);
    await changed({ ...body, active: false });
    assert.equal(await shown(body.name), undefined);
    const late = await app.as('CLIENT').post(SUBMIT, { ...order, fundName: body.name });
    assert.equal(late.status, 422);
  });
});

describe('refused', () => {
  const WRONG: readonly [object, string][] = [
    [{ name: 'growth 2' }, 'name'],
    [{ currency: 'XXQ' }, 'currency'],
    [{ name: 'GROWTH', currency: 'USD' }, 'currency'],
    [{ name: 'GROWTH', priceDecimals: 3 }, 'priceDecimals'],
    [{ name: 'GROWTH', unitsDecimals: 0 }, 'unitsDecimals'],
    [{ priceDecimals: 9 }, 'priceDecimals'],
    [{ bidSpread: 51 }, 'bidSpread'],
    [{ offerSpread: -1 }, 'offerSpread'],
    [{ entryFee: 50, feeVat: 7.5 }, 'entryFee'],
    [{ entryFee: 1.123456789 }, 'entryFee'],
    [{ feeVat: 101 }, 'feeVat'],
    [{ priceMargin: 101 }, 'priceMargin'],
    [{ exitFees: [{ percent: 40 }], earlyRedemptionPenalty: 11 }, 'exitFees'],
    [{ exitFees: [{ percent: 1 }, { belowDays: 9, percent: 2 }] }, 'exitFees'],
    [
      {
        exitFees: [
          { belowDays: 9, percent: 1 },
          { belowDays: 9, percent: 2 },
        ],
      },
      'exitFees',
    ],
    [{ exitFees: [{ belowDays: 0, percent: 1 }] }, 'exitFees'],
    [{ cutOffTime: '24:00' }, 'cutOffTime'],
    [{ timeZone: 'Africa/Nowhere' }, 'timeZone'],
    [{ timeZone: '+01:00' }, 'timeZone'],
    [{ dealingWeekdays: [] }, 'dealingWeekdays'],
    [{ dealingWeekdays: [1, 1] }, 'dealingWeekdays'],
    [{ dealingWeekdays: [0] }, 'dealingWeekdays'],
    [{ navStaleDays: 3_661 }, 'navStaleDays'],
    [{ minimumHoldingDays: 4_000 }, 'minimumHoldingDays'],
    [{ minimumFirstSubscription: 0.001 }, 'minimumFirstSubscription'],
    [{ minimumNextSubscription: -1 }, 'minimumNextSubscription'],
    [{ minimumHoldingUnits: 0.00001 }, 'minimumHoldingUnits'],
    [{ taxClass: 'DIVIDENDS' }, 'taxClass'],
    [{ exchange: 'NYX' }, 'exchange'],
  ];
  for (const [more, member] of WRONG) {
    it(`${JSON.stringify(more)} names ${member}`, async () => {
      const { status, body, text } = await propose({ ...TERMS, name: 'NEWFUND', ...more });
      assert.equal(status, 422, text);
      assert.deepEqual(body.msgArgs, [member]);
    });
  }

  it('400 for the wrong shape, 401 and 403', async () => {
    const shape = await propose({ ...TERMS, fundType: 'GOLD', nav: 1 });
    assert.deepEqual([shape.status, shape.body.msgArgs.toSorted()], [400, ['fundType', 'nav']]);
    assert.equal((await app.as('NOBODY').post(`${API}/fund/propose`, TERMS)).status, 401);
    for (const role of ['AUDITOR', 'APPROVER', 'DEALER', 'FINANCE']) {
      assert.equal((await app.as(role).post(`${API}/fund/propose`, TERMS)).status, 403, role);
    }
  });

  it('a repeated key replays, and a dry run stores nothing', async () => {
    const body = { ...TERMS, name: 'KEYED' };
    const headers = { 'idempotency-key': 'propose-of-fund-0001' };
    const first = await propose(body, headers);
    assert.equal((await propose(body, headers)).text, first.text);
    const dry = await propose({ ...body, entryFee: 3 }, { prefer: 'dry-run' });
    assert.equal(dry.body.result.after.entryFee, 3);
    const { body: list } = await app.as('AUDITOR').get(`${CHANGE}/list?subject=KEYED`);
    assert.equal(list.count, 1);
  });
});

describe('a stale value', () => {
  it('is not used to deal or reinvest at an approval, a post or the close', async () => {
    const fundName = await app.fund({ nav_stale_days: 1, income_policy: 'DISTRIBUTE' });
    const holder = await app.holder(fundName, 1_000);
    const order = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id, amount: 700 };
    const { id } = (await app.order(order)).body;
    const dealingDate = (await read(id)).dealingDate;
    const made = await app
      .as('ADMIN')
      .post(`${API}/fund/distribution/create`, { fundName, incomePerUnit: 50 });
    await app.as('APPROVER').put(`${API}/fund/distribution/approve/id/${made.body.id}`);
    await app.nextDay();
    await app.nextDay();
    await app.nextDay();
    const late = await app.value(fundName, 100, dealingDate);
    assert.equal(late.body.ordersDealt, 0);
    const posted = await app.as('APPROVER').put(`${API}/fundtransaction/post/id/${id}`);
    assert.ok(posted.status === 409 || posted.status === 403, posted.text);
    const closing = await app.nextDay();
    const day = { closing, next: addDays(closing, 1) };
    for (const step of fundEndOfDay) assert.equal(await step.run(app.context, day), 0, step.name);
    assert.equal((await read(id)).status, 'APPROVED');
    assert.equal((await app.holding(holder)).units, 10);
    const income = await app.as('AUDITOR').get(`${API}/fund/distribution/id/${made.body.id}`);
    assert.deepEqual([income.body.status, income.body.holdersPaid], ['APPROVED', 0]);
    const balance = await app.balanceOf(app.rich.accountId);
    const rejected = await app.as('APPROVER').put(`${API}/fundtransaction/reject/id/${id}`);
    assert.equal(rejected.body.result.status, 'REJECTED', rejected.text);
    assert.equal(await app.balanceOf(app.rich.accountId), balance);
  });
});
