// A placement's price is above zero: prepaid interest that reaches the principal is refused at
// submit and at post, for deposits, commercial paper and bills alike.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addTermInstrumentType } from '../../src/modules/asset/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { FIXED, POST, READ, SUBMIT } from '../api/asset/app.js';
import {
  BILL,
  CP,
  type DiscountedApp,
  ISSUE,
  PAPER,
  startDiscountedApp,
  TYPE,
} from '../api/asset/discounted-app.js';
import type { TestReply } from '../support/app.js';

const TEN_YEARS = 3_650;
const AHEAD = {
  ...FIXED,
  ...{ name: 'AHEAD', label: 'Deposit paid ahead', interest_payment: 'UPFRONT' as const },
  ...{ allowed_tenures: null, rate_least: '1', rate_most: '60', default_tenure: 91 },
};

let app: DiscountedApp;
before(async () => {
  app = await startDiscountedApp();
  await systemWork(app.context, 'fixtures', (work) => addTermInstrumentType(work, AHEAD));
});
after(() => app.stop());

const operations = () => app.as('OPERATIONS');
const client = () => app.as('CLIENT');

function deposit(currentRate: number, tenure: number): Promise<TestReply> {
  return client().post(SUBMIT, {
    ...{ instrumentTypeName: 'AHEAD', customerId: app.rich.id, faceValue: 1_000_000 },
    ...{ currentRate, tenure },
  });
}

describe('a deposit with upfront interest', () => {
  it('422: 60 % over ten years, and every rate that reaches the principal', async () => {
    for (const [rate, tenure] of [
      [60, TEN_YEARS],
      [10, TEN_YEARS],
      [20, 1_825],
    ] as const) {
      const { status, body } = await deposit(rate, tenure);
      assert.deepEqual([status, body.msgCode], [422, 'RATE_NOT_OFFERED'], `${rate} ${tenure}`);
      assert.equal(body.errors[0].pointer, '/currentRate');
    }
  });

  it('is placed if anything is left to pay', async () => {
    const made = await deposit(9.999, TEN_YEARS);
    assert.equal(made.status, 201, made.text);
    const before = await app.balanceOf(app.rich.accountId);
    assert.equal((await client().put(`${POST}/${made.body.id}`)).status, 200);
    assert.ok((await app.balanceOf(app.rich.accountId)) < before + 100_000_00n);
  });

  it('422 at the post if no price is left by then, and no money moves', async () => {
    const { id } = (await deposit(15, 91)).body;
    await app.db.query(sql`update term_instrument set tenure = ${TEN_YEARS} where id = ${id}`);
    const before = await app.balanceOf(app.rich.accountId);
    const { status, body } = await client().put(`${POST}/${id}`);
    assert.deepEqual([status, body.msgCode], [422, 'RATE_NOT_OFFERED']);
    assert.equal(await app.balanceOf(app.rich.accountId), before);
    assert.equal((await client().get(`${READ}/${id}`)).body.status, 'PENDING');
  });

  it('422 for an update of a pending deposit', async () => {
    const { id } = (await deposit(15, 91)).body;
    const update = '/api/v1/order/terminstrument/update';
    const { status, body } = await client().put(update, { id, currentRate: 60, tenure: TEN_YEARS });
    assert.deepEqual([status, body.msgCode], [422, 'RATE_NOT_OFFERED']);
  });

  it('pays out instead of rolling over without a price', async () => {
    const owner = await app.depositor(100_000_000n);
    const made = await client().post(SUBMIT, {
      ...{ instrumentTypeName: 'AHEAD', customerId: owner.id, faceValue: 500_000 },
      ...{ currentRate: 15, tenure: 5, rolloverRule: 'PRINCIPAL_ONLY' },
    });
    assert.equal((await client().put(`${POST}/${made.body.id}`)).status, 200);
    await app.db.query(sql`update term_instrument set tenure = 3660 where id = ${made.body.id}`);
    await app.closeUntil('2026-03-11');
    const { body } = await client().get(`${READ}/${made.body.id}`);
    assert.deepEqual([body.status, body.terminationReason], ['TERMINATED', 'MATURED']);
    assert.equal(await app.childOf(made.body.id), undefined);
    assert.ok((await app.balanceOf(owner.accountId)) > 100_000_000n);
  });
});

describe('a product', () => {
  const TERM_TYPES = '/api/v1/order/terminstrumenttype';
  const termType = {
    ...{ name: 'GIFT', label: 'Paid for placing', currency: 'NGN', minimumAmount: 1_000 },
    ...{ interestPayment: 'UPFRONT', dayCount: 'ACT_365F', rolloverRule: 'NONE' },
    ...{ earlyTermination: { rule: 'EARNED' }, holidayConvention: 'NONE' },
  };

  it('422: a deposit whose rate card leaves no price', async () => {
    for (const more of [
      { defaultTenure: TEN_YEARS, rateTiers: [{ rate: 60 }] },
      { defaultTenure: 90, tenures: [90, TEN_YEARS], rateTiers: [{ rate: 10 }] },
      { defaultTenure: 90, rateTiers: [{ tenureTo: TEN_YEARS, rate: 60 }] },
    ]) {
      const reply = await operations().put(`${TERM_TYPES}/propose`, { ...termType, ...more });
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TERM_TYPE_REFUSED'], reply.text);
      assert.equal(reply.body.msgArgs[0], 'rateTiers');
    }
    const paid = { defaultTenure: TEN_YEARS, rateTiers: [{ rate: 60 }] };
    const atEnd = { ...termType, ...paid, interestPayment: 'AT_MATURITY' };
    assert.equal((await operations().put(`${TERM_TYPES}/propose`, atEnd)).status, 201);
  });

  it('422: commercial paper and a bill whose rate leaves no price', async () => {
    const paper = { ...TYPE, name: 'CP-GIFT', label: 'Paid for placing' };
    for (const more of [
      { rate: 60, tenures: [TEN_YEARS], defaultTenure: TEN_YEARS },
      { rate: 10, tenures: [90, TEN_YEARS], defaultTenure: 90 },
      { rate: 60, defaultTenure: TEN_YEARS },
    ]) {
      const path = '/api/v1/order/discountedinstrumenttype/propose';
      const { status, body } = await operations().post(path, { ...paper, ...more });
      assert.deepEqual([status, body.msgCode], [422, 'DISCOUNTED_TYPE_WRONG']);
      assert.equal(body.errors[0].pointer, '/rate');
    }
    const issue = { ...ISSUE, name: 'NTB-GIFT', stopRate: 60, maturityDate: '2036-03-02' };
    const reply = await operations().post('/api/v1/order/treasurybillissue/propose', issue);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'DISCOUNTED_TYPE_WRONG']);
    assert.equal(reply.body.errors[0].pointer, '/stopRate');
  });
});

describe('commercial paper', () => {
  it('422: a negotiated rate that leaves no price, at submit and at the post', async () => {
    const long = { ...CP, name: 'CP-LONG', label: 'Long paper', minimumRate: 1, maximumRate: 60 };
    const path = '/api/v1/order/discountedinstrumenttype/propose';
    const made = await operations().post(path, { ...long, tenures: undefined });
    await app.as('APPROVER').put(`/api/v1/system/change/approve/id/${made.body.id}`);
    const body = { instrumentTypeName: 'CP-LONG', customerId: app.rich.id, faceValue: 200_000 };
    const terms = { currentRate: 60, tenure: TEN_YEARS };
    const refused = await client().post(`${PAPER}/submit`, { ...body, ...terms });
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'RATE_NOT_OFFERED']);
    const { id } = (await client().post(`${PAPER}/submit`, { ...body, currentRate: 20 })).body;
    await app.db.query(sql`
      update discounted_instrument set tenure = ${TEN_YEARS} where id = ${id}`);
    const posted = await client().put(`${PAPER}/post/${id}`);
    assert.deepEqual([posted.status, posted.body.msgCode], [422, 'RATE_NOT_OFFERED']);
  });
});

describe('commercial paper and bills on their first day', () => {
  for (const [path, word] of [
    [PAPER, 'commercial paper'],
    [BILL, 'a bill'],
  ] as const) {
    it(`${word} pays back exactly its cost, free of tax, once`, async () => {
      const owner = await app.depositor(50_000_000n);
      const { body } = await app.bought(path, { customerId: owner.id });
      const query = `id=${body.id}&c=${owner.id}`;
      const results = await Promise.all(
        [1, 2].map(() => client().put(`${path}/terminate?${query}`)),
      );
      assert.deepEqual(results.map(({ status }) => status).sort(), [200, 409]);
      const { settlement } = results.find(({ status }) => status === 200)?.body ?? {};
      assert.deepEqual(
        [settlement.terminationGain, settlement.terminationInterest, settlement.terminationTax],
        [0, 0, 0],
      );
      assert.equal(await app.balanceOf(owner.accountId), 50_000_000n);
    });

    it(`${word} returns a part, and the rest continues`, async () => {
      const owner = await app.depositor(50_000_000n);
      const { body } = await app.bought(path, { customerId: owner.id });
      const query = `id=${body.id}&c=${owner.id}&fv=100000`;
      const reply = await client().put(`${path}/terminate?${query}`);
      assert.equal(reply.status, 200, reply.text);
      const shown = await app.shown(path, body.id);
      assert.deepEqual([shown.status, shown.faceValue], ['RUNNING', 100_000]);
    });

    it(`${word} cannot later be ended as of its first day`, async () => {
      const owner = await app.depositor(50_000_000n);
      const { body } = await app.bought(path, { customerId: owner.id });
      const { startDate } = body.result;
      const day = startDate.slice(0, 10);
      await app.db.query(sql`
        update business_day set business_date = business_date + 1`);
      const query = `id=${body.id}&c=${owner.id}&td=${day}`;
      const reply = await client().put(`${path}/terminate?${query}`);
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TERMINATION_DATE_REFUSED']);
    });
  }
});
