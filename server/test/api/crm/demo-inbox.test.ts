// The demonstration inbox: mail and message servers inside the program, used as a customer would
// use them.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { startCrmApp } from './crm-app.js';

let app: TestApp;
let crm: Caller;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: [] });
  crm = app.as('CRM');
});
after(() => app.stop());

const inbox = (channel: string, to: string): Promise<Json> =>
  waitFor(`${channel} to ${to}`, async () => {
    const query = `channel=${channel}&to=${encodeURIComponent(to)}`;
    const { body } = await crm.get(`/api/v1/demo/inbox/list?${query}`);
    return body.count > 0 && body;
  });

const deliveredOf = (id: number): Promise<Json> =>
  waitFor(`message ${id}`, async () => {
    const { body } = await crm.get(`/api/v1/crm/message/id/${id}`);
    return body.status === 'DELIVERED' && body;
  });

describe('the inbox', () => {
  test('shows an e-mail', async () => {
    const to = 'inbox@example.com';
    await crm.post('/api/v1/crm/email/send', {
      to,
      subject: 'Hello',
      body: 'Read me',
      html: '<i>R',
    });
    const { result } = await inbox('EMAIL', to);
    assert.equal(result[0].subject, 'Hello');
    assert.equal(result[0].body.trim(), 'Read me');
    assert.equal(result[0].copies, 1);
    const one = await crm.get(`/api/v1/demo/inbox/id/${result[0].id}`);
    assert.deepEqual(one.body, result[0]);
    assert.equal((await crm.get('/api/v1/demo/inbox/id/999999')).status, 404);
  });

  test('shows a long text message as one, and reports its delivery', async () => {
    const body = 'A long text. '.repeat(30).trim();
    const to = '+2348035550501';
    const reply = await crm.post('/api/v1/crm/sms/send', { to, body });
    const { result } = await inbox('SMS', to);
    assert.equal(result[0].body, body);
    await deliveredOf(reply.body.id);
  });

  test('shows a WhatsApp message, and reports its delivery', async () => {
    const to = '+2348035550502';
    const reply = await crm.post('/api/v1/crm/whatsapp/send', {
      ...{ to, body: 'Welcome Ada' },
      whatsappTemplate: { name: 'welcome', language: 'en', parameters: ['Ada'] },
    });
    const { result } = await inbox('WHATSAPP', to);
    assert.equal(result[0].body, 'welcome | Ada');
    await deliveredOf(reply.body.id);
  });

  test('sends messages as a customer, on WhatsApp and by text message', async () => {
    const from = '+2348035550503';
    const whatsapp = { channel: 'WHATSAPP', from, text: 'How do I start?' };
    const reply = await crm.post('/api/v1/demo/inbox/reply', whatsapp);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, { taken: true });
    const query = 'direction=INBOUND&s=500';
    const { body } = await crm.get(`/api/v1/crm/message/list?${query}`);
    const found = body.result.find((each: Json) => each.body === 'How do I start?');
    assert.equal(found.from, from);
    // The customer's message opened the WhatsApp service window.
    const answer = { to: from, body: 'With your BVN.' };
    const sent = await crm.post('/api/v1/crm/whatsapp/send', answer);
    assert.equal(sent.body.msgCode, 'MESSAGE_QUEUED', sent.text);
    const text = 'Please write to me about each of these bills. '.repeat(8);
    const long = await crm.post('/api/v1/demo/inbox/reply', { channel: 'SMS', from, text });
    assert.equal(long.status, 200, long.text);
    const after = await crm.get(`/api/v1/crm/message/list?${query}`);
    assert.ok(after.body.result.some((each: Json) => each.body === text));
    await crm.post('/api/v1/demo/inbox/reply', { channel: 'SMS', from, text: 'STOP' });
    const stopped = await crm.post('/api/v1/crm/sms/send', { to: from, body: 'News' });
    assert.equal(stopped.body.result.rule, 'ADDRESS_SUPPRESSED');
  });

  test('refuses callers without the permission, and an unknown channel', async () => {
    const list = '/api/v1/demo/inbox/list';
    assert.equal((await app.as('NOBODY').get(list)).status, 401);
    const reply = { channel: 'WHATSAPP', from: '+2348035550504', text: 'x' };
    const post = (as: string, body: object) => app.as(as).post('/api/v1/demo/inbox/reply', body);
    assert.equal((await post('AUDITOR', reply)).status, 403);
    const wrong = await post('CRM', { ...reply, channel: 'EMAIL' });
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.body.msgArgs, ['channel']);
  });
});

test('without a demonstration there is no inbox', async () => {
  const plain = await startCrmApp();
  const { status } = await plain.as('CRM').get('/api/v1/demo/inbox/list');
  await plain.stop();
  assert.equal(status, 404);
});
