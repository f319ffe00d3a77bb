// A customer's second e-mail address and additional phone numbers: they identify the customer just
// as the first ones do.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Caller, Json } from '../../support/app.js';
import { type InboundDesk, openInboundDesk, textMessage } from './inbound-desk.js';

const OFFICE = { businessOfficeId: 900_001 };
let desk: InboundDesk;
let admin: Caller;

before(async () => {
  desk = await openInboundDesk();
  admin = desk.app.as('ADMIN');
});
after(() => desk.stop());

async function customer(members: object): Promise<number> {
  const reply = await admin.post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Funke', lastName: 'Adeyemi', ...members },
    ...{ businessOfficeName: '900001', customerGroupName: 'STANDARD' },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const stop = (from: string) =>
  desk.centre.deliver({
    source_addr: from,
    source_addr_ton: 1,
    destination_addr: '2442',
    short_message: 'STOP',
  });

const planned = async (channel: 'sms' | 'email', to: object): Promise<Json> => {
  const body = { ...to, body: 'News', subject: 'News', ...OFFICE };
  if (channel === 'sms') Reflect.deleteProperty(body, 'subject');
  const reply = await desk.crm.post(`/api/v1/crm/${channel}/send?dryRun=true`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
};

const toCustomer = (id: number) => ({ recipientType: 'CUSTOMER', recipientId: id });

describe('a further phone number of a customer', () => {
  for (const [index, member] of ['homePhone', 'officePhone', 'otherPhone'].entries()) {
    test(`(${member}) stops all text messages to the customer with STOP`, async () => {
      const [mobile, further] = [`+234803555181${index}`, `+234803555182${index}`];
      const id = await customer({ cellPhone: mobile, [member]: further });
      assert.equal(await stop(further.slice(1)), true);
      const shown = await admin.get(`/api/v1/partner/customer/id/${id}`);
      assert.equal(shown.body.smsOptOut, true);
      assert.equal((await planned('sms', toCustomer(id))).rule, 'OPTED_OUT');
      assert.equal((await planned('sms', { to: further })).rule, 'ADDRESS_SUPPRESSED');
      const [stated] = (await desk.crm.get(`/api/v1/crm/consent/list?address=${further.slice(1)}`))
        .body.result;
      assert.deepEqual([stated.recipientType, stated.recipientId], ['CUSTOMER', id]);
    });
  }

  test('carries the opt-out of its customer, also if only the number is given', async () => {
    const further = '+2348035551830';
    await customer({ cellPhone: '+2348035551831', homePhone: further, smsOptOut: true });
    assert.equal((await planned('sms', { to: further })).rule, 'OPTED_OUT');
  });

  test('finds the sender of a message, after those with it as mobile number', async () => {
    const number = '+2348035551840';
    const owner = await customer({ cellPhone: number });
    const other = await customer({ cellPhone: '+2348035551841', officePhone: number });
    await desk.deliver({ messages: [textMessage({ from: number.slice(1) })] });
    assert.equal((await desk.from(number))[0]?.relatedToId, owner);
    const own = '+2348035551841';
    await desk.deliver({ messages: [textMessage({ from: own.slice(1) })] });
    assert.equal((await desk.from(own))[0]?.relatedToId, other);
  });

  test('is no longer a key after it has changed', async () => {
    const [old, present] = ['+2348035551850', '+2348035551851'];
    const id = await customer({ cellPhone: '+2348035551852', otherPhone: old });
    const update = { id, otherPhone: present };
    assert.equal((await admin.put('/api/v1/partner/customer/update', update)).status, 200);
    for (const [from, expected] of [
      [old, undefined],
      [present, id],
    ] as const) {
      await desk.deliver({ messages: [textMessage({ from: from.slice(1) })] });
      assert.equal((await desk.from(from))[0]?.relatedToId, expected, from);
    }
  });

  test('gets the messages of a customer without a mobile number', async () => {
    const id = await customer({
      otherPhone: '0803 555 1855',
      emailAddress2: 'Funke.A@Example.com',
    });
    assert.equal((await planned('sms', toCustomer(id))).to, '+2348035551855');
    assert.equal((await planned('email', toCustomer(id))).to, 'funke.a@example.com');
  });

  test('of the next of kin is not a key, because it belongs to another person', async () => {
    const kin = '+2348035551860';
    const id = await customer({ cellPhone: '+2348035551861', nextofKinPhone: kin });
    assert.equal(await stop(kin.slice(1)), true);
    assert.notEqual((await admin.get(`/api/v1/partner/customer/id/${id}`)).body.smsOptOut, true);
  });
});

describe("a customer's second e-mail address", () => {
  test('makes a lead with it, or with an alias of it, a duplicate', async () => {
    const id = await customer({ emailAddress2: 'Bisi@Example.org', cellPhone: '+2348035551870' });
    for (const [emailAddress1, kind] of [
      ['bisi@example.org', 'EMAIL'],
      ['bisi+fair@example.org', 'FOLDED_EMAIL'],
    ]) {
      const lead = { lastName: 'Bello', emailAddress1, ...OFFICE };
      const { duplicates } = (await desk.crm.post('/api/v1/crm/lead/create', lead)).body;
      const [found] = duplicates;
      assert.deepEqual([found.kind, found.id, found.matchedOn], ['CUSTOMER', id, [kind]]);
    }
  });

  test('carries the opt-out of its customer', async () => {
    const address = 'tolu.second@example.org';
    await customer({
      emailAddress1: 'tolu@example.org',
      emailAddress2: address,
      emailOptOut: true,
    });
    assert.equal((await planned('email', { to: address })).rule, 'OPTED_OUT');
    const lead = { lastName: 'Tolu', emailAddress2: address, ...OFFICE };
    const { id } = (await desk.crm.post('/api/v1/crm/lead/create', lead)).body;
    const to = { recipientType: 'LEAD', recipientId: id };
    assert.equal((await planned('email', to)).rule, 'OPTED_OUT');
  });

  test('finds the customer, after one whose first address it is', async () => {
    const address = 'shared.box@example.org';
    const second = await customer({ emailAddress1: 'sb1@example.org', emailAddress2: address });
    const path = `/api/v1/partner/customer/email-address/${address}`;
    assert.equal((await admin.get(path)).body.id, second);
    const first = await customer({ emailAddress1: 'Shared.Box@example.org' });
    assert.equal((await admin.get(path)).body.id, first);
    const list = await admin.get('/api/v1/partner/customer/list?search=shared.box');
    assert.equal(list.body.count, 2);
  });

  test('lets the office of its customer release it', async () => {
    const address = 'known.second@example.org';
    await customer({ emailAddress1: 'known@example.org', emailAddress2: address });
    const said = { channel: 'EMAIL', address };
    const refused = { ...said, granted: false };
    assert.equal((await desk.crm.put('/api/v1/crm/consent/update', refused)).status, 200);
    const bound = desk.app.asOffice('CRM', [900_002n]);
    assert.notEqual(
      (await bound.put('/api/v1/crm/consent/update', { ...said, granted: true })).status,
      200,
    );
    const own = desk.app.asOffice('CRM', [900_001n]);
    const released = await own.put('/api/v1/crm/consent/update', { ...said, granted: true });
    assert.equal(released.status, 200, released.text);
  });
});
