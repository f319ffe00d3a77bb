// Consent over HTTP: given and withdrawn by staff, through a link in an e-mail, and by text
// message.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import {
  type FakeMailServer,
  type ReceivedMail,
  startFakeMailServer,
} from '../../../src/gateways/fake/mail-server.js';
import { type FakeSmsCentre, startFakeSmsCentre } from '../../../src/gateways/fake/sms-centre.js';
import type { Caller, Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const UPDATE = '/api/v1/crm/consent/update';
const OFFICE = 900_001;
const mails: ReceivedMail[] = [];
const texts: string[] = [];
let mailServer: FakeMailServer;
let centre: FakeSmsCentre;
let app: CrmApp;
let crm: Caller;

before(async () => {
  mailServer = await startFakeMailServer({
    onMail: async (mail) => {
      mails.push(mail);
    },
  });
  let last = 0;
  centre = await startFakeSmsCentre({
    ...{ systemId: 'ada', password: 'secret', deliversAll: true },
    nextId: () => {
      last += 1;
      return String(last);
    },
    onMessage: async ({ text }) => {
      texts.push(text);
      return 0;
    },
  });
  app = await startCrmApp({ smtpUrl: mailServer.url, smsUrl: centre.url, smsFrom: '2442' });
  crm = app.as('CRM');
});
after(async () => {
  await app.stop();
  await mailServer.close();
  await centre.close();
});

async function lead(members: object): Promise<number> {
  const reply = await crm.post('/api/v1/crm/lead/create', {
    ...{ firstName: 'Consent', lastName: 'Test', businessOfficeId: OFFICE, ...members },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

async function customer(members: object): Promise<number> {
  const reply = await app.as('OPERATIONS').post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Consent', lastName: 'Customer', businessOfficeId: OFFICE, ...members },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const historyOf = async (recipientType: string, recipientId: number): Promise<Json[]> => {
  const query = `recipientType=${recipientType}&recipientId=${recipientId}`;
  const { body } = await crm.get(`/api/v1/crm/consent/list?${query}`);
  return body.result.map(({ channel, purpose, granted, source }: Json) =>
    [channel, purpose, granted, source].join(' '),
  );
};

const rulesFor = async (recipientType: string, recipientId: number): Promise<Json> => {
  const send = async (path: string, more: object) => {
    const body = { recipientType, recipientId, body: 'News', ...more };
    return (await crm.post(`/api/v1/crm/${path}/send?dryRun=true`, body)).body.result.rule;
  };
  return {
    service: await send('email', { subject: 'S' }),
    marketing: await send('email', { subject: 'S', purpose: 'MARKETING' }),
    text: await send('sms', {}),
  };
};

const FREE = { service: undefined, marketing: undefined, text: undefined };

describe('staff', () => {
  test('withdraw and give consent of a lead, which changes its flag and its history', async () => {
    const id = await lead({ emailAddress1: 'staff@example.com', mobilePhone: '08035550401' });
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
    const who = { recipientType: 'LEAD', recipientId: id, channel: 'EMAIL' };
    const reply = await crm.put(UPDATE, { ...who, granted: false, note: 'By phone' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'CONSENT_UPDATED');
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.emailOptOut, true);
    const out = { service: 'OPTED_OUT', marketing: 'OPTED_OUT', text: undefined };
    assert.deepEqual(await rulesFor('LEAD', id), out);
    await crm.put(UPDATE, { ...who, granted: true });
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.emailOptOut, false);
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
    assert.deepEqual(await historyOf('LEAD', id), [
      'EMAIL ALL true CLIENT',
      'EMAIL ALL false CLIENT',
    ]);
  });

  test('withdraw marketing alone', async () => {
    const id = await lead({ emailAddress1: 'alone@example.com', mobilePhone: '08035550402' });
    const who = { recipientType: 'LEAD', recipientId: id, channel: 'EMAIL' };
    await crm.put(UPDATE, { ...who, purpose: 'MARKETING', granted: false });
    const rules = { ...FREE, marketing: 'CONSENT_WITHDRAWN' };
    assert.deepEqual(await rulesFor('LEAD', id), rules);
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.emailOptOut, false);
  });

  test("change a customer's flag at the customer, whose history has it once", async () => {
    const id = await customer({ emailAddress1: 'cust@example.com', cellPhone: '08035550403' });
    await crm.put(UPDATE, {
      ...{ recipientType: 'CUSTOMER', recipientId: id, channel: 'SMS', granted: false },
    });
    const { body } = await crm.get(`/api/v1/partner/customer/id/${id}`);
    assert.equal(body.smsOptOut, true);
    assert.deepEqual(await historyOf('CUSTOMER', id), ['SMS ALL false CLIENT']);
    assert.deepEqual(await rulesFor('CUSTOMER', id), { ...FREE, text: 'OPTED_OUT' });
  });

  test('leave a history when they change flags by updating the customer', async () => {
    const id = await customer({
      ...{ emailAddress1: 'own-path@example.com', cellPhone: '08035550404', emailOptOut: true },
    });
    const operations = app.as('OPERATIONS');
    const change = { id, emailOptOut: false, doNotCall: true };
    const reply = await operations.put('/api/v1/partner/customer/update', change);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual((await historyOf('CUSTOMER', id)).sort(), [
      'CALL ALL false CLIENT',
      'EMAIL ALL false CLIENT',
      'EMAIL ALL true CLIENT',
    ]);
  });

  test('leave a history when they create and change a contact', async () => {
    const made = await crm.post('/api/v1/crm/contact/create', {
      ...{ firstName: 'Consent', lastName: 'Contact', businessOfficeId: OFFICE },
      ...{ emailAddress1: 'contact@example.com', mobilePhone: '08035550420', smsOptOut: true },
    });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body;
    assert.deepEqual(await rulesFor('CONTACT', id), { ...FREE, text: 'OPTED_OUT' });
    await crm.put('/api/v1/crm/contact/update', { id, smsOptOut: false });
    assert.deepEqual(await rulesFor('CONTACT', id), FREE);
    assert.deepEqual(await historyOf('CONTACT', id), [
      'SMS ALL true CLIENT',
      'SMS ALL false CLIENT',
    ]);
  });

  test('suppress and release an address of any person', async () => {
    const id = await lead({ emailAddress1: 'Listed@example.com', mobilePhone: '08035550405' });
    const word = { address: 'listed@EXAMPLE.com', channel: 'EMAIL' };
    await crm.put(UPDATE, { ...word, granted: false });
    const rules = { service: 'ADDRESS_SUPPRESSED', marketing: 'ADDRESS_SUPPRESSED' };
    assert.deepEqual(await rulesFor('LEAD', id), { ...FREE, ...rules });
    const list = '/api/v1/crm/consent/address/list?address=listed@example.com';
    const { body } = await crm.get(list);
    assert.equal(body.count, 1);
    assert.equal(body.result[0].reason, 'STAFF');
    await crm.put(UPDATE, { ...word, granted: true });
    assert.equal((await crm.get(list)).body.count, 0);
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
  });
});

async function linkOf(message: object): Promise<string> {
  const before = mails.length;
  const reply = await crm.post('/api/v1/crm/email/send', {
    ...{ subject: 'Offer', body: 'Buy', purpose: 'MARKETING', ...message },
  });
  assert.equal(reply.body.msgCode, 'MESSAGE_QUEUED', reply.text);
  const mail = await waitFor('the mail', async () => mails[before]);
  const read = await PostalMime.parse(mail.raw);
  const header = read.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return `${app.url}${new URL(header.slice(1, -1)).pathname}`;
}

const clickOf = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

describe('the unsubscribe link', () => {
  test('unsubscribes with one click, without a sign-in, and ignores a second click', async () => {
    const id = await lead({ emailAddress1: 'link@example.com', mobilePhone: '08035550406' });
    const url = await linkOf({ recipientType: 'LEAD', recipientId: id });
    const clicks = await Promise.all([1, 2, 3, 4, 5].map(() => clickOf(url)));
    for (const click of clicks) {
      assert.equal(click.status, 200);
      assert.match(await click.text(), /no more marketing mails/);
    }
    const rules = { ...FREE, marketing: 'ADDRESS_SUPPRESSED' };
    assert.deepEqual(await rulesFor('LEAD', id), rules);
    assert.deepEqual(await historyOf('LEAD', id), ['EMAIL MARKETING false UNSUBSCRIBE_LINK']);
    await crm.put('/api/v1/crm/lead/update', { id, emailAddress1: 'link-2@example.com' });
    const moved = { ...FREE, marketing: 'CONSENT_WITHDRAWN' };
    assert.deepEqual(await rulesFor('LEAD', id), moved);
  });

  test('shows a page when it is opened, without a change', async () => {
    const id = await lead({ emailAddress1: 'look@example.com', mobilePhone: '08035550407' });
    const url = await linkOf({ recipientType: 'LEAD', recipientId: id });
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(await response.text(), /<form method="post">/);
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
    assert.deepEqual(await historyOf('LEAD', id), []);
  });

  test('suppresses an address without a person', async () => {
    const to = 'nobody-s@example.com';
    const url = await linkOf({ to, businessOfficeId: OFFICE });
    await clickOf(url);
    const body = { to, subject: 'S', body: 'B', purpose: 'MARKETING', businessOfficeId: OFFICE };
    const reply = await crm.post('/api/v1/crm/email/send', body);
    assert.equal(reply.body.result.rule, 'ADDRESS_SUPPRESSED');
  });

  test('with an unknown token is not found', async () => {
    for (const token of ['x', '00000000-0000-4000-8000-000000000000', "1'or'1"]) {
      assert.equal((await fetch(`${app.url}/unsubscribe/${token}`)).status, 404);
      assert.equal((await clickOf(`${app.url}/unsubscribe/${token}`)).status, 404);
    }
  });
});

describe('a text message', () => {
  test('is sent with a receipt, and its reply is received', async () => {
    const id = await lead({ emailAddress1: 'sms@example.com', mobilePhone: '08035550408' });
    const reply = await crm.post('/api/v1/crm/sms/send', {
      ...{ recipientType: 'LEAD', recipientId: id, body: 'Your note is ready' },
    });
    await waitFor('the receipt', async () => {
      const { body } = await crm.get(`/api/v1/crm/message/id/${reply.body.id}`);
      return body.status === 'DELIVERED';
    });
    assert.ok(texts.includes('Your note is ready'));
    const phone = { from: '2348035550408', to: '2442' };
    assert.equal(await centre.fromPhone({ ...phone, text: 'Thank you' }), true);
    const query = `recipientType=LEAD&recipientId=${id}&direction=INBOUND`;
    const { body } = await crm.get(`/api/v1/crm/message/list?${query}`);
    assert.equal(body.result[0].body, 'Thank you');
    assert.equal(body.result[0].status, 'IN_PROGRESS');
  });

  test('STOP opts out every person with the number, START opts in again', async () => {
    const mobilePhone = '08035550409';
    const leadId = await lead({ emailAddress1: 'stop@example.com', mobilePhone });
    const customerId = await customer({
      ...{ emailAddress1: 'stop-too@example.com', cellPhone: mobilePhone },
    });
    const phone = { from: '2348035550409', to: '2442' };
    assert.equal(await centre.fromPhone({ ...phone, text: 'STOP' }), true);
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${leadId}`)).body.smsOptOut, true);
    const read = () => crm.get(`/api/v1/partner/customer/id/${customerId}`);
    assert.equal((await read()).body.smsOptOut, true);
    const suppressed = { ...FREE, text: 'ADDRESS_SUPPRESSED' };
    assert.deepEqual(await rulesFor('LEAD', leadId), suppressed);
    assert.deepEqual(await rulesFor('CUSTOMER', customerId), suppressed);
    assert.deepEqual(await historyOf('CUSTOMER', customerId), ['SMS ALL false KEYWORD']);
    assert.equal(await centre.fromPhone({ ...phone, text: 'start' }), true);
    assert.deepEqual(await rulesFor('CUSTOMER', customerId), FREE);
    assert.equal((await read()).body.smsOptOut, false);
  });

  test('changes no consent if it only mentions stopping', async () => {
    const id = await lead({ emailAddress1: 'talk@example.com', mobilePhone: '08035550410' });
    await centre.fromPhone({ from: '2348035550410', to: '2442', text: 'Please stop by tomorrow' });
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
  });
});

describe('refusals', () => {
  const cases: readonly [string, object, number, string, string][] = [
    [
      'neither a record nor an address',
      { channel: 'SMS', granted: true },
      400,
      'INVALID_REQUEST',
      'recipientId',
    ],
    [
      'a record without its kind',
      { recipientId: 1, channel: 'SMS', granted: true },
      ...([400, 'INVALID_REQUEST', 'recipientType'] as const),
    ],
    [
      'an address of a call',
      { address: '08035550411', channel: 'CALL', granted: true },
      ...([400, 'INVALID_REQUEST', 'address'] as const),
    ],
    [
      'a record that does not exist',
      { recipientType: 'CONTACT', recipientId: 987_654, channel: 'SMS', granted: true },
      ...([422, 'UNKNOWN_REFERENCE', 'recipientId'] as const),
    ],
  ];
  for (const [what, body, status, code, member] of cases) {
    test(`refuses ${what}, and returns the member`, async () => {
      const reply = await crm.put(UPDATE, body);
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('401, 403, and the records of another office', async () => {
    const id = await lead({ emailAddress1: 'office@example.com', mobilePhone: '08035550412' });
    const body = { recipientType: 'LEAD', recipientId: id, channel: 'SMS', granted: false };
    assert.equal((await app.as('NOBODY').put(UPDATE, body)).status, 401);
    assert.equal((await app.as('AUDITOR').put(UPDATE, body)).status, 403);
    const other = app.asOffice('CRM', [900_002n]);
    assert.equal((await other.put(UPDATE, body)).status, 422);
    await crm.put(UPDATE, body);
    const { body: list } = await other.get(`/api/v1/crm/consent/list?recipientId=${id}`);
    assert.equal(list.count, 0);
  });

  test('addresses that only another office knows are not listed, and stay suppressed', async () => {
    const LIST = '/api/v1/crm/consent/address/list?address=hidden@example.com';
    const [here, there] = [app.asOffice('CRM', [900_001n]), app.asOffice('CRM', [900_002n])];
    const word = { address: 'hidden@example.com', channel: 'EMAIL' };
    assert.equal((await here.put(UPDATE, { ...word, granted: false })).status, 200);
    const counts = [here, there, crm].map(async (each) => (await each.get(LIST)).body.count);
    assert.deepEqual(await Promise.all(counts), [1, 0, 1]);
    const lifted = await there.put(UPDATE, { ...word, granted: true });
    assert.deepEqual([lifted.status, lifted.body.msgArgs], [422, ['address']], lifted.text);
    const unknown = await there.put(UPDATE, {
      ...word,
      address: 'none@example.com',
      granted: true,
    });
    assert.deepEqual(unknown.body.errors, lifted.body.errors, 'the same for one on no list');
    assert.equal((await here.put(UPDATE, { ...word, granted: true })).status, 200);
    assert.equal((await crm.get(LIST)).body.count, 0);
  });

  test('a dry run changes nothing', async () => {
    const id = await lead({ emailAddress1: 'dry@example.com', mobilePhone: '08035550413' });
    const body = { recipientType: 'LEAD', recipientId: id, channel: 'SMS', granted: false };
    assert.equal((await crm.put(`${UPDATE}?dryRun=true`, body)).status, 200);
    assert.deepEqual(await rulesFor('LEAD', id), FREE);
    assert.deepEqual(await historyOf('LEAD', id), []);
  });
});
