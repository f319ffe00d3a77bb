// Exchange rates by date: proposed by one user, approved by another, and looked up.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const PROPOSE = '/api/v1/finance/exchange-rate/propose';
const LATEST = '/api/v1/finance/exchange-rate/latest';
const LIST = '/api/v1/finance/exchange-rate/list';

let app: TestApp;
let today: BusinessDate;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  today = await currentBusinessDate(app.db);
});
after(() => app.stop());

const rate = (more: object = {}) => ({
  baseCurrency: 'USD',
  quoteCurrency: 'NGN',
  rateDate: today,
  rate: 1480.25,
  source: 'Central bank',
  ...more,
});
const propose = (more?: object, role: 'FINANCE' | 'ADMIN' = 'FINANCE') =>
  app.as(role).post(PROPOSE, rate(more));
const approve = (id: number) => app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);

async function agree(more: object = {}): Promise<Json> {
  const proposed = await propose(more);
  assert.equal(proposed.status, 201, proposed.text);
  const approved = await approve(proposed.body.id);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result;
}

async function latest(query: string): Promise<Json> {
  const reply = await app.as('AUDITOR').get(`${LATEST}?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

describe('success', () => {
  test('the latest rate on or before a date applies, once it is approved', async () => {
    await agree({ rateDate: addDays(today, -9), rate: 1400 });
    await agree({ rateDate: addDays(today, -2), rate: 1475.5 });
    const waiting = await propose();
    assert.equal(waiting.body.result.subject, `USD/NGN ${today}`);
    assert.equal((await latest('from=USD&to=NGN')).rate, 1475.5);
    await approve(waiting.body.id);
    assert.equal((await latest('from=usd&to=ngn')).rate, 1480.25);
    const before = await latest(`from=USD&to=NGN&d=${addDays(today, -3)}`);
    assert.deepEqual([before.rate, before.rateDate], [1400, addDays(today, -9)]);
  });

  test('a correction is a new version of the same date', async () => {
    const date = addDays(today, -30);
    await agree({ rateDate: date, rate: 14.8 });
    const { appliedVersion } = await agree({ rateDate: date, rate: 1480 });
    assert.equal(appliedVersion, 2);
    const list = await app.as('AUDITOR').get(`${LIST}?baseCurrency=usd&sd=${date}&ed=${date}`);
    const [{ rate: standing, version, name }] = list.body.result;
    assert.deepEqual([list.body.count, standing, version], [1, 1480, 2]);
    assert.equal(name, `USD/NGN ${date}`);
  });

  test('the inverse divides, and the result is rounded half up once', async () => {
    await agree({ baseCurrency: 'GBP', quoteCurrency: 'JPY', rate: 3 });
    const there = await latest('from=GBP&to=JPY&amount=0.5');
    assert.deepEqual([there.inverse, there.converted, there.rounding], [false, 2, 'HALF_UP']);
    const back = await latest('from=JPY&to=GBP&amount=2');
    assert.deepEqual([back.inverse, back.pair, back.converted], [true, 'GBP/JPY', 0.67]);
  });

  test('a rate of the requested pair is preferred to an inverse one', async () => {
    await agree({ baseCurrency: 'CHF', quoteCurrency: 'EUR', rate: 2 });
    await agree({
      baseCurrency: 'EUR',
      quoteCurrency: 'CHF',
      rate: 0.4,
      rateDate: addDays(today, -1),
    });
    assert.equal((await latest('from=EUR&to=CHF&amount=10')).converted, 4);
    assert.equal((await latest('from=CHF&to=EUR&amount=10')).converted, 20);
  });
});

describe('an improbable rate', () => {
  const day = () => addDays(today, -60);
  const pair = { baseCurrency: 'USD', quoteCurrency: 'GHS' };
  const opposite = { baseCurrency: 'GHS', quoteCurrency: 'USD' };

  test('that contradicts the opposite rate of its day needs a reason, and warns', async () => {
    await agree({ ...pair, rateDate: day(), rate: 12.5 });
    assert.equal((await propose({ ...opposite, rateDate: day(), rate: 0.0779 })).status, 201);
    for (const rate of [0.9, 0.0085, 12.5]) {
      const body = { ...opposite, rateDate: day(), rate };
      const bare = await propose(body);
      assert.deepEqual([bare.status, bare.body.msgCode], [422, 'EXCHANGE_RATE_REFUSED']);
      assert.equal(bare.body.errors[0].pointer, '/reason');
      assert.match(bare.body.errors[0].detail, /more than 5% away/);
      assert.equal((await propose({ ...body, reason: '  ' })).status, 422);
      const explained = await propose({ ...body, reason: 'Quoted by the desk' });
      assert.equal(explained.status, 201, explained.text);
      assert.equal(explained.body.warnings[0].code, 'OPPOSITE_RATE_CONTRADICTS');
      assert.equal(explained.body.result.reason, 'Quoted by the desk');
    }
  });

  test('that moved by more than a factor needs a reason, in either direction', async () => {
    const next = addDays(day(), 1);
    for (const more of [
      { ...pair, rate: 125 },
      { ...pair, rate: 6.2 },
      { ...opposite, rate: 0.8 },
    ]) {
      const bare = await propose({ ...more, rateDate: next });
      assert.deepEqual([bare.status, bare.body.msgArgs], [422, ['reason']]);
      const explained = await propose({ ...more, rateDate: next, reason: 'Devaluation' });
      assert.equal(explained.body.warnings[0].code, 'RATE_MOVED', explained.text);
    }
    const usual = await propose({ ...pair, rateDate: next, rate: 24.9 });
    assert.deepEqual([usual.status, usual.body.warnings], [201, undefined]);
  });

  test('is detected at the approval, if its opposite was approved in between', async () => {
    const date = addDays(today, -90);
    const one = await propose({ ...pair, rateDate: date, rate: 12 });
    const other = await propose({ ...opposite, rateDate: date, rate: 12 });
    assert.deepEqual([one.status, other.status], [201, 201]);
    const replies = await Promise.all([approve(one.body.id), approve(other.body.id)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    const refusal = replies.find(({ status }) => status === 422);
    assert.equal(refusal?.body.msgCode, 'EXCHANGE_RATE_REFUSED');
  });
});

describe('400 and 403', () => {
  test('a rate beyond the limit, an invalid date, an unknown member', async () => {
    for (const more of [{ rate: 1_000_000_001 }, { rateDate: '2026-02-30' }, { spread: 1 }]) {
      assert.equal((await propose(more)).status, 400);
    }
  });

  test('no user sets a rate alone, and proposing needs the permission', async () => {
    assert.equal((await app.as('CLIENT').post(PROPOSE, rate())).status, 403);
    const made = await propose({ rateDate: addDays(today, -40) }, 'ADMIN');
    const own = await app.as('ADMIN').put(`/api/v1/system/change/approve/id/${made.body.id}`);
    assert.equal(own.body.msgCode, 'OWN_WORK');
  });
});

describe('422', () => {
  const refused: readonly (readonly [string, object, string, string])[] = [
    ['a rate of zero', { rate: 0 }, 'rate', 'EXCHANGE_RATE_REFUSED'],
    ['a rate below zero', { rate: -1 }, 'rate', 'EXCHANGE_RATE_REFUSED'],
    ['one currency twice', { quoteCurrency: 'usd' }, 'quoteCurrency', 'EXCHANGE_RATE_REFUSED'],
    ['a future date', { rateDate: '2099-01-01' }, 'rateDate', 'EXCHANGE_RATE_REFUSED'],
    ['no currency', { baseCurrency: 'XXQ' }, 'baseCurrency', 'UNKNOWN_REFERENCE'],
  ];
  for (const [name, more, member, code] of refused) {
    test(`${name} is refused`, async () => {
      const reply = await propose(more);
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual([reply.body.msgCode, reply.body.msgArgs], [code, [member]]);
    });
  }

  test('an unknown pair, a date before the first, and too many decimals are refused', async () => {
    const ask = (query: string) => app.as('AUDITOR').get(`${LATEST}?${query}`);
    const missing = await ask('from=USD&to=ZAR');
    assert.deepEqual([missing.status, missing.body.msgCode], [422, 'EXCHANGE_RATE_MISSING']);
    assert.deepEqual(missing.body.msgArgs, ['USD', 'ZAR', today]);
    assert.equal((await ask('from=GBP&to=JPY&d=2001-01-01')).body.msgCode, 'EXCHANGE_RATE_MISSING');
    assert.equal((await ask('from=JPY&to=GBP&amount=1.5')).body.msgCode, 'TOO_MANY_DECIMALS');
  });
});

test('dry run: nothing is pending afterwards', async () => {
  const more = { baseCurrency: 'AUD', quoteCurrency: 'NZD' };
  const dry = await app.as('FINANCE').post(`${PROPOSE}?dryRun=true`, rate(more));
  assert.equal(dry.status, 200, dry.text);
  const path = `/api/v1/system/change/list?kind=exchange-rate&subject=AUD/NZD%20${today}`;
  assert.equal((await app.as('ADMIN').get(path)).body.count, 0);
});
