// The market data mount: paths for clients that were written for the original's market data
// service.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basic, callerOf, startTestApp, type TestApp } from '../../../support/app.js';

const MOUNTS = ['/mds/rest/api/v1', '/mds//rest/api/v1', '/%6dds/rest/api/v1'] as const;
const OPEN = [
  'research/get-chart-data/symbol?x=NGX&s=GTCO&f=d,o,h,l,c',
  'research/get-market-movers?x=NGX&t=MOST_ACTIVE&c=3',
  'research/get-security-overview/symbol?x=NGX&s=ACCESS',
] as const;
const ALLOCATION = 'research/get-sector-allocation?id=1&type=P';

let demo: TestApp;
let firm: TestApp;

before(async () => {
  demo = await startTestApp({ demo: true, exchange: 'none' });
  firm = await startTestApp();
});
after(async () => {
  await demo.stop();
  await firm.stop();
});

describe('market data below its own mount', () => {
  it('equals the answers of the first mount, also with two slashes', async () => {
    for (const path of [...OPEN, ALLOCATION]) {
      const first = await demo.as('CLIENT').get(`/api/v1/${path}`);
      assert.equal(first.status, 200, first.text);
      for (const mount of MOUNTS) {
        const reply = await demo.as('CLIENT').get(`${mount}/${path}`);
        assert.equal(reply.status, 200, `${mount} ${reply.text}`);
        assert.equal(reply.text, first.text);
        assert.equal(reply.headers.get('etag'), first.headers.get('etag'));
      }
    }
  });

  it('has links that stay below the mount', async () => {
    const path = '/mds/rest/api/v1/research/get-market-movers?x=NGX&t=TOP_VALUE&c=1';
    const first = await demo.as('CLIENT').get(path);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    assert.ok(next.startsWith('/mds/rest/api/v1/research/get-market-movers?'), next);
    const second = await demo.as('CLIENT').get(next);
    assert.equal(second.body.result[0].rank, 2);
  });

  it('needs credentials and the permission, as below the first mount', async () => {
    for (const path of [...OPEN, ALLOCATION]) {
      const url = `/mds/rest/api/v1/${path}`;
      assert.equal((await firm.as('NOBODY').get(url)).status, 401, path);
      const wrong = callerOf(demo.url, basic('client-of-nobody', 'wrong-secret'));
      assert.equal((await wrong.get(url)).status, 401, path);
      const key = callerOf(demo.url, { 'x-api-key': 'nothing' });
      assert.equal((await key.get(url)).status, 401, path);
    }
    const url = `/mds/rest/api/v1/${OPEN[0]}`;
    const unknown = await firm.as('CLIENT').get(url);
    assert.deepEqual([unknown.status, unknown.body.success], [422, false]);
  });

  it("needs no credentials with the demonstration, except for customers' assets", async () => {
    for (const path of OPEN) {
      for (const mount of MOUNTS) {
        const reply = await demo.as('NOBODY').get(`${mount}/${path}`);
        assert.equal(reply.status, 200, reply.text);
      }
      assert.equal((await demo.as('NOBODY').get(`/api/v1/${path}`)).status, 401);
      assert.equal((await demo.as('NOBODY').get(`/ebclient/rest/api/v1/${path}`)).status, 401);
    }
    assert.equal((await demo.as('NOBODY').get(`/mds/rest/api/v1/${ALLOCATION}`)).status, 401);
  });

  it('has no other operations', async () => {
    for (const path of ['order/tradeorder/list', 'partner/customer/list', 'security/user/list']) {
      for (const mount of ['/mds/rest/api/v1', '/mds//rest/api/v1']) {
        for (const role of ['ADMIN', 'NOBODY']) {
          assert.equal((await demo.as(role).get(`${mount}/${path}`)).status, 404, path);
        }
      }
    }
    const { status, headers } = await demo.as('ADMIN').post(`/mds/rest/api/v1/${OPEN[0]}`, {});
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
    assert.equal((await demo.as('ADMIN').post('/mds/rest/api/v1/crm/lead/create')).status, 404);
  });

  it('names the path in a refusal as the caller sent it', async () => {
    const path = '/mds//rest/api/v1/research/get-chart-data/symbol';
    const { status, body } = await demo.as('NOBODY').get(`${path}?s=NOSUCH`);
    assert.deepEqual([status, body.success, body.instance], [404, false, path]);
    assert.equal(body.message, body.title);
  });
});
