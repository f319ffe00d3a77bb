// Securities: reading, listing and changing them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const admin = () => app.as('ADMIN');
const LIST = '/api/v1/order/security/list/active';

function newSecurity(name: string) {
  return {
    exchange: 'NGX',
    name,
    label: `${name} Plc`,
    securityType: 'EQUITY',
    sharesOutstanding: '1000000',
    previousClose: '12.50',
  };
}

test('the active shares of an exchange are listed with their prices', async () => {
  const reply = await app.as('CLIENT').get(`${LIST}?x=NGX&t=EQUITY&b=1&s=500`);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.count, 30);
  const access = reply.body.result.find((one: { name: string }) => one.name === 'ACCESS');
  assert.equal(access.marketPrice, 22.5);
  assert.equal(access.previousClose, 22.5);
  assert.equal(access.priceChange, 0);
  assert.equal(access.exchange, 'NGX');
  assert.equal(access.isin, 'NGACCESS0005');
  assert.equal(access.active, true);
});

test('the old code of the exchange and the old name for bonds are accepted', async () => {
  const reply = await admin().get(`${LIST}?x=nse&t=bond&b=0&s=10`);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.count, 4);
  assert.ok(reply.body.result.every((one: { faceValue: number }) => one.faceValue === 1000));
});

test('pages follow each other by number and by cursor', async () => {
  const first = await admin().get(`${LIST}?x=NGX&t=EQUITY&b=1&s=20`);
  const second = await admin().get(`${LIST}?x=NGX&t=EQUITY&b=2&s=20`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const byCursor = await admin().get(next);
  assert.deepEqual(second.body.result, byCursor.body.result);
  assert.equal(second.body.result.length, 10);
  assert.equal(byCursor.body.count, 30);
});

test('one security is read with its version as ETag', async () => {
  const reply = await admin().get('/api/v1/order/security/id/1');
  assert.equal(reply.status, 200);
  assert.equal(reply.body.name, 'ACCESS');
  assert.equal(reply.headers.get('etag'), '"1"');
});

test('a security is created, and suspended by an update of one member', async () => {
  const made = await admin().post('/api/v1/order/security/create', {
    ...newSecurity('NEWCO'),
    sector: 'Services',
  });
  assert.equal(made.status, 201);
  assert.equal(made.body.msgCode, 'SECURITY_CREATED');
  assert.equal(made.body.result.previousClose, 12.5);
  const changed = await admin().put('/api/v1/order/security/update', {
    id: made.body.id,
    status: 'suspended',
  });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.result.status, 'SUSPENDED');
  assert.equal(changed.body.result.sector, 'Services');
  assert.equal(changed.headers.get('etag'), '"2"');
});

test('400: wrong shapes and unknown members are named', async () => {
  const reply = await admin().post('/api/v1/order/security/create', {
    ...newSecurity('BADCO'),
    lotSize: 0,
    colour: 'blue',
  });
  assert.equal(reply.status, 400);
  assert.deepEqual(reply.body.msgArgs.sort(), ['colour', 'lotSize']);
  assert.equal((await admin().get(`${LIST}?t=CRYPTO`)).status, 400);
  assert.equal((await admin().get(`${LIST}?s=501`)).status, 400);
});

test('401 and 403: no credentials, and a role that lists no securities', async () => {
  const path = '/api/v1/order/security/create';
  assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
  assert.equal((await app.as('NOBODY').post(path, newSecurity('NOCO'))).status, 401);
  assert.equal((await app.as('AUDITOR').post(path, newSecurity('NOCO'))).status, 403);
});

test('404: a security that does not exist', async () => {
  assert.equal((await admin().get('/api/v1/order/security/id/999999')).status, 404);
  const update = await admin().put('/api/v1/order/security/update', { id: 999999, label: 'x' });
  assert.equal(update.status, 404);
});

test('409: a code or an ISIN that another security has', async () => {
  const code = await admin().post('/api/v1/order/security/create', newSecurity('access'));
  assert.equal(code.status, 409);
  assert.equal(code.body.msgCode, 'SECURITY_NAME_TAKEN');
  const isin = await admin().post('/api/v1/order/security/create', {
    ...newSecurity('OTHERCO'),
    isin: 'NGACCESS0005',
  });
  assert.equal(isin.body.msgCode, 'SECURITY_ISIN_TAKEN');
});

test('412: a change based on an older version', async () => {
  const body = { id: 2, label: 'GTCO' };
  const reply = await admin().put('/api/v1/order/security/update', body, { 'if-match': '"7"' });
  assert.equal(reply.status, 412);
  const same = await admin().put('/api/v1/order/security/update', body, { 'if-match': '"1"' });
  assert.equal(same.status, 200);
});

test('422: an unknown exchange, a wrong ISIN, a bond without terms', async () => {
  const create = (more: object) =>
    admin().post('/api/v1/order/security/create', { ...newSecurity('WRONGCO'), ...more });
  assert.equal((await create({ exchange: 'LSE' })).body.msgCode, 'UNKNOWN_REFERENCE');
  assert.equal((await create({ isin: 'NGACCESS0006' })).body.msgCode, 'ISIN_WRONG');
  const bond = await create({ securityType: 'BOND_NAT', faceValue: 1000 });
  assert.equal(bond.status, 422);
  assert.deepEqual(bond.body.msgArgs, ['couponRate']);
  assert.equal((await admin().get(`${LIST}?x=LSE`)).status, 422);
});

test('a bond has a day count and a coupon frequency, by default the federal ones', async () => {
  const create = (name: string, more: object) =>
    admin().post('/api/v1/order/security/create', {
      exchange: 'NGX',
      name,
      label: 'A bond',
      securityType: 'BOND_NAT',
      faceValue: 1000,
      couponRate: 12,
      maturityDate: '2036-06-15',
      ...more,
    });
  const federal = await create('BONDA', {});
  assert.equal(federal.body.result.dayCount, 'ACT_ACT_ICMA');
  assert.equal(federal.body.result.couponsPerYear, 2);
  const more = { dayCount: 'THIRTY_360', couponsPerYear: 4, issueDate: '2026-01-15' };
  const other = await create('BONDB', more);
  assert.equal(other.body.result.dayCount, 'THIRTY_360');
  assert.equal(other.body.result.couponsPerYear, 4);
  assert.equal(other.body.result.issueDate, '2026-01-15');
  const changed = await admin().put('/api/v1/order/security/update', {
    id: other.body.id,
    couponsPerYear: 1,
  });
  assert.equal(changed.body.result.couponsPerYear, 1);
  assert.equal(changed.body.result.dayCount, 'THIRTY_360');
  assert.equal((await create('BONDC', { couponsPerYear: 3 })).status, 400);
  assert.equal((await create('BONDC', { issueDate: '2036-06-15' })).status, 400);
});

test('a repeated key creates one security', async () => {
  const headers = { 'idempotency-key': 'security-key-0000001' };
  const first = await admin().post('/api/v1/order/security/create', newSecurity('KEYCO'), headers);
  const again = await admin().post('/api/v1/order/security/create', newSecurity('KEYCO'), headers);
  assert.equal(first.status, 201);
  assert.equal(again.body.id, first.body.id);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
});

test('a dry run computes the record and stores nothing', async () => {
  const dry = { prefer: 'dry-run' };
  const reply = await admin().post('/api/v1/order/security/create', newSecurity('DRYCO'), dry);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.result.name, 'DRYCO');
  const after = await admin().post('/api/v1/order/security/create', newSecurity('DRYCO'));
  assert.equal(after.status, 201);
});

test('a code must be printable ASCII, as FIX requires, and a face value above zero', async () => {
  const create = (change: object) =>
    admin().post('/api/v1/order/security/create', { ...newSecurity('ODD'), ...change });
  for (const name of ['A\u0001B=1', 'A\nB', 'ÄCME']) {
    const reply = await create({ name });
    assert.equal(reply.status, 400, reply.text);
    assert.equal(reply.body.errors[0].pointer, '/name');
  }
  const bond = { securityType: 'BOND_NAT', couponRate: 12, maturityDate: '2030-05-01' };
  for (const faceValue of [0, -5, '0.001']) {
    const reply = await create({ ...bond, faceValue });
    assert.equal(reply.status, 400, reply.text);
    assert.equal(reply.body.errors[0].pointer, '/faceValue');
  }
});
