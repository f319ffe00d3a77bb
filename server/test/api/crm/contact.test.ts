// Contacts over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const CREATE = '/api/v1/crm/contact/create';
const UPDATE = '/api/v1/crm/contact/update';
const READ = '/api/v1/crm/contact/id';
const LIST = '/api/v1/crm/contact/list';

let app: CrmApp;
let crm: Caller;
let customerId: number;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  const customer = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Kemi', lastName: 'Ajayi', businessOfficeId: 900002 },
  });
  assert.equal(customer.status, 201, customer.text);
  customerId = customer.body.id;
});
after(() => app.stop());

const idOf = async (body: object): Promise<number> => {
  const reply = await crm.post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const contactCount = async (): Promise<bigint | undefined> =>
  (await app.db.query<{ n: bigint }>(sql`select count(*) as n from contact`))[0]?.n;

describe('success', () => {
  test('a contact is created, read and changed member by member', async () => {
    const reply = await crm.post(CREATE, {
      ...{ firstName: 'Ada', lastName: 'Obi', mobilePhone: '0803 555 0001', smsOptOut: 'TRUE' },
      ...{ birthDate: '1990-02-28', primaryCity: 'Enugu', relationship: 'SPOUSE' },
    });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'CONTACT_CREATED');
    assert.equal(reply.body.result.label, 'Ada Obi');
    assert.equal(reply.body.result.smsOptOut, true);
    assert.equal(reply.body.result.emailOptOut, false);
    const { id } = reply.body;
    assert.equal(reply.headers.get('location'), `/api/v1/crm/contact/id/${id}`);
    const read = await crm.get(`${READ}/${id}`);
    assert.deepEqual(read.body, reply.body.result);
    const update = await crm.put(UPDATE, { id, primaryCity: 'Lagos' }, { 'if-match': '"1"' });
    assert.equal(update.status, 200, update.text);
    const { body } = await crm.get(`${READ}/${id}`);
    assert.equal(body.primaryCity, 'Lagos');
    assert.equal(body.relationship, 'SPOUSE');
    assert.equal((await crm.put(UPDATE, body)).status, 200);
  });

  test('a contact of a customer belongs to the office of the customer', async () => {
    const id = await idOf({ organization: 'Ajayi and Sons', customerId });
    const { body } = await crm.get(`${READ}/${id}`);
    assert.equal(body.businessOfficeId, 900002);
    assert.equal(body.label, 'Ajayi and Sons');
    const list = await crm.get(`${LIST}?customerId=${customerId}`);
    assert.equal(list.body.count, 1);
    assert.equal(list.body.result[0].id, id);
  });

  test('likely duplicates are listed and not refused', async () => {
    const first = await idOf({ firstName: 'Same', lastName: 'One', mobilePhone: '08035550010' });
    const reply = await crm.post(CREATE, {
      ...{ firstName: 'Same', lastName: 'Two', officePhone: '+234 803 555 0010' },
    });
    assert.equal(reply.status, 201);
    const [found] = reply.body.duplicates;
    assert.equal(found.id, first);
    assert.equal(found.kind, 'CONTACT');
    assert.deepEqual(found.matchedOn, ['PHONE']);
    await crm.put(UPDATE, { id: first, active: false });
    const again = await crm.put(UPDATE, { id: reply.body.id, title: 'Dr' });
    assert.deepEqual(again.body.duplicates, []);
  });

  test('a list finds contacts by name, phone and address, and has all pages', async () => {
    const mark = `Zz${Date.now()}`;
    const ids = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push(await idOf({ firstName: `N${index}`, lastName: mark }));
    }
    const seen: number[] = [];
    let path: string | undefined = `${LIST}?q=${mark}&s=2`;
    while (path !== undefined) {
      const reply = await crm.get(path);
      assert.equal(reply.body.count, 5);
      seen.push(...reply.body.result.map(({ id }: { id: number }) => id));
      path = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(seen, [...ids].reverse());
    const id = await idOf({
      lastName: 'Reach',
      mobilePhone: '08035550077',
      emailAddress1: 'R@x.ng',
    });
    for (const q of ['0803 555 0077', 'r@X.ng', 'reach', String(id).padStart(10, '0')]) {
      const reply = await crm.get(`${LIST}?q=${encodeURIComponent(q)}`);
      assert.deepEqual([q, reply.body.result[0]?.id], [q, id]);
    }
    assert.equal((await crm.get(`${LIST}?q=100%25`)).body.count, 0);
  });
});

describe('refusals', () => {
  test('400: an id, an unknown member, no id, a malformed page', async () => {
    assert.equal((await crm.post(CREATE, { id: 5, lastName: 'X' })).status, 400);
    const unknown = await crm.post(CREATE, { lastName: 'X', bvn: '22222222222' });
    assert.equal(unknown.status, 400);
    assert.deepEqual(unknown.body.msgArgs, ['bvn']);
    assert.equal((await crm.put(UPDATE, { lastName: 'X' })).status, 400);
    assert.equal((await crm.get(`${LIST}?cursor=x`)).status, 400);
  });

  test('401 and 403', async () => {
    assert.equal((await app.as('NOBODY').post(CREATE, { lastName: 'X' })).status, 401);
    assert.equal((await app.as('DEALER').post(CREATE, { lastName: 'X' })).status, 403);
    assert.equal((await app.as('AUDITOR').get(LIST)).status, 200);
  });

  test('404: a contact of another office is hidden', async () => {
    const id = await idOf({ lastName: 'Elsewhere' });
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`${READ}/${id}`)).status, 404);
    assert.equal((await elsewhere.put(UPDATE, { id, title: 'Dr' })).status, 404);
    assert.equal((await crm.get(`${READ}/999999`)).status, 404);
    const list = await elsewhere.get(LIST);
    assert.ok(
      list.body.result.every(
        (one: { businessOfficeId: number }) => one.businessOfficeId === 900002,
      ),
    );
  });

  test('412: an update of an old version', async () => {
    const id = await idOf({ lastName: 'Stale' });
    await crm.put(UPDATE, { id, title: 'Dr' });
    assert.equal((await crm.put(UPDATE, { id, title: 'Prof' }, { 'if-match': '"1"' })).status, 412);
  });

  test('422: no name, a wrong address, an unknown customer or one of another office', async () => {
    const nameless = await crm.post(CREATE, { mobilePhone: '08035550002' });
    assert.equal(nameless.status, 422);
    assert.equal(nameless.body.msgCode, 'CONTACT_NAME_MISSING');
    const email = await crm.post(CREATE, { lastName: 'X', emailAddress2: 'nowhere' });
    assert.equal(email.body.msgCode, 'EMAIL_WRONG');
    const stranger = await crm.post(CREATE, { lastName: 'X', customerId: 999999 });
    assert.deepEqual(
      [stranger.body.msgCode, stranger.body.msgArgs],
      ['UNKNOWN_REFERENCE', ['customerId']],
    );
    const unseen = await app.asOffice('CRM', [900001n]).post(CREATE, { lastName: 'X', customerId });
    assert.equal(unseen.body.msgCode, 'UNKNOWN_REFERENCE');
    const other = { lastName: 'X', customerId, businessOfficeId: 900001 };
    assert.equal((await crm.post(CREATE, other)).body.msgCode, 'REFERENCE_MISMATCH');
  });
});

describe('repeated key and dry run', () => {
  test('the same key and body create one contact', async () => {
    const headers = { 'idempotency-key': `contact-${Date.now()}-0123456` };
    const first = await crm.post(CREATE, { lastName: 'Once' }, headers);
    const second = await crm.post(CREATE, { lastName: 'Once' }, headers);
    assert.equal(second.body.id, first.body.id);
  });

  test('a dry run creates none', async () => {
    const count = await contactCount();
    const reply = await crm.post(CREATE, { lastName: 'Dry' }, { prefer: 'dry-run' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(await contactCount(), count);
  });
});
