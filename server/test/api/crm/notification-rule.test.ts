// Notification rules and preferences over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EVENT_KINDS } from '../../../src/app/app.js';
import { NOTIFIABLE_EVENTS } from '../../../src/modules/crm/notification/notifiable-event.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const BASE = '/api/v1/crm/notification-rule';
const PREFERENCE = '/api/v1/crm/preference';

let app: CrmApp;
let crm: Caller;
let made = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app?.stop());

const body = (changes: object = {}) => {
  made += 1;
  return {
    name: `rule-${made}`,
    eventType: 'trade-order.executed',
    recipient: 'CUSTOMER',
    channels: [{ channel: 'EMAIL', templateName: 'ORDER-EXECUTED' }],
    ...changes,
  };
};
const post = (changes: object = {}): Promise<TestReply> =>
  crm.post(`${BASE}/create`, body(changes));
const created = async (changes: object = {}): Promise<Json> => {
  const reply = await post(changes);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};

describe('rules', () => {
  test('the shipped rules exist, and are active only in a demonstration', async () => {
    const { body: list } = await crm.get(`${BASE}/list?s=500`);
    const shipped = list.result.filter((rule: Json) => rule.createdBy === 'system');
    assert.ok(shipped.length >= 12);
    assert.ok(shipped.every((rule: Json) => rule.active === false));
    const names = shipped.map((rule: Json) => rule.name);
    for (const name of ['WELCOME', 'ORDER-EXECUTED', 'CONTRACT-NOTE', 'APPROVAL-WAITING']) {
      assert.ok(names.includes(name), name);
    }
  });

  test('every notifiable event is declared', () => {
    const declared = new Set(EVENT_KINDS.map(({ type }) => type));
    const unknown = [...NOTIFIABLE_EVENTS.keys()].filter((type) => !declared.has(type));
    assert.deepEqual(unknown, []);
  });

  test('a rule is created, read, changed, disabled and enabled', async () => {
    const { id, result } = await created({ label: 'First', deliver: 'ALL' });
    assert.equal(result.active, true);
    assert.equal(result.name, `RULE-${made}`);
    assert.deepEqual((await crm.get(`${BASE}/id/${id}`)).body, result);
    const changed = await crm.put(`${BASE}/update`, { ...result, label: 'Second' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.result.label, 'Second');
    const off = await crm.put(`${BASE}/disable/id/${id}`);
    assert.deepEqual(
      [off.body.msgCode, off.body.result.active],
      ['NOTIFICATION_RULE_DISABLED', false],
    );
    const again = await crm.put(`${BASE}/disable/id/${id}`);
    assert.equal(again.headers.get('etag'), off.headers.get('etag'));
    const on = await crm.put(`${BASE}/enable/id/${id}`);
    assert.equal(on.body.result.active, true);
    assert.ok(on.body.result.enabledFromDttm > result.enabledFromDttm);
    assert.equal(
      (await crm.get(`${BASE}/list?active=false&eventType=trade-order.executed`)).status,
      200,
    );
  });

  test('400, 401, 403, 404, 409 and 412', async () => {
    const { id, result } = await created();
    assert.equal((await post({ theirs: 1 })).status, 400);
    assert.equal((await post({ id: 5 })).status, 400);
    assert.equal((await app.as('NOBODY').post(`${BASE}/create`, body())).status, 401);
    assert.equal((await app.as('DEALER').post(`${BASE}/create`, body())).status, 403);
    assert.equal((await crm.get(`${BASE}/id/999999`)).status, 404);
    assert.equal((await crm.put(`${BASE}/enable/id/999999`)).status, 404);
    const taken = await post({ name: result.name.toLowerCase() });
    assert.deepEqual([taken.status, taken.body.msgCode], [409, 'NOTIFICATION_RULE_NAME_TAKEN']);
    const stale = await crm.put(`${BASE}/update`, { id, label: 'x' }, { 'if-match': '"9"' });
    assert.equal(stale.status, 412);
  });

  test('a rule of an office is hidden from others, and a firm rule is read-only', async () => {
    const [here, there] = [app.asOffice('CRM', [900001n]), app.asOffice('CRM', [900002n])];
    const own = await here.post(`${BASE}/create`, body());
    assert.equal(own.body.result.businessOfficeId, 900001);
    assert.equal((await there.get(`${BASE}/id/${own.body.id}`)).status, 404);
    assert.equal((await there.put(`${BASE}/disable/id/${own.body.id}`)).status, 404);
    const again = await there.post(`${BASE}/create`, { ...body(), name: own.body.name });
    assert.equal(again.status, 201, 'the code of another office is free');
    const firm = await created();
    assert.equal((await there.get(`${BASE}/id/${firm.id}`)).status, 200);
    assert.equal((await there.put(`${BASE}/disable/id/${firm.id}`)).status, 403);
  });

  const wrong: readonly (readonly [string, object, string, string])[] = [
    [
      'an unknown event',
      { eventType: 'trade-order.exectued' },
      'NOTIFICATION_RULE_REFUSED',
      'eventType',
    ],
    [
      'a member that the event lacks',
      { conditions: [{ member: 'amount', values: ['1'] }] },
      'NOTIFICATION_RULE_REFUSED',
      'conditions/0/member',
    ],
    [
      'somebody assigned to an order',
      { recipient: 'ASSIGNED_USER' },
      'NOTIFICATION_RULE_REFUSED',
      'recipient',
    ],
    [
      'the customer of a lead',
      {
        eventType: 'lead.captured',
        channels: [{ channel: 'EMAIL', templateName: 'LEAD-ASSIGNED' }],
      },
      'NOTIFICATION_RULE_REFUSED',
      'recipient',
    ],
    ['approvers of nothing', { recipient: 'APPROVERS' }, 'NOTIFICATION_RULE_REFUSED', 'permission'],
    [
      'approvers by a permission to read',
      { recipient: 'APPROVERS', permission: 'crm.lead.read' },
      'NOTIFICATION_RULE_REFUSED',
      'permission',
    ],
    [
      'a document of an order',
      { attachDocument: true },
      'NOTIFICATION_RULE_REFUSED',
      'attachDocument',
    ],
    [
      'a template of another record',
      { channels: [{ channel: 'EMAIL', templateName: 'WELCOME' }] },
      'TEMPLATE_NOT_FITTING',
      'channels/0/templateName',
    ],
    [
      'a template of another channel',
      { channels: [{ channel: 'SMS', templateName: 'ORDER-EXECUTED' }] },
      'TEMPLATE_NOT_FITTING',
      'channels/0/templateName',
    ],
    [
      'a template that is not there',
      { channels: [{ channel: 'EMAIL', templateId: 999999 }] },
      'UNKNOWN_REFERENCE',
      'channels/0/templateId',
    ],
    [
      'a channel twice',
      {
        channels: [
          { channel: 'EMAIL', templateName: 'ORDER-EXECUTED' },
          { channel: 'EMAIL', templateName: 'ORDER-EXECUTED' },
        ],
      },
      'NOTIFICATION_RULE_REFUSED',
      'channels/1/channel',
    ],
  ];
  for (const [what, changes, code, member] of wrong) {
    test(`422: ${what}`, async () => {
      const reply = await post(changes);
      assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('422: the most similar type is suggested; code and office are fixed', async () => {
    assert.match(
      (await post({ eventType: 'trade-order.exectued' })).body.detail,
      /trade-order\.executed/,
    );
    const { id } = await created();
    for (const [change, member] of [
      [{ id, name: 'OTHER' }, 'name'],
      [{ id, businessOfficeId: 900001 }, 'businessOfficeId'],
    ] as const) {
      const reply = await crm.put(`${BASE}/update`, change);
      assert.deepEqual([reply.status, reply.body.msgArgs], [422, [member]]);
    }
  });

  test('422: an inactive template', async () => {
    const template = await crm.post('/api/v1/crm/template/create', {
      ...{ name: 'OUT-OF-USE', channel: 'EMAIL', relatedTo: 'TRADE_ORDER' },
      contents: [{ language: 'en', subject: 'S', text: 'T' }],
    });
    await crm.put('/api/v1/crm/template/update', { id: template.body.id, active: false });
    const reply = await post({ channels: [{ channel: 'EMAIL', templateId: template.body.id }] });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TEMPLATE_INACTIVE']);
  });

  test('a repeated key creates one rule, and a dry run none', async () => {
    const same = body();
    const headers = { 'idempotency-key': 'rule-probe-000001' };
    const first = await crm.post(`${BASE}/create`, same, headers);
    assert.equal((await crm.post(`${BASE}/create`, same, headers)).body.id, first.body.id);
    const before = (await crm.get(`${BASE}/list`)).body.count;
    assert.equal((await crm.post(`${BASE}/create`, body(), { prefer: 'dry-run' })).status, 200);
    assert.equal((await crm.get(`${BASE}/list`)).body.count, before);
  });
});

describe('preferences of customers', () => {
  const customer = async (office = 900001): Promise<number> => {
    made += 1;
    const reply = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
      ...{ firstName: `P${made}`, lastName: 'Person', businessOfficeId: office },
      customerGroupName: 'STANDARD',
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };

  test('are empty, then have channels per group, then none, then the default', async () => {
    const customerId = await customer();
    const path = `${PREFERENCE}/id/${customerId}`;
    assert.deepEqual((await crm.get(path)).body, { customerId, groups: [] });
    const put = (change: object) => crm.put(`${PREFERENCE}/update`, { customerId, ...change });
    const first = await put({
      language: 'fr',
      groups: [
        { group: 'ORDERS', channels: ['SMS', 'EMAIL'] },
        { group: 'CASH', channels: [] },
      ],
    });
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(first.body.result.groups, [
      { group: 'ORDERS', channels: ['SMS', 'EMAIL'] },
      { group: 'CASH', channels: [] },
    ]);
    const second = await put({ groups: [{ group: 'CASH' }] });
    assert.deepEqual(second.body.result.groups, [{ group: 'ORDERS', channels: ['SMS', 'EMAIL'] }]);
    const read = await crm.get(path);
    assert.equal(read.body.language, 'fr');
    assert.equal(read.headers.get('etag'), '"2"');
    const list = await crm.get(`${PREFERENCE}/list`);
    assert.ok(list.body.result.some((each: Json) => each.customerId === customerId));
  });

  test('concurrent changes are all stored', async () => {
    const customerId = await customer();
    const groups = ['ORDERS', 'CASH', 'ACCOUNT', 'INVESTMENTS', 'CONTRACT_NOTES'];
    const replies = await Promise.all(
      groups.map((group) =>
        crm.put(`${PREFERENCE}/update`, { customerId, groups: [{ group, channels: ['SMS'] }] }),
      ),
    );
    assert.ok(replies.every((reply) => reply.status === 200));
    assert.equal((await crm.get(`${PREFERENCE}/id/${customerId}`)).body.groups.length, 5);
  });

  test('refusals', async () => {
    const customerId = await customer();
    const put = (change: object, who = crm, headers = {}) =>
      who.put(`${PREFERENCE}/update`, { customerId, ...change }, headers);
    assert.equal((await put({ groups: [{ group: 'WEATHER', channels: [] }] })).status, 400);
    assert.equal((await put({ language: 'English' })).status, 400);
    const twice = await put({ groups: [{ group: 'CASH', channels: ['SMS', 'SMS'] }] });
    assert.deepEqual([twice.status, twice.body.msgArgs], [400, ['groups/0/channels']]);
    assert.equal((await put({ groups: [{ group: 'CASH' }, { group: 'CASH' }] })).status, 400);
    assert.equal((await put({}, app.as('NOBODY'))).status, 401);
    assert.equal((await put({}, app.as('DEALER'))).status, 403);
    const other = app.asOffice('CRM', [900002n]);
    assert.equal((await put({}, other)).status, 404);
    assert.equal((await other.get(`${PREFERENCE}/id/${customerId}`)).status, 404);
    assert.equal((await put({ customerId: 999999 })).status, 404);
    assert.equal((await put({ language: 'en' }, crm, { 'if-match': '"7"' })).status, 412);
    assert.deepEqual((await crm.get(`${PREFERENCE}/id/${customerId}`)).body.groups, []);
  });
});
