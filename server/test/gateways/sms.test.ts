// The text message gateway against a fake SMS centre on the loopback address.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type FakeSmsCentre,
  type ReceivedSms,
  startFakeSmsCentre,
} from '../../src/gateways/fake/sms-centre.js';
import { smsGateway } from '../../src/gateways/sms/gateway.js';
import { smsReader } from '../../src/gateways/sms/read.js';
import type { IncomingMessage, Receipt } from '../../src/modules/crm/channel/inbound.js';
import type { OpenGateway, SendOutcome } from '../../src/modules/crm/index.js';
import { createMetrics } from '../../src/platform/log/metrics.js';
import { until } from '../support/wait.js';
import { openGateway, outgoing, sinkFor, unusedSink } from './gateway-desk.js';

const PAUSES = { reconnectFirstMs: 20 } as const;

const received: ReceivedSms[] = [];
const incoming: IncomingMessage[] = [];
const receipts: Receipt[] = [];
/** The reasons why deliveries have no effect. */
const notices: string[] = [];
let centre: FakeSmsCentre;
let gateway: OpenGateway;
let answer: () => Promise<number>;
let keeps: boolean;
let lastId = 0;

before(async () => {
  centre = await startFakeSmsCentre({
    ...{ systemId: 'ada', password: 'p@ss:word', deliversAll: false },
    nextId: () => {
      lastId += 1;
      return `abc${lastId}`;
    },
    onMessage: async (message) => {
      const status = await answer();
      if (status === 0) received.push(message);
      return status;
    },
  });
  const sink = sinkFor(async ({ body }) => {
    if (!keeps) throw new TypeError('the database is away');
    const reading = smsReader('NG')({ content: null, body });
    if (reading.kind === 'MESSAGE') incoming.push(reading.message);
    if (reading.kind === 'RECEIPT') receipts.push(reading.receipt);
    if (reading.kind === 'NOTICE') notices.push(reading.reason);
  });
  const settings = { url: centre.url, from: 'ADABROKERS', home: 'NG' } as const;
  gateway = await openGateway(smsGateway(settings, PAUSES), sink);
  await until(() => gateway.ready());
});
beforeEach(() => {
  answer = async () => 0;
  keeps = true;
});
after(async () => {
  await gateway.close();
  await centre.close();
});

const send = (text: string, members = {}): Promise<SendOutcome> =>
  gateway.send(outgoing({ to: '+2348035550142', text, ...members }), AbortSignal.timeout(10_000));

describe('a text message', () => {
  test('in the small alphabet is sent in one part, with all its characters', async () => {
    const text = 'Balance: NGN 1,000 {@£$¥èé} [ok] €5 ~^\\|\nÄÖÜ';
    const outcome = await send(text, { id: 70_001n });
    const sms = received.at(-1);
    assert.deepEqual(outcome, { kind: 'SENT', providerId: sms?.messageId });
    assert.equal(sms?.text, text);
    assert.equal(sms?.coding, 0);
    assert.equal(sms?.to, '2348035550142');
    assert.equal(sms?.from, 'ADABROKERS');
    assert.equal(sms?.reference, 70_001 % 65_536);
    assert.equal(sms?.wantsReceipt, true);
    assert.equal(sms?.part, undefined);
  });

  test('with a naira sign or an emoji uses the large alphabet', async () => {
    await send('₦1,000 sent 👍');
    assert.equal(received.at(-1)?.text, '₦1,000 sent 👍');
    assert.equal(received.at(-1)?.coding, 8);
  });

  const lengths: readonly [string, string, number][] = [
    ['160 letters of the small alphabet', 'a'.repeat(160), 1],
    ['161 letters of the small alphabet', 'a'.repeat(161), 2],
    ['a letter of two units across the edge', `${'a'.repeat(152)}€${'b'.repeat(100)}`, 2],
    ['70 letters of the large alphabet', '₦'.repeat(70), 1],
    ['71 letters of the large alphabet', '₦'.repeat(71), 2],
    ['an emoji across the edge', `${'₦'.repeat(66)}👍${'₦'.repeat(60)}`, 2],
  ];
  for (const [what, text, parts] of lengths) {
    test(`${what}: ${parts} parts, which join to the same text`, async () => {
      const before = received.length;
      const outcome = await send(text);
      const mine = received.slice(before);
      assert.equal(mine.length, parts);
      assert.equal(mine.map((each) => each.text).join(''), text);
      assert.deepEqual(outcome, { kind: 'SENT', providerId: mine.at(-1)?.messageId });
      if (parts === 1) return;
      assert.deepEqual(
        mine.map((each) => each.part),
        mine.map((_, index) => `${index + 1}/${parts}`),
      );
      assert.deepEqual(
        mine.map((each) => each.wantsReceipt),
        mine.map((_, index) => index === parts - 1),
      );
    });
  }

  test('with too many parts is not sent', async () => {
    const before = received.length;
    assert.equal((await send('a'.repeat(153 * 10 + 1))).kind, 'PERMANENT');
    assert.equal(received.length, before);
  });

  test('sent with many others gets its own id', async () => {
    const before = received.length;
    const texts = Array.from({ length: 200 }, (_, index) => `message ${index}`);
    const outcomes = await Promise.all(texts.map((text) => send(text)));
    const byId = new Map(received.slice(before).map((sms) => [sms.messageId, sms.text]));
    for (const [index, outcome] of outcomes.entries()) {
      assert.ok(outcome.kind === 'SENT');
      assert.equal(byId.get(outcome.providerId ?? ''), texts[index]);
    }
  });
});

describe('the responses of the centre', () => {
  const cases: readonly [string, number, SendOutcome['kind']][] = [
    ['a wrong number', 0x0b, 'PERMANENT'],
    ['too many at once', 0x58, 'UNAVAILABLE'],
    ['a full queue', 0x14, 'UNAVAILABLE'],
    ['a specific error', 0x08, 'TEMPORARY'],
    ['a wrong source', 0x0a, 'UNAVAILABLE'],
    ['an unknown command', 0x03, 'UNAVAILABLE'],
    ['a wrong bind state', 0x04, 'UNAVAILABLE'],
    ['a bind that exists', 0x05, 'UNAVAILABLE'],
    ['a failed bind', 0x0d, 'UNAVAILABLE'],
    ['a wrong password', 0x0e, 'UNAVAILABLE'],
    ['a wrong system id', 0x0f, 'UNAVAILABLE'],
    ['a wrong service type', 0x15, 'UNAVAILABLE'],
    ['a wrong type of source', 0x48, 'UNAVAILABLE'],
    ['a wrong plan of destination', 0x51, 'UNAVAILABLE'],
    ['a wrong system type', 0x53, 'UNAVAILABLE'],
    ['a prohibited operation', 0x101, 'UNAVAILABLE'],
    ['a denied service', 0x103, 'UNAVAILABLE'],
    ['a failed submit', 0x45, 'TEMPORARY'],
    ['a temporary error of the receiver', 0x64, 'TEMPORARY'],
    ['a failed delivery', 0xfe, 'TEMPORARY'],
    ['an unknown error', 0xff, 'TEMPORARY'],
    ["a vendor's own status", 0x410, 'TEMPORARY'],
    ['a wrong length', 0x01, 'PERMANENT'],
    ['a wrong class', 0x43, 'PERMANENT'],
    ['a permanent error of the receiver', 0x65, 'PERMANENT'],
    ['a message that the receiver rejects', 0x66, 'PERMANENT'],
    ['a wrong parameter', 0xc4, 'PERMANENT'],
  ];
  for (const [what, status, kind] of cases) {
    test(`${what} is ${kind}`, async () => {
      answer = async () => status;
      const outcome = await send('Hello');
      assert.equal(outcome.kind, kind);
      if (outcome.kind === 'PERMANENT') assert.equal(outcome.badAddress, status === 0x0b);
    });
  }

  test('no response before the line breaks is UNKNOWN, and the line is reopened', async () => {
    answer = async () => {
      centre.hangUp();
      return 0;
    };
    assert.equal((await send('Hello')).kind, 'UNKNOWN');
    answer = async () => 0;
    await until(() => gateway.ready());
    assert.equal((await send('Hello again')).kind, 'SENT');
  });

  test('a wrong password prevents a bind, and nothing is sent', async () => {
    const url = centre.url.replace('p%40ss', 'wrong');
    const metrics = createMetrics();
    const other = await openGateway(
      smsGateway({ url, from: '2442', home: 'NG' }),
      unusedSink,
      metrics,
    );
    await until(async () => {
      const { values } = await metrics.events.get();
      return values.some(({ labels, value }) => labels.name === 'smpp_line_ended' && value > 0);
    });
    assert.equal(other.ready(), false);
    const { signal } = new AbortController();
    const outcome = await other.send(outgoing({ to: '+2348035550142' }), signal);
    assert.equal(outcome.kind, 'UNAVAILABLE');
    await other.close();
  });
});

describe('receipts', () => {
  for (const asParameters of [false, true]) {
    const how = asParameters ? 'parameters' : 'text';
    for (const [state, status] of [
      ['DELIVRD', 'DELIVERED'],
      ['UNDELIV', 'FAILED'],
      ['EXPIRED', 'FAILED'],
    ] as const) {
      test(`${state} as ${how} is ${status}`, async () => {
        const messageId = `r-${how}-${state}`;
        assert.equal(await centre.sendReceipt({ messageId, to: '1', state, asParameters }), true);
        assert.equal(receipts.at(-1)?.providerId, messageId);
        assert.equal(receipts.at(-1)?.status, status);
      });
    }
  }

  test('a receipt for a message in transit is a notice', async () => {
    const before = receipts.length;
    const receipt = { messageId: 'en-route', to: '1', state: 'ENROUTE' };
    assert.equal(await centre.sendReceipt(receipt), true);
    assert.equal(receipts.length, before);
    assert.equal(notices.at(-1), 'NOT_FINAL: message en-route is ENROUTE');
  });
});

describe('a message from a phone', () => {
  test('is passed on with its number in E.164', async () => {
    const taken = await centre.fromPhone({ from: '2348035550142', to: '2442', text: 'Stop ₦' });
    assert.equal(taken, true);
    const message = incoming.at(-1);
    assert.equal(message?.from, '+2348035550142');
    assert.equal(message?.to, '2442');
    assert.equal(message?.text, 'Stop ₦');
  });

  for (const by of ['HEADER_8', 'HEADER_16', 'PARAMETERS'] as const) {
    test(`is passed on as a part if it has ${by}`, async () => {
      const part = { by, reference: by === 'HEADER_8' ? 200 : 51_200, number: 2, total: 3 };
      const who = { from: '2348035550142', to: '2442' };
      assert.equal(await centre.fromPhone({ ...who, text: 'the middle ₦', part }), true);
      const message = incoming.at(-1);
      assert.equal(message?.text, 'the middle ₦');
      assert.deepEqual([message?.part?.number, message?.part?.total], [2, 3]);
      assert.match(message?.part?.reference ?? '', by === 'HEADER_8' ? / 200$/ : / 51200$/);
    });
  }

  for (const [text, parts] of [
    ['a'.repeat(400), 3],
    ['€'.repeat(100), 2],
    ['₦'.repeat(300), 5],
  ] as const) {
    test(`is passed on in ${parts} parts of one message if it is long`, async () => {
      const before = incoming.length;
      assert.equal(await centre.fromPhone({ from: '2348035550142', to: '2442', text }), true);
      const mine = incoming.slice(before);
      assert.equal(mine.map((each) => each.text).join(''), text);
      assert.deepEqual(
        mine.map(({ part }) => [part?.number, part?.total]),
        mine.map((_, index) => [index + 1, parts]),
      );
      assert.equal(new Set(mine.map(({ part }) => part?.reference)).size, 1);
    });
  }

  test('is treated as complete if it claims to be part 3 of 2, or the only part', async () => {
    for (const [number, total] of [
      [3, 2],
      [0, 2],
      [1, 1],
    ] as const) {
      const part = { by: 'HEADER_8', reference: 1, number, total } as const;
      await centre.fromPhone({ from: '234', to: '2442', text: 'x', part });
      assert.equal(incoming.at(-1)?.part, undefined);
    }
  });

  test('is not acknowledged if it could not be stored, so that it is repeated', async () => {
    keeps = false;
    assert.equal(await centre.fromPhone({ from: '234', to: '2442', text: 'x' }), false);
  });
});
