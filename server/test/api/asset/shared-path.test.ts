// Term instruments and leads share one path. The members of the body determine which is created and
// which permission is required.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type AssetApp, SUBMIT, startAssetApp } from './app.js';

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
});
after(() => app.stop());

const LEAD = { leadType: 'INDIVIDUAL', firstName: 'Ngozi', lastName: 'Okafor', autoRollover: true };
const deposit = () => ({ instrumentTypeName: 'FD', customerId: app.rich.id, faceValue: 100_000 });

describe('a body with members', () => {
  test('of only a lead is a lead', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, LEAD);
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'LEAD_CAPTURED');
    assert.equal(reply.headers.get('location'), `/api/v1/crm/lead/id/${reply.body.id}`);
    const [audit] = await app.db.query<object>(sql`
      select subject_id, msg_code from audit_entry order by id desc limit 1`);
    assert.deepEqual(audit, { subject_id: BigInt(reply.body.id), msg_code: 'LEAD_CAPTURED' });
  });

  test("that only the original's clients send in a lead is a lead", async () => {
    for (const body of [
      { emailAddress: 'wale@example.com' },
      { label: 'Wale', dateOfBirth: '1979-02-28' },
      { label: 'Wale', portalUserName: 'wale' },
    ]) {
      const reply = await app.as('CLIENT').post(SUBMIT, body);
      assert.equal(reply.body.msgCode, 'LEAD_CAPTURED', reply.text);
    }
  });

  test('of only a term instrument is a term instrument', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, deposit());
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_SUBMITTED');
  });

  test("passes if members repeat with equal values, as in the specification's lead", async () => {
    const body = `{"active":true,"id":0,"leadType":"INDIVIDUAL","status":"NEW","firstName":"Ada",
      "lastName":"Obi","convertedContact":0,"convertedContact":0,
      "salutation":"Mrs","salutation":"Mrs",
      "autoRollover":true,"autoRollover":true,"name":"","label":""}`;
    const reply = await app.as('CLIENT').post(SUBMIT, body);
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'LEAD_CAPTURED');
  });

  test('is refused with 400 if members repeat with different values', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, '{"lastName":"Obi","lastName":"Eze"}');
    assert.deepEqual([reply.status, reply.body.msgCode], [400, 'MALFORMED_JSON']);
  });

  test('is decided by the members that are not blank', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, { ...deposit(), lastName: '', title: null });
    assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_SUBMITTED');
  });

  test('of both kinds is 400 and names them', async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, { ...LEAD, customerId: 1, faceValue: 5 });
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body.msgArgs, [
      'leadType',
      'firstName',
      'lastName',
      'customerId',
      'faceValue',
    ]);
    assert.equal(reply.body.errors[3].pointer, '/customerId');
  });

  test('of neither kind is 400 with that reason', async () => {
    for (const body of [{}, { label: 'x', status: 'NEW', autoRollover: true }]) {
      const reply = await app.as('CLIENT').post(SUBMIT, body);
      assert.deepEqual([reply.status, reply.body.msgCode], [400, 'INVALID_REQUEST']);
      assert.match(reply.body.detail, /is ambiguous/);
    }
  });

  test('with a wrong shape is refused by the shape of that kind, with all violations', async () => {
    const lead = await app
      .as('CLIENT')
      .post(SUBMIT, { ...LEAD, birthDate: 'x', sex: 5, active: 7 });
    assert.equal(lead.status, 400);
    assert.ok(lead.body.msgArgs.includes('birthDate') && lead.body.msgArgs.includes('active'));
    const term = await app.as('CLIENT').post(SUBMIT, { ...deposit(), tenure: 1.5, faceValue: 'x' });
    assert.deepEqual([...term.body.msgArgs].sort(), ['faceValue', 'tenure']);
  });
});

describe('the permission is that of the resulting operation', () => {
  test('CRM may capture leads and submit no deposits', async () => {
    assert.equal((await app.as('CRM').post(SUBMIT, LEAD)).status, 201);
    const reply = await app.as('CRM').post(SUBMIT, deposit());
    assert.equal(reply.status, 403);
    assert.deepEqual(reply.body.msgArgs, ['asset.term-instrument.submit']);
  });

  test('an auditor may do neither', async () => {
    for (const body of [LEAD, deposit()]) {
      assert.equal((await app.as('AUDITOR').post(SUBMIT, body)).status, 403);
    }
  });
});
