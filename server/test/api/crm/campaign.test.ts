// Campaigns over HTTP and their worker: audience, send rate, pause, results, restarts and two
// nodes.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runCampaigns } from '../../../src/modules/crm/campaign/run.js';
import { nextRecipients } from '../../../src/modules/crm/campaign/run-queries.js';
import {
  CAMPAIGN_STATUSES,
  type CampaignStatus,
  mayMoveCampaign,
} from '../../../src/modules/crm/campaign/state.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { nodePorts } from './notification-node.js';

const BASE = '/api/v1/crm/campaign';

let app: CrmApp;
let client: Caller;
let sources = 0;

before(async () => {
  app = await startCrmApp();
  client = app.as('CLIENT');
});
after(() => app?.stop());

/** Captures leads that have e-mail addresses and a new lead source, and returns that source. */
async function leads(count: number, members: object = {}): Promise<string> {
  sources += 1;
  const leadSource = `SOURCE-${sources}`;
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const reply = await client.post('/api/v1/crm/lead/create', {
        ...{ firstName: `F${sources}-${index}`, lastName: 'Lead', businessOfficeId: 900001 },
        ...{ leadSource, emailAddress1: `l${sources}-${index}@example.com`, ...members },
      });
      assert.equal(reply.status, 201, reply.text);
    }),
  );
  return leadSource;
}
const plan = async (leadSource: string, changes: object = {}): Promise<number> => {
  const reply = await client.post(`${BASE}/create`, {
    ...{ label: 'Probe', templateName: 'LEAD-NEWS', throttlePerMinute: 6000 },
    audience: { kind: 'LEAD', leadSource },
    ...changes,
  });
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.body.result.status, 'DRAFT');
  return reply.body.id;
};
const put = (verb: string, id: number, headers?: Record<string, string>): Promise<TestReply> =>
  client.put(`${BASE}/${verb}/id/${id}`, undefined, headers);
const read = async (id: number): Promise<Json> => (await client.get(`${BASE}/id/${id}`)).body;
/** Runs the campaign worker until the campaign has this status. */
const inStatus = (id: number, status: string): Promise<Json> =>
  waitFor(`the campaign ${id} to be ${status}`, async () => {
    await runCampaigns(app.context, nodePorts);
    const record = await read(id);
    return record.status === status && record;
  });

interface Transport {
  readonly state: string;
  readonly rule: string | null;
  readonly purpose: string;
  readonly due: boolean;
}
const transports = (id: number): Promise<Transport[]> =>
  app.db.query<Transport>(sql`
    select state, rule, purpose, not_before <= clock_timestamp() as due
    from message_transport where campaign_id = ${id} order by id`);

describe('a campaign', () => {
  test('is created, estimated and started, and sends one message to each recipient', async () => {
    const leadSource = await leads(6);
    await client.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'No', lastName: 'Mail', businessOfficeId: 900001, leadSource },
    });
    await client.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'Wants', lastName: 'None', businessOfficeId: 900001, leadSource },
      ...{ emailAddress1: 'none@example.com', emailOptOut: true },
    });
    const dead = await client.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'Long', lastName: 'Gone', businessOfficeId: 900001, leadSource },
      emailAddress1: 'gone@example.com',
    });
    await client.put('/api/v1/crm/lead/update', { id: dead.body.id, status: 'DEAD' });
    const id = await plan(leadSource);
    const { body: estimate } = await client.get(`${BASE}/estimate/id/${id}`);
    assert.equal(estimate.audienceCount, 8);
    assert.equal(estimate.reached, 6);
    assert.deepEqual(
      estimate.suppressed.sort((a: Json, b: Json) => a.rule.localeCompare(b.rule)),
      [
        { rule: 'NO_ADDRESS', count: 1 },
        { rule: 'OPTED_OUT', count: 1 },
      ],
    );
    const started = await put('start', id);
    assert.equal(started.status, 200, started.text);
    assert.deepEqual(
      [started.body.msgCode, started.body.result.audienceCount],
      ['CAMPAIGN_STARTED', 8],
    );
    // A lead captured after the start is not part of the audience.
    await client.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'Late', lastName: 'Lead', businessOfficeId: 900001, leadSource },
      emailAddress1: 'late@example.com',
    });
    const done = await inStatus(id, 'COMPLETED');
    assert.equal(done.results.queued, 6);
    assert.equal(done.results.suppressed, 2);
    assert.equal(done.results.waiting, 0);
    const rows = await transports(id);
    assert.equal(rows.length, 8);
    assert.ok(rows.every(({ purpose }) => purpose === 'MARKETING'));
    const { body: list } = await client.get(`${BASE}/recipient/list?id=${id}&s=5`);
    assert.deepEqual([list.count, list.result.length], [8, 5]);
    const again = await put('start', id);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['COMPLETED']]);
  });

  test('counts sent, delivered and read messages, unsubscribed people and its leads', async () => {
    const id = await plan(await leads(4));
    await put('start', id);
    await inStatus(id, 'COMPLETED');
    const statuses = ['SENT', 'DELIVERED', 'READ', 'FAILED'];
    await app.db.query(sql`
      update message m set status = s.status
      from (select id, (${statuses}::text[])[row_number() over (order by id)] as status
        from message_transport where campaign_id = ${id}) s where s.id = m.id`);
    await app.db.query(sql`
      insert into consent (id, office_id, record_kind, record_id, channel, purpose, granted, source,
        created_by, created_at)
      select 900000 + t.id, t.office_id, t.recipient_kind, t.recipient_id, t.channel, 'MARKETING',
        false, 'UNSUBSCRIBE_LINK', 'test', clock_timestamp()
      from message_transport t where t.campaign_id = ${id} order by t.id limit 1`);
    await client.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'A', lastName: 'Friend', businessOfficeId: 900001, campaign: id },
    });
    assert.deepEqual((await read(id)).results, {
      ...{ waiting: 0, queued: 0, sent: 1, delivered: 1, read: 1, failed: 1, suppressed: 0 },
      ...{ drafts: 0, leftOut: 0, unsubscribed: 1, leads: 1 },
    });
  });

  test('keeps to its send rate', async () => {
    const id = await plan(await leads(5), { throttlePerMinute: 60 });
    await put('start', id);
    const first = await waitFor('the first message', async () => (await transports(id)).length);
    assert.ok(first <= 2, `${first} at once`);
    const { modified } = await waitFor('the fourth', async () => {
      const rows = await app.db.query<{ modified: number }>(sql`
        select extract(epoch from max(created_at) - min(created_at))::float8 as modified
        from message_transport where campaign_id = ${id} having count(*) >= 4`);
      return rows[0];
    });
    assert.ok(modified > 1.8, `four messages within ${modified} s at one a second`);
    await put('cancel', id);
  });

  test('that is paused stops unsent messages, and resumes without duplicates', async () => {
    const id = await plan(await leads(8), { throttlePerMinute: 120 });
    await put('start', id);
    await waitFor('some messages', async () => (await transports(id)).length >= 2);
    const paused = await put('pause', id);
    assert.equal(paused.body.msgCode, 'CAMPAIGN_PAUSED', paused.text);
    const held = await transports(id);
    assert.ok(held.length < 8);
    assert.ok(held.every(({ due }) => !due));
    await runCampaigns(app.context, nodePorts);
    assert.equal((await transports(id)).length, held.length);
    // Because of the low send rate, some messages are still unsent.
    const quicker = { id, throttlePerMinute: 6_000 };
    assert.equal((await client.put(`${BASE}/update`, quicker)).status, 200);
    const resumed = await put('start', id);
    assert.equal(resumed.body.msgCode, 'CAMPAIGN_RESUMED');
    await inStatus(id, 'COMPLETED');
    const rows = await transports(id);
    assert.equal(rows.length, 8);
    assert.ok(rows.every(({ state, due }) => state === 'WAITING' && due));
  });

  test('that is cancelled sends no more messages, and marks each unsent one', async () => {
    const id = await plan(await leads(5), { throttlePerMinute: 120 });
    await put('start', id);
    await waitFor('a message', async () => (await transports(id)).length >= 1);
    const cancelled = await put('cancel', id);
    assert.equal(cancelled.body.result.status, 'CANCELLED', cancelled.text);
    const rows = await waitFor('the messages to be withdrawn', async () => {
      const all = await transports(id);
      return all.every(({ state }) => state === 'SUPPRESSED') && all;
    });
    assert.ok(rows.length < 5 && rows.every(({ rule }) => rule === 'CAMPAIGN_CANCELLED'));
    const { results } = await read(id);
    assert.equal(results.suppressed, rows.length);
    assert.equal(results.waiting, 5 - rows.length);
    assert.deepEqual((await put('start', id)).body.msgArgs, ['CANCELLED']);
  });

  test('waits for its scheduled time, and can be paused before it', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const id = await plan(await leads(2), { scheduledDttm: later });
    assert.equal((await put('start', id)).body.msgCode, 'CAMPAIGN_SCHEDULED');
    await runCampaigns(app.context, nodePorts);
    assert.equal((await read(id)).status, 'SCHEDULED');
    assert.equal((await put('pause', id)).body.result.status, 'PAUSED');
    assert.equal((await put('start', id)).body.msgCode, 'CAMPAIGN_SCHEDULED');
    await app.db.query(sql`
      update campaign set scheduled_at = now() - interval '1 second' where id = ${id}`);
    assert.equal((await inStatus(id, 'COMPLETED')).audienceCount, 2);
  });

  test('queues one message per recipient with two nodes and eight concurrent rounds', async () => {
    const id = await plan(await leads(30));
    await put('start', id);
    await waitFor('the end', async () => {
      await Promise.all(Array.from({ length: 8 }, () => runCampaigns(app.context, nodePorts)));
      return (await read(id)).status === 'COMPLETED';
    });
    const [counts] = await app.db.query<{ messages: bigint; people: bigint }>(sql`
      select count(*) as messages, count(distinct recipient_id) as people
      from message_transport where campaign_id = ${id}`);
    assert.deepEqual(counts, { messages: 30n, people: 30n });
  });

  test('queues no message twice after a round that failed', async () => {
    const id = await plan(await leads(3), { throttlePerMinute: 1 });
    await put('start', id);
    await waitFor('the first message', async () => (await transports(id)).length === 1);
    // Simulates a round that failed after storing its message, so the recipient still has no
    // message id.
    await app.db.query(sql`
      update campaign_recipient set message_id = null where campaign_id = ${id}`);
    await app.db.query(sql`
      update campaign set next_at = null, throttle_per_minute = 6000 where id = ${id}`);
    await inStatus(id, 'COMPLETED');
    assert.equal((await transports(id)).length, 3);
  });

  test('queues its first message at once, even if two clock readings are close', async () => {
    const id = await plan(await leads(1));
    await put('start', id);
    await inStatus(id, 'COMPLETED');
    await app.db.query(sql`
      update campaign_recipient set message_id = null where campaign_id = ${id}`);
    await app.db.query(sql`update campaign set next_at = null where id = ${id}`);
    await app.db.transaction(async (tx) => {
      for (let look = 0; look < 1_000; look += 1) {
        assert.equal((await nextRecipients(tx, BigInt(id))).length, 1, `look ${look}`);
      }
    });
  });

  test('can have customers and contacts as recipients, and people by their ids', async () => {
    const template = (relatedTo: string, name: string) =>
      client.post('/api/v1/crm/template/create', {
        ...{ name, relatedTo, channel: 'EMAIL', purpose: 'MARKETING' },
        contents: [{ language: 'en', subject: 'News', text: 'Dear {{recipient.name}}' }],
      });
    await template('CUSTOMER', 'CUSTOMER-NEWS');
    await template('CONTACT', 'CONTACT-NEWS');
    const customer = await client.post('/api/v1/partner/customer/create', {
      ...{ firstName: 'Ada', lastName: 'Obi', businessOfficeId: 900001 },
      ...{ customerGroupName: 'STANDARD', emailAddress1: 'ada@example.com' },
    });
    const customers = await plan('', {
      ...{ templateName: 'CUSTOMER-NEWS' },
      audience: { kind: 'CUSTOMER', customerGroupName: 'STANDARD', q: 'ada' },
    });
    await put('start', customers);
    assert.equal((await inStatus(customers, 'COMPLETED')).results.queued, 1);
    const contact = await client.post('/api/v1/crm/contact/create', {
      ...{ firstName: 'Bola', lastName: 'Ade', businessOfficeId: 900001 },
      ...{ customerId: customer.body.id, emailAddress1: 'bola@example.com' },
    });
    const contacts = await plan('', {
      ...{ templateName: 'CONTACT-NEWS' },
      audience: { kind: 'CONTACT', ids: [contact.body.id] },
    });
    await put('start', contacts);
    await inStatus(contacts, 'COMPLETED');
    const [row] = await app.db.query<{ body: string }>(sql`
      select m.body from message m join message_transport t on t.id = m.id
      where t.campaign_id = ${contacts}`);
    assert.equal(row?.body, 'Dear Bola Ade');
  });
});

describe('refusals', () => {
  const create = (body: object, who = client): Promise<TestReply> =>
    who.post(`${BASE}/create`, {
      ...{ label: 'Probe', templateName: 'LEAD-NEWS', audience: { kind: 'LEAD' }, ...body },
    });

  test('400, 401, 403 and 404', async () => {
    assert.equal((await create({ theirs: 1 })).status, 400);
    assert.equal((await create({ throttlePerMinute: 0 })).status, 400);
    assert.equal((await create({ id: 9 })).status, 400);
    assert.equal((await create({}, app.as('NOBODY'))).status, 401);
    assert.equal((await create({}, app.as('DEALER'))).status, 403);
    for (const path of ['id/999999', 'estimate/id/999999', 'recipient/list?id=999999']) {
      assert.equal((await client.get(`${BASE}/${path}`)).status, 404, path);
    }
    assert.equal((await put('start', 999999)).status, 404);
  });

  test('a campaign of an office is hidden from others, and reaches only its people', async () => {
    const leadSource = await leads(2);
    const [here, there] = [app.asOffice('CRM', [900001n]), app.asOffice('CRM', [900002n])];
    const own = await create({ audience: { kind: 'LEAD', leadSource } }, here);
    assert.equal(own.body.result.businessOfficeId, 900001, own.text);
    assert.equal((await there.get(`${BASE}/id/${own.body.id}`)).status, 404);
    assert.equal((await there.put(`${BASE}/start/id/${own.body.id}`)).status, 404);
    const theirs = await create({ audience: { kind: 'LEAD', leadSource } }, there);
    const { body } = await there.get(`${BASE}/estimate/id/${theirs.body.id}`);
    assert.equal(body.audienceCount, 0);
    const firm = await plan(leadSource);
    assert.equal((await there.put(`${BASE}/start/id/${firm}`)).status, 403);
  });

  test('409 and 412: a started campaign cannot be planned again; an outdated version', async () => {
    const id = await plan(await leads(3), { throttlePerMinute: 1 });
    assert.equal((await put('pause', id)).body.msgCode, 'CAMPAIGN_WRONG_STATE');
    assert.equal((await put('start', id, { 'if-match': '"7"' })).status, 412);
    await put('start', id);
    assert.deepEqual((await put('start', id)).body.msgArgs, ['RUNNING']);
    const late = await client.put(`${BASE}/update`, { id, audience: { kind: 'LEAD' } });
    assert.deepEqual([late.status, late.body.msgArgs], [409, ['RUNNING']]);
    const pace = await client.put(`${BASE}/update`, { id, throttlePerMinute: 600 });
    assert.equal(pace.body.result.throttlePerMinute, 600, pace.text);
    await put('cancel', id);
    assert.equal((await client.put(`${BASE}/update`, { id, label: 'x' })).status, 409);
  });

  const wrong: readonly (readonly [string, object, string, string])[] = [
    [
      'a filter of another kind of people',
      { audience: { kind: 'LEAD', customerGroupName: 'STANDARD' } },
      'CAMPAIGN_REFUSED',
      'audience/customerGroupName',
    ],
    [
      'people who do not exist',
      { audience: { kind: 'LEAD', ids: [999999] } },
      'UNKNOWN_REFERENCE',
      'audience/ids',
    ],
    [
      'a template about another kind of people',
      { audience: { kind: 'CUSTOMER' } },
      'TEMPLATE_NOT_FITTING',
      'templateName',
    ],
    [
      'a template that does not exist',
      { templateName: 'NONE' },
      'UNKNOWN_REFERENCE',
      'templateName',
    ],
  ];
  for (const [what, body, code, member] of wrong) {
    test(`422: ${what}`, async () => {
      const reply = await create(body);
      assert.deepEqual(
        [reply.status, reply.body.msgCode, reply.body.msgArgs],
        [422, code, [member]],
      );
    });
  }

  test('422: a campaign without recipients cannot start', async () => {
    const id = await plan('NOWHERE');
    const reply = await put('start', id);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'CAMPAIGN_REFUSED']);
    assert.equal((await read(id)).status, 'DRAFT');
  });

  test('a repeated key creates one campaign, and a dry run starts none', async () => {
    const headers = { 'idempotency-key': 'campaign-probe-0001' };
    const body = { label: 'K', templateName: 'LEAD-NEWS', audience: { kind: 'LEAD' } };
    const first = await client.post(`${BASE}/create`, body, headers);
    assert.equal((await client.post(`${BASE}/create`, body, headers)).body.id, first.body.id);
    const id = await plan(await leads(1));
    const dry = await put('start', id, { prefer: 'dry-run' });
    assert.equal(dry.body.result.audienceCount, 1, dry.text);
    assert.equal((await read(id)).status, 'DRAFT');
  });
});

test('a campaign changes only between the allowed states', () => {
  const table: Readonly<Record<CampaignStatus, string>> = {
    DRAFT: 'SCHEDULED RUNNING CANCELLED',
    SCHEDULED: 'RUNNING PAUSED CANCELLED',
    RUNNING: 'PAUSED COMPLETED CANCELLED',
    PAUSED: 'SCHEDULED RUNNING CANCELLED',
    COMPLETED: '',
    CANCELLED: '',
  };
  for (const from of CAMPAIGN_STATUSES) {
    const to = CAMPAIGN_STATUSES.filter((status) => mayMoveCampaign(from, status));
    assert.equal(to.join(' '), table[from], from);
  }
});
