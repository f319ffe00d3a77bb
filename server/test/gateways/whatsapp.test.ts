// The WhatsApp gateway against a fake of the Cloud API that validates requests as the real one
// does.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type CloudRefusal,
  type FakeCloudApi,
  type ReceivedWhatsApp,
  startFakeCloudApi,
} from '../../src/gateways/fake/cloud-api.js';
import { whatsappGateway } from '../../src/gateways/whatsapp/gateway.js';
import type { OpenGateway, OutgoingMessage, SendOutcome } from '../../src/modules/crm/index.js';
import { openGateway, outgoing, unusedSink } from './gateway-desk.js';

const received: ReceivedWhatsApp[] = [];
let cloud: FakeCloudApi;
let gateway: OpenGateway;
let refusal: CloudRefusal | undefined;
let lastId = 0;

const PHONE_NUMBER_ID = '109876543210';
const ACCESS_TOKEN = 'EAAtoken';

before(async () => {
  cloud = await startFakeCloudApi({
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: ACCESS_TOKEN,
    nextId: () => {
      lastId += 1;
      return `wamid.${lastId}`;
    },
    onMessage: async (message) => {
      if (refusal === undefined) received.push(message);
      return refusal;
    },
  });
  gateway = await open({});
});
beforeEach(() => {
  refusal = undefined;
});
after(async () => {
  await gateway.close();
  await cloud.close();
});

const open = (settings: object) =>
  openGateway(
    whatsappGateway({
      ...{ url: cloud.url, phoneNumberId: PHONE_NUMBER_ID, accessToken: ACCESS_TOKEN },
      ...settings,
    }),
    unusedSink,
  );

const send = (members: Partial<OutgoingMessage>): Promise<SendOutcome> =>
  gateway.send(outgoing({ to: '+2348035550142', ...members }), AbortSignal.timeout(10_000));

const fileOf = (mimeType: string, bytes: Buffer, sha256 = mimeType) => {
  let reads = 0;
  return {
    ...{ fileName: 'note.pdf', mimeType, sha256 },
    reads: () => reads,
    read: async () => {
      reads += 1;
      return bytes;
    },
  };
};

describe('a message', () => {
  test('of free text has our reference and gets an id', async () => {
    const reference = '0b9a3a52-0000-4000-8000-000000000003';
    const outcome = await send({ text: 'Good morning ₦ 👍', reference });
    const message = received.at(-1);
    assert.deepEqual(outcome, { kind: 'SENT', providerId: message?.wamid });
    assert.equal(message?.type, 'text');
    assert.equal(message?.text, 'Good morning ₦ 👍');
    assert.equal(message?.to, '2348035550142');
    assert.equal(message?.reference, reference);
  });

  test('of a template has its name, language and parameters', async () => {
    const whatsappTemplate = { name: 'welcome', language: 'en_US', parameters: ['Ada', '7'] };
    assert.equal((await send({ whatsappTemplate })).kind, 'SENT');
    assert.equal(received.at(-1)?.text, 'welcome | Ada | 7');
    const bare = { name: 'hello_world', language: 'en_US', parameters: [] };
    assert.equal((await send({ whatsappTemplate: bare })).kind, 'SENT');
    assert.equal(received.at(-1)?.text, 'hello_world');
  });

  test('of a template has parameters of one line, with few spaces', async () => {
    const parameters = ['Ada\r\nOkoye', 'a\tb', 'a\u2028b', 'a         b', ' \n ', '', 'x\u202ey'];
    const whatsappTemplate = { name: 'welcome', language: 'en_US', parameters };
    assert.equal((await send({ whatsappTemplate })).kind, 'SENT');
    assert.equal(received.at(-1)?.text, 'welcome | Ada Okoye | a b | a b | a b | - | - | xy');
  });

  test('with a file uploads the file first, and only once for all messages', async () => {
    const bytes = Buffer.from('%PDF-1.7');
    const file = fileOf('application/pdf', bytes);
    assert.equal((await send({ text: 'Your note', files: [file] })).kind, 'SENT');
    const message = received.at(-1);
    assert.equal(message?.type, 'document');
    assert.equal(message?.text, 'Your note');
    const held = cloud.media.get(message?.mediaId ?? '');
    assert.deepEqual(held?.bytes, bytes);
    assert.equal(held?.mimeType, 'application/pdf');
    const count = cloud.media.size;
    await send({ text: '', files: [file], to: '+2348035550143' });
    assert.equal(cloud.media.size, count);
    assert.equal(file.reads(), 1);
  });

  const limits: readonly [string, number][] = [
    ['image/jpeg', 5 * 1_048_576],
    ['audio/ogg', 16 * 1_048_576],
    ['video/mp4', 16 * 1_048_576],
  ];
  for (const [mimeType, most] of limits) {
    test(`of ${mimeType} may have ${most} bytes and not one more`, async () => {
      const [kind] = mimeType.split('/');
      const fits = fileOf(mimeType, Buffer.alloc(most), `${mimeType} fits`);
      assert.equal((await send({ text: '', files: [fits] })).kind, 'SENT');
      assert.equal(received.at(-1)?.type, kind);
      const above = fileOf(mimeType, Buffer.alloc(most + 1), `${mimeType} above`);
      const before = received.length;
      assert.equal((await send({ text: '', files: [above] })).kind, 'PERMANENT');
      assert.equal(received.length, before);
    });
  }

  test('is not sent if it is too long for WhatsApp', async () => {
    const before = received.length;
    assert.equal((await send({ text: 'a'.repeat(4_097) })).kind, 'PERMANENT');
    assert.equal(received.length, before);
    assert.equal((await send({ text: 'a'.repeat(4_096) })).kind, 'SENT');
  });
});

type ErrorCase = readonly [status: number, code: number, kind: SendOutcome['kind']];

const accountError = (code: number): ErrorCase => [400, code, 'UNAVAILABLE'];
const messageError = (code: number): ErrorCase => [400, code, 'PERMANENT'];

describe('the responses of the Cloud API', () => {
  const cases: readonly ErrorCase[] = [
    [400, 131047, 'WINDOW_CLOSED'],
    [400, 131026, 'PERMANENT'],
    [400, 132000, 'PERMANENT'],
    [404, 132001, 'PERMANENT'],
    [400, 131056, 'TEMPORARY'],
    [500, 131000, 'TEMPORARY'],
    [429, 130429, 'UNAVAILABLE'],
    [400, 131048, 'UNAVAILABLE'],
    [403, 10, 'UNAVAILABLE'],
    [503, 2, 'TEMPORARY'],
    // Errors that concern the token and its permissions.
    ...([0, 3, 190, 200, 299, 131005] as const).map(accountError),
    // Limits on the rate of calls and messages.
    ...([4, 17, 32, 613, 80007, 130429, 131048, 133016] as const).map(accountError),
    // Errors that concern the account or our number.
    ...([368, 131031, 131037, 131042, 131057] as const).map(accountError),
    ...([33, 131045, 133005, 133006, 133010, 133015] as const).map(accountError),
    // Errors in the message or in its recipient.
    [403, 130497, 'PERMANENT'],
    [403, 131030, 'PERMANENT'],
    [403, 131050, 'PERMANENT'],
    [403, 131047, 'WINDOW_CLOSED'],
    [401, 1, 'UNAVAILABLE'],
    ...([100, 130472, 131008, 131009, 131021, 131049, 131050, 131051] as const).map(messageError),
    ...([131052, 131053, 132005, 132007, 132012, 132015, 132016, 132068] as const).map(
      messageError,
    ),
    // Errors that may be temporary.
    [500, 131016, 'TEMPORARY'],
    [503, 133004, 'TEMPORARY'],
    [400, 132069, 'TEMPORARY'],
    [400, 1, 'TEMPORARY'],
  ];
  for (const [status, code, kind] of cases) {
    test(`${code} with HTTP ${status} is ${kind}`, async () => {
      refusal = { status, code, message: 'no' };
      const outcome = await send({ text: 'Hello' });
      assert.equal(outcome.kind, kind);
      assert.ok('reason' in outcome && outcome.reason.startsWith(String(code)));
    });
  }

  for (const status of [400, 403, 429, 500]) {
    test(`131050 with HTTP ${status} withdraws consent to marketing`, async () => {
      refusal = { status, code: 131050, message: 'User has stopped marketing messages' };
      const reason = '131050 User has stopped marketing messages';
      assert.deepEqual(await send({}), { kind: 'PERMANENT', reason, refusesMarketing: true });
    });
  }

  test('a wrong token is UNAVAILABLE', async () => {
    const other = await open({ accessToken: 'old' });
    const outcome = await other.send(
      outgoing({ to: '+2348035550142' }),
      AbortSignal.timeout(5_000),
    );
    assert.equal(outcome.kind, 'UNAVAILABLE');
  });

  test('an unreachable server is UNAVAILABLE, an unresponsive one is UNKNOWN', async () => {
    const gone = await startFakeCloudApi({
      ...{ phoneNumberId: PHONE_NUMBER_ID, accessToken: ACCESS_TOKEN, nextId: () => '' },
      onMessage: async () => undefined,
    });
    await gone.close();
    const away = await open({ url: gone.url });
    const one = await away.send(outgoing({ to: '+2348035550142' }), AbortSignal.timeout(5_000));
    assert.equal(one.kind, 'UNAVAILABLE');
    const other = await gateway.send(outgoing({ to: '+2348035550142' }), AbortSignal.abort());
    assert.equal(other.kind, 'UNKNOWN');
  });
});

describe('files that people send', () => {
  test('are fetched with the token', async () => {
    const bytes = Buffer.from('picture');
    cloud.media.set('in-1', { mimeType: 'image/png', fileName: 'x.png', bytes });
    const media = { id: 'in-1', mimeType: 'image/png' };
    assert.deepEqual(await gateway.fetchMedia?.(media, AbortSignal.timeout(5_000)), bytes);
  });

  test('a missing file is an error', async () => {
    const media = { id: 'gone', mimeType: 'image/png' };
    await assert.rejects(async () => gateway.fetchMedia?.(media, AbortSignal.timeout(5_000)));
  });
});
