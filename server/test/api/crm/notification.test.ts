// Turning events into messages: each sent once, through the preferred channel, none lost.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notifyDueActivities } from '../../../src/modules/crm/activity/due.js';
import { takeEvents } from '../../../src/modules/crm/notification/intake.js';
import { notify } from '../../../src/modules/crm/notification/job.js';
import { sql } from '../../../src/platform/database/sql.js';
import { JOB_SIGNAL } from '../../../src/platform/jobs/job.js';
import type { Caller, Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { nodePorts } from './notification-node.js';

let app: CrmApp;
let client: Caller;
let people = 0;

before(async () => {
  app = await startCrmApp();
  client = app.as('CLIENT');
});
after(() => app?.stop());

interface Sent {
  readonly channel: string;
  readonly state: string;
  readonly rule: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly body: string;
  readonly template_version: number | null;
}

const enable = async (name: string): Promise<number> => {
  const { body } = await client.get('/api/v1/crm/notification-rule/list?s=500');
  const { id } = body.result.find((rule: Json) => rule.name === name);
  const reply = await client.put(`/api/v1/crm/notification-rule/enable/id/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return id;
};
const disable = async (id: number): Promise<void> => {
  assert.equal((await client.put(`/api/v1/crm/notification-rule/disable/id/${id}`)).status, 200);
};
const customer = async (members: object = {}): Promise<number> => {
  people += 1;
  const reply = await client.post('/api/v1/partner/customer/create', {
    ...{ firstName: `First${people}`, lastName: 'Person', businessOfficeId: 900001 },
    ...{ customerGroupName: 'STANDARD', emailAddress1: `p${people}@example.com`, ...members },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const receipt = async (customerId: number): Promise<number> => {
  const reply = await client.post('/api/v1/finance/cash-transaction/create', {
    ...{
      partnerId: customerId,
      transType: 'RECEIPT',
      transMethod: 'CASH',
      amount: 5000,
      currency: 'NGN',
    },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const posted = async (customerId: number): Promise<number> => {
  const id = await receipt(customerId);
  await app.as('APPROVER').put(`/api/v1/finance/cash-transaction/approve/id/${id}`);
  const reply = await client.put(`/api/v1/finance/cash-transaction/post/id/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return id;
};
const told = async (kind: string, id: number, state = 'QUEUED'): Promise<Json> =>
  waitFor(`the notification of ${kind} ${id}`, async () => {
    const { body } = await client.get(
      `/api/v1/crm/notification/list?relatedTo=${kind}&relatedToId=${id}`,
    );
    const [first] = body.result;
    return first?.state === state && first;
  });
const messagesOf = (notification: Json): Promise<Sent[]> =>
  app.db.query<Sent>(sql`
    select t.channel, t.state, t.rule, t.address, m.subject, m.body, t.template_version
    from message_transport t join message m on m.id = t.id
    where t.id = any(${notification.messageIds.map(String)}::bigint[]) order by t.id`);

describe('a customer', () => {
  test('is welcomed after a conversion only if the customer is new', async () => {
    const rule = await enable('WELCOME');
    const convert = async (body: object): Promise<Json> => {
      people += 1;
      const lead = await client.post('/api/v1/crm/lead/create', {
        ...{ firstName: 'Ada', lastName: `Obi${people}`, businessOfficeId: 900001 },
        emailAddress1: `lead${people}@example.com`,
      });
      for (const status of ['ASSIGNED', 'CONTACTED', 'QUALIFIED']) {
        await client.put('/api/v1/crm/lead/update', { id: lead.body.id, status });
      }
      const reply = await client.put(`/api/v1/crm/lead/convert/id/${lead.body.id}`, body);
      assert.equal(reply.status, 200, reply.text);
      return reply.body.result;
    };
    const { convertedCustomerId } = await convert({});
    const notification = await told('CUSTOMER', convertedCustomerId);
    assert.equal(notification.ruleName, 'WELCOME');
    assert.equal(notification.attempts, 1);
    const [message] = await messagesOf(notification);
    assert.equal(message?.address, `lead${people}@example.com`);
    assert.equal(message?.subject, 'Welcome to Office 900001');
    assert.match(message?.body ?? '', new RegExp(`Dear Ada Obi${people},\n\nYour account is open`));
    assert.equal(message?.template_version, 1);
    const linkCustomerId = await customer();
    await convert({ linkCustomerId });
    const { convertedCustomerId: next } = await convert({});
    await told('CUSTOMER', next);
    const none = await client.get(
      `/api/v1/crm/notification/list?relatedTo=CUSTOMER&relatedToId=${linkCustomerId}`,
    );
    assert.equal(none.body.count, 0);
    await disable(rule);
  });

  test('gets messages in the preferred channels and language, or no messages', async () => {
    const rule = await enable('CASH-POSTED');
    const wants = (customerId: number, change: object) =>
      client.put('/api/v1/crm/preference/update', { customerId, ...change });
    const phone = { cellPhone: '08037770199' };
    const [plain, texts, nothing] = [
      await customer(phone),
      await customer(phone),
      await customer(),
    ];
    await wants(texts, { groups: [{ group: 'CASH', channels: ['WHATSAPP', 'SMS'] }] });
    await wants(nothing, { groups: [{ group: 'CASH', channels: [] }] });
    const channelsOf = async (id: number) =>
      (await messagesOf(await told('CASH_TRANSACTION', id))).map(({ channel }) => channel);
    assert.deepEqual(await channelsOf(await posted(plain)), ['EMAIL']);
    assert.deepEqual(await channelsOf(await posted(texts)), ['SMS']);
    const quiet = await told('CASH_TRANSACTION', await posted(nothing), 'NOBODY');
    assert.equal(quiet.reason, 'NOT_WANTED');
    assert.deepEqual(quiet.messageIds, []);
    await disable(rule);
  });

  test('gets a message through the next channel if the first one is suppressed', async () => {
    const rule = await enable('CASH-POSTED');
    const phone = { cellPhone: '08037770198' };
    const optedOut = await customer({ ...phone, emailOptOut: true });
    const messages = await messagesOf(await told('CASH_TRANSACTION', await posted(optedOut)));
    assert.deepEqual(
      messages.map(({ channel, state, rule: why }) => [channel, state, why]),
      [
        ['EMAIL', 'SUPPRESSED', 'OPTED_OUT'],
        ['SMS', 'WAITING', null],
      ],
    );
    await disable(rule);
  });

  test('gets no messages about events before the rule was enabled', async () => {
    const early = await posted(await customer());
    const rule = await enable('CASH-POSTED');
    await told('CASH_TRANSACTION', await posted(await customer()));
    const list = await client.get(
      `/api/v1/crm/notification/list?relatedTo=CASH_TRANSACTION&relatedToId=${early}`,
    );
    assert.equal(list.body.count, 0);
    await disable(rule);
  });

  test('gets no messages about transactions that were rolled back', async () => {
    const rule = await enable('CASH-POSTED');
    const who = await customer();
    const id = await receipt(who);
    await app.as('APPROVER').put(`/api/v1/finance/cash-transaction/approve/id/${id}`);
    const path = `/api/v1/finance/cash-transaction/post/id/${id}`;
    assert.equal((await client.put(path, undefined, { prefer: 'dry-run' })).status, 200);
    await told('CASH_TRANSACTION', await posted(who));
    const list = await client.get(
      `/api/v1/crm/notification/list?relatedTo=CASH_TRANSACTION&relatedToId=${id}`,
    );
    assert.equal(list.body.count, 0);
    await disable(rule);
  });
});

describe('the staff', () => {
  const user = async (username: string, role: string, more: object = {}): Promise<number> => {
    const reply = await app.as('ADMIN').post('/api/v1/security/user/create', {
      ...{ username, password: 'correct horse battery staple', roles: [role] },
      ...{ label: `User ${username}`, emailAddress: `${username}@firm.example`, ...more },
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };

  test('get a message about a lead that is assigned to them', async () => {
    const rule = await enable('LEAD-ASSIGNED');
    const assignedTo = await user('rita', 'CRM');
    const lead = { firstName: 'Ada', lastName: 'Obi', businessOfficeId: 900001, leadSource: 'WEB' };
    const { body } = await client.post('/api/v1/crm/lead/create', { ...lead, assignedTo });
    const [message] = await messagesOf(await told('LEAD', body.id));
    assert.equal(message?.address, 'rita@firm.example');
    assert.match(message?.body ?? '', /Dear User rita,[\s\S]*Ada Obi[\s\S]*came from WEB/);
    const free = await client.post('/api/v1/crm/lead/create', { ...lead, lastName: 'Ade' });
    await client.put('/api/v1/crm/lead/update', { id: free.body.id, assignedTo });
    assert.equal((await told('LEAD', free.body.id)).messageIds.length, 1);
    await disable(rule);
  });

  test('get a message about a due activity, and again after it is postponed', async () => {
    const rule = await enable('ACTIVITY-DUE');
    const assignedTo = await user('dora', 'CRM');
    const { body: contact } = await client.post('/api/v1/crm/contact/create', {
      ...{ firstName: 'Ada', lastName: 'Due', businessOfficeId: 900001 },
    });
    const { body: first } = await client.post('/api/v1/crm/activity/create', {
      ...{ kind: 'CALL', subject: 'First call', relatedTo: 'CONTACT', relatedToId: contact.id },
    });
    const followUp = { kind: 'MEETING', subject: 'Explain bills', assignedTo };
    const dueDttm = '2026-01-02T09:30:00Z';
    const done = await client.put(`/api/v1/crm/activity/complete/id/${first.id}`, {
      followUp: { ...followUp, dueDttm },
    });
    const { id } = done.body.followUp;
    const [message] = await messagesOf(await told('ACTIVITY', id));
    assert.equal(message?.address, 'dora@firm.example');
    assert.equal(message?.subject, 'MEETING is due: Explain bills');
    assert.match(message?.body ?? '', /due at 2026-01-02 10:30:[\s\S]*It is about Ada Due\./);
    const count = async (): Promise<number> => {
      await Promise.all([1, 2, 3].map(() => notifyDueActivities(app.context)));
      const query = `relatedTo=ACTIVITY&relatedToId=${id}`;
      return (await client.get(`/api/v1/crm/notification/list?${query}`)).body.count;
    };
    assert.equal(await count(), 1);
    await client.put('/api/v1/crm/activity/update', { id, dueDttm: '2026-01-03T09:30:00Z' });
    await waitFor('the second notification', async () => (await count()) === 2);
    assert.equal(await count(), 2);
    await disable(rule);
  });

  test('get a message to approve, except for the maker and users of other offices', async () => {
    const rule = await enable('APPROVAL-WAITING');
    await user('anna', 'APPROVER');
    await user('aldo', 'APPROVER', { officeIds: [900002] });
    await user('olga', 'OPERATIONS');
    await user('ugo', 'APPROVER', { emailAddress: undefined });
    const customerId = await customer();
    const reply = await app.as('OPERATIONS').post('/api/v1/finance/cash-transaction/create', {
      ...{
        partnerId: customerId,
        transType: 'RECEIPT',
        transMethod: 'CASH',
        amount: 7000,
        currency: 'NGN',
      },
    });
    assert.equal(reply.body.result.transState, 'PENDING', reply.text);
    const messages = await messagesOf(await told('CASH_TRANSACTION', reply.body.id));
    assert.deepEqual(
      messages.map(({ address }) => address),
      ['anna@firm.example'],
    );
    assert.equal(messages[0]?.subject, 'RECEIPT of NGN 7,000.00 is waiting for approval');
    await disable(rule);
  });
});

describe('exactly once', () => {
  test('many concurrent workers create one notification and message per event', async () => {
    const rule = await enable('CASH-POSTED');
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await posted(await customer()));
    await Promise.all(Array.from({ length: 16 }, () => takeEvents(app.context)));
    const rows = await waitFor('the notifications', async () => {
      const found = await app.db.query<{ id: bigint }>(sql`
        select id from notification where related_to = 'CASH_TRANSACTION'
          and related_to_id = any(${ids.map(String)}::bigint[])`);
      return found.length >= 5 && found;
    });
    await Promise.all(
      [...rows, ...rows, ...rows].map(({ id }) => notify(app.context, id, nodePorts)),
    );
    assert.equal(rows.length, 5);
    const [count] = await app.db.query<{ n: bigint }>(sql`
      select count(*) as n from message where related_to = 'CASH_TRANSACTION'
        and related_to_id = any(${ids.map(String)}::bigint[])`);
    assert.equal(count?.n, 5n);
    await disable(rule);
  });
});

describe('a notification that fails', () => {
  test('is retried, then dead with its error, and sent after a replay', async () => {
    const rule = await enable('CASH-POSTED');
    const template = async (active: boolean) => {
      const reply = await client.put('/api/v1/crm/template/update', {
        name: 'CASH-POSTED',
        active,
      });
      assert.equal(reply.status, 200, reply.text);
    };
    await template(false);
    const id = await posted(await customer());
    const trying = await waitFor('an attempt', async () => {
      const [row] = (
        await client.get(
          `/api/v1/crm/notification/list?relatedTo=CASH_TRANSACTION&relatedToId=${id}`,
        )
      ).body.result;
      return row?.lastError !== undefined && row;
    });
    assert.match(trying.lastError, /template CASH-POSTED .* is not active/);
    const early = await client.put(`/api/v1/crm/notification/replay/id/${trying.id}`);
    assert.deepEqual([early.status, early.body.msgCode], [409, 'NOTIFICATION_WRONG_STATE']);
    assert.deepEqual(early.body.msgArgs, ['WAITING']);
    // Retries use the job delays. This test makes the last ones due instead of waiting for them.
    const dead = await waitFor('the end of its attempts', async () => {
      await app.db.query(sql`
        update job set not_before = clock_timestamp() where kind = 'notification.send'
          and state = 'QUEUED'`);
      app.context.signals.raise(JOB_SIGNAL);
      const { body } = await client.get('/api/v1/crm/notification/list?state=DEAD');
      return body.count === 1 && body.result[0];
    });
    assert.deepEqual([dead.id, dead.attempts], [trying.id, 8]);
    await template(true);
    const replay = await client.put(`/api/v1/crm/notification/replay/id/${dead.id}`);
    assert.equal(replay.status, 200, replay.text);
    const done = await told('CASH_TRANSACTION', id);
    assert.equal((await messagesOf(done)).length, 1);
    const late = await client.put(`/api/v1/crm/notification/replay/id/${dead.id}`);
    assert.deepEqual(late.body.msgArgs, ['QUEUED']);
    await disable(rule);
  });

  test('is visible only to its office', async () => {
    const there = app.asOffice('CRM', [900002n]);
    assert.equal((await there.get('/api/v1/crm/notification/list')).body.count, 0);
    const { body } = await client.get('/api/v1/crm/notification/list?s=1');
    const path = `/api/v1/crm/notification/replay/id/${body.result[0].id}`;
    assert.equal((await there.put(path)).status, 404);
    assert.equal((await app.as('NOBODY').put(path)).status, 401);
    assert.equal((await app.as('DEALER').put(path)).status, 403);
    assert.equal((await client.put('/api/v1/crm/notification/replay/id/999999')).status, 404);
  });

  test('sends no message if its rule has been disabled since', async () => {
    const rule = await enable('CASH-POSTED');
    const template = (active: boolean) =>
      client.put('/api/v1/crm/template/update', { name: 'CASH-POSTED', active });
    await template(false);
    const id = await posted(await customer());
    await waitFor('an attempt', async () => {
      const { body } = await client.get(
        `/api/v1/crm/notification/list?relatedTo=CASH_TRANSACTION&relatedToId=${id}`,
      );
      return body.result[0]?.lastError !== undefined;
    });
    await disable(rule);
    await template(true);
    assert.equal((await told('CASH_TRANSACTION', id, 'NOBODY')).reason, 'RULE_DISABLED');
  });
});
