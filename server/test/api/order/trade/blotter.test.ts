// The blotter's search, sort orders and sums over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { orderBody, orderIn } from '../../../support/order.js';

const LIST = '/api/v1/order/tradeorder/list';
const SUMMARY = '/api/v1/order/tradeorder/summary';
const GROUPS = '/api/v1/order/tradeorder/group/list';
const LATENCY = '/api/v1/order/latency';

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

  it('is sorted as requested, page by page', async () => {
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

  it('is filtered by an exchange under its code or a former code, and refuses others', async () => {
    const { text: whole } = await dealer().get(`${LIST}/csv`);
    assert.match(whole, /ZENITHBANK/);
    for (const code of ['NGX', 'nse', 'NSE']) {
      const at = `exchangeName=${code}`;
      assert.deepEqual(await names(at), ['200', '100', '300'], code);
      assert.equal((await dealer().get(`${SUMMARY}?${at}`)).body.count, 3, code);
      assert.equal((await dealer().get(`${GROUPS}?by=SIDE&${at}`)).body.result[0].count, 3, code);
      const { text } = await dealer().get(`${LIST}/csv?${at}`);
      assert.equal(text, whole, code);
    }
    for (const path of [`${LIST}?`, `${LIST}/csv?`, `${SUMMARY}?`, `${GROUPS}?by=SIDE&`]) {
      const { status, body } = await dealer().get(`${path}exchangeName=NASDAQ`);
      assert.deepEqual([status, body.msgCode], [422, 'UNKNOWN_REFERENCE'], path);
      assert.equal(body.errors[0].pointer, '/exchangeName', path);
    }
  });

  it('refuses a range of dates that ends before it starts, as every list does', async () => {
    const backwards = 'sd=2026-05-02&ed=2026-05-01';
    for (const path of [
      ...[`${LIST}?`, `${SUMMARY}?`, `${GROUPS}?by=SIDE&`],
      '/api/v1/order/tradeorder/portfolio/list?p=1&',
      '/api/v1/order/contractnote/list?x=NGX&t=EQUITY&b=1&c=5&s=EXECUTED&',
      '/api/v1/order/terminstrument/customer/list?c=1&',
      '/api/v1/finance/cash-transaction/list?',
      '/api/v1/finance/filedger/list/account/id?a=1&',
    ]) {
      const { status, body } = await app.as('CLIENT').get(`${path}${backwards}`);
      assert.deepEqual([status, body.msgCode], [400, 'INVALID_REQUEST'], path);
      assert.deepEqual(
        body.errors.map(({ pointer }: Json) => pointer),
        ['/ed'],
        path,
      );
    }
    assert.equal((await dealer().get(`${LIST}?sd=2026-05-01&ed=2026-05-01`)).status, 200);
  });

  it('finds orders by number, customer, portfolio and security, without patterns', async () => {
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

  it('sums all matching orders, whatever their page', async () => {
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

  const FILTERS = {
    ...{ SECURITY: 'securityName', CUSTOMER: 'customerId', SIDE: 'side', STATUS: 'status' },
    EXCHANGE: 'exchangeName',
  };

  it('groups by each member, and the key of a group is the filter for its orders', async () => {
    for (const [by, filter] of Object.entries(FILTERS)) {
      const { status, body } = await dealer().get(`${GROUPS}?by=${by}`);
      assert.equal(status, 200, by);
      assert.equal(body.count, body.result.length);
      const sum = body.result.reduce((all: number, { count }: Json) => all + count, 0);
      assert.equal(sum, 3, by);
      for (const { key, currency, count, bought } of body.result) {
        const chosen = `${filter}=${encodeURIComponent(key)}&currency=${currency}`;
        const within = (await dealer().get(`${SUMMARY}?${chosen}`)).body;
        assert.equal(within.count, count, `${by} ${key}`);
        assert.equal(within.result[0].bought, bought);
        assert.equal((await dealer().get(`${LIST}?${chosen}`)).body.count, count);
      }
    }
    const { body } = await dealer().get(`${GROUPS}?by=SECURITY`);
    assert.deepEqual(
      body.result.map(({ key, count }: Json) => [key, count]),
      [
        ['ACCESS', 2],
        ['ZENITHBANK', 1],
      ],
    );
  });

  it('groups the matching orders page by page, by known members only', async () => {
    const zenith = await dealer().get(`${GROUPS}?by=SECURITY&q=zenith`);
    assert.deepEqual([zenith.body.count, zenith.body.result[0].key], [1, 'ZENITHBANK']);
    const second = await dealer().get(`${GROUPS}?by=SECURITY&s=1&b=2`);
    assert.deepEqual([second.body.count, second.body.result[0].key], [2, 'ZENITHBANK']);
    const first = await dealer().get(`${GROUPS}?by=SECURITY&s=1`);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    assert.deepEqual((await dealer().get(String(next))).body.result, second.body.result);
    const beyond = await dealer().get(`${GROUPS}?by=SECURITY&s=1&b=3`);
    assert.deepEqual([beyond.body.count, beyond.body.result], [2, []]);
    assert.equal((await dealer().get(`${GROUPS}?by=SECURITY&cursor=junk`)).status, 400);
    assert.equal((await dealer().get(`${GROUPS}?by=SECURITY&securityName=NONE`)).status, 422);
    assert.equal((await dealer().get(`${GROUPS}?by=SECURITY&currency=USD`)).body.count, 0);
    assert.equal((await dealer().get(`${GROUPS}?by=COLOUR`)).status, 400);
  });

  it('shows the latency of orders in the minute in which they were accepted', async () => {
    const { status, body } = await dealer().get(`${LATENCY}?span=HOUR`);
    assert.equal(status, 200);
    assert.equal(body.result.length, 60);
    const steps = body.result.filter(({ count }: Json) => count > 0);
    const orders = steps.reduce((sum: number, { count }: Json) => sum + count, 0);
    assert.equal(orders, 3);
    for (const { sent, answered, filled, count } of steps) {
      assert.deepEqual([sent.count, answered.count, filled.count], [count, count, count]);
      assert.ok(sent.halfMs >= 0 && sent.halfMs <= answered.halfMs);
      assert.ok(answered.nearlyAllMs <= filled.nearlyAllMs);
      assert.ok(filled.halfMs <= filled.mostMs && filled.mostMs < 60_000);
    }
    assert.equal((await dealer().get(`${LATENCY}?span=WEEK`)).body.result.length, 84);
    assert.equal((await dealer().get(`${LATENCY}?span=YEAR`)).status, 400);
    const elsewhere = await app.asOffice('DEALER', [9n]).get(`${LATENCY}?span=DAY`);
    assert.ok(elsewhere.body.result.every(({ count }: Json) => count === 0));
  });

  it('refuses an unknown sort order, and a cursor with another sort order', async () => {
    const wrong = await dealer().get(`${LIST}?sort=colour`);
    assert.equal(wrong.status, 400);
    const { headers } = await dealer().get(`${LIST}?s=1`);
    const cursor = /cursor=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    const mixed = await dealer().get(`${LIST}?sort=orderTotal&cursor=${cursor}`);
    assert.equal(mixed.status, 400);
    assert.equal(mixed.body.errors[0].pointer, '/cursor');
  });

  it('refuses callers without the permission', async () => {
    assert.equal((await app.as('NOBODY').get(SUMMARY)).status, 401);
    const elsewhere = app.asOffice('DEALER', [2n]);
    const { body } = await elsewhere.get(SUMMARY);
    const all = (await elsewhere.get(LIST)).body;
    assert.equal(body.count, all.count);
    assert.ok(all.count < 3);
  });
});
