// Clients of the original system: the requests that they send and the replies that they read still
// work.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';

const LEGACY = '/ebclient/rest/api/v1';
const CURRENT = '/api/v1';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const client = () => app.as('CLIENT');

const receipt = {
  id: 0,
  transType: 'RECEIPT',
  transMethod: 'ECHANNEL',
  partnerName: '0000000001',
  currency: 'NGN',
  amount: '50000.00',
  processingFees: '',
  bankStmtCleared: 'False',
  corpAction: 'false',
  batchName: '',
  reference: 'OLD-1',
};

const order = {
  id: 0,
  portfolioName: '0000000001',
  securityName: 'ACCESS',
  orderType: 'buy',
  priceType: 'Market',
  quantityRequested: '10',
  limitPrice: '',
  orderTermName: '0000000000',
  orderOrigin: 'web',
  orderCurrency: 'NGN',
  systemGenerated: 'False',
};

async function expectDone(reply: Promise<TestReply>): Promise<Json> {
  const { status, body, text } = await reply;
  assert.ok(status === 200 || status === 201, text);
  assert.equal(body.success, true, text);
  return body;
}

describe('a client of the original', () => {
  it('sends numbers as strings and gets them back as numbers', async () => {
    const { id, result } = await expectDone(
      client().post(`${CURRENT}/finance/cash-transaction/create`, receipt),
    );
    assert.equal(result.amount, 50_000);
    const read = await client().get(`${CURRENT}/finance/cash-transaction/id/${id}`);
    assert.equal(read.body.amount, 50_000);
    assert.equal(read.body.batchName, undefined, 'empty text is not given');
  });

  it('sends booleans as words in any case, but never as numbers', async () => {
    const send = (doNotCall: unknown) => {
      const lead = { leadType: 'INDIVIDUAL', firstName: 'Ada', lastName: `Obi ${doNotCall}` };
      return client().post(`${CURRENT}/crm/lead/create`, { ...lead, doNotCall });
    };
    for (const word of ['true', 'True', 'TRUE', true, 'Y', 'yes']) {
      const { result } = await expectDone(send(word));
      assert.equal(result.doNotCall, true, String(word));
    }
    for (const word of ['False', 'N', 'no']) {
      const { result } = await expectDone(send(word));
      assert.equal(result.doNotCall, false, word);
    }
    for (const wrong of ['yess', 'on', 1, 0, '1']) {
      assert.equal((await send(wrong)).status, 400, String(wrong));
    }
  });

  it('sends the word null for an optional number or date that it does not have', async () => {
    const list = (query: string) =>
      client().get(`${CURRENT}/finance/cash-transaction/list?${query}`);
    const plain = await list('s=5');
    assert.equal(plain.status, 200, plain.text);
    assert.deepEqual((await list('s=5&sd=null&ed=NULL&partnerId=null')).body, plain.body);
    const lead = { leadType: 'INDIVIDUAL', firstName: 'null', lastName: 'Null' };
    const body = { ...lead, annualIncome: 'null', birthDate: 'null', doNotCall: 'null' };
    const { result } = await expectDone(client().post(`${CURRENT}/crm/lead/create`, body));
    assert.deepEqual([result.firstName, result.annualIncome], ['null', undefined]);
    const needed = await client().get(`${CURRENT}/finance/filedger/list/account/id?a=null`);
    assert.deepEqual([needed.status, needed.body.msgArgs], [400, ['a']], needed.text);
  });

  it('writes dates of orders in five forms', async () => {
    const { body } = await app.as('ADMIN').get(`${CURRENT}/system/clock`);
    const day = String(body.businessDate);
    const [year, month, date] = day.split('-');
    const forms: unknown[] = [
      day,
      `${day}T09:30:00.000Z`,
      `${day}T10:30:00+01:00`,
      Date.parse(`${day}T09:30:00Z`),
      `${date}/${month}/${year}`,
    ];
    if (Number(date) > 12) forms.push(`${month}/${date}/${year}`);
    for (const orderDate of forms) {
      const sent = { ...order, orderDate };
      const { result } = await expectDone(
        client().post(`${CURRENT}/order/tradeorder/validate`, sent),
      );
      assert.ok(String(result.orderDate).startsWith(day), `${orderDate}: ${result.orderDate}`);
    }
  });

  it('reads the id of a new order in msgArgs[0] and in id', async () => {
    const body = await expectDone(client().post(`${CURRENT}/order/tradeorder/submit`, order));
    assert.equal(typeof body.msgArgs[0], 'string');
    assert.equal(body.msgArgs[0], String(body.id));
    assert.equal(body.result.orderType, 'BUY');
    assert.equal(body.result.quantityRequested, '10');
  });

  it('of 2020-21 reads the id in msgCode, on the legacy mount with Basic', async () => {
    const paths: readonly (readonly [string, object])[] = [
      ['order/tradeorder/submit', order],
      ['finance/cash-transaction/create', receipt],
      [
        'order/terminstrument/submit',
        { instrumentTypeName: 'FD-NGN', customerId: '1', faceValue: '100000' },
      ],
      [
        'order/terminstrument/submit',
        { leadType: 'INDIVIDUAL', firstName: 'Efe', lastName: 'Bello' },
      ],
    ];
    for (const [path, sent] of paths) {
      const reply = await client().post(`${LEGACY}/${path}`, sent);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.success, true);
      assert.match(reply.body.msgCode, /^\d+$/, path);
      assert.equal(reply.body.msgCode, String(reply.body.id));
    }
  });

  it('posts a cash transaction twice and reads POSTED the second time', async () => {
    for (const mount of [CURRENT, LEGACY]) {
      const { id } = await expectDone(
        client().post(`${CURRENT}/finance/cash-transaction/create`, receipt),
      );
      const post = () => client().post(`${mount}/finance/cash-transaction/post/${id}`);
      await expectDone(post());
      const again = await post();
      assert.equal(again.status, mount === LEGACY ? 200 : 409);
      assert.equal(again.body.success, false);
      assert.deepEqual(again.body.msgArgs, ['POSTED']);
    }
  });

  it('reads the text of a refusal in message: the detail, or else the title', async () => {
    const refused = await client().post(`${CURRENT}/order/tradeorder/submit`, { ...order, id: 77 });
    assert.equal(refused.body.detail, 'id is assigned by the server.');
    assert.equal(refused.body.errors[0].detail, 'is assigned by the server');
    assert.equal(refused.body.message, refused.body.detail);
    const missing = await client().get(`${CURRENT}/research/get-security-overview/symbol?s=NOSUCH`);
    assert.equal(missing.body.detail, undefined);
    assert.equal(missing.body.message, missing.body.title);
    const legacy = await client().post(`${LEGACY}/order/tradeorder/submit`, {
      ...order,
      securityName: 'NOSUCH',
    });
    assert.deepEqual([legacy.status, legacy.body.success], [200, false]);
    assert.equal(legacy.body.message, legacy.body.detail);
    const unknown = await client().get(`${CURRENT}/no/such/path`);
    assert.equal(unknown.body.message, 'No such path.');
  });

  it('sends 0 for the default page and page size', async () => {
    const customers = `${CURRENT}/partner/customer/list`;
    const usual = await client().get(customers);
    assert.equal(usual.body.result.length, 50);
    for (const query of ['b=0&s=0', 's=0', 'b=1&s=', 'b=0&s=50']) {
      const { body } = await client().get(`${customers}?${query}`);
      assert.deepEqual(body.result, usual.body.result, query);
    }
    const sized = await client().get(`${customers}?b=0&s=7`);
    assert.deepEqual(sized.body.result, usual.body.result.slice(0, 7));
    const funds = await client().get(`${CURRENT}/order/fund/list/active?s=0`);
    assert.equal(funds.body.result.length, Number(funds.body.count));
    const prices = `${CURRENT}/order/security/list/active`;
    const whole = await client().get(prices);
    assert.ok(whole.body.result.length > 1);
    assert.deepEqual((await client().get(`${prices}?s=0`)).body.result, whole.body.result);
  });

  it('counts pages of fund transactions from 0', async () => {
    const path = `${CURRENT}/order/fundtransaction/customer/list`;
    const sent = { transType: 'SUBSCRIPTION', fundName: 'CHMMF', customerId: 1 };
    for (const amount of [20_000, 30_000]) {
      await expectDone(
        client().post(`${CURRENT}/order/fundtransaction/submit`, { ...sent, amount }),
      );
    }
    const usual = await client().get(`${path}?c=1`);
    assert.equal(usual.status, 200, usual.text);
    assert.ok(usual.body.result.length > 1, usual.text);
    const page = async (query: string) => (await client().get(`${path}?c=1&${query}`)).body.result;
    assert.deepEqual(await page('b=0&s=0'), usual.body.result);
    assert.deepEqual(await page('b=0&s=1'), usual.body.result.slice(0, 1));
    assert.deepEqual(await page('b=1&s=1'), usual.body.result.slice(1, 2));
  });

  it('may not choose the id of a new record', async () => {
    const reply = await client().post(`${CURRENT}/order/tradeorder/submit`, { ...order, id: 77 });
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body.msgArgs, ['id']);
  });

  it('sends unknown members, and some members twice', async () => {
    const text = JSON.stringify({ ...order, madeUp: { by: ['an', 'old', 'client'] } });
    const twice = text.replace('{', '{"orderOrigin":"web",');
    await expectDone(client().post(`${CURRENT}/order/tradeorder/submit`, twice));
  });

  it('sends an empty body, or an empty form, with a write that expects none', async () => {
    const made = await expectDone(
      client().post(`${CURRENT}/finance/cash-transaction/create`, receipt),
    );
    const path = `${CURRENT}/finance/cash-transaction/post/id/${made.id}`;
    await expectDone(client().put(path, '', { 'content-type': 'application/json' }));
  });

  it('sends null, or the options of its HTTP library, and none of it is stored', async () => {
    const token = 'bearer-token-in-a-body';
    const bodies = [
      'null',
      '{}',
      JSON.stringify({ headers: { Authorization: `Bearer ${token}` } }),
    ];
    for (const [index, body] of bodies.entries()) {
      const { id } = await expectDone(
        client().post(`${CURRENT}/finance/cash-transaction/create`, receipt),
      );
      const path = `${CURRENT}/finance/cash-transaction/post/id/${id}`;
      const headers = { 'idempotency-key': `post-with-a-body-${index}` };
      await expectDone(client().put(path, body, headers));
    }
    const keys = await app.db.query<{ row: string }>(sql`
      select k::text as row from idempotency_key k where k::text like '%post-with-a-body-2%'`);
    assert.equal(keys.length, 1);
    assert.ok(!keys.some(({ row }) => row.includes(token)));
  });
});

describe('a login of the original', () => {
  const user = { username: '', password: '' };
  before(async () => {
    const made = await app
      .as('ADMIN')
      .post(`${CURRENT}/security/client/create`, { label: 'Old portal', roles: ['CLIENT'] });
    user.username = made.body.result.clientId ?? made.body.result.username ?? made.body.name;
    user.password = made.body.result.clientSecret;
  });

  it('comes as JSON, as a form, or as multipart, and gets the bare token', async () => {
    const multipart = new FormData();
    multipart.set('username', user.username);
    multipart.set('password', user.password);
    const json = { 'content-type': 'application/json' };
    for (const request of [
      { body: JSON.stringify(user), headers: json },
      { body: new URLSearchParams(user) },
      { body: multipart },
    ]) {
      const response = await fetch(`${app.url}${LEGACY}/security/request/access-token`, {
        method: 'POST',
        ...request,
      });
      const token: Json = await response.json();
      assert.equal(response.status, 200, JSON.stringify(token));
      assert.equal(token.token_type, 'Bearer');
      const authorization = `Bearer ${token.access_token}`;
      const list = await app
        .as('NOBODY')
        .get(`${CURRENT}/partner/customer/list`, { authorization });
      assert.equal(list.status, 200);
    }
  });

  it('with wrong secrets is refused with 401 on either mount', async () => {
    for (const mount of [CURRENT, LEGACY]) {
      const reply = await app
        .as('NOBODY')
        .post(`${mount}/security/request/access-token`, { ...user, password: 'wrong' });
      assert.equal(reply.status, 401);
      assert.equal(reply.body.msgCode, 'INVALID_CREDENTIALS');
    }
  });
});
