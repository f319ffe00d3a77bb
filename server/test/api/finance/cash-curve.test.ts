// The cash curve over HTTP: customers' cash and the clients' bank balances over time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const CURVE = '/api/v1/finance/report/cash-curve';

describe('the cash curve', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true });
  });
  after(() => app.stop());

  const naira = async (span: string): Promise<Json[]> => {
    const { status, body } = await app.as('FINANCE').get(`${CURVE}?span=${span}`);
    assert.equal(status, 200);
    return body.result.find(({ currency }: Json) => currency === 'NGN').points;
  };
  const deposit = async (amount: number) => {
    const client = app.as('CLIENT');
    const { body } = await client.post('/api/v1/finance/cash-transaction/create', {
      ...{ transType: 'RECEIPT', partnerName: '0000000001', amount, currency: 'NGN' },
    });
    await client.put(`/api/v1/finance/cash-transaction/post/id/${body.id}`);
  };

  it('ends at the current balance, and is lower before money came in', async () => {
    const before = (await naira('HOUR')).at(-1);
    await deposit(1_234.56);
    const points = await naira('HOUR');
    assert.equal(points.length, 60);
    const risen = (member: string) =>
      Math.round((points.at(-1)[member] - before[member]) * 100) / 100;
    assert.equal(risen('customersCash'), 1_234.56);
    assert.equal(risen('clientBank'), 1_234.56);
    const { body } = await app.as('FINANCE').get('/api/v1/finance/report/client-money');
    const books = body.result.filter(({ currency }: Json) => currency === 'NGN');
    const sum = (member: string) =>
      books.reduce((all: number, row: Json) => all + row[member], 0).toFixed(2);
    assert.equal(points.at(-1).clientBank.toFixed(2), sum('clientBank'));
    assert.equal(
      points.at(-1).customersCash.toFixed(2),
      (Number(sum('owedToCustomers')) - Number(sum('customersOverdrawn'))).toFixed(2),
    );
  });

  it('begins before any money came in, also for longer spans', async () => {
    // The demonstration booked its money when its database was created, at most a few minutes ago.
    const week = await naira('WEEK');
    assert.equal(week.length, 84);
    assert.equal(week[0].customersCash, 0);
    assert.ok(week.at(-1).customersCash > 0);
    assert.equal((await naira('DAY')).length, 96);
    const ends = week.map(({ at }) => Date.parse(at));
    assert.ok(
      ends.every((end, index) => index === 0 || end - (ends[index - 1] ?? 0) === 7_200_000),
    );
  });

  it('is refused without a span, and excludes offices that the caller does not see', async () => {
    assert.equal((await app.as('FINANCE').get(CURVE)).status, 400);
    assert.equal((await app.as('NOBODY').get(`${CURVE}?span=DAY`)).status, 401);
    const { body } = await app.asOffice('FINANCE', [99n]).get(`${CURVE}?span=DAY`);
    assert.deepEqual(body.result, []);
  });
});
