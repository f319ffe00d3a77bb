// Customers: opening, updating, reading, approving.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const CREATE = '/api/v1/partner/customer/create';
const UPDATE = '/api/v1/partner/customer/update';

let number = 0;
function someone(more: object = {}) {
  number += 1;
  return { firstName: 'Test', lastName: `Person${number}`, ...more };
}

test("an old client's request opens a customer with account and portfolio", async () => {
  const reply = await client().post(CREATE, {
    ...someone(),
    active: 'True',
    id: 0,
    middleName: '',
    businessOfficeName: '0000000002',
    customerGroupName: 'PREMIUM',
    birthDate: '1990-02-28',
    cellPhone: '0803 123 4567',
    emailAddress1: 'test.person@example.com',
    bvnCode: '12345678901',
    portalUserName: 'Test.Person',
    portalPassword: 'a long secret',
    setttlementBankName: 'Example Bank',
    nexofKin: 'Kin Person',
    nextofKinPhone: '08031234568',
    referalCode: 'REF1',
    politicallyExposed: 'false',
    portfolioTypeName: 'INDIVIDUAL',
    validatorType: 'createCustomer',
  });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.msgCode, 'CUSTOMER_CREATED');
  assert.equal(reply.body.msgArgs[0], String(reply.body.id));
  const record = reply.body.result;
  assert.equal(record.label, `Test ${record.lastName}`);
  assert.equal(record.businessOfficeName, '0000000002');
  assert.equal(record.customerGroupName, 'PREMIUM');
  assert.equal(record.customerType, 'REGULAR');
  assert.equal(record.partnerType, 'INDIVIDUAL');
  assert.equal(record.cellPhone, '+2348031234567');
  assert.equal(record.nextofKinPhone, '+2348031234568');
  assert.equal(record.setttlementBankName, 'Example Bank');
  assert.equal(record.politicallyExposed, false);
  assert.equal(record.cashAcctBalance, 'NGN 0.00');
  assert.match(record.cashAcct, /^\d{10}$/);
  assert.match(record.portfolioName, /^\d{10}$/);
  assert.equal(record.status, 'ACTIVE');
  assert.equal(record.workflowStatus, 'APPROVED');
  assert.ok(!/password|argon2/i.test(reply.text));
});

test('a customer is read by id, by user name in any case and by e-mail address', async () => {
  // Nothing in the demonstration has changed this customer since it was opened.
  const byId = await client().get('/api/v1/partner/customer/id/5');
  assert.equal(byId.status, 200);
  assert.equal(byId.headers.get('etag'), '"1"');
  const userName = String(byId.body.portalUserName).toUpperCase();
  const byName = await client().get(`/api/v1/partner/customer/username/${userName}`);
  const email = encodeURIComponent(byId.body.emailAddress1);
  const byEmail = await client().get(`/api/v1/partner/customer/email-address/${email}`);
  assert.deepEqual(byName.body, byId.body);
  assert.deepEqual(byEmail.body, byId.body);
  assert.match(byId.body.bvnCode, /^\d{11}$/);
});

test('the list finds customers by name, phone and BVN, and masks the BVN', async () => {
  const path = '/api/v1/partner/customer/list';
  const all = await client().get(`${path}?s=500`);
  assert.ok(all.body.count >= 50);
  assert.ok(all.body.result.every((one: { bvnCode?: string }) => !/^\d/.test(one.bvnCode ?? '*')));
  for (const search of ['fatima', '0803 555 0104', '+2348035550104', '22200000004', '%']) {
    const reply = await client().get(`${path}?search=${encodeURIComponent(search)}`);
    assert.deepEqual(
      reply.body.result.map((one: { id: number }) => one.id),
      search === '%' ? [] : [4],
    );
  }
  const office = await client().get(`${path}?businessOfficeName=0000000003&status=active&s=3`);
  assert.equal(office.body.result.length, 3);
  assert.ok(office.body.count >= 16);
});

test('an update changes only the members given', async () => {
  const before = await client().get('/api/v1/partner/customer/id/2');
  const reply = await client().put(UPDATE, {
    id: '2',
    cellPhone: '08099887766',
    occupation: 'Tailor',
  });
  assert.equal(reply.status, 200);
  assert.equal(reply.body.msgCode, 'CUSTOMER_UPDATED');
  assert.equal(reply.headers.get('etag'), '"2"');
  const { lastModifiedBy: _by, lastModifiedDttm: _at, ...record } = reply.body.result;
  const { lastModifiedBy: _b, lastModifiedDttm: _a, ...was } = before.body;
  assert.deepEqual(record, { ...was, cellPhone: '+2348099887766', occupation: 'Tailor' });
});

test('if the office requires it, a customer waits for a second person', async () => {
  await app.db.query(sql`update business_office set customer_approval = true where id = 3`);
  const made = await client().post(CREATE, someone({ businessOfficeId: 3 }));
  assert.equal(made.body.result.workflowStatus, 'PENDING');
  const approve = `/api/v1/partner/customer/approve/id/${made.body.id}`;
  const own = await client().put(approve);
  assert.equal(own.status, 403);
  assert.equal(own.body.msgCode, 'OWN_CUSTOMER');
  const other = await app.as('APPROVER').put(approve);
  assert.equal(other.status, 200);
  assert.equal(other.body.result.workflowStatus, 'APPROVED');
  const again = await app.as('APPROVER').put(approve);
  assert.equal(again.status, 409);
  assert.deepEqual(again.body.msgArgs, ['APPROVED']);
  await app.db.query(sql`update business_office set customer_approval = false where id = 3`);
});

test('400: all wrong shapes are named in one reply', async () => {
  const wrong = someone({ birthDate: '1990-02-30', politicallyExposed: 'maybe', id: 7 });
  const reply = await client().post(CREATE, wrong);
  assert.equal(reply.status, 400);
  assert.deepEqual(reply.body.msgArgs.sort(), ['birthDate', 'id', 'politicallyExposed']);
});

test('401 and 403: no credentials, and a role that may not open customers', async () => {
  assert.equal((await app.as('NOBODY').post(CREATE, someone())).status, 401);
  assert.equal((await app.as('AUDITOR').post(CREATE, someone())).status, 403);
  assert.equal((await app.as('AUDITOR').get('/api/v1/partner/customer/id/1')).status, 200);
});

test('404: an unknown customer, and one of another office, which lists leave out', async () => {
  const abuja = app.asOffice('OPERATIONS', [2n]);
  assert.equal((await client().get('/api/v1/partner/customer/id/99999')).status, 404);
  assert.equal((await abuja.get('/api/v1/partner/customer/id/1')).status, 404);
  assert.equal((await abuja.get('/api/v1/partner/customer/id/2')).status, 200);
  assert.equal((await abuja.put(UPDATE, { id: 1, occupation: 'Spy' })).status, 404);
  const list = await abuja.get('/api/v1/partner/customer/list?s=500');
  const offices = new Set(
    list.body.result.map((one: { businessOfficeName: string }) => one.businessOfficeName),
  );
  assert.deepEqual([...offices], ['0000000002']);
  const made = await abuja.post(CREATE, someone());
  assert.equal(made.body.result.businessOfficeName, '0000000002');
  const elsewhere = await abuja.post(CREATE, someone({ businessOfficeName: '0000000001' }));
  assert.equal(elsewhere.body.msgCode, 'UNKNOWN_REFERENCE');
});

test('409: a portal user name in any case, and a BVN, belong to one customer only', async () => {
  const name = await client().post(CREATE, someone({ portalUserName: 'FATIMA.bello' }));
  assert.equal(name.status, 409);
  assert.equal(name.body.msgCode, 'PORTAL_USER_NAME_TAKEN');
  assert.equal(name.body.errors[0].pointer, '/portalUserName');
  const bvn = await client().put(UPDATE, { id: 5, bvnCode: '22200000004' });
  assert.equal(bvn.status, 409);
  assert.equal(bvn.body.msgCode, 'BVN_TAKEN');
});

test('412: an update based on an outdated version', async () => {
  const body = { id: 6, occupation: 'Farmer' };
  assert.equal((await client().put(UPDATE, body, { 'if-match': '"9"' })).status, 412);
  assert.equal((await client().put(UPDATE, body, { 'if-match': '"1"' })).status, 200);
});

test('422: each refusal names its member', async () => {
  const cases: readonly (readonly [object, string, string])[] = [
    [{ cellPhone: '12' }, 'PHONE_WRONG', 'cellPhone'],
    [{ nextofKinPhone: 'none' }, 'PHONE_WRONG', 'nextofKinPhone'],
    [{ emailAddress1: 'nobody@' }, 'EMAIL_WRONG', 'emailAddress1'],
    [{ bvnCode: '123' }, 'BVN_WRONG', 'bvnCode'],
    [{ birthDate: '2190-01-01' }, 'BIRTH_DATE_WRONG', 'birthDate'],
    [{ portalUserName: 'x.y', portalPassword: 'short' }, 'PASSWORD_WRONG', 'portalPassword'],
    [{ portalPassword: 'long enough' }, 'PORTAL_USER_NAME_MISSING', 'portalUserName'],
    [{ lastName: '' }, 'CUSTOMER_NAME_MISSING', 'lastName'],
    [{ customerGroupName: 'NONE' }, 'UNKNOWN_REFERENCE', 'customerGroupName'],
    [{ businessOfficeId: 99 }, 'UNKNOWN_REFERENCE', 'businessOfficeId'],
    [
      { businessOfficeId: 1, businessOfficeName: '0000000002' },
      'REFERENCE_MISMATCH',
      'businessOfficeName',
    ],
  ];
  for (const [more, code, member] of cases) {
    const reply = await client().post(CREATE, someone(more));
    assert.equal(reply.status, 422, code);
    assert.equal(reply.body.msgCode, code);
    assert.deepEqual(reply.body.msgArgs, [member]);
  }
  const moved = await client().put(UPDATE, { id: 7, businessOfficeName: '0000000002' });
  assert.equal(moved.body.msgCode, 'OFFICE_FIXED');
});

test('the legacy mount answers with the id as msgCode', async () => {
  const reply = await client().post('/ebclient/rest/api/v1/partner/customer/create', someone());
  assert.equal(reply.status, 200);
  assert.equal(reply.body.msgCode, String(reply.body.id));
});

test('a repeated key opens one customer', async () => {
  const headers = { 'idempotency-key': 'customer-key-0000001' };
  const body = someone();
  const [one, two] = await Promise.all([
    client().post(CREATE, body, headers),
    client().post(CREATE, body, headers),
  ]);
  const again = await client().post(CREATE, body, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  for (const reply of [one, two]) {
    if (reply.status !== 409) assert.equal(reply.body.id, again.body.id);
  }
  const rows = await app.db.query(sql`select from customer where last_name = ${body.lastName}`);
  assert.equal(rows.length, 1);
});

test('only one of many concurrent requests with one BVN opens a customer', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => client().post(CREATE, someone({ bvnCode: '98765432109' }))),
  );
  const statuses = replies.map((reply) => reply.status).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
});

test('a dry run shows the record and opens nothing', async () => {
  const body = someone({ portfolioTypeName: 'INDIVIDUAL' });
  const reply = await client().post(CREATE, body, { prefer: 'dry-run' });
  assert.equal(reply.status, 200);
  assert.equal(reply.body.result.label, `Test ${body.lastName}`);
  assert.equal(reply.body.id, undefined);
  const rows = await app.db.query(sql`select from customer where last_name = ${body.lastName}`);
  assert.equal(rows.length, 0);
});

test('ecrmId is the id of the customer, and another value is ignored with a warning', async () => {
  const made = await client().post(CREATE, someone({ ecrmId: 'CRM-77' }));
  assert.equal(made.status, 201, made.text);
  const { id, ecrmId } = made.body.result;
  assert.equal(ecrmId, id);
  const warned = made.body.warnings.map(({ code, pointer }: Json) => [code, pointer]);
  assert.deepEqual(warned, [['MEMBER_IGNORED', '/ecrmId']]);
  for (const value of ['', 0, id, String(id)]) {
    const changed = await client().put(UPDATE, { id, ecrmId: value });
    assert.deepEqual([changed.status, changed.body.warnings], [200, undefined], String(value));
  }
  const changed = await client().put(UPDATE, { id: String(id), ecrmId: 5, cellPhone: '' });
  assert.equal(changed.body.warnings[0].code, 'MEMBER_IGNORED');
  assert.equal((await client().get(`/api/v1/partner/customer/id/${id}`)).body.ecrmId, id);
});
