// Requests refused because of their headers: cross-site pages, DNS rebinding, unexpected proxies.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Caller, startTestApp, type TestApp } from '../../support/app.js';

const LEAD = '/api/v1/crm/lead/create';
const CONTACT = '/api/v1/crm/contact/create';

let app: TestApp;
let open: TestApp;
let crm: Caller;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  open = await startTestApp({ noAuth: true, publicUrl: 'https://broker.example' });
  crm = app.as('CRM');
});
after(async () => {
  await app.stop();
  await open.stop();
});

/** Sends a read with exactly these headers and returns the status. */
function statusWith(url: string, headers: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/livez`, { headers: [...headers], setHost: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

describe('a write', () => {
  it('from a page is refused for another site, and carried out for the same site', async () => {
    const body = { lastName: 'Okoro' };
    const cross = await crm.post(CONTACT, body, { 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([cross.status, cross.body.msgCode], [403, 'FORBIDDEN']);
    const same = await crm.post(CONTACT, body, { 'sec-fetch-site': 'same-origin' });
    assert.equal(same.status, 201, same.text);
    const read = await crm.get('/api/v1/crm/lead/list', { 'sec-fetch-site': 'cross-site' });
    assert.equal(read.status, 200);
  });

  it('without a body but with the content type of a form is refused', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const reply = await crm.put('/api/v1/crm/lead/import/undo/id/1', undefined, {
        'content-type': type,
      });
      assert.deepEqual([reply.status, reply.body.msgCode], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
    }
    const plain = await crm.put('/api/v1/crm/lead/import/undo/id/1');
    assert.equal(plain.status, 404, plain.text);
  });

  it('with an encoded body is refused, and with the encoding identity read', async () => {
    const body = { lastName: 'Okoro' };
    const packed = await crm.post(LEAD, body, { 'content-encoding': 'gzip' });
    assert.deepEqual([packed.status, packed.body.msgCode], [415, 'UNSUPPORTED_MEDIA_TYPE']);
    assert.equal((await crm.post(LEAD, body, { 'content-encoding': 'identity' })).status, 201);
  });

  it('to an address in brackets is refused', async () => {
    const reply = await crm.post(CONTACT, { lastName: 'Okoro', emailAddress1: 'x@[127.0.0.1]' });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'EMAIL_WRONG']);
  });
});

describe('Host', () => {
  it('is refused if it occurs twice', async () => {
    assert.equal(await statusWith(app.url, ['Host', 'a.example', 'Host', 'b.example']), 400);
    assert.equal(await statusWith(app.url, ['Host', 'a.example']), 200);
  });

  it('is checked if no login is needed', async () => {
    const statuses: Record<string, number> = {};
    for (const host of [
      'localhost:80',
      '127.0.0.1',
      '[::1]:8080',
      'broker.example',
      'evil.example',
    ]) {
      statuses[host] = await statusWith(open.url, ['Host', host]);
    }
    assert.deepEqual(statuses, {
      ...{ 'localhost:80': 200, '127.0.0.1': 200, '[::1]:8080': 200, 'broker.example': 200 },
      'evil.example': 403,
    });
  });
});

describe('a reply with personal data', () => {
  it('is not cached', async () => {
    for (const path of ['crm/lead/id/1', 'crm/lead/list', 'partner/customer/list']) {
      const reply = await crm.get(`/api/v1/${path}`);
      assert.equal(reply.headers.get('cache-control'), 'no-store', path);
    }
    const open = await crm.get('/api/v1/order/security/list/active');
    assert.equal(open.headers.get('cache-control'), null);
  });
});
