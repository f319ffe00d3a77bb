// WhatsApp messages in both directions: a whole app and a fake Cloud API on the loopback address.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  deliveryOf,
  type FakeCloudApi,
  type ReceivedWhatsApp,
  startFakeCloudApi,
} from '../../../src/gateways/fake/cloud-api.js';
import { signatureOf } from '../../../src/gateways/whatsapp/webhook-signature.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp } from '../../support/app.js';
import { sayProof } from '../../support/proof.js';
import { roundsOr } from '../../support/rounds.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, inAnHour, makeDue, startCrmApp } from './crm-app.js';

const SECRET = 'the secret of our app';
const OURS = {
  phoneNumberId: '109876543210',
  displayPhoneNumber: '2347005550100',
  appSecret: SECRET,
};
const ROUNDS = roundsOr(100);
/** The number of ways in which `spoil` makes a delivery unacceptable. */
const SPOIL_KINDS = 10;
const AT_ONCE = 10;

const received: ReceivedWhatsApp[] = [];
let cloud: FakeCloudApi;
let app: CrmApp;
let crm: Caller;
let onMessage: (message: ReceivedWhatsApp) => Promise<void>;
let last = 0;

before(async () => {
  cloud = await startFakeCloudApi({
    ...{ phoneNumberId: OURS.phoneNumberId, accessToken: 'EAAtoken', nextId: () => wamid() },
    onMessage: async (message) => {
      received.push(message);
      await onMessage(message);
      return undefined;
    },
  });
  app = await startCrmApp({
    whatsappUrl: cloud.url,
    whatsappPhoneNumberId: OURS.phoneNumberId,
    whatsappAccessToken: 'EAAtoken',
    whatsappAppSecret: SECRET,
    whatsappVerifyToken: 'our-word',
  });
  crm = app.as('CRM');
});
beforeEach(() => {
  onMessage = async () => undefined;
});
after(async () => {
  await app.stop();
  await cloud.close();
});

const wamid = (): string => {
  last += 1;
  return `wamid.test-${last}`;
};

const seconds = (secondsAgo = 0): string => String(Math.floor(Date.now() / 1_000) - secondsAgo);

const textFrom = (from: string, body: string, more = {}) => ({
  ...{ from, id: wamid(), timestamp: seconds(), type: 'text', text: { body }, ...more },
});

async function post(body: string | Buffer, signature: string): Promise<number> {
  const response = await fetch(`${app.url}/webhooks/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body: new Uint8Array(Buffer.from(body)),
  });
  await response.arrayBuffer();
  return response.status;
}

const deliver = (told: Parameters<typeof deliveryOf>[1]): Promise<number> => {
  const { body, signature } = deliveryOf(OURS, told);
  return post(body, signature);
};

/** Counts the rows in all tables that a delivery can write to. */
async function written(): Promise<bigint> {
  const [row] = await app.db.query<{ count: bigint }>(sql`
    select (select count(*) from whatsapp_message) + (select count(*) from message_receipt)
      + (select count(*) from consent) + (select count(*) from message_transport) as count`);
  return row?.count ?? 0n;
}

async function conversationWith(phone: string): Promise<Json[]> {
  const { body } = await crm.get('/api/v1/crm/whatsapp/list?s=500');
  return body.result.filter((each: Json) => each.from === phone || each.to === phone);
}

describe('the handshake', () => {
  const shake = (query: string) => fetch(`${app.url}/webhooks/whatsapp?${query}`);
  const ours = 'hub.mode=subscribe&hub.verify_token=our-word&hub.challenge=1158201444';

  test('returns the challenge as plain text to a caller with the verify token', async () => {
    const response = await shake(ours);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await response.text(), '1158201444');
  });

  for (const [what, query] of [
    ['a wrong word', ours.replace('our-word', 'another')],
    ['no word', 'hub.mode=subscribe&hub.challenge=1'],
    ['another mode', ours.replace('subscribe', 'unsubscribe')],
    ['a challenge that is a page', ours.replace('1158201444', '%3Cscript%3E')],
  ] as const) {
    test(`${what} gets 403`, async () => {
      assert.equal((await shake(query)).status, 403);
    });
  }

  test('gets 403 from a server without a WhatsApp account, even without a token', async () => {
    const bare = await startTestApp();
    try {
      for (const query of ['hub.mode=subscribe&hub.challenge=7', ours]) {
        assert.equal((await fetch(`${bare.url}/webhooks/whatsapp?${query}`)).status, 403, query);
      }
    } finally {
      await bare.stop();
    }
  });
});

describe('a message from a phone', () => {
  test('becomes an open conversation with the person of the number', async () => {
    const lead = await crm.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'Wa', lastName: 'Person', mobilePhone: '08035550301' },
      businessOfficeId: 900_002,
    });
    assert.equal(await deliver({ messages: [textFrom('2348035550301', 'How do I start?')] }), 200);
    const [message] = await conversationWith('+2348035550301');
    assert.equal(message.direction, 'INBOUND');
    assert.equal(message.status, 'IN_PROGRESS');
    assert.equal(message.body, 'How do I start?');
    assert.equal(message.relatedTo, 'LEAD');
    assert.equal(message.relatedToId, lead.body.id);
    assert.equal(message.businessOfficeId, 900_002);
  });

  test('is stored once, also with concurrent duplicates', async () => {
    const message = textFrom('2348035550302', 'Only once');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => deliver({ messages: [message] })),
    );
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal((await conversationWith('+2348035550302')).length, 1);
  });

  test('in a delivery of a hundred is stored with all the others', async () => {
    const messages = Array.from({ length: 100 }, (_, index) =>
      textFrom('2348035550303', `number ${index}`),
    );
    assert.equal(await deliver({ messages }), 200);
    const texts = await waitFor('all hundred', async () => {
      const bodies = (await conversationWith('+2348035550303')).map((each) => each.body);
      return bodies.length >= 100 && bodies;
    });
    // Each sender's messages are read in order; the list shows the newest first.
    assert.deepEqual(texts, messages.map(({ text }) => text.body).reverse());
  });

  test('with a picture gets it as an attachment, which is fetched after the reply', async () => {
    const bytes = Buffer.from(
      [
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42',
        'mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ].join(''),
      'base64',
    );
    cloud.media.set('media-1', { mimeType: 'image/png', fileName: 'id.png', bytes });
    const image = { id: 'media-1', mime_type: 'image/png', caption: 'My identity card' };
    const message = { ...textFrom('2348035550304', ''), type: 'image', text: undefined, image };
    assert.equal(await deliver({ messages: [message] }), 200);
    const held = await waitFor('the picture', async () => {
      const [found] = await conversationWith('+2348035550304');
      return found?.attachmentsWS.length > 0 && found;
    });
    assert.equal(held.body, 'My identity card');
    assert.equal(held.attachmentsWS.length, 1);
    assert.equal(held.attachmentsWS[0].fileMimeType, 'image/png');
    assert.equal(held.attachmentsWS[0].fileSize, bytes.length);
  });

  test('opens the window for free text', async () => {
    const body = { to: '+2348035550305', body: 'Free words', businessOfficeId: 900_001 };
    const closed = await crm.post('/api/v1/crm/whatsapp/send', body);
    assert.equal(closed.body.msgCode, 'MESSAGE_SUPPRESSED');
    assert.equal(closed.body.result.rule, 'WINDOW_CLOSED');
    const old = textFrom('2348035550305', 'Hello', { timestamp: seconds(25 * 3_600) });
    await deliver({ messages: [old] });
    const stillClosed = await crm.post('/api/v1/crm/whatsapp/send', body);
    assert.equal(stillClosed.body.result.rule, 'WINDOW_CLOSED');
    await deliver({ messages: [textFrom('2348035550305', 'Hello again')] });
    const open = await crm.post('/api/v1/crm/whatsapp/send', body);
    assert.equal(open.body.msgCode, 'MESSAGE_QUEUED', open.text);
    await waitFor('the message', async () => received.some(({ text }) => text === 'Free words'));
  });

  test('STOP opts out the number, START opts it in again', async () => {
    const lead = await crm.post('/api/v1/crm/lead/create', {
      ...{ firstName: 'Stop', lastName: 'Start', mobilePhone: '08035550306' },
      businessOfficeId: 900_001,
    });
    const body = { recipientType: 'LEAD', recipientId: lead.body.id, body: 'News' };
    await deliver({ messages: [textFrom('2348035550306', ' stop. ')] });
    const stopped = await crm.post('/api/v1/crm/whatsapp/send', body);
    assert.equal(stopped.body.result.rule, 'ADDRESS_SUPPRESSED');
    await deliver({ messages: [textFrom('2348035550306', 'START')] });
    const started = await crm.post('/api/v1/crm/whatsapp/send', body);
    assert.equal(started.body.msgCode, 'MESSAGE_QUEUED', started.text);
    const query = `recipientType=LEAD&recipientId=${lead.body.id}&channel=WHATSAPP`;
    const { body: said } = await crm.get(`/api/v1/crm/consent/list?${query}`);
    assert.deepEqual(
      said.result.map(({ granted, source, note }: Json) => [granted, source, note]),
      [
        [true, 'KEYWORD', 'START'],
        [false, 'KEYWORD', 'STOP'],
      ],
    );
  });
});

async function sent(to: string): Promise<Json> {
  const reply = await crm.post('/api/v1/crm/whatsapp/send', {
    ...{ to, body: 'Welcome', businessOfficeId: 900_001 },
    whatsappTemplate: { name: 'welcome', language: 'en', parameters: ['Ada'] },
  });
  assert.equal(reply.status, 201, reply.text);
  return waitFor('the message to be sent', async () => {
    const { body } = await crm.get(`/api/v1/crm/message/id/${reply.body.id}`);
    return body.providerId !== undefined && body;
  });
}

const statusOf = async (id: number): Promise<string> =>
  (await crm.get(`/api/v1/crm/message/id/${id}`)).body.status;

describe('statuses', () => {
  const told = (message: Json, status: string, more = {}) => ({
    ...{ id: message.providerId, status, timestamp: seconds(), recipient_id: '234', ...more },
  });

  test('move the message forward in any order, and never back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['sent', 'delivered', 'read', 'failed', 'delivered', 'sent'], {
          minLength: 1,
        }),
        async (statuses) => {
          const message = await sent('+2348035550310');
          for (const status of statuses) {
            assert.equal(await deliver({ statuses: [told(message, status)] }), 200);
          }
          const rank = ['sent', 'failed', 'delivered', 'read'];
          const highest = rank.findLast((status) => statuses.includes(status));
          assert.equal(await statusOf(message.id), highest?.toUpperCase());
          const { body } = await crm.get(`/api/v1/crm/whatsapp/id/${message.whatsappMessageId}`);
          const isOver = highest === 'read' || highest === 'failed';
          assert.equal('endDttm' in body, isOver, highest);
        },
      ),
      { numRuns: 8, seed: 7 },
    );
  });

  test('store the text of WhatsApp if they report a failure', async () => {
    const message = await sent('+2348035550311');
    const errors = [{ code: 131026, title: 'Message undeliverable' }];
    await deliver({ statuses: [told(message, 'failed', { errors })] });
    const { body } = await crm.get(`/api/v1/crm/message/id/${message.id}`);
    assert.equal(body.status, 'FAILED');
    assert.equal(body.receipts[0].detail, '131026 Message undeliverable');
  });

  test('that arrive before the response to the send are matched by our reference', async () => {
    let early: Promise<number> | undefined;
    onMessage = async ({ wamid: id, reference }) => {
      const status = { id, status: 'delivered', timestamp: seconds(), recipient_id: '234' };
      early = deliver({ statuses: [{ ...status, biz_opaque_callback_data: reference }] });
      await early;
    };
    const message = await sent('+2348035550312');
    assert.equal(await early, 200);
    assert.equal(await statusOf(message.id), 'DELIVERED');
    assert.equal(received.filter(({ reference }) => reference === message.reference).length, 1);
  });

  test('change nothing if their messages are unknown', async () => {
    const before = await written();
    const status = { id: 'wamid.foreign', status: 'read', timestamp: seconds() };
    assert.equal(await deliver({ statuses: [status] }), 200);
    assert.equal(await written(), before);
  });
});

describe('a draft', () => {
  test('is sent once by concurrent requests', async () => {
    const draft = await crm.post('/api/v1/crm/whatsapp/create', {
      ...{ direction: 'OUTBOUND', to: '+2348035550320', body: 'Draft' },
      businessOfficeId: 900_001,
    });
    await deliver({ messages: [textFrom('2348035550320', 'Hi')] });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => crm.post('/api/v1/crm/whatsapp/send', { id: draft.body.id })),
    );
    const codes = replies.map(({ status }) => status).sort();
    assert.deepEqual(codes, [201, 409, 409, 409]);
    await waitFor('the draft to be sent', async () => {
      const { body } = await crm.get(`/api/v1/crm/whatsapp/id/${draft.body.id}`);
      return body.status === 'SENT';
    });
    assert.equal(received.filter(({ text }) => text === 'Draft').length, 1);
  });

  test('that was withdrawn after it was queued is not sent', async () => {
    await deliver({ messages: [textFrom('2348035550321', 'Hi')] });
    const reply = await crm.post('/api/v1/crm/whatsapp/send', {
      ...{ to: '+2348035550321', body: 'Withdrawn', notBefore: inAnHour() },
      businessOfficeId: 900_001,
    });
    const { id, result } = reply.body;
    const update = { id: result.whatsappMessageId, status: 'SUPPRESSED' };
    assert.equal((await crm.put('/api/v1/crm/whatsapp/update', update)).status, 200);
    await makeDue(app, id);
    const message = await waitFor('the sender to see it', async () => {
      const { body } = await crm.get(`/api/v1/crm/message/id/${id}`);
      return body.state === 'WITHDRAWN' && body;
    });
    assert.equal(message.status, 'SUPPRESSED');
    assert.equal(received.filter(({ text }) => text === 'Withdrawn').length, 0);
  });
});

describe('forged, re-encoded and stale deliveries', () => {
  const genuine = () => {
    const messages = [textFrom('2348035550399', 'Pay ₦1,000 to "Ada" é')];
    return deliveryOf(OURS, { messages });
  };

  /**
   * Turns a genuine delivery into an unacceptable one of this kind; `at` selects the place to
   * change.
   */
  function spoil(kind: number, at: number): { body: string | Buffer; signature: string } {
    const { body, signature } = genuine();
    const bytes = Buffer.from(body);
    const place = at % bytes.length;
    const hex = 'sha256='.length + (at % 64);
    switch (kind) {
      case 0: {
        // Flips one bit of the body.
        bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8));
        return { body: bytes, signature };
      }
      case 1: {
        const digit = signature[hex] === 'a' ? 'b' : 'a';
        return { body, signature: signature.slice(0, hex) + digit + signature.slice(hex + 1) };
      }
      case 2:
        return { body, signature: signatureOf(bytes, `another secret ${at}`) };
      case 3:
        // The same JSON with different whitespace.
        return { body: JSON.stringify(JSON.parse(body), null, 1 + (at % 8)), signature };
      case 4:
        return { body: body.replace('₦', '\\u20a6'), signature };
      case 5:
        return { body: `\uFEFF${body}`, signature };
      case 6:
        return { body: `${body}${' '.repeat(1 + (at % 9))}`, signature };
      case 7:
        return { body, signature: [signature.slice(7), signature.toUpperCase(), ''][at % 3] ?? '' };
      case 8: {
        const old = seconds(86_400 * (9 + (at % 400)));
        const messages = [textFrom('2348035550399', 'Again', { timestamp: old })];
        return deliveryOf(OURS, { messages });
      }
      default: {
        const target = { ...OURS, phoneNumberId: String(at + 1) };
        return deliveryOf(target, { messages: [textFrom('2348035550399', 'Not ours')] });
      }
    }
  }

  test(`are all refused, ${ROUNDS} of them`, async () => {
    const before = await written();
    const numbers = fc.sample(fc.nat(), { numRuns: ROUNDS, seed: 20_261_121 });
    // Uses the kinds in turn, so that ten rounds cover each kind once.
    const spoilt = numbers.map((at, round) => [round % SPOIL_KINDS, at] as const);
    while (spoilt.length > 0) {
      await Promise.all(
        spoilt.splice(0, AT_ONCE).map(async ([kind, at]) => {
          const { body, signature } = spoil(kind, at);
          const status = await post(body, signature);
          assert.ok(status === 403 || status === 400, `kind ${kind}, ${at}: ${status}`);
        }),
      );
    }
    assert.equal(await written(), before);
    // The unchanged delivery is still accepted.
    const { body, signature } = genuine();
    assert.equal(await post(body, signature), 200);
    assert.equal(await written(), before + 2n);
    sayProof('spoilt deliveries', { deliveries: ROUNDS, accepted: 0 });
  });

  test('are refused as well if they have no signature', async () => {
    const { body } = genuine();
    const response = await fetch(`${app.url}/webhooks/whatsapp`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    });
    assert.equal(response.status, 403);
    const problem: Json = await response.json();
    assert.equal(problem.msgCode, 'DELIVERY_REFUSED');
  });
});
