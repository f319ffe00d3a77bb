// Phone numbers that cannot be read, and names with control characters, in a person's records.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Caller, Json } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { qualified } from './crm-people.js';

const OFFICE = 900_001;
const SHORTENED =
  'it is not a phone number: it was shortened by a spreadsheet; format its column as text';
let app: CrmApp;
let crm: Caller;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app.stop());

const keptAsWritten = (member: string, why: string) => ({
  code: 'PHONE_NOT_READ',
  detail: `${member} is stored as written, but no messages are sent to it: ${why}`,
  pointer: `/${member}`,
});

async function ruleFor(recipientType: string, recipientId: number): Promise<Json> {
  const body = { recipientType, recipientId, body: 'News' };
  return (await crm.post('/api/v1/crm/sms/send?dryRun=true', body)).body.result.rule;
}

describe('a phone number that cannot be read', () => {
  for (const [kind, path] of [
    ['LEAD', 'crm/lead'],
    ['CONTACT', 'crm/contact'],
  ] as const) {
    test(`does not prevent a ${kind}: it is stored as written, with a warning`, async () => {
      const phones = { mobilePhone: '2.34803E+12', officePhone: '+234 803 555 0711 ext 4' };
      const body = { lastName: 'Written', businessOfficeId: OFFICE, ...phones };
      const made = await crm.post(`/api/v1/${path}/create`, body);
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body.result.mobilePhone, '2.34803E+12');
      assert.deepEqual(made.body.warnings, [
        keptAsWritten('mobilePhone', SHORTENED),
        keptAsWritten('officePhone', 'it has an extension'),
      ]);
      assert.equal(await ruleFor(kind, made.body.id), 'NO_ADDRESS');

      const update = { id: made.body.id, mobilePhone: 'ring at home' };
      const changed = await crm.put(`/api/v1/${path}/update`, update);
      const letters = 'it is not a phone number: it has letters';
      assert.deepEqual(changed.body.warnings, [keptAsWritten('mobilePhone', letters)]);
      const right = { id: made.body.id, mobilePhone: '00234 803 555 0712' };
      assert.equal((await crm.put(`/api/v1/${path}/update`, right)).body.warnings, undefined);
      assert.equal(await ruleFor(kind, made.body.id), undefined);
    });
  }

  test('is shown with its row of an import, and stored in the lead as written', async () => {
    const path = `/api/v1/crm/lead/import`;
    const file = [
      'Surname,Mobile,Home phone',
      'Imported,ring the office,0803 555 0721',
      'Fine,0803 555 0722,',
    ].join('\n');
    const made = await crm.post(`${path}?businessOfficeId=${OFFICE}`, file, {
      'content-type': 'text/csv',
    });
    assert.equal(made.status, 201, made.text);
    const [written, fine] = made.body.result.verdicts;
    assert.equal(written.verdict, 'ACCEPTED');
    const letters = 'it is not a phone number: it has letters';
    assert.deepEqual(written.warnings, [keptAsWritten('mobilePhone', letters)]);
    assert.equal(fine.warnings, undefined);
    const done = await crm.put(`${path}/commit/id/${made.body.id}`, {});
    const [captured] = done.body.result.verdicts;
    const lead = await crm.get(`/api/v1/crm/lead/id/${captured.leadId}`);
    assert.equal(lead.body.mobilePhone, 'ring the office');
  });

  test("does not hide the person's other number", async () => {
    const phones = { mobilePhone: 'none', otherPhone: '0803 555 0713' };
    const body = { lastName: 'Two', businessOfficeId: OFFICE, ...phones };
    const { id } = (await crm.post('/api/v1/crm/lead/create', body)).body;
    assert.equal(await ruleFor('LEAD', id), undefined);
  });

  test("is named when a lead's customer does not get it, and stays with the contact", async () => {
    const id = await qualified(crm, {
      ...{ firstName: 'Conversion', lastName: 'Written', businessOfficeId: OFFICE },
      ...{ primaryCountry: 'United Kingdom', mobilePhone: '07911 123714' },
      homePhone: '2.34803E+12',
    });
    const reply = await crm.put(`/api/v1/crm/lead/convert/id/${id}`, {});
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body.warnings, [
      {
        code: 'PHONE_NOT_TAKEN_OVER',
        detail:
          `homePhone was not copied to the customer: ${SHORTENED}. ` +
          'The contact and the lead still have it.',
        pointer: '/homePhone',
      },
    ]);
    const { convertedCustomerId, convertedContact } = reply.body.result;
    const operations = app.as('OPERATIONS');
    const customer = await operations.get(`/api/v1/partner/customer/id/${convertedCustomerId}`);
    assert.equal(customer.body.cellPhone, '+447911123714');
    assert.equal(customer.body.homePhone, undefined);
    const contact = await crm.get(`/api/v1/crm/contact/id/${convertedContact}`);
    assert.equal(contact.body.homePhone, '2.34803E+12');
    const again = await crm.put(`/api/v1/crm/lead/convert/id/${id}`, {});
    assert.equal(again.status, 200, again.text);
  });

  test('refuses a customer, and a dropped extension is named in a warning', async () => {
    const operations = app.as('OPERATIONS');
    const create = (members: object) =>
      operations.post('/api/v1/partner/customer/create', {
        ...{ firstName: 'A', lastName: 'Customer', businessOfficeId: OFFICE, ...members },
      });
    const refused = await create({ cellPhone: '2.34803E+12' });
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.msgCode, 'PHONE_WRONG');
    assert.equal(refused.body.errors[0].pointer, '/cellPhone');
    // A customer's number without a country code is read as Nigerian if possible.
    const abroad = { primaryCountry: 'GB', cellPhone: '07031234567', homePhone: '07911 123456' };
    const british = (await create(abroad)).body.result;
    assert.equal(british.cellPhone, '+2347031234567');
    assert.equal(british.homePhone, '+447911123456');
    const made = await create({ officePhone: '+234 803 555 0715 x 12' });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.officePhone, '+2348035550715');
    assert.deepEqual(made.body.warnings, [
      {
        code: 'EXTENSION_NOT_STORED',
        detail: 'officePhone is stored without its extension 12',
        pointer: '/officePhone',
      },
    ]);
  });

  test('matches duplicates by the readable number that it contains', async () => {
    const first = {
      lastName: 'First',
      businessOfficeId: OFFICE,
      mobilePhone: '08035550716 (home)',
    };
    const { id } = (await crm.post('/api/v1/crm/lead/create', first)).body;
    const second = { lastName: 'Second', businessOfficeId: OFFICE, mobilePhone: '8035550716.0' };
    const reply = await crm.post('/api/v1/crm/lead/create', second);
    assert.deepEqual(
      reply.body.duplicates.map((each: Json) => [each.id, each.matchedOn]),
      [[id, ['PHONE']]],
    );
  });
});

describe('a name', () => {
  const NAME = 'Ada\r\nBcc: thief@example.com\u202e\u0007';
  const CLEAN = 'Ada Bcc: thief@example.com';

  for (const [kind, path] of [
    ['lead', 'crm/lead/create'],
    ['contact', 'crm/contact/create'],
    ['customer', 'partner/customer/create'],
  ] as const) {
    test(`of a ${kind} loses line breaks, control characters and direction marks`, async () => {
      const caller = kind === 'customer' ? app.as('OPERATIONS') : crm;
      const body = { firstName: NAME, lastName: 'Okoye\u2028', businessOfficeId: OFFICE };
      const reply = await caller.post(`/api/v1/${path}`, body);
      assert.equal(reply.status, 201, reply.text);
      assert.equal(reply.body.result.firstName, CLEAN);
      assert.equal(reply.body.result.lastName, 'Okoye');
    });
  }

  test('of a user loses them too, and the e-mail address of a user is checked', async () => {
    const admin = app.as('ADMIN');
    const user = { roles: ['CRM'], label: NAME, emailAddress: 'b@example.com,a@example.com' };
    const path = '/api/v1/security/user/create';
    const refused = await admin.post(path, { ...user, username: 'address.user' });
    assert.equal(refused.status, 400, refused.text);
    assert.equal(refused.body.errors[0].pointer, '/emailAddress');
    const right = { ...user, username: 'address.user', emailAddress: ' B@example.com' };
    const made = await admin.post(path, right);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.label, CLEAN);
    assert.equal(made.body.result.emailAddress, 'B@example.com');
  });
});
