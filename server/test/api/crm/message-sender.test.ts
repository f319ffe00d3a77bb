// The message sender in a whole app, with a mail server on the loopback address.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { startApp } from '../../../src/app/app.js';
import {
  type FakeMailServer,
  type ReceivedMail,
  startFakeMailServer,
} from '../../../src/gateways/fake/mail-server.js';
import { SMTP } from '../../../src/gateways/limits.js';
import { queueMessages } from '../../../src/modules/crm/message/message.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { until, waitFor } from '../../support/wait.js';
import { type CrmApp, inAnHour, makeDue, startCrmApp } from './crm-app.js';

const SEND = '/api/v1/crm/email/send';
const OFFICE = 900_001;
const mails: ReceivedMail[] = [];
let refuse: (address: string) => string | undefined;
/** Delays the mail server's reply to each e-mail. */
let onMail: () => Promise<void>;
let server: FakeMailServer;
let app: CrmApp;
let crm: Caller;

before(async () => {
  server = await startFakeMailServer({
    onMail: async (mail) => {
      mails.push(mail);
      await onMail();
    },
    refuse: (address) => refuse(address),
  });
  app = await startCrmApp({ smtpUrl: server.url, smtpFrom: 'Ada Brokers <no-reply@ada.example>' });
  crm = app.as('CRM');
});
beforeEach(() => {
  refuse = () => undefined;
  onMail = async () => undefined;
});
after(async () => {
  await app.stop();
  await server.close();
});

const mailTo = (to: string, more = {}) => ({
  ...{ to, subject: 'Hello', body: 'Good morning', businessOfficeId: OFFICE, ...more },
});

async function send(body: object): Promise<number> {
  const reply = await crm.post(SEND, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

/** Waits until the message satisfies a condition and returns it. */
const ended = (id: number, isDone: (message: Json) => boolean): Promise<Json> =>
  waitFor(`message ${id}`, async () => {
    const { body } = await crm.get(`/api/v1/crm/message/id/${id}`);
    return isDone(body) && body;
  });

const isSent = (message: Json) => message.state === 'SENT';

const arrivedAt = (address: string) => mails.filter(({ to }) => to.includes(address));

async function lead(members: object): Promise<number> {
  const reply = await crm.post('/api/v1/crm/lead/create', {
    ...{ firstName: 'Sender', lastName: 'Test', businessOfficeId: OFFICE, ...members },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

describe('success', () => {
  test('an e-mail is sent once, after its commit, and becomes SENT', async () => {
    const reply = await crm.post(SEND, mailTo('ada@example.com', { html: '<p>Good morning</p>' }));
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'MESSAGE_QUEUED');
    assert.equal(reply.headers.get('location'), `/api/v1/crm/message/id/${reply.body.id}`);
    const message = await ended(reply.body.id, isSent);
    assert.equal(message.status, 'SENT');
    assert.equal(message.attempts, 1);
    assert.equal(message.attemptList[0].outcome, 'SENT');
    assert.match(message.providerId, /^<[0-9a-f-]{36}@ada\.example>$/);
    const arrived = arrivedAt('ada@example.com');
    assert.equal(arrived.length, 1);
    const mail = await PostalMime.parse(arrived[0]?.raw ?? '');
    assert.equal(mail.text?.trim(), 'Good morning');
    assert.equal(mail.messageId, message.providerId);
    const { rows } = await events(reply.body.id);
    assert.deepEqual(rows, [{ status: 'SENT', previousStatus: 'QUEUED' }]);
  });

  test('a message goes to the address of the record at the time of sending', async () => {
    const id = await lead({ emailAddress1: 'old@example.com' });
    const body = { subject: 'S', body: 'B', recipientType: 'LEAD', recipientId: id };
    const messageId = await send({ ...body, notBefore: inAnHour() });
    await crm.put('/api/v1/crm/lead/update', { id, emailAddress1: 'new@example.com' });
    await makeDue(app, messageId);
    const message = await ended(messageId, isSent);
    assert.equal(message.to, 'new@example.com');
    assert.equal(message.relatedTo, 'LEAD');
    assert.equal(arrivedAt('old@example.com').length, 0);
    assert.equal(arrivedAt('new@example.com').length, 1);
  });

  test('an attachment is sent by its id, unless it is infected', async () => {
    const text = 'Terms and conditions';
    const draft = await crm.post('/api/v1/crm/whatsapp/create', {
      businessOfficeId: OFFICE,
      attachmentsWS: [
        {
          ...{ fileName: 'terms.txt', fileMimeType: 'text/plain' },
          base64Attachment: Buffer.from(text).toString('base64'),
        },
      ],
    });
    assert.equal(draft.status, 201, draft.text);
    const attachmentIds = [draft.body.result.attachmentsWS[0].id];
    await ended(await send(mailTo('file@example.com', { attachmentIds })), isSent);
    const mail = await PostalMime.parse(arrivedAt('file@example.com')[0]?.raw ?? '');
    assert.equal(mail.attachments[0]?.filename, 'terms.txt');
    const id = await send(mailTo('virus@example.com', { attachmentIds, notBefore: inAnHour() }));
    await app.db.query(sql`
      update attachment set scan_status = 'INFECTED' where id = ${attachmentIds[0]}`);
    await makeDue(app, id);
    const message = await ended(id, ({ state }) => state === 'SUPPRESSED');
    assert.equal(message.rule, 'ATTACHMENT_UNSAFE');
    assert.equal(arrivedAt('virus@example.com').length, 0);
  });

  test('a marketing mail has an unsubscribe link', async () => {
    const id = await send(mailTo('market@example.com', { purpose: 'MARKETING', html: '<b>x</b>' }));
    await ended(id, isSent);
    const mail = await PostalMime.parse(arrivedAt('market@example.com')[0]?.raw ?? '');
    const link = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    assert.match(link, /\/unsubscribe\/[0-9a-f-]{36}>$/);
    assert.ok(mail.text?.includes(link.slice(1, -1)));
    assert.ok(mail.html?.includes(link.slice(1, -1)));
  });

  test('200 messages from many callers are each sent once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => send(mailTo(`many-${index}@example.com`))),
    );
    await waitFor('all to be sent', async () => {
      const [row] = await app.db.query<{ count: bigint }>(sql`
        select count(*) as count from message_transport
        where state = 'SENT' and id = any(${ids.map(String)}::bigint[])`);
      return row?.count === 200n;
    });
    const many = mails.flatMap(({ to }) => to).filter((to) => to.startsWith('many-'));
    assert.equal(many.length, 200);
    assert.equal(new Set(many).size, 200);
  });

  test('two nodes share the messages, and each is sent by one of them', async () => {
    const other = await startApp({ ...app.context.config, port: 0 });
    // The mail server holds its replies until it has more messages than one node can send at once,
    // so the other node must take part.
    let waiting = 0;
    onMail = async () => {
      waiting += 1;
      await until(() => waiting > SMTP.connectionsMax);
    };
    await systemWork(app.context, 'test', (work) =>
      queueMessages(
        work,
        Array.from({ length: 300 }, (_, index) => ({
          ...({ channel: 'EMAIL', purpose: 'SERVICE', officeId: BigInt(OFFICE) } as const),
          ...{ recipient: { address: `shared-${index}@example.com` }, text: 'Shared' },
        })),
      ),
    );
    const shared = () => mails.flatMap(({ to }) => to).filter((to) => to.startsWith('shared-'));
    await waitFor('all to be sent', async () => {
      const [row] = await app.db.query<{ count: bigint }>(sql`
        select count(*) as count from message_transport
        where address like 'shared-%' and state <> 'SENT'`);
      return row?.count === 0n;
    });
    await other.stop();
    assert.equal(shared().length, 300);
    assert.equal(new Set(shared()).size, 300);
    // Each node's metrics show that it sent messages.
    for (const node of [app.context, other.context]) {
      const { values } = await node.metrics.events.get();
      const sentHere = values.find(({ labels }) => labels.name === 'message_sent')?.value ?? 0;
      assert.ok(sentHere > 0);
    }
  });

  test('lists show messages by channel, state, recipient and direction', async () => {
    const id = await lead({ emailAddress1: 'list@example.com' });
    const messageId = await send({
      ...{ subject: 'S', body: 'B', recipientType: 'LEAD', recipientId: id },
    });
    const query = `recipientType=LEAD&recipientId=${id}&channel=EMAIL&direction=OUTBOUND`;
    const { body } = await crm.get(`/api/v1/crm/message/list?${query}`);
    assert.equal(body.count, 1);
    assert.equal(body.result[0].id, messageId);
    const none = await crm.get(`/api/v1/crm/message/list?${query}&state=FAILED`);
    assert.equal(none.body.count, 0);
  });
});

async function events(id: number) {
  const rows = await waitFor('events', async () => {
    const found = await app.db.query<{ data: Json }>(
      sql`select data from outbox_event where type = 'message.updated' and subject_id = ${id}`,
    );
    return found.length > 0 && found;
  });
  const shown = rows.map(({ data: { status, previousStatus } }) => ({ status, previousStatus }));
  return { rows: shown };
}

describe('the rules at the time of sending', () => {
  test('a person who opts out between queueing and sending gets no message', async () => {
    const id = await lead({ emailAddress1: 'changed-mind@example.com' });
    const body = { subject: 'S', body: 'B', recipientType: 'LEAD', recipientId: id };
    const messageId = await send({ ...body, notBefore: inAnHour() });
    await crm.put('/api/v1/crm/lead/update', { id, emailOptOut: true });
    await makeDue(app, messageId);
    const message = await ended(messageId, ({ state }) => state === 'SUPPRESSED');
    assert.equal(message.status, 'SUPPRESSED');
    assert.equal(message.rule, 'OPTED_OUT');
    assert.equal(arrivedAt('changed-mind@example.com').length, 0);
  });

  test('an address that does not exist gets no further message', async () => {
    refuse = (address) => (address.startsWith('gone') ? '550 5.1.1 no such user' : undefined);
    const first = await ended(
      await send(mailTo('gone@example.com')),
      ({ state }) => state === 'FAILED',
    );
    assert.equal(first.status, 'FAILED');
    assert.equal(first.attempts, 1);
    assert.match(first.lastError, /no such user/);
    const second = await crm.post(SEND, mailTo('gone@example.com'));
    assert.equal(second.body.msgCode, 'MESSAGE_SUPPRESSED');
    assert.equal(second.body.result.rule, 'ADDRESS_SUPPRESSED');
  });

  test('marketing to one address has a limit per day', async () => {
    const rules = [];
    for (let count = 0; count < 4; count += 1) {
      const reply = await crm.post(SEND, mailTo('often@example.com', { purpose: 'MARKETING' }));
      rules.push(reply.body.result.rule);
      if (reply.body.result.status === 'QUEUED') await ended(reply.body.id, isSent);
    }
    assert.deepEqual(rules, [undefined, undefined, undefined, 'RATE_CAP']);
    const service = await crm.post(SEND, mailTo('often@example.com'));
    assert.equal(service.body.msgCode, 'MESSAGE_QUEUED');
  });
});

describe('failures', () => {
  test('a message to a busy mailbox is retried under the same reference', async () => {
    let refusals = 0;
    refuse = (address) => {
      if (!address.startsWith('busy')) return undefined;
      refusals += 1;
      return refusals < 2 ? '450 4.2.1 mailbox busy' : undefined;
    };
    const id = await send(mailTo('busy@example.com'));
    await ended(id, ({ failures }) => failures === 1);
    await makeDue(app, id);
    const message = await ended(id, isSent);
    assert.equal(message.attempts, 2);
    const outcomes = message.attemptList.map((each: Json) => each.outcome);
    assert.deepEqual(outcomes, ['TEMPORARY', 'SENT']);
    assert.equal(arrivedAt('busy@example.com').length, 1);
  });

  test('an exhausted quota pauses the channel, and no message fails', async () => {
    const quota = '550 5.4.5 Daily user sending quota exceeded';
    refuse = (address) => (address.startsWith('quota') ? quota : undefined);
    const addresses = Array.from({ length: 6 }, (_, index) => `quota-${index}@example.com`);
    const ids: number[] = [];
    for (const address of addresses) ids.push(await send(mailTo(address)));
    const states = () =>
      Promise.all(ids.map(async (id) => (await crm.get(`/api/v1/crm/message/id/${id}`)).body));
    await waitFor('an attempt to meet the quota', async () =>
      (await states()).some(({ lastError }) => lastError === quota),
    );
    for (const { state, status } of await states()) {
      assert.notEqual(state, 'FAILED');
      assert.equal(status, 'QUEUED');
    }
    refuse = () => undefined;
    for (const id of ids) assert.equal((await ended(id, isSent)).failures, 0);
    for (const address of addresses) assert.equal(arrivedAt(address).length, 1);
  });

  test('a message that failed is listed, and sent again on request', async () => {
    refuse = (address) => (address.startsWith('spam') ? '550 5.7.1 looks like spam' : undefined);
    const id = await send(mailTo('spam@example.com'));
    await ended(id, ({ state }) => state === 'FAILED');
    const dead = await crm.get('/api/v1/crm/message/list?state=FAILED');
    assert.ok(dead.body.result.some((each: Json) => each.id === id));
    refuse = () => undefined;
    const reply = await crm.put(`/api/v1/crm/message/replay/id/${id}`);
    assert.equal(reply.status, 200, reply.text);
    const message = await ended(id, isSent);
    assert.equal(message.status, 'SENT');
    assert.equal(message.attempts, 2);
    const again = await crm.put(`/api/v1/crm/message/replay/id/${id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'MESSAGE_NOT_FAILED');
    assert.deepEqual(again.body.msgArgs, ['SENT']);
  });

  test('two concurrent replays queue each failed message once', async () => {
    refuse = (address) => (address.startsWith('lot') ? '550 5.7.1 not today' : undefined);
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(mailTo(`lot-${index}@example.com`))),
    );
    for (const id of ids) await ended(id, ({ state }) => state === 'FAILED');
    refuse = () => undefined;
    const replies = await Promise.all(
      [1, 2].map(() => crm.post('/api/v1/crm/message/replay', { channel: 'EMAIL' })),
    );
    const queued = replies.flatMap(({ body }) => body.result.ids);
    assert.equal(new Set(queued).size, queued.length);
    for (const id of ids) await ended(id, isSent);
    assert.equal(mails.filter(({ to }) => to[0]?.startsWith('lot-')).length, 20);
  });
});

describe('refusals', () => {
  const cases: readonly [string, Json, number, string, string][] = [
    ['no receiver', { body: 'x' }, 400, 'INVALID_REQUEST', 'to'],
    [
      'two receivers',
      { to: 'a@example.com', recipientType: 'LEAD', recipientId: 1, body: 'x' },
      ...([400, 'INVALID_REQUEST', 'to'] as const),
    ],
    ['no words', { to: 'a@example.com' }, 400, 'INVALID_REQUEST', 'body'],
    [
      'an unknown member',
      { to: 'a@example.com', body: 'x', bcc: 'b' },
      400,
      'INVALID_REQUEST',
      'bcc',
    ],
    ['a wrong address', { to: 'nobody', body: 'x' }, 422, 'EMAIL_WRONG', 'to'],
    [
      'an unknown person',
      { recipientType: 'LEAD', recipientId: 987_654, body: 'x' },
      ...([422, 'UNKNOWN_REFERENCE', 'recipientId'] as const),
    ],
    [
      'an attachment that is not there',
      { to: 'a@example.com', body: 'x', attachmentIds: [987_654] },
      ...([422, 'UNKNOWN_REFERENCE', 'attachmentIds/0'] as const),
    ],
  ];
  for (const [what, body, status, code, member] of cases) {
    test(`refuses ${what}, and returns the member`, async () => {
      const reply = await crm.post(SEND, body);
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('401 without credentials, 403 without the permission', async () => {
    assert.equal((await app.as('NOBODY').post(SEND, mailTo('a@example.com'))).status, 401);
    assert.equal((await app.as('AUDITOR').post(SEND, mailTo('a@example.com'))).status, 403);
  });

  test("another office's message and person are not found", async () => {
    const id = await send(mailTo('ours@example.com'));
    const other = app.asOffice('CRM', [900_002n]);
    const statusOf = (reply: TestReply) => reply.status;
    assert.equal(statusOf(await other.get(`/api/v1/crm/message/id/${id}`)), 404);
    assert.equal(statusOf(await other.put(`/api/v1/crm/message/replay/id/${id}`)), 404);
    const leadId = await lead({ emailAddress1: 'theirs@example.com' });
    const body = { body: 'x', recipientType: 'LEAD', recipientId: leadId };
    assert.equal(statusOf(await other.post(SEND, body)), 422);
    const { body: list } = await other.get('/api/v1/crm/message/list');
    assert.equal(list.count, 0);
  });
});

describe('repeated key and dry run', () => {
  test('one key sends one mail', async () => {
    const headers = { 'idempotency-key': 'message-sender-0001' };
    const [one, two] = await Promise.all(
      [1, 2].map(async () => {
        const reply = await crm.post(SEND, mailTo('key@example.com'), headers);
        return reply.status === 409
          ? waitFor('the first request', async () => {
              const again = await crm.post(SEND, mailTo('key@example.com'), headers);
              return again.status === 201 && again;
            })
          : reply;
      }),
    );
    assert.equal(one?.body.id, two?.body.id);
    await ended(one?.body.id, isSent);
    assert.equal(arrivedAt('key@example.com').length, 1);
  });

  test('a dry run sends nothing', async () => {
    const reply = await crm.post(`${SEND}?dryRun=true`, mailTo('dry@example.com'));
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.dryRun, true);
    assert.equal(reply.body.result.status, 'QUEUED');
    assert.equal(arrivedAt('dry@example.com').length, 0);
    const [row] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from message where to_address = 'dry@example.com'`,
    );
    assert.equal(row?.count, 0n);
  });
});
