// Converting leads over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../../support/app.js';
import { sayProof } from '../../../support/proof.js';
import { roundsOr } from '../../../support/rounds.js';
import { waitFor } from '../../../support/wait.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';

const UPDATE = '/api/v1/crm/lead/update';

let app: CrmApp;
let crm: Caller;
let people = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CLIENT');
});
after(() => app.stop());

const person = (): { firstName: string; lastName: string; mobilePhone: string } => {
  people += 1;
  const mobilePhone = `0803888${String(people).padStart(4, '0')}`;
  return { firstName: `First${people}`, lastName: 'Person', mobilePhone };
};
const capture = async (body: object): Promise<number> => {
  const reply = await crm.post('/api/v1/crm/lead/create', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const qualified = async (body: object): Promise<number> => {
  const id = await capture(body);
  for (const status of ['ASSIGNED', 'CONTACTED', 'QUALIFIED']) {
    const reply = await crm.put(UPDATE, { id, status });
    assert.equal(reply.status, 200, reply.text);
  }
  return id;
};
const convert = (id: number, body?: object, headers?: Record<string, string>): Promise<TestReply> =>
  crm.put(`/api/v1/crm/lead/convert/id/${id}`, body, headers);
// On a busy machine the reply may be 503. In that case nothing has changed, so the request is
// retried.
const convertPatiently = (id: number): Promise<TestReply> =>
  waitFor('a conversion that is not refused', async () => {
    const reply = await convert(id);
    return reply.status !== 503 && reply;
  });
const customerCount = async (): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>(sql`select count(*) as n from customer`))[0]?.n);
const portfolioCount = async (): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>(sql`select count(*) as n from portfolio`))[0]?.n);
const contactCount = async (): Promise<number> =>
  Number((await app.db.query<{ n: bigint }>(sql`select count(*) as n from contact`))[0]?.n);

describe('success', () => {
  test('a qualified lead becomes a customer with a cash account and its consent', async () => {
    const id = await qualified({
      ...person(),
      ...{ emailAddress1: 'welcome@example.com', emailOptOut: true, primaryCity: 'Lagos' },
      ...{ identifier: '22334455667', officePhone: 'ask at the desk', birthDate: '1990-01-31' },
    });
    const reply = await convert(id);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'LEAD_CONVERTED');
    const { status, convertedCustomerId, convertedAccount, convertedDttm } = reply.body.result;
    assert.equal(convertedAccount, convertedCustomerId);
    assert.equal(status, 'CONVERTED');
    assert.ok(convertedDttm);
    const { body: customer } = await crm.get(`/api/v1/partner/customer/id/${convertedCustomerId}`);
    assert.equal(customer.cashAcctId, reply.body.result.convertedCashAccountId);
    assert.equal(customer.emailAddress1, 'welcome@example.com');
    assert.equal(customer.emailOptOut, true);
    assert.equal(customer.doNotCall, false);
    assert.equal(customer.primaryCity, 'Lagos');
    assert.equal(customer.bvnCode, '22334455667');
    assert.match(customer.cellPhone, /^\+234803888/);
    assert.equal('officePhone' in customer, false);
  });

  test('a repeated conversion returns the same ids and creates nothing', async () => {
    const id = await qualified(person());
    const first = await convert(id);
    const count = await customerCount();
    const second = await convert(id);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body.result, first.body.result);
    assert.equal(await customerCount(), count);
  });

  test('a new customer gets a portfolio of the requested type, a linked one none', async () => {
    const who = person();
    const portfolios = async (customerId: number): Promise<Json[]> =>
      (await crm.get(`/api/v1/order/portfolio/customer/id/${customerId}`)).body.result;
    const first = (await convert(await qualified(who))).body.result.convertedCustomerId;
    const [usual, ...others] = await portfolios(first);
    assert.deepEqual([usual.portfolioTypeName, others.length], ['EXCHANGE', 0]);
    await convert(await qualified(who), { linkCustomerId: first });
    assert.equal((await portfolios(first)).length, 1);
    const asked = await convert(await qualified(person()), { portfolioTypeName: 'asset_mgmt' });
    const [own] = await portfolios(asked.body.result.convertedCustomerId);
    assert.equal(own.portfolioTypeName, 'ASSET_MGMT');
  });

  test('a conversion moves messages about the lead to the customer', async () => {
    const id = await qualified(person());
    const message = await crm.post('/api/v1/crm/whatsapp/create', {
      ...{ to: '1', relatedTo: 'LEAD', relatedToId: id },
    });
    const { convertedCustomerId } = (await convert(id)).body.result;
    const { body } = await crm.get(`/api/v1/crm/whatsapp/id/${message.body.id}`);
    assert.equal(body.relatedTo, 'CUSTOMER');
    assert.equal(body.relatedToId, convertedCustomerId);
  });

  test('a contact of the customer is created with the consent of the lead', async () => {
    const who = { ...person(), emailOptOut: true, doNotCall: true, primaryCity: 'Jos' };
    const id = await qualified({ ...who, convertedContact: 14, convertedAccount: 15 });
    const { convertedCustomerId, convertedContact } = (await convert(id)).body.result;
    const { body: contact } = await crm.get(`/api/v1/crm/contact/id/${convertedContact}`);
    assert.equal(contact.customerId, convertedCustomerId);
    assert.equal(contact.businessOfficeId, 900001);
    assert.equal(contact.mobilePhone, who.mobilePhone);
    assert.equal(contact.primaryCity, 'Jos');
    const { emailOptOut, doNotCall, smsOptOut, doNotShare } = contact;
    assert.deepEqual([emailOptOut, doNotCall, smsOptOut, doNotShare], [true, true, false, false]);
    const again = await convert(id);
    assert.equal(again.body.result.convertedContact, convertedContact);
  });

  test('a linked lead uses the contact of the same person and adds its opt-outs', async () => {
    const who = person();
    const first = (await convert(await qualified(who))).body.result;
    const id = await qualified({ ...who, smsOptOut: true, primaryCity: 'Kano' });
    const second = await convert(id, { linkCustomerId: first.convertedCustomerId });
    assert.equal(second.body.result.convertedContact, first.convertedContact, second.text);
    const contact = await crm.get(`/api/v1/crm/contact/id/${first.convertedContact}`);
    assert.equal(contact.body.smsOptOut, true);
    assert.equal(contact.body.primaryCity, 'Kano');
    const customer = await crm.get(`/api/v1/partner/customer/id/${first.convertedCustomerId}`);
    assert.equal(customer.body.smsOptOut, true);
    const other = await qualified({ ...person(), emailOptOut: false });
    const third = await convert(other, { linkCustomerId: first.convertedCustomerId });
    assert.notEqual(third.body.result.convertedContact, first.convertedContact);
    const list = await crm.get(`/api/v1/crm/contact/list?customerId=${first.convertedCustomerId}`);
    assert.equal(list.body.count, 2);
  });

  test('a lead with only a phone number also gets a contact', async () => {
    const id = await qualified({ mobilePhone: person().mobilePhone });
    const { convertedContact, label } = (await convert(id)).body.result;
    const { body } = await crm.get(`/api/v1/crm/contact/id/${convertedContact}`);
    assert.equal(body.label, label);
  });

  test('a linked lead fills only empty members of its customer', async () => {
    const who = person();
    const { convertedCustomerId: customerId } = (await convert(await qualified(who))).body.result;
    const id = await qualified({ ...who, firstName: 'Other', primaryCity: 'Kano' });
    const reply = await convert(id, { linkCustomerId: customerId }, { 'if-match': '"4"' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.convertedCustomerId, customerId);
    const { body } = await crm.get(`/api/v1/partner/customer/id/${customerId}`);
    assert.equal(body.firstName, who.firstName);
    assert.equal(body.primaryCity, 'Kano');
  });

  test('a customer is found by the BVN, which is never stored in plain text', async () => {
    const identifier = '22113344556';
    const { convertedCustomerId } = (await convert(await qualified({ ...person(), identifier })))
      .body.result;
    const spaced = { firstName: 'Other', identifier: '22 113 344 556' };
    const reply = await crm.post('/api/v1/crm/lead/create', spaced);
    const customer = reply.body.duplicates.find((one: { kind: string }) => one.kind === 'CUSTOMER');
    assert.equal(customer.id, convertedCustomerId);
    assert.deepEqual(customer.matchedOn, ['IDENTIFIER']);
    const stored = await app.db.query(sql`
      select l::text || coalesce(k::text, '') as row from lead l
      left join lead_match_key k on k.lead_id = l.id where l.id = ${reply.body.id}`);
    assert.ok(!JSON.stringify(stored).includes(identifier));
  });

  test('the history of consent contains what a conversion copied', async () => {
    const id = await qualified({ ...person(), smsOptOut: true });
    const { convertedContact } = (await convert(id)).body.result;
    const words = await app.db.query<{ channel: string; granted: boolean; source: string }>(sql`
      select channel, granted, source from consent
      where record_kind = 'CONTACT' and record_id = ${convertedContact}`);
    assert.deepEqual(words, [{ channel: 'SMS', granted: false, source: 'CONVERSION' }]);
    await crm.put('/api/v1/crm/contact/update', { id: convertedContact, smsOptOut: false });
    const after = await app.db.query(sql`
      select from consent where record_kind = 'CONTACT' and record_id = ${convertedContact}
        and granted and source = 'CLIENT'`);
    assert.equal(after.length, 1);
  });

  test('a customer is listed as a duplicate of a new lead', async () => {
    const who = person();
    const { convertedCustomerId } = (await convert(await qualified(who))).body.result;
    const reply = await crm.post('/api/v1/crm/lead/create', { mobilePhone: who.mobilePhone });
    const [first] = reply.body.duplicates;
    assert.equal(first.kind, 'CUSTOMER');
    assert.equal(first.id, convertedCustomerId);
    assert.deepEqual(first.matchedOn, ['PHONE']);
  });

  // In the proofs (COUNTINGHOUSE_ROUNDS=10), a thousand requests convert a hundred leads.
  test('ten concurrent conversions of each of many leads create one customer each', async () => {
    const leads = 10 * roundsOr(1);
    const ids = await Promise.all(Array.from({ length: leads }, () => qualified(person())));
    const [count, contacts] = [await customerCount(), await contactCount()];
    const portfolios = await portfolioCount();
    const calls = Array.from({ length: leads * 10 }, (_, index) =>
      convertPatiently(ids[index % leads] ?? 0),
    );
    const replies = await Promise.all(calls);
    assert.deepEqual(
      replies.map((reply) => reply.status),
      replies.map(() => 200),
    );
    assert.equal(await customerCount(), count + leads);
    assert.equal(await contactCount(), contacts + leads);
    assert.equal(await portfolioCount(), portfolios + leads);
    const made = new Set(replies.map((reply) => reply.body.result.convertedCustomerId));
    assert.equal(made.size, leads);
    const figures = { leads, conversions: calls.length, customers: made.size };
    sayProof('conversions of leads at once', figures);
  });

  test('concurrent conversions of leads of one person create one customer', async () => {
    const who = person();
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await qualified(who));
    const count = await customerCount();
    const replies = await Promise.all(ids.map((id) => convert(id)));
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.equal(replies.filter((reply) => reply.status === 409).length, 4);
    assert.equal(await customerCount(), count + 1);
  });
});

describe('refusals', () => {
  test('400, 401, 403 and 404', async () => {
    const id = await qualified(person());
    assert.equal((await convert(id, { theirs: 1 })).status, 400);
    const path = `/api/v1/crm/lead/convert/id/${id}`;
    assert.equal((await app.as('NOBODY').put(path)).status, 401);
    assert.equal((await app.as('DEALER').put(path)).status, 403);
    assert.equal((await app.asOffice('CRM', [900002n]).put(path)).status, 404);
    assert.equal((await convert(999999)).status, 404);
  });

  test('409: a lead that is not QUALIFIED, with its current state', async () => {
    const id = await capture(person());
    const early = await convert(id);
    assert.equal(early.status, 409);
    assert.equal(early.body.msgCode, 'LEAD_WRONG_STATE');
    assert.equal(early.body.msgArgs[0], 'NEW');
    await crm.put(UPDATE, { id, status: 'DEAD' });
    assert.equal((await convert(id)).body.msgArgs[0], 'DEAD');
  });

  test('409: matching customers are listed, and a reason overrides the refusal', async () => {
    const who = person();
    const { convertedCustomerId } = (await convert(await qualified(who))).body.result;
    const id = await qualified(who);
    const count = await customerCount();
    const reply = await convert(id);
    assert.equal(reply.status, 409);
    assert.equal(reply.body.msgCode, 'LEAD_HAS_DUPLICATES');
    assert.deepEqual(reply.body.msgArgs, ['QUALIFIED', String(convertedCustomerId)]);
    assert.equal(await customerCount(), count);
    const override = await convert(id, { overrideReason: 'A twin with the same phone' });
    assert.equal(override.status, 200, override.text);
    assert.equal(override.body.result.conversionReason, 'A twin with the same phone');
    assert.equal(await customerCount(), count + 1);
  });

  test('422: a link to a customer that does not exist or is of another office', async () => {
    const id = await qualified(person());
    const reply = await convert(id, { linkCustomerId: 999999 });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'UNKNOWN_REFERENCE');
    assert.deepEqual(reply.body.msgArgs, ['linkCustomerId']);
  });
});

test('a dry run of a conversion creates neither customer nor account', async () => {
  const id = await qualified(person());
  const count = await customerCount();
  const reply = await convert(id, {}, { prefer: 'dry-run' });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.result.status, 'CONVERTED');
  assert.equal(await customerCount(), count);
  assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.status, 'QUALIFIED');
});
