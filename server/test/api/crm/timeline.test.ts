// Timelines over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { captured, qualified } from './crm-people.js';

const LIST = '/api/v1/crm/timeline/list';

let app: CrmApp;
let crm: Caller;
let client: Caller;
let people = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  client = app.as('CLIENT');
  await app.db.query(sql`update business_office set four_eyes_threshold_minor = 1000000000`);
});
after(() => app.stop());

interface Entry {
  readonly kind: string;
  readonly id: number;
  readonly time: string;
  readonly status: string;
  readonly subject: string;
}

const person = (): object => {
  people += 1;
  const mobilePhone = `0803666${String(people).padStart(4, '0')}`;
  return { firstName: 'Time', lastName: `Line ${people}`, mobilePhone };
};
const pathOf = (kind: string, id: number): string => `${LIST}?relatedTo=${kind}&relatedToId=${id}`;
const timeline = async (kind: string, id: number): Promise<Entry[]> => {
  const reply = await crm.get(pathOf(kind, id));
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.count, reply.body.result.length);
  return reply.body.result;
};
const told = (entries: readonly Entry[]): string[] =>
  entries.map(({ kind, status }) => `${kind} ${status}`);
const activity = async (body: object): Promise<number> => {
  const reply = await crm.post('/api/v1/crm/activity/create', { subject: 'Something', ...body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const about = (relatedTo: string, relatedToId: number) => ({ relatedTo, relatedToId });

describe('success', () => {
  test('the timeline of a lead has its states, messages and activities by time', async () => {
    const id = await captured(crm, person());
    const message = await crm.post('/api/v1/crm/whatsapp/create', {
      ...{ ...about('LEAD', id), direction: 'INBOUND', status: 'IN_PROGRESS', from: '1' },
      ...{ body: 'How do I begin?', startDttm: '2026-01-01T10:00:00Z' },
    });
    const note = await activity({ kind: 'NOTE', ...about('LEAD', id) });
    await crm.put('/api/v1/crm/lead/update', { id, status: 'ASSIGNED' });
    const open = await activity({ kind: 'TASK', ...about('LEAD', id) });
    const entries = await timeline('LEAD', id);
    assert.deepEqual(told(entries), [
      ...['ACTIVITY PLANNED', 'LEAD_STATUS ASSIGNED', 'ACTIVITY COMPLETED'],
      ...['LEAD_STATUS NEW', 'WHATSAPP_MESSAGE IN_PROGRESS'],
    ]);
    assert.equal(entries[0]?.id, open);
    assert.equal(entries[1]?.subject, 'NEW → ASSIGNED');
    assert.equal(entries[2]?.id, note);
    assert.deepEqual(entries[4], {
      ...{ kind: 'WHATSAPP_MESSAGE', id: message.body.id, name: message.body.name },
      ...{ time: '2026-01-01T10:00:00.000Z', channel: 'WHATSAPP', direction: 'INBOUND' },
      ...{ status: 'IN_PROGRESS', subject: 'How do I begin?', by: message.body.result.createdBy },
    });
  });

  test('the timeline of a customer continues that of its lead', async () => {
    const id = await qualified(crm, person());
    await activity({ kind: 'CALL', status: 'COMPLETED', ...about('LEAD', id) });
    await crm.post('/api/v1/crm/whatsapp/create', { ...about('LEAD', id), to: '1', body: 'Hi' });
    const before = await timeline('LEAD', id);
    const reply = await client.put(`/api/v1/crm/lead/convert/id/${id}`);
    const { convertedCustomerId, convertedCashAccountId } = reply.body.result;
    await cash(convertedCustomerId, convertedCashAccountId);
    await activity({ kind: 'MEETING', ...about('CUSTOMER', convertedCustomerId) });
    const after = await timeline('CUSTOMER', convertedCustomerId);
    assert.deepEqual(told(after).slice(0, 3), [
      'ACTIVITY PLANNED',
      'CASH_TRANSACTION POSTED',
      'LEAD_STATUS CONVERTED',
    ]);
    assert.deepEqual(told(after).slice(3), told(before));
    const posted = after.find(({ kind }) => kind === 'CASH_TRANSACTION');
    assert.equal(Object(posted).amount, 1234.5);
    assert.equal(Object(posted).currency, 'NGN');
    const left = (await timeline('LEAD', id)).map(({ kind }) => kind);
    assert.deepEqual([...new Set(left)], ['LEAD_STATUS']);
  });

  test('e-mails and text messages to and about a person are listed once', async () => {
    const id = await captured(crm, person());
    await transported({ id: 9_001, kind: 'LEAD', to: id, about: id });
    await transported({ id: 9_002, kind: 'LEAD', to: id, about: null });
    await transported({ id: 9_003, kind: null, to: null, about: id });
    const entries = await timeline('LEAD', id);
    assert.deepEqual(
      entries.filter(({ kind }) => kind === 'MESSAGE').map(({ id: message }) => message),
      [9_003, 9_002, 9_001],
    );
    const reach = await qualified(crm, person());
    await transported({ id: 9_004, kind: 'LEAD', to: reach, about: reach });
    const reply = await client.put(`/api/v1/crm/lead/convert/id/${reach}`);
    const customer = await timeline('CUSTOMER', reply.body.result.convertedCustomerId);
    assert.equal(customer.filter(({ kind }) => kind === 'MESSAGE').length, 1);
  });

  test('a contact has its own timeline', async () => {
    const made = await crm.post('/api/v1/crm/contact/create', person());
    await activity({ kind: 'LETTER', ...about('CONTACT', made.body.id) });
    assert.deepEqual(told(await timeline('CONTACT', made.body.id)), ['ACTIVITY PLANNED']);
  });

  test('pages by cursor contain each entry once while new ones are added', async () => {
    const id = await captured(crm, person());
    for (let index = 0; index < 12; index += 1)
      await activity({ kind: 'NOTE', ...about('LEAD', id) });
    const all = (await timeline('LEAD', id)).map(({ kind, id: entry }) => `${kind} ${entry}`);
    const seen: string[] = [];
    let path: string | undefined = `${pathOf('LEAD', id)}&s=5`;
    while (path !== undefined) {
      const reply = await crm.get(path);
      assert.equal(reply.status, 200, reply.text);
      seen.push(...reply.body.result.map((one: Entry) => `${one.kind} ${one.id}`));
      path = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      await activity({ kind: 'NOTE', ...about('LEAD', id) });
    }
    assert.deepEqual(seen, all);
    const second = await crm.get(`${pathOf('LEAD', id)}&s=3&b=2`);
    assert.equal(second.body.result.length, 3);
  });
});

describe('refusals', () => {
  test('400: no record, another kind, a malformed cursor', async () => {
    const missing = await crm.get(LIST);
    assert.deepEqual([...missing.body.msgArgs].sort(), ['relatedTo', 'relatedToId']);
    assert.equal((await crm.get(pathOf('TRADE_ORDER', 1))).status, 400);
    const id = await captured(crm, person());
    for (const cursor of [
      'x',
      'YWZ0ZXI6MQ',
      btoa('["1"]'),
      btoa('["1","A","99999999999999999999"]'),
    ]) {
      assert.equal((await crm.get(`${pathOf('LEAD', id)}&cursor=${cursor}`)).status, 400, cursor);
    }
  });

  test('401 and 404: no credentials, and a record that the caller does not see', async () => {
    const id = await captured(crm, person());
    assert.equal((await app.as('NOBODY').get(pathOf('LEAD', id))).status, 401);
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(pathOf('LEAD', id))).status, 404);
    assert.equal((await crm.get(pathOf('CUSTOMER', 999999))).status, 404);
  });
});

async function cash(customerId: number, cashAccountId: number): Promise<void> {
  const made = await client.post('/api/v1/finance/cash-transaction/create', {
    ...{ customerId, cashAccountId, transType: 'RECEIPT', transMethod: 'ECHANNEL' },
    ...{ amount: 1234.5, currency: 'NGN', description: 'First money' },
  });
  assert.equal(made.status, 201, made.text);
  const posted = await client.put(`/api/v1/finance/cash-transaction/post/id/${made.body.id}`);
  assert.equal(posted.status, 200, posted.text);
}

interface Transported {
  readonly id: number;
  readonly kind: string | null;
  readonly to: number | null;
  readonly about: number | null;
}

async function transported({ id, kind, to, about: subject }: Transported): Promise<void> {
  const related = subject === null ? 'TRADE_ORDER' : 'LEAD';
  await app.db.query(sql`
    insert into message_transport (id, channel, direction, office_id, purpose, recipient_kind,
      recipient_id, address, state, not_before, give_up_at, created_at)
    values (${id}, 'EMAIL', 'OUTBOUND', 900001, 'SERVICE', ${kind}, ${to}, 'a@example.com', 'SENT',
      now(), now(), now())`);
  await app.db.query(sql`
    insert into message (id, name, status, body, related_to, related_to_id, version, created_by,
      created_at, modified_by, modified_at)
    values (${id}, ${String(id)}, 'SENT', 'Hello', ${related}, ${subject ?? 1}, 1, 'test', now(),
      'test', now())`);
}
