// Schedules before and after placing a deposit or bill, and the maturity ladder.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callerOf, type Json, startTestApp, type TestApp } from '../../support/app.js';

const API = '/api/v1/order';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const client = () => app.as('CLIENT');

async function firstOf(list: string): Promise<Json> {
  const { body } = await client().get(`${API}/${list}`);
  return body.result[0];
}

/** Creates a customer with this amount of cash. */
async function customerWith(amount: number): Promise<number> {
  const made = await client().post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Ladder', lastName: `Of ${amount}`, businessOfficeName: '0000000001' },
    emailAddress1: `ladder.${amount}@example.com`,
  });
  const cash = await client().post('/api/v1/finance/cash-transaction/create', {
    ...{ transType: 'RECEIPT', partnerId: made.body.id, amount, currency: 'NGN' },
  });
  const posted = await client().put(`/api/v1/finance/cash-transaction/post/id/${cash.body.id}`);
  assert.equal(posted.status, 200, posted.text);
  return made.body.id;
}

const sum = (lines: readonly Json[], member: string): number =>
  Math.round(lines.reduce((total, line) => total + line[member], 0) * 100) / 100;

describe('a dry run', () => {
  for (const [path, list] of [
    ['terminstrument', 'terminstrumenttype/list/active'],
    ['treasurybill', 'treasurybillissue/list/active'],
  ] as const) {
    test(`of ${path}/submit shows the whole schedule, and stores nothing`, async () => {
      const customerId = await customerWith(900_001);
      const { name } = await firstOf(list);
      const body = { instrumentTypeName: name, customerId, faceValue: 500_000 };
      const reply = await client().post(`${API}/${path}/submit?dryRun=true`, body);
      assert.equal(reply.status, 200, reply.text);
      const { schedule, result } = reply.body;
      assert.equal(schedule[0].kind, 'PLACEMENT');
      assert.ok(schedule.length >= 3);
      assert.equal(schedule.at(-1).bookValue, 0);
      assert.equal(sum(schedule, 'interest'), result.expectedInterest);
      assert.equal(sum(schedule, 'cashFlow'), result.expectedInterest);
      const tax = Math.round((result.expectedInterest - result.expectedNetInterest) * 100) / 100;
      assert.equal(sum(schedule, 'withholdingTax'), tax);
      assert.ok(schedule.every((line: Json) => line.projected));
      const kept = await client().get(`${API}/${path}/customer/list?c=${customerId}`);
      assert.equal(kept.body.count, 0);
      const real = await client().post(`${API}/${path}/submit`, body);
      assert.equal(real.status, 201, real.text);
      assert.equal(real.body.schedule, undefined);
    });
  }
});

describe('the maturity ladder', () => {
  const ladder = async (query: string, by = client()): Promise<Json[]> =>
    (await by.get(`${API}/maturity/ladder?${query}`)).body.rungs;

  test('has running instruments in the month of their payment, and no pending ones', async () => {
    const customerId = await customerWith(2_000_000);
    const { name } = await firstOf('terminstrumenttype/list/active');
    const body = { instrumentTypeName: name, customerId, faceValue: 600_000 };
    const { body: made } = await client().post(`${API}/terminstrument/submit`, body);
    assert.deepEqual(await ladder(`c=${customerId}`), []);
    await client().put(`${API}/terminstrument/post/id/${made.id}`);
    const [rung, ...more] = await ladder(`c=${customerId}&by=DAY`);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [rung.kind, rung.currency, rung.instruments, rung.principal],
      ['TERM_INSTRUMENT', 'NGN', 1, 600_000],
    );
    const read = await client().get(`${API}/terminstrument/id/${made.id}`);
    assert.equal(rung.date, read.body.expectedMaturity.slice(0, 10));
    const [month] = await ladder(`c=${customerId}`);
    assert.equal(month.date, `${rung.date.slice(0, 7)}-01`);
    const { portfolioName } = read.body;
    if (portfolioName !== undefined) {
      const ofPortfolio = await ladder(`p=${portfolioName}`);
      assert.equal(ofPortfolio[0].principal, 600_000);
    }
    const unknown = await client().get(`${API}/maturity/ladder?p=no-such-portfolio`);
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/p']);
  });

  test('of the firm sums all instruments that the caller may see', async () => {
    const all = await ladder('by=MONTH');
    const { body } = await client().get('/api/v1/partner/customer/list?s=500');
    const each = await Promise.all(body.result.map(({ id }: Json) => ladder(`c=${id}`)));
    assert.equal(sum(all, 'principal'), sum(each.flat(), 'principal'));
    assert.ok(sum(all, 'instruments') > 0);
    assert.deepEqual(await ladder('', app.asOffice('CLIENT', [999n])), []);
  });

  test('refuses bad requests and callers without the permission: 400, 401, 403', async () => {
    const path = `${API}/maturity/ladder`;
    assert.equal((await client().get(`${path}?by=YEAR`)).status, 400);
    assert.equal((await callerOf(app.url, {}).get(path)).status, 401);
    assert.equal((await app.as('NOBODY').get(path)).status, 401);
  });
});
