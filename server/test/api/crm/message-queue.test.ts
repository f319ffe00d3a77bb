// Queueing messages: in the caller's transaction, once per key, and subject to the rules.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { queueMessage, queueMessages } from '../../../src/modules/crm/message/message.js';
import type { NewMessage } from '../../../src/modules/crm/message/new-message.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

let app: CrmApp;

before(async () => {
  app = await startCrmApp();
});
after(() => app.stop());

const OFFICE = 900_001n;

const mailTo = (address: string, more: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'EMAIL',
  recipient: { address },
  officeId: OFFICE,
  purpose: 'SERVICE',
  subject: 'Hello',
  text: 'Good morning',
  ...more,
});

const queue = (message: NewMessage) =>
  systemWork(app.context, 'test', (work) => queueMessage(work, message));

const statusOf = async (id: bigint) => {
  const [row] = await app.db.query<{ status: string; to_address: string; state: string }>(sql`
    select m.status, m.to_address, t.state from message m join message_transport t using (id)
    where id = ${id}`);
  return row;
};

async function lead(members: object): Promise<bigint> {
  const reply = await app.as('CRM').post('/api/v1/crm/lead/create', {
    ...{ firstName: 'Queue', lastName: 'Test', businessOfficeId: 900_001 },
    ...members,
  });
  assert.equal(reply.status, 201, reply.text);
  return BigInt(reply.body.id);
}

describe('queueing', () => {
  test('a plain address is normalised and waits to be sent', async () => {
    const { id, status, repeated } = await queue(mailTo(' Ada@Example.COM '));
    assert.equal(status, 'QUEUED');
    assert.equal(repeated, false);
    assert.deepEqual(await statusOf(id), {
      ...{ status: 'QUEUED', to_address: 'ada@example.com', state: 'WAITING' },
    });
  });

  test('a person is reached at the address of the record', async () => {
    const leadId = await lead({ emailAddress1: 'Grace@example.com', mobilePhone: '08035550199' });
    const recipient = { kind: 'LEAD', id: leadId } as const;
    const mail = await queue({ ...mailTo(''), recipient });
    const text = await queue({ ...mailTo(''), channel: 'SMS', recipient });
    assert.equal((await statusOf(mail.id))?.to_address, 'grace@example.com');
    assert.equal((await statusOf(text.id))?.to_address, '+2348035550199');
  });

  test('concurrent requests with one key queue one message', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, () =>
        queue(mailTo('once@example.com', { onceKey: 'notification:1:77' })),
      ),
    );
    assert.equal(new Set(asked.map(({ id }) => id)).size, 1);
    assert.equal(asked.filter(({ repeated }) => !repeated).length, 1);
    const [row] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from message where to_address = 'once@example.com'`,
    );
    assert.equal(row?.count, 1n);
  });

  test('a batch of messages is queued, each with its own result', async () => {
    const answers = await systemWork(app.context, 'test', (work) =>
      queueMessages(work, [
        mailTo('one@example.com', { onceKey: 'many:1' }),
        mailTo('not an address'),
        mailTo('one@example.com', { onceKey: 'many:1' }),
        mailTo('two@example.com'),
      ]),
    );
    assert.deepEqual(
      answers.map(({ status, rule, repeated }) => [status, rule, repeated]),
      [
        ['QUEUED', undefined, false],
        ['SUPPRESSED', 'NO_ADDRESS', false],
        ['QUEUED', undefined, true],
        ['QUEUED', undefined, false],
      ],
    );
    assert.equal(answers[0]?.id, answers[2]?.id);
  });

  test('a transaction that fails queues nothing', async () => {
    const failing = systemWork(app.context, 'test', async (work) => {
      await queueMessage(work, mailTo('rolled-back@example.com'));
      throw new TypeError('after the message');
    });
    await assert.rejects(failing, /after the message/);
    const [row] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from message where to_address = 'rolled-back@example.com'`,
    );
    assert.equal(row?.count, 0n);
  });
});

describe('the rules', () => {
  test('a person who opted out gets no messages in that channel, by a rule', async () => {
    const leadId = await lead({
      ...{ emailAddress1: 'no-mail@example.com', mobilePhone: '08035550198', emailOptOut: true },
    });
    const recipient = { kind: 'LEAD', id: leadId } as const;
    const mail = await queue({ ...mailTo(''), recipient });
    assert.deepEqual([mail.status, mail.rule], ['SUPPRESSED', 'OPTED_OUT']);
    assert.equal((await statusOf(mail.id))?.status, 'SUPPRESSED');
    const text = await queue({ ...mailTo(''), channel: 'SMS', recipient });
    assert.equal(text.status, 'QUEUED');
  });

  test('free text on WhatsApp needs an open window, a template does not', async () => {
    const recipient = { address: '+2348035550197' };
    const free = await queue({ ...mailTo(''), channel: 'WHATSAPP', recipient });
    assert.deepEqual([free.status, free.rule], ['SUPPRESSED', 'WINDOW_CLOSED']);
    const whatsappTemplate = { name: 'welcome', language: 'en', parameters: ['Ada'] };
    const template = await queue({
      ...{ ...mailTo(''), channel: 'WHATSAPP', recipient, whatsappTemplate },
    });
    assert.equal(template.status, 'QUEUED');
    const { body } = await app
      .as('CRM')
      .get(`/api/v1/crm/whatsapp/id/${template.whatsappMessageId}`);
    assert.equal(body.status, 'QUEUED');
    assert.equal(body.to, '+2348035550197');
  });
});
