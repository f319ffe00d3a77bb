// WhatsApp messages over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RELATED_KINDS } from '../../../src/modules/crm/person/related-kind.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { addUsers } from './crm-people.js';

const CREATE = '/api/v1/crm/whatsapp/create';
const UPDATE = '/api/v1/crm/whatsapp/update';
const READ = '/api/v1/crm/whatsapp/id';

let app: CrmApp;
let crm: Caller;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app.stop());

const idOf = async (body: object): Promise<number> => {
  const reply = await crm.post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};

describe('success', () => {
  test('an empty message is an outbound draft', async () => {
    const reply = await crm.post(CREATE, { to: '+2348035550142', body: 'Good morning' });
    assert.equal(reply.status, 201);
    const { result } = reply.body;
    assert.equal(result.direction, 'OUTBOUND');
    assert.equal(result.status, 'DRAFT');
    assert.equal(result.active, true);
    assert.deepEqual(result.attachmentsWS, []);
    assert.equal('startDttm' in result, false);
    assert.equal(reply.headers.get('location'), `/api/v1/crm/whatsapp/id/${reply.body.id}`);
    assert.deepEqual((await crm.get(`${READ}/${reply.body.id}`)).body, result);
  });

  test("the specification's own body updates a message by its id", async () => {
    const id = await idOf({ direction: 'INBOUND', from: '+2348035550142', body: 'Hello' });
    const { body: made } = await crm.post('/api/v1/crm/contact/create', { lastName: 'Okafor' });
    const contact = made.id;
    const [user] = await addUsers(app, ['answerer']);
    const reply = await crm.put(UPDATE, {
      ...{ active: 'True', assignedTo: String(user), attachmentsWS: [] },
      ...{ body: 'Hello again', campaign: 0 },
      ...{ direction: 'INBOUND', endDttm: '2024-03-01T10:20:30.456Z', from: '+2348035550142' },
      ...{ id: String(id), label: 'string', name: String(id).padStart(10, '0') },
      ...{ relatedTo: 'CONTACT', relatedToId: contact, startDttm: '2024-03-01T10:20:30.455Z' },
      ...{ status: 'IN_PROGRESS', subject: 'string', template: 0, to: '+2347005550100' },
      ...{ workflowNotes: 'string', somethingOfTheirs: [1] },
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'WHATSAPP_MESSAGE_UPDATED');
    assert.deepEqual(reply.body.msgArgs, [String(id)]);
    const { body } = await crm.get(`${READ}/${id}`);
    assert.equal(body.body, 'Hello again');
    assert.equal(body.assignedTo, user);
    assert.equal(body.startDttm, '2024-03-01T10:20:30.455Z');
    assert.equal(body.endDttm, '2024-03-01T10:20:30.456Z');
    assert.equal(body.relatedTo, 'CONTACT');
    assert.equal(body.relatedToId, contact);
    assert.equal('campaign' in body, false);
  });

  test('members that are not given do not change', async () => {
    const id = await idOf({ direction: 'INBOUND', from: '+2348035550142', body: 'Keep me' });
    await crm.put(UPDATE, { id, workflowNotes: 'called back' });
    const { body } = await crm.get(`${READ}/${id}`);
    assert.equal(body.body, 'Keep me');
    assert.equal(body.status, 'IN_PROGRESS');
    assert.equal(body.workflowNotes, 'called back');
  });

  test('a status moves forward or stays, and sets the times', async () => {
    const id = await idOf({ to: '+2348035550142' });
    for (const status of ['QUEUED', 'sent', 'SENT', 'DELIVERED', 'READ', 'READ']) {
      const reply = await crm.put(UPDATE, { id, status });
      assert.equal(reply.status, 200, `${status} ${reply.text}`);
    }
    const { body } = await crm.get(`${READ}/${id}`);
    assert.equal(body.status, 'READ');
    assert.ok(body.startDttm <= body.endDttm);
  });

  test('a status that arrives twice at the same time is set once', async () => {
    const id = await idOf({ to: '+2348035550142', status: 'QUEUED' });
    const replies = await Promise.all(
      ['SENT', 'DELIVERED', 'SENT', 'DELIVERED', 'READ', 'SENT'].map((status) =>
        crm.put(UPDATE, { id, status }),
      ),
    );
    assert.ok(replies.every((reply) => reply.status === 200 || reply.status === 409));
    assert.equal((await crm.get(`${READ}/${id}`)).body.status, 'READ');
  });

  test('a list can be filtered by the record of the message', async () => {
    const lead = (await crm.post('/api/v1/crm/lead/create', { firstName: 'L' })).body.id;
    const id = await idOf({ to: '1', relatedTo: 'lead', relatedToId: lead });
    await idOf({ to: '2' });
    const reply = await crm.get(`/api/v1/crm/whatsapp/list?relatedTo=LEAD&relatedToId=${lead}`);
    assert.equal(reply.body.count, 1);
    assert.equal(reply.body.result[0].id, id);
    const drafts = await crm.get('/api/v1/crm/whatsapp/list?status=DRAFT&direction=OUTBOUND&s=1');
    assert.equal(drafts.body.result.length, 1);
    assert.ok(drafts.body.count >= 2);
  });

  test('events contain the status and no text', async () => {
    const id = await idOf({ to: '+2348039990002', body: 'Canary' });
    await crm.put(UPDATE, { id, status: 'QUEUED' });
    const events = await app.db.query<{ type: string; data: object }>(
      sql`select type, data from outbox_event where subject_id = ${id} order by id`,
    );
    assert.deepEqual(events, [
      { type: 'whatsapp-message.created', data: { direction: 'OUTBOUND', status: 'DRAFT' } },
      {
        type: 'whatsapp-message.updated',
        data: { direction: 'OUTBOUND', status: 'QUEUED', previousStatus: 'DRAFT' },
      },
    ]);
  });
});

describe('sending', () => {
  const SEND = '/api/v1/crm/whatsapp/send';
  let template: number;
  let other: number;
  let lead: number;
  before(async () => {
    const made = async (name: string, text: string): Promise<number> => {
      const reply = await crm.post('/api/v1/crm/template/create', {
        ...{ name, channel: 'WHATSAPP', relatedTo: 'LEAD', purpose: 'SERVICE' },
        contents: [{ language: 'en', text, whatsappName: name }],
      });
      assert.equal(reply.status, 201, reply.text);
      return reply.body.id;
    };
    template = await made('dear', 'Dear {{lead.firstName}}');
    other = await made('hello', 'Hello {{lead.firstName}}');
    const person = { firstName: 'Kemi', mobilePhone: '08035550777' };
    lead = (await crm.post('/api/v1/crm/lead/create', person)).body.id;
  });
  const to = () => ({ recipientType: 'LEAD', recipientId: lead });
  const send = async (body: object) => {
    const reply = await crm.post(SEND, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.result;
  };

  test('takes a template under either name instead of a text', async () => {
    for (const named of [{ template }, { templateId: template }, { template, templateId: '0' }]) {
      const result = await send({ ...to(), ...named });
      assert.deepEqual([result.body, result.templateId], ['Dear Kemi', template]);
    }
    const both = await crm.post(SEND, { ...to(), template, templateId: other });
    assert.deepEqual([both.status, both.body.errors[0].pointer], [400, '/template']);
    const none = await crm.post(SEND, { ...to(), template: 0 });
    assert.deepEqual([none.status, none.body.errors[0].pointer], [400, '/body']);
    const unknown = await crm.post(SEND, { ...to(), template: 999_999 });
    assert.deepEqual([unknown.status, unknown.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    assert.equal(unknown.body.errors[0].pointer, '/template');
  });

  test('takes an approved template of WhatsApp without a text', async () => {
    const approved = { name: 'order_filled', language: 'en_GB', parameters: ['Kemi', '40'] };
    const result = await send({ to: '+2348035550778', whatsappTemplate: approved });
    assert.equal(result.body, 'order_filled (en_GB)\nKemi\n40');
    const named = await send({ to: '+2348035550778', whatsappTemplate: approved, body: 'Filled' });
    assert.equal(named.body, 'Filled');
  });

  test('fills a draft without a text from its template', async () => {
    const about = { relatedTo: 'LEAD', relatedToId: lead };
    const draft = () => idOf({ ...about, template });
    assert.equal((await send({ id: await draft() })).body, 'Dear Kemi');
    assert.equal((await send({ id: await draft(), template: other })).body, 'Hello Kemi');
    assert.equal((await send({ id: await draft(), body: 'Own words' })).body, 'Own words');
    const worded = await idOf({ ...about, template, body: 'Words of the draft' });
    assert.equal((await send({ id: worded })).body, 'Words of the draft');
  });
});

describe('400', () => {
  test('all members of the wrong shape are listed', async () => {
    const reply = await crm.put(UPDATE, {
      ...{ id: 'x', active: 2, attachmentsWS: 'none', body: { a: 1 }, direction: 'SIDEWAYS' },
      ...{ startDttm: 'yesterday', status: 'LOST', relatedTo: 'PARROT', from: 'a\u0000b' },
      ...{ subject: 'x'.repeat(256) },
    });
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
      ...['/active', '/attachmentsWS', '/body', '/direction', '/from', '/id', '/relatedTo'],
      ...['/startDttm', '/status', '/subject'],
    ]);
  });

  test('an update without a key, or with a text that is too long, is refused', async () => {
    const nameless = await crm.put(UPDATE, { id: 0, body: 'x' });
    assert.equal(nameless.status, 400);
    assert.deepEqual(nameless.body.msgArgs, ['id']);
    assert.equal((await crm.post(CREATE, { body: 'x'.repeat(4097) })).status, 400);
    assert.equal((await crm.post(CREATE, { theirs: 1 })).status, 400);
    assert.equal((await crm.post(CREATE, { id: 3 })).status, 400);
  });
});

describe('401 and 403', () => {
  test('callers without credentials or without the permission are refused', async () => {
    assert.equal((await app.as('NOBODY').put(UPDATE, { id: 1 })).status, 401);
    const reply = await app.as('DEALER').put(UPDATE, { id: 1 });
    assert.equal(reply.status, 403);
    assert.deepEqual(reply.body.msgArgs, ['crm.whatsapp.update']);
    assert.equal((await app.as('AUDITOR').get('/api/v1/crm/whatsapp/list')).status, 200);
  });
});

describe('404', () => {
  test('a message that does not exist', async () => {
    assert.equal((await crm.put(UPDATE, { id: 999999, body: 'x' })).status, 404);
    assert.equal((await crm.put(UPDATE, { name: 'nobody', body: 'x' })).status, 404);
    assert.equal((await crm.get(`${READ}/999999`)).status, 404);
  });

  test('a message of another office is hidden', async () => {
    const id = await idOf({ to: '1' });
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`${READ}/${id}`)).status, 404);
    assert.equal((await elsewhere.put(UPDATE, { id, body: 'x' })).status, 404);
    const own = await elsewhere.post(CREATE, { to: '2' });
    assert.equal(own.body.result.businessOfficeId, 900002);
    const list = await elsewhere.get('/api/v1/crm/whatsapp/list');
    assert.deepEqual(
      list.body.result.map((message: { id: number }) => message.id),
      [own.body.id],
    );
  });
});

describe('409 and 412', () => {
  test('a status never moves back, and the refusal has the current one', async () => {
    const id = await idOf({ to: '1', status: 'DELIVERED' });
    const reply = await crm.put(UPDATE, { id, status: 'SENT', body: 'changed' });
    assert.equal(reply.status, 409);
    assert.equal(reply.body.msgCode, 'MESSAGE_WRONG_STATE');
    assert.equal(reply.body.msgArgs[0], 'DELIVERED');
    assert.equal('body' in (await crm.get(`${READ}/${id}`)).body, false);
    const legacy = await crm.put('/ebclient/rest/api/v1/crm/whatsapp/update', {
      id,
      status: 'SENT',
    });
    assert.equal(legacy.status, 200);
    assert.equal(legacy.body.success, false);
  });

  test('an update of an old version is refused', async () => {
    const id = await idOf({ to: '1' });
    assert.equal((await crm.put(UPDATE, { id, to: '2' }, { 'if-match': '"1"' })).status, 200);
    assert.equal((await crm.put(UPDATE, { id, to: '3' }, { 'if-match': '"1"' })).status, 412);
  });
});

describe('422', () => {
  test('an inbound message is never SENT, and a direction changes only in a draft', async () => {
    const sent = await crm.post(CREATE, { direction: 'INBOUND', status: 'SENT' });
    assert.equal(sent.status, 422);
    assert.equal(sent.body.msgCode, 'MESSAGE_STATUS_NOT_OF_DIRECTION');
    const id = await idOf({ to: '1', status: 'QUEUED' });
    const turned = await crm.put(UPDATE, { id, direction: 'INBOUND', status: 'IN_PROGRESS' });
    assert.equal(turned.body.msgCode, 'MESSAGE_DIRECTION_FIXED');
  });

  test('a message does not end before it starts', async () => {
    const reply = await crm.post(CREATE, {
      ...{ startDttm: '2024-03-01T10:00:00.000Z', endDttm: '2024-03-01T09:00:00.000Z' },
    });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'MESSAGE_TIMES_REVERSED');
  });

  test('refuses a reference of any kind to a missing or hidden record', async () => {
    const id = await idOf({ to: '1' });
    for (const relatedTo of [...RELATED_KINDS, undefined]) {
      const about = { relatedTo, relatedToId: 999999 };
      for (const reply of [
        await crm.post(CREATE, about),
        await crm.put(UPDATE, { id, ...about }),
      ]) {
        assert.equal(reply.status, 422, relatedTo);
        assert.equal(reply.body.msgCode, 'UNKNOWN_REFERENCE');
        assert.deepEqual(reply.body.msgArgs, ['relatedToId']);
      }
      const attachmentsWS = [{ ...about, base64Attachment: 'AAAA' }];
      const attached = await crm.put(UPDATE, { id, attachmentsWS });
      assert.deepEqual(attached.body.msgArgs, ['attachmentsWS/0/relatedToId'], attached.text);
    }
    const { body: contact } = await crm.post('/api/v1/crm/contact/create', { lastName: 'Okafor' });
    const elsewhere = app.asOffice('CRM', [900_002n]);
    const unseen = { relatedTo: 'CONTACT', relatedToId: contact.id };
    assert.equal((await elsewhere.post(CREATE, unseen)).body.msgCode, 'UNKNOWN_REFERENCE');
    assert.equal((await crm.put(UPDATE, { id, ...unseen })).status, 200);
  });
});

describe('repeated key and dry run', () => {
  test('the same key and body change the message once', async () => {
    const id = await idOf({ to: '1' });
    const headers = { 'idempotency-key': `message-${Date.now()}-0123456` };
    const first = await crm.put(UPDATE, { id, status: 'QUEUED' }, headers);
    const second = await crm.put(UPDATE, { id, status: 'QUEUED' }, headers);
    assert.deepEqual(second.body, first.body);
    assert.equal((await crm.get(`${READ}/${id}`)).headers.get('etag'), '"2"');
  });

  test('a dry run shows the change and stores nothing', async () => {
    const id = await idOf({ to: '1' });
    const reply = await crm.put(UPDATE, { id, status: 'QUEUED' }, { prefer: 'dry-run' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.status, 'QUEUED');
    assert.equal((await crm.get(`${READ}/${id}`)).body.status, 'DRAFT');
  });
});
