// The e-mail gateway against a fake mail server on the loopback address.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import {
  type FakeMailServer,
  type ReceivedMail,
  startFakeMailServer,
} from '../../src/gateways/fake/mail-server.js';
import { smtpGateway } from '../../src/gateways/smtp/gateway.js';
import { BACKGROUND } from '../../src/limits.js';
import type { OpenGateway } from '../../src/modules/crm/index.js';
import { makeInBackground } from '../../src/platform/files/background.js';
import { killAtWork, newProcess } from '../support/background/kill.js';
import { WORK } from '../support/background/work.js';
import { waitFor } from '../support/wait.js';
import { openGateway, outgoing, unusedSink } from './gateway-desk.js';

const mails: ReceivedMail[] = [];
let server: FakeMailServer;
let gateway: OpenGateway;
let accepting = true;

before(async () => {
  server = await startFakeMailServer({
    login: { user: 'firm', password: 'p@ss/word' },
    onMail: async (mail) => {
      if (!accepting) throw new TypeError('disk full');
      mails.push(mail);
    },
    refuse: (address) => {
      if (address.startsWith('nobody')) return '550 5.1.1 no such user';
      if (address.startsWith('spam')) return '550 5.7.1 looks like spam';
      return address.startsWith('later') ? '450 4.2.1 mailbox busy' : undefined;
    },
  });
  gateway = await openSmtp(server.url.replace('//', '//firm:p%40ss%2Fword@'));
});
after(async () => {
  await gateway.close();
  await server.close();
});

const openSmtp = (url: string) =>
  openGateway(smtpGateway({ url, from: 'Ada Brokers <no-reply@ada.example>' }), unusedSink);

// The limit is long, because no test is about it and a busy machine needs more than ten seconds for
// a large mail.
const send = (message = {}) => gateway.send(outgoing(message), AbortSignal.timeout(120_000));

describe('a mail', () => {
  test('arrives with its text, its HTML, its files and its headers', async () => {
    const content = Buffer.from('%PDF-1.7 not really');
    const outcome = await send({
      ...{ to: 'chidi@example.com', subject: 'Your note № 7 – ₦', text: 'Good day Chidi\n.\nEnd' },
      ...{
        html: '<p>Good day <b>Chidi</b></p>',
        reference: '0b9a3a52-0000-4000-8000-000000000001',
      },
      files: [
        {
          ...{ fileName: 'note.pdf', mimeType: 'application/pdf', sha256: '' },
          read: async () => content,
        },
      ],
      unsubscribeUrl: 'https://firm.example/unsubscribe/t',
    });
    assert.deepEqual(outcome, {
      kind: 'SENT',
      providerId: '<0b9a3a52-0000-4000-8000-000000000001@ada.example>',
    });
    const mail = mails.at(-1);
    assert.equal(mail?.from, 'no-reply@ada.example');
    assert.deepEqual(mail?.to, ['chidi@example.com']);
    const read = await PostalMime.parse(mail?.raw ?? '');
    assert.equal(read.subject, 'Your note № 7 – ₦');
    assert.equal(read.text?.trim(), 'Good day Chidi\n.\nEnd');
    assert.match(read.html ?? '', /<b>Chidi<\/b>/);
    assert.equal(read.messageId, '<0b9a3a52-0000-4000-8000-000000000001@ada.example>');
    const [file] = read.attachments;
    assert.equal(file?.filename, 'note.pdf');
    assert.equal(file?.mimeType, 'application/pdf');
    assert.ok(file?.content instanceof ArrayBuffer);
    assert.deepEqual(Buffer.from(file.content), content);
    const header = (key: string) => read.headers.find((each) => each.key === key)?.value;
    assert.equal(header('list-unsubscribe'), '<https://firm.example/unsubscribe/t>');
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(header('auto-submitted'), 'auto-generated');
  });

  test('a line break in a subject or address does not add a header', async () => {
    await send({ subject: 'Hello\r\nBcc: thief@example.com', to: 'one@example.com' });
    const mail = mails.at(-1);
    assert.deepEqual(mail?.to, ['one@example.com']);
    const read = await PostalMime.parse(mail?.raw ?? '');
    assert.equal(read.bcc, undefined);
  });

  test('goes only to its one address, whatever the address contains', async () => {
    const to = '"one(two),three;four:"@example.com';
    assert.equal((await send({ to })).kind, 'SENT');
    assert.deepEqual(mails.at(-1)?.to, [to]);
    const before = mails.length;
    for (const wrong of [
      ...['one@example.com,two@example.com', '<one@example.com>', 'One <one@example.com>'],
      ...['one@example.com(comment)', 'one@example.com\r\ntwo@example.com', 'One@example.com'],
    ]) {
      assert.equal((await send({ to: wrong })).kind, 'PERMANENT', wrong);
    }
    assert.equal(mails.length, before);
  });

  test('has a subject and file names of one line, in one writing direction', async () => {
    const file = { fileName: 'a\u202efdp.exe', mimeType: 'text/plain', sha256: '' };
    const files = [{ ...file, read: async () => Buffer.from('x') }];
    await send({ subject: 'For Ada\u2028\u202eOkoye\r\n\tToday', files });
    const read = await PostalMime.parse(mails.at(-1)?.raw ?? '');
    assert.equal(read.subject, 'For Ada Okoye Today');
    assert.equal(read.attachments[0]?.filename, 'afdp.exe');
  });

  test('a second attempt has the same Message-ID', async () => {
    const reference = '0b9a3a52-0000-4000-8000-000000000002';
    await send({ reference, to: 'twice@example.com' });
    await send({ reference, to: 'twice@example.com' });
    const ids = await Promise.all(
      mails.slice(-2).map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    assert.equal(ids[0], ids[1]);
  });
});

describe('a mail is encoded', () => {
  const withFile = (bytes: Buffer) => ({
    to: 'files@example.com',
    files: [{ fileName: 'f', mimeType: 'application/pdf', sha256: '', read: async () => bytes }],
  });
  const contentOf = async (mail: ReceivedMail | undefined) => {
    const [file] = (await PostalMime.parse(mail?.raw ?? '')).attachments;
    assert.ok(file?.content instanceof ArrayBuffer);
    return Buffer.from(file.content);
  };
  test('in a background process, and again after that process is killed', async () => {
    await waitFor('a process to be killed at a mail', async () => {
      const pid = await newProcess();
      const sent = new AbortController();
      const killing = killAtWork(pid, sent.signal);
      assert.equal((await send(withFile(Buffer.alloc(1_900_000, 1)))).kind, 'SENT');
      sent.abort();
      assert.equal((await contentOf(mails.at(-1))).length, 1_900_000);
      return killing;
    });
  });

  test('while it is sent if its files are large', async () => {
    const bytes = Buffer.alloc(3_000_000, 'large');
    assert.equal((await send(withFile(bytes))).kind, 'SENT');
    assert.deepEqual(await contentOf(mails.at(-1)), bytes);
  });

  test('later if the queue is full, because the channel pauses', async () => {
    const many = Array.from({ length: BACKGROUND.waitingMax + BACKGROUND.processesMax }, () =>
      makeInBackground({ module: WORK, name: 'slow' }, { millis: 20 }).catch(() => undefined),
    );
    assert.deepEqual(await send({ to: 'many@example.com' }), {
      kind: 'UNAVAILABLE',
      reason: 'the mail was not encoded: too many documents are waiting to be generated',
    });
    await Promise.all(many);
    assert.equal((await send({ to: 'many@example.com' })).kind, 'SENT');
  });
});

describe('the responses of the server', () => {
  test('an address that does not exist is PERMANENT and a bad address', async () => {
    const outcome = await send({ to: 'nobody@example.com' });
    assert.equal(outcome.kind, 'PERMANENT');
    assert.equal('badAddress' in outcome && outcome.badAddress, true);
  });

  test('a mail that is refused for its content is PERMANENT, without a bad address', async () => {
    const outcome = await send({ to: 'spam@example.com' });
    assert.equal(outcome.kind, 'PERMANENT');
    assert.equal('badAddress' in outcome && outcome.badAddress, false);
  });

  test('a busy mailbox is TEMPORARY', async () => {
    assert.equal((await send({ to: 'later@example.com' })).kind, 'TEMPORARY');
  });

  test('a mail that was not stored is TEMPORARY', async () => {
    accepting = false;
    const outcome = await send({ to: 'kept@example.com' });
    accepting = true;
    assert.equal(outcome.kind, 'TEMPORARY');
  });

  test('a wrong password and an unreachable server are UNAVAILABLE', async () => {
    const wrong = await openSmtp(server.url.replace('//', '//firm:wrong@'));
    const one = await wrong.send(outgoing({}), AbortSignal.timeout(10_000));
    assert.equal(one.kind, 'UNAVAILABLE');
    await wrong.close();
    const away = await openSmtp('smtp://127.0.0.1:1');
    const other = await away.send(outgoing({}), AbortSignal.timeout(10_000));
    assert.equal(other.kind, 'UNAVAILABLE');
    await away.close();
  });
});
