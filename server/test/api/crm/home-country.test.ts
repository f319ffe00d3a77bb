// The home country of the firm: how numbers without a country code are interpreted, and the effect
// of a new setting.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type App, startApp } from '../../../src/app/app.js';
import { type Caller, callerOf, type Json } from '../../support/app.js';
import { captured } from './crm-people.js';
import { type InboundDesk, openInboundDesk } from './inbound-desk.js';

const OFFICE = { businessOfficeId: 900_001 };
let desk: InboundDesk;
/** A node of the same firm after its setting was changed from Kenya to Nigeria. */
let later: App;
let laterCrm: Caller;

before(async () => {
  desk = await openInboundDesk({ homeCountry: 'KE' });
  later = await startApp({ ...desk.app.context.config, homeCountry: 'NG', roles: ['http'] });
  laterCrm = callerOf(later.url, await desk.app.header('CRM'));
});
after(async () => {
  await later.stop();
  await desk.stop();
});

const addressFor = async (crm: Caller, kind: string, id: number): Promise<string | undefined> => {
  const body = { recipientType: kind, recipientId: id, body: 'News' };
  return (await crm.post('/api/v1/crm/sms/send?dryRun=true', body)).body.result.to;
};

describe('with Kenya as home country, a number without a country code', () => {
  test('is read as Kenyan in leads, contacts and customers, with one key in all', async () => {
    const customer = await desk.app.as('ADMIN').post('/api/v1/partner/customer/create', {
      ...{ firstName: 'Wanjiru', lastName: 'Kamau', cellPhone: '0712 345 711' },
      ...{ businessOfficeName: '900001', customerGroupName: 'STANDARD' },
    });
    assert.equal(customer.status, 201, customer.text);
    assert.equal(customer.body.result.cellPhone, '+254712345711');
    const body = { lastName: 'Kamau', mobilePhone: '0712-345-711', ...OFFICE };
    const lead = await desk.crm.post('/api/v1/crm/lead/create', body);
    assert.deepEqual(
      lead.body.duplicates.map(({ kind, matchedOn }: Json) => [kind, ...matchedOn]),
      [['CUSTOMER', 'PHONE']],
    );
    assert.equal(lead.body.warnings, undefined);
    assert.equal(await addressFor(desk.crm, 'LEAD', lead.body.id), '+254712345711');
    const contact = await desk.crm.post('/api/v1/crm/contact/create', body);
    assert.equal(await addressFor(desk.crm, 'CONTACT', contact.body.id), '+254712345711');
    for (const path of ['crm/lead/list', 'crm/contact/list']) {
      const found = await desk.crm.get(`/api/v1/${path}?q=0712345711`);
      assert.equal(found.body.count, 1, path);
    }
  });

  test('is read as Kenyan as the sender of STOP, and as the address of a statement', async () => {
    const id = await captured(desk.crm, {
      lastName: 'Otieno',
      mobilePhone: '0722 000 713',
      ...OFFICE,
    });
    const stop = { source_addr: '0722000713', source_addr_ton: 2, destination_addr: '2442' };
    assert.equal(await desk.centre.deliver({ ...stop, short_message: 'STOP' }), true);
    assert.equal((await desk.crm.get(`/api/v1/crm/lead/id/${id}`)).body.smsOptOut, true);
    const said = { channel: 'SMS', address: '0722000714', granted: false };
    const reply = await desk.crm.put('/api/v1/crm/consent/update', said);
    assert.equal(reply.body.result.address, '+254722000714');
    const sent = await desk.crm.post('/api/v1/crm/sms/send', {
      ...{ to: '0722 000 714', body: 'News', ...OFFICE },
    });
    assert.equal(sent.body.result.rule, 'ADDRESS_SUPPRESSED');
  });

  test('is not read as Nigerian, unless its record has that country', async () => {
    const number = '0803 555 1723';
    const plain = await captured(desk.crm, { lastName: 'Obi', mobilePhone: number, ...OFFICE });
    assert.equal(await addressFor(desk.crm, 'LEAD', plain), undefined);
    const abroad = { lastName: 'Obi', mobilePhone: number, primaryCountry: 'Nigeria', ...OFFICE };
    assert.equal(
      await addressFor(desk.crm, 'LEAD', await captured(desk.crm, abroad)),
      '+2348035551723',
    );
  });
});

describe('after the home country has changed', () => {
  for (const [kind, path] of [
    ['LEAD', 'crm/lead'],
    ['CONTACT', 'crm/contact'],
  ] as const) {
    test(`a ${kind} keeps its numbers until one of them changes`, async () => {
      const mobilePhone = kind === 'LEAD' ? '0733 100 731' : '0733 100 732';
      const otherPhone = '0733 100 739';
      const body = { lastName: 'Mwangi', mobilePhone, otherPhone, ...OFFICE };
      const { id } = (await desk.crm.post(`/api/v1/${path}/create`, body)).body;
      const number = `+254${mobilePhone.replaceAll(' ', '').slice(1)}`;
      assert.equal(await addressFor(laterCrm, kind, id), number);

      const renamed = { id, lastName: 'Mwangi-Obi', mobilePhone, otherPhone };
      const same = await laterCrm.put(`/api/v1/${path}/update`, renamed);
      assert.equal(same.status, 200, same.text);
      assert.equal(same.body.warnings, undefined);
      assert.equal(await addressFor(laterCrm, kind, id), number);
      const found = await laterCrm.get(`/api/v1/${path}/list?q=${encodeURIComponent(number)}`);
      assert.equal(found.body.count, 1);

      const moved = { id, mobilePhone: '0803 555 1733' };
      const changed = await laterCrm.put(`/api/v1/${path}/update`, moved);
      assert.deepEqual(
        changed.body.warnings.map(({ code, pointer }: Json) => [code, pointer]),
        [['PHONE_NOT_READ', '/otherPhone']],
      );
      assert.equal(await addressFor(laterCrm, kind, id), '+2348035551733');
    });
  }

  test('a customer keeps its number, also when other members change', async () => {
    const admin = desk.app.as('ADMIN');
    const made = await admin.post('/api/v1/partner/customer/create', {
      ...{ firstName: 'Achieng', lastName: 'Odhiambo', cellPhone: '0733 100 741' },
      ...{ businessOfficeName: '900001', customerGroupName: 'STANDARD' },
    });
    const laterAdmin = callerOf(later.url, await desk.app.header('ADMIN'));
    const { id } = made.body;
    const changed = await laterAdmin.put('/api/v1/partner/customer/update', {
      id,
      middleName: 'A',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.result.cellPhone, '+254733100741');
    assert.equal(await addressFor(laterCrm, 'CUSTOMER', id), '+254733100741');
  });
});
