// Valuation policies: versions by date and office, stale and unusable prices, returns, refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { adopt, approve, momentOf, POLICY, propose, SHIPPED } from './policy.js';
import { sameThreeWays } from './three-ways.js';
import { lineOf, startWealthApp, type WealthApp } from './wealth-app.js';

const TODAY = '2026-03-05';
const NAIRA = { currency: 'NGN' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
});
after(() => app.stop());

const listed = async (query = ''): Promise<Json[]> => {
  const reply = await app.as('AUDITOR').get(`${POLICY}/list${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
};

describe('the policy that ships', () => {
  it('is version 1 for the firm, with the limits that were in the program', async () => {
    const [{ id: _, knownDttm, ...policy } = {}, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.equal(typeof knownDttm, 'string');
    assert.deepEqual(policy, {
      ...SHIPPED,
      ...{ name: 'HOUSE', version: 1, validFrom: '1960-01-01' },
    });
  });
});

describe('a proposed policy', () => {
  const refused = async (pointer: string, members: object, code = 'VALUATION_POLICY_REFUSED') => {
    const reply = await propose(app, members);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
    assert.equal(reply.body.errors[0].pointer, pointer, reply.text);
  };
  const malformed = async (pointer: string, members: object) => {
    const reply = await propose(app, members);
    assert.deepEqual([reply.status, reply.body.msgCode], [400, 'INVALID_REQUEST'], reply.text);
    assert.equal(reply.body.errors[0].pointer, pointer, reply.text);
  };

  it('is refused if a price becomes unusable before it is stale', async () => {
    await refused('/unusableAfterDays/EQUITY', { unusableAfterDays: { EQUITY: 9 } });
    await refused('/unusableAfterDays/BOND', { unusableAfterDays: { EQUITY: 10, BOND: 29 } });
  });

  it('is refused if the capital has too many decimals, or the office is unknown', async () => {
    await refused('/smallestCapital', { smallestCapital: '1000.005' });
    const unknown = { businessOfficeName: 'NOSUCH' };
    await refused('/businessOfficeName', unknown, 'UNKNOWN_REFERENCE');
  });

  it('is refused with an unknown method, timing or class, or days below zero', async () => {
    await malformed('/method/BILL', { method: { ...SHIPPED.method, BILL: 'GUESS' } });
    await malformed('/flowTiming', { flowTiming: 'NOON' });
    await malformed('/staleAfterDays/RATE', {
      staleAfterDays: { ...SHIPPED.staleAfterDays, RATE: -1 },
    });
    await malformed('/unusableAfterDays/CASH', { unusableAfterDays: { CASH: 1 } });
    await malformed('/smallestCapital', { smallestCapital: -1 });
  });

  it('is refused to read-only roles', async () => {
    const reply = await app.as('AUDITOR').put(`${POLICY}/propose`, SHIPPED);
    assert.equal(reply.status, 403, reply.text);
  });

  it('changes nothing before a second person has approved it', async () => {
    const proposal = await propose(app, { smallestCapital: 2_000 });
    assert.equal(proposal.status, 201, proposal.text);
    assert.equal((await listed()).length, 1);
    const own = await app.as('FINANCE').put(`/api/v1/system/change/approve/id/${proposal.body.id}`);
    assert.equal(own.status, 403, own.text);
  });
});

describe('a customer with old prices', () => {
  let owner: Depositor;
  before(async () => {
    owner = await app.holder();
    await app.balance(owner, NAIRA, 10_000_000n);
    const portfolio = await app.portfolio(owner);
    // On 2026-03-05 the price is eight business days old. The bars in between repeat it.
    const share = await app.share('OLD-A', [
      ['2026-02-20', 39, 50],
      ['2026-02-23', 40, 50],
      ['2026-02-27', 40, 0],
      ['2026-03-04', 40, 0],
    ]);
    await app.bring(portfolio, share, { date: '2026-02-10', quantity: 1_000 });
    const bond = await app.share('OLD-B', [['2026-02-16', 90, 10]]);
    await app.bond(bond, { rate: 12, maturity: '2029-08-16' });
    await app.bring(portfolio, bond, { date: '2026-02-16', quantity: 10 });
    await app.units(owner, {
      ...{ name: 'OLD-F', units: 100, date: '2026-02-20', portfolioName: portfolio.name },
      values: [['2026-02-26', 50]],
    });
  });

  const staleOn = async (query: string): Promise<boolean> =>
    lineOf(await app.worth(owner, query), 'EQUITY').stale;

  it('has them marked as stale from the day on which the policy begins', async () => {
    assert.equal(await staleOn(''), false);
    await adopt(app, { staleAfterDays: { EQUITY: 6, BOND: 30, RATE: 7 } });
    assert.equal(await staleOn(''), true);
    // The price is seven business days old, under the previous policy.
    assert.equal(await staleOn('?d=2026-03-04'), false);
    await sameThreeWays(app, owner, TODAY);
    await sameThreeWays(app, owner, '2026-03-04');
  });

  it('is valued by the policy of its office, and other offices by that of the firm', async () => {
    const stranger = { id: app.stranger.id };
    const other = await app.portfolio(app.stranger);
    const share = await app.share('OLD-C', [['2026-02-23', 7, 50]]);
    await app.bring(other, share, { date: '2026-02-23', quantity: 300 });
    assert.equal(lineOf(await app.worth(stranger), 'EQUITY').stale, true);
    const code = '0000000002';
    await adopt(app, {
      businessOfficeName: code,
      staleAfterDays: { EQUITY: 20, BOND: 30, RATE: 7 },
    });
    assert.equal(lineOf(await app.worth(stranger), 'EQUITY').stale, false);
    assert.equal(await staleOn(''), true);
    await sameThreeWays(app, stranger, TODAY);
    const [policy, ...others] = await listed(`?x=OFFICE/${code}`);
    assert.deepEqual([policy?.version, policy?.businessOfficeName, others], [1, code, []]);
  });

  it('has no price beyond a certain age, so that totals are incomplete', async () => {
    const before = await app.worth(owner);
    const known = await momentOf(app);
    await adopt(app, { unusableAfterDays: { EQUITY: 10, BOND: 30, FUND: 4 } });
    // The fund's value per unit is five business days old.
    const fund = await app.worth(owner);
    assert.equal(lineOf(fund, 'FUND').unvalued, 'NAV_MISSING');
    assert.deepEqual([fund.complete, fund.unvaluedLines], [false, 1]);
    assert.equal(fund.value, before.value - 5_000);
    await sameThreeWays(app, owner, TODAY);
    const tight = { EQUITY: 7, BOND: 0, RATE: 7 };
    await adopt(app, { staleAfterDays: tight, unusableAfterDays: { EQUITY: 7, BOND: 12 } });
    const body = await app.worth(owner);
    const share = lineOf(body, 'EQUITY');
    assert.deepEqual(
      [share.unvalued, share.value, share.price, share.stale],
      [...['PRICE_MISSING', undefined, undefined, false]],
    );
    assert.equal(lineOf(body, 'BOND').unvalued, 'PRICE_MISSING');
    assert.equal(body.complete, false);
    assert.deepEqual(await sameThreeWays(app, owner, TODAY), [
      ...['BOND NGN PRICE_MISSING', 'CASH NGN 10000000', 'EQUITY NGN PRICE_MISSING'],
      'FUND NGN 500000',
    ]);
    // The day before is valued under the previous policy.
    assert.equal((await app.worth(owner, '?d=2026-03-04')).complete, true);
    await sameThreeWays(app, owner, '2026-03-04');
    const past = await app.worth(owner, `?asOf=${known}`);
    assert.deepEqual([past.complete, past.value], [true, before.value]);
  });

  it('has no return up to a day without a price, but has one up to the day before', async () => {
    const path = `/api/v1/wealth/return/customer/id/${owner.id}`;
    const missing = await app.as('AUDITOR').get(`${path}?sd=2026-03-03&ed=${TODAY}`);
    const { timeWeighted } = missing.body;
    assert.deepEqual(
      [timeWeighted.status, timeWeighted.reason, timeWeighted.date],
      ['UNAVAILABLE', 'PRICE_MISSING', TODAY],
    );
    const { body } = await app.as('AUDITOR').get(`${path}?sd=2026-03-03&ed=2026-03-04`);
    assert.equal(body.timeWeighted.status, 'AVAILABLE');
  });

  it('has a price again from the day of a new price on', async () => {
    await app.skipUntil('2026-03-09');
    const [{ id } = { id: 0n }] = await app.db.query<{ id: bigint }>(
      sql`select id from security where name = 'OLD-A'`,
    );
    await app.db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      values (${id}, '2026-03-06', 41, 41, 41, 41, 0)`);
    await app.db.query(sql`
      update security_price set last = 41, price_date = '2026-03-06' where security_id = ${id}`);
    assert.equal(lineOf(await app.worth(owner), 'EQUITY').value, 41_000);
    await sameThreeWays(app, owner, '2026-03-09');
    await sameThreeWays(app, owner, '2026-03-06');
    await sameThreeWays(app, owner, TODAY);
  });
});

describe('the return of a customer', () => {
  const returnOf = async (owner: Depositor, query: string): Promise<Json> => {
    const path = `/api/v1/wealth/return/customer/id/${owner.id}?${query}`;
    const reply = await app.as('AUDITOR').get(path);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.timeWeighted;
  };

  it('has the timing and the smallest capital of the policy of each day', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('GROWS', [
      ['2026-03-09', 100, 10],
      ['2026-03-10', 110, 10],
      ['2026-03-11', 121, 10],
      ['2026-03-12', 133.1, 10],
    ]);
    await app.bring(portfolio, share, { date: '2026-03-09', quantity: 60 });
    // 6,600 at the close, of which 2,200 are paid in on the day: 10 % on 6,000 and nothing on the
    // 2,200.
    const more = await app.share('COMES', [
      ['2026-03-10', 22, 10],
      ['2026-03-12', 22, 10],
    ]);
    await app.bring(portfolio, more, { date: '2026-03-10', quantity: 100 });
    await app.skipUntil('2026-03-12');
    const week = 'sd=2026-03-10&ed=2026-03-12';
    // The returns of the days: 8,800 / 8,200; 9,460 / 8,800; 10,186 / 9,460.
    const shipped = await returnOf(owner, week);
    assert.deepEqual(
      [shipped.flowTiming, shipped.percent, shipped.investedDays],
      ['IN_START_OUT_END', 24.2195, 3],
    );
    await adopt(app, { validFrom: '2026-03-10', flowTiming: 'END' });
    await adopt(app, { validFrom: '2026-03-12', flowTiming: 'MIDDAY', smallestCapital: 9_500 });
    // The returns of the days: (8,800 - 2,200) / 6,000; 9,460 / 8,800. The last day has too little
    // capital.
    const own = await returnOf(owner, week);
    assert.deepEqual(
      [own.flowTiming, own.percent, own.investedDays, own.daysWithoutCapital],
      ['MIDDAY', 18.25, 2, ['2026-03-12']],
    );
    const day = await returnOf(owner, 'sd=2026-03-10&ed=2026-03-10');
    assert.deepEqual([day.flowTiming, day.percent], ['END', 10]);
    const shares = await app
      .as('AUDITOR')
      .get(`/api/v1/wealth/contribution/customer/id/${owner.id}?${week}`);
    assert.equal(shares.body.percent, 18.25, shares.text);
  });
});

describe('a policy after a close', () => {
  it('is refused from the last date that was valued, also when it is approved', async () => {
    await app.closeUntil('2026-03-13');
    const [row] = await app.db.query<{ last: string; differing: bigint }>(sql`
      select value_date as last, differing from wealth_close
      where finished_at is not null order by value_date desc limit 1`);
    assert.deepEqual([row?.last, row?.differing], ['2026-03-12', 0n]);
    const late = await propose(app, { validFrom: '2026-03-12' });
    assert.deepEqual(
      [late.status, late.body.msgCode, late.body.errors?.[0]?.pointer],
      [422, 'VALUATION_POLICY_REFUSED', '/validFrom'],
    );
    const early = await propose(app, { validFrom: '2026-03-13' });
    assert.equal(early.status, 201, early.text);
    // Once the date is closed, the proposal cannot be approved.
    await app.closeUntil('2026-03-16');
    const approval = await approve(app, early);
    assert.deepEqual([approval.status, approval.body.msgCode], [422, 'VALUATION_POLICY_REFUSED']);
  });
});
