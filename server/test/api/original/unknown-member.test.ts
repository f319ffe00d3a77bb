// Unknown members and query parameters: operations of the original and of the specification ignore
// them, because their clients send such members. All other operations refuse them and name them in
// the error.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import type { Route } from '../../../src/platform/http/route.js';
import { startTestApp, type TestApp } from '../../support/app.js';

const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

const INSTRUMENTS = ['terminstrument', 'discountedinstrument', 'treasurybill'];

/** The paths of the operations that clients of the original call. */
const ORIGINAL: ReadonlySet<string> = new Set([
  ...['security/request/access-token', 'security/login/customer'],
  ...['username/{u}', 'id/{id}', 'bvn/{bvn}'].map((by) => `security/customer/${by}`),
  ...['create', 'update', 'id/{id}', 'username/{username}', 'email-address/{email}'].map(
    (end) => `partner/customer/${end}`,
  ),
  ...['portfolio-trade', 'portfolio-net-trade', 'customer-net-trade'].map(
    (balance) => `partner/${balance}-balance/id/{id}`,
  ),
  ...['portfolio', 'customer'].map((of) => `partner/${of}-valuation-for-date-range/id/{id}`),
  ...['submit', 'update', 'validate', 'cancel/id/{id}', 'portfolio/list'].map(
    (end) => `order/tradeorder/${end}`,
  ),
  ...['order/tradeorderterm/list/active', 'order/security/list/active'],
  ...['order/contractnote/list', 'order/customer/contractnote/id/{id}'],
  ...['create', 'customer/id/{id}', 'holdings/id/{id}', 'account/update'].map(
    (end) => `order/portfolio/${end}`,
  ),
  ...INSTRUMENTS.flatMap((kind) =>
    [
      ...['submit', 'update', 'post/{id}', 'post/id/{id}', 'customer/list'],
      ...['id/{id}', 'terminate', 'valuation'],
    ].map((end) => `order/${kind}/${end}`),
  ),
  ...['order/terminstrumenttype/list/active', 'order/fund/list/active'],
  ...[
    ...['submit/get-cash-account', 'submit', 'update', 'post/{id}', 'post/id/{id}'],
    ...['delete/id/{id}', 'customer/list'],
  ].map((end) => `order/fundtransaction/${end}`),
  ...['create', 'post/id/{id}', 'post/{id}'].map((end) => `finance/cash-transaction/${end}`),
  ...['finance/filedger/list/account/id', 'finance/account/customer/id/{c}'],
  ...['partner/lead/create', 'crm/whatsapp/update'],
  ...[
    ...['get-sector-allocation', 'get-security-overview/symbol', 'get-market-movers'],
    'get-chart-data/symbol',
  ].map((end) => `research/${end}`),
]);

let app: TestApp;
let routes: readonly Route[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  routes = modulesOf(app.context).flatMap((module) => module.routes);
});
after(() => app.stop());

const servedAtMounts = () => routes.filter(({ mount }) => mount !== 'root');

describe('an unknown member', () => {
  it('is ignored by exactly the operations of the original', () => {
    const paths = new Set(servedAtMounts().map(({ path }) => path));
    assert.deepEqual(
      [...ORIGINAL].filter((path) => !paths.has(path)),
      [],
    );
    for (const { operation, path, query } of servedAtMounts()) {
      assert.equal(query.additionalProperties !== false, ORIGINAL.has(path), `query: ${operation}`);
    }
    for (const { operation, path, body } of servedAtMounts()) {
      if (body === undefined || 'variants' in body) continue;
      assert.equal(body.additionalProperties !== false, ORIGINAL.has(path), `body: ${operation}`);
    }
  });

  it('is refused by name in the query of every other operation, on both mounts', async () => {
    const own = servedAtMounts().filter(({ path, endless }) => !ORIGINAL.has(path) && !endless);
    for (const { method, path, operation, permission } of own) {
      if (permission === 'public' || method !== 'GET') continue;
      const at = path.replaceAll(/\{\w+\}/g, '1');
      for (const mount of MOUNTS) {
        const { status, body } = await app.as('ADMIN').get(`${mount}/${at}?zz=1`);
        assert.ok([200, 400].includes(status), `${operation}: ${status}`);
        const [named] = body.errors.filter((error: { pointer: string }) => error.pointer === '/zz');
        assert.equal(named?.code, 'UNKNOWN_MEMBER', `${operation}: ${JSON.stringify(body)}`);
      }
    }
  });

  it('is refused in the query of a write, and nothing is written', async () => {
    const count = async () => (await app.as('ADMIN').get('/api/v1/crm/contact/list')).body.count;
    const before = await count();
    const contact = { firstName: 'Ada', lastName: 'Eze' };
    const { status, body } = await app
      .as('ADMIN')
      .post('/api/v1/crm/contact/create?dry-run=true', contact);
    assert.equal(status, 400, JSON.stringify(body));
    assert.equal(body.errors[0].pointer, '/dry-run');
    assert.equal(await count(), before);
  });

  it('is ignored by an operation of the original on both mounts, also a blank one', async () => {
    for (const mount of MOUNTS) {
      for (const query of ['?_=1764288000000', '?&', '?', '?zz=']) {
        const { status, text } = await app
          .as('ADMIN')
          .get(`${mount}/order/portfolio/customer/id/1${query}`);
        assert.equal(status, 200, `${query}: ${text}`);
      }
    }
  });
});

describe('the query parameter dryRun', () => {
  const partners = async () =>
    (await app.as('ADMIN').get('/api/v1/partner/customer/list')).body.count;
  const post = (query: string) =>
    app.as('ADMIN').post(`/ebclient/rest/api/v1/partner/customer/create?${query}`, {
      firstName: 'Dry',
      lastName: 'Walker',
    });

  it('is accepted in any letter case, even where unknown parameters are ignored', async () => {
    const before = await partners();
    for (const query of ['dryrun=true', 'DRYRUN=TRUE', 'dryRun=&DryRun=true']) {
      const { body, text } = await post(query);
      assert.equal(body.dryRun, true, text);
    }
    assert.equal(await partners(), before);
  });

  it('is refused if it is neither true nor false', async () => {
    const before = await partners();
    for (const query of ['dryRun=yes', 'dryrun=1', 'dryRun=true&dryRun=false']) {
      const { body, text } = await post(query);
      assert.equal(body.errors?.[0]?.pointer, '/dryRun', text);
    }
    assert.equal(await partners(), before);
  });
});
