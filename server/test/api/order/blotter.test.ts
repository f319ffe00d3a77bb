// The blotter's search, orders and sums through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';
import { orderBody, orderIn } from '../../support/order.js';

const LIST = '/api/v1/order/tradeorder/list';
const SUMMARY = '/api/v1/order/tradeorder/summary';

describe('the blotter', () => {
  let app: TestApp;
  const dealer = () => app.as('DEALER');
  before(async () => {
    app = await startTestApp({ demo: true });
    const orders = [
      { quantityRequested: '300', securityName: 'ACCESS' },
      { quantityRequested: '100', securityName: 'ZENITHBANK' },
      { quantityRequested: '200', securityName: 'ACCESS', portfolioName: '0000000003' },
    ];
    for (const changes of orders) {
      const { body } = await app
        .as('CLIENT')
        .post('/api/v1/order/tradeorder/submit', orderBody(changes));
      await orderIn(app, body.id, ['EXECUTED']);
    }
  });
  after(() => app.stop());

  const names = async (query: string, member = 'quantityRequested') => {
    const { status, body } = await dealer().get(`${LIST}?${query}`);
    assert.equal(status, 200, query);
    return body.result.map((order: Record<string, unknown>) => order[member]);
  };

  it('comes in the order that is asked for, by pages', async () => {
    assert.deepEqual(await names(''), ['200', '100', '300']);
    assert.deepEqual(await names('sort=quantityRequested'), ['100', '200', '300']);
    assert.deepEqual(await names('sort=-quantityRequested&s=2'), ['300', '200']);
    assert.deepEqual(await names('sort=-quantityRequested&s=2&b=2'), ['100']);
    assert.deepEqual(await names('sort=securityName', 'securityName'), [
      'ACCESS',
      'ACCESS',
      'ZENITHBANK',
    ]);
    const sorted = await dealer().get(`${LIST}?sort=orderTotal&s=1`);
    assert.doesNotMatch(sorted.headers.get('link') ?? '', /cursor/);
  });

  it('finds by number, customer, portfolio and security, and knows no patterns', async () => {
    assert.deepEqual(await names('q=zenith'), ['100']);
    assert.deepEqual(await names('q=0000000003'), ['200', ...(await ordersNamed('0000000003'))]);
    const [label] = await names('q=zenith', 'customerLabel');
    assert.equal((await names(`q=${encodeURIComponent(label.toUpperCase())}`)).length, 2);
    assert.deepEqual(await names('q=%25'), []);
    assert.deepEqual(await names('q=_'), []);
  });

  const ordersNamed = async (name: string) => {
    const { body } = await dealer().get(LIST);
    const fits = (order: { name: string; portfolioName: string }) =>
      order.name === name && order.portfolioName !== name;
    return body.result
      .filter(fits)
      .map((order: Record<string, unknown>) => order.quantityRequested);
  };

  it('sums over all that match, whatever their page', async () => {
    const { body } = await dealer().get(`${LIST}?s=500`);
    const bought = body.result.reduce(
      (sum: number, order: { quantityFilled: string; averagePrice: number }) =>
        sum + Number(order.quantityFilled) * order.averagePrice,
      0,
    );
    const summary = await dealer().get(SUMMARY);
    assert.equal(summary.body.count, 3);
    assert.equal(summary.body.live, 0);
    const [naira] = summary.body.result;
    assert.ok(Math.abs(naira.bought - bought) < 0.01, `${naira.bought} ${bought}`);
    assert.deepEqual([naira.currency, naira.sold, naira.pending], ['NGN', 0, 0]);
    const one = await dealer().get(`${SUMMARY}?q=zenith`);
    assert.equal(one.body.count, 1);
  });

  it('refuses an order that there is none of, and a cursor with another order', async () => {
    const wrong = await dealer().get(`${LIST}?sort=colour`);
    assert.equal(wrong.status, 400);
    const { headers } = await dealer().get(`${LIST}?s=1`);
    const cursor = /cursor=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    const mixed = await dealer().get(`${LIST}?sort=orderTotal&cursor=${cursor}`);
    assert.equal(mixed.status, 400);
    assert.equal(mixed.body.errors[0].pointer, '/cursor');
  });

  it('is not for somebody else', async () => {
    assert.equal((await app.as('NOBODY').get(SUMMARY)).status, 401);
    const elsewhere = app.asOffice('DEALER', [2n]);
    const { body } = await elsewhere.get(SUMMARY);
    const all = (await elsewhere.get(LIST)).body;
    assert.equal(body.count, all.count);
    assert.ok(all.count < 3);
  });
});
