// Message attachments over HTTP, and the files stored for them.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Caller, Json, TestReply } from '../../support/app.js';
import {
  base64,
  HTML,
  JPEG,
  PDF,
  PNG,
  PROGRAM,
  SVG,
  TEXT,
  XML,
  ZIP,
} from './attachment-content.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const UPDATE = '/api/v1/crm/whatsapp/update';

let app: CrmApp;
let crm: Caller;
let id: number;
let contact: number;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  const made = await crm.post('/api/v1/crm/whatsapp/create', { direction: 'INBOUND' });
  id = made.body.id;
  contact = (await crm.post('/api/v1/crm/contact/create', { lastName: 'Okafor' })).body.id;
});
after(() => app.stop());

const attach = (...attachmentsWS: object[]): Promise<TestReply> =>
  crm.put(UPDATE, { id, attachmentsWS });
const last = (reply: TestReply): Json => reply.body.result.attachmentsWS.at(-1);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer): string => {
  const hash = sha256(bytes);
  return join(app.dataFolder, 'attachments', hash.slice(0, 2), hash.slice(2, 4), hash);
};
const download = (attachmentId: number): Promise<TestReply> =>
  crm.get(`/api/v1/crm/attachment/id/${attachmentId}`);

describe('success', () => {
  test('an attachment is stored under its hash, and the reply has no content', async () => {
    const reply = await attach({
      ...{ active: true, base64Attachment: base64(PNG), batchCode: 'B1', category: 'KYC', id: 0 },
      ...{ description: 'A pixel', fileMimeType: 'image/png', fileName: 'pixel.png' },
      ...{ fileSize: 99, relatedTo: 'CONTACT', relatedToId: contact, subCategory: 'ID', text: 't' },
      ...{ type: 'PHOTO', workflowNotes: 'n', label: 'Pixel', name: 'string' },
    });
    assert.equal(reply.status, 200, reply.text);
    const stored = last(reply);
    assert.equal(stored.fileSize, PNG.length);
    assert.equal(stored.fileMimeType, 'image/png');
    assert.equal(stored.scanStatus, 'NOT_SCANNED');
    assert.equal(stored.sha256, sha256(PNG));
    assert.equal(stored.category, 'KYC');
    assert.equal(stored.relatedToId, contact);
    assert.doesNotMatch(reply.text, /base64Attachment/);
    assert.deepEqual(await readFile(fileOf(PNG)), PNG);
    assert.equal((await stat(fileOf(PNG))).mode & 0o077, 0);
    const listed = await crm.get('/api/v1/crm/whatsapp/list');
    assert.match(listed.text, /pixel\.png/);
    assert.doesNotMatch(listed.text, /base64Attachment/);
  });

  test('it is served as a download with the type of its content and safe headers', async () => {
    const reply = await attach({ base64Attachment: base64(PNG), fileName: '../../évil".html' });
    const response = await download(last(reply).id);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), String(PNG.length));
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
    const disposition = response.headers.get('content-disposition') ?? '';
    assert.equal(disposition, 'attachment; filename="_vil_.html.png"');
  });

  test('the type is that of the content, not the claimed one', async () => {
    const claimed = { fileMimeType: 'image/png', fileName: 'a.png' };
    const reply = await attach({ ...claimed, base64Attachment: base64(JPEG) });
    assert.equal(last(reply).fileMimeType, 'image/jpeg');
    const pdf = await attach({ base64Attachment: base64(PDF) });
    assert.equal(last(pdf).fileMimeType, 'application/pdf');
    const text = await attach({ base64Attachment: base64(TEXT), fileMimeType: 'text/plain' });
    assert.equal(last(text).fileMimeType, 'text/plain');
    assert.equal((await download(last(text).id)).text, TEXT.toString());
  });

  test('equal contents are stored as one file', async () => {
    const first = await stat(fileOf(PNG));
    await attach({ base64Attachment: base64(PNG) }, { base64Attachment: base64(PNG) });
    assert.equal((await stat(fileOf(PNG))).ino, first.ino);
    const rest = await readdir(join(app.dataFolder, 'attachments'));
    assert.deepEqual(
      rest.filter((name) => name.endsWith('.incoming')),
      [],
    );
  });

  test('an attachment with an id gets a new description and keeps its content', async () => {
    const added = last(await attach({ base64Attachment: base64(PDF), fileName: 'a.pdf' }));
    const before = (await crm.get(`/api/v1/crm/whatsapp/id/${id}`)).body.attachmentsWS.length;
    const reply = await attach({ id: added.id, description: 'Signed', fileSize: 1 });
    const changed = reply.body.result.attachmentsWS.find((one: Json) => one.id === added.id);
    assert.equal(changed.description, 'Signed');
    assert.equal(changed.fileName, 'a.pdf');
    assert.equal(changed.fileSize, PDF.length);
    assert.equal(reply.body.result.attachmentsWS.length, before);
  });

  test('a withdrawn attachment is not served', async () => {
    const added = last(await attach({ base64Attachment: base64(PDF) }));
    await attach({ id: added.id, active: false });
    assert.equal((await download(added.id)).status, 404);
  });

  test('ten concurrent messages with the same new file all get it', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from('race')]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        crm.post('/api/v1/crm/whatsapp/create', {
          attachmentsWS: [{ base64Attachment: base64(bytes) }],
        }),
      ),
    );
    assert.ok(replies.every((reply) => reply.status === 201));
    assert.deepEqual(await readFile(fileOf(bytes)), bytes);
  });

  test('base64 is read as Java and Android write it', async () => {
    const bytes = Buffer.concat([PNG, Buffer.alloc(400, 9)]);
    const lines = base64(bytes).match(/.{1,76}/g) ?? [];
    const last76 = [...lines, ''];
    for (const text of [
      ...['\r\n', '\n', '%20', '%0D%0A', '%0a'].map((between) => last76.join(between)),
      `  ${lines.join(' \t')} `,
    ]) {
      const reply = await attach({ base64Attachment: text });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual([last(reply).sha256, last(reply).fileSize], [sha256(bytes), bytes.length]);
    }
  });

  test('a file of several megabytes is accepted, with line breaks as well', async () => {
    const bytes = Buffer.concat([PNG, Buffer.alloc(8_000_000, 7)]);
    const reply = await attach({ base64Attachment: base64(bytes) });
    assert.equal(reply.status, 200);
    assert.equal(last(reply).fileSize, bytes.length);
    const escaped = base64(bytes).replaceAll(/.{76}/g, '$&%20');
    assert.equal(last(await attach({ base64Attachment: escaped })).sha256, sha256(bytes));
  });
});

describe('400', () => {
  test('content that is not strict base64 is refused without a change', async () => {
    const good = base64(Buffer.concat([PNG, Buffer.from('!')]));
    const version = (await crm.get(`/api/v1/crm/whatsapp/id/${id}`)).headers.get('etag');
    const wrong = [
      ...['string', 'abc', '====', 'AAA=AAAA', 'data:image/png;base64,AAAA', 'AAA\u00a0A'],
      ...[good.replaceAll('=', ''), `${good}%0B`, `${good.slice(0, 8)}%2${good.slice(8)}`],
      ...['-_-_', 'QQ==QQ==', 'QQ==\r\nQQ==', 'QR==', 'ÄÄÄÄ', '\r\n', '%20', 'AA%3DA'],
    ];
    for (const text of wrong) {
      const reply = await attach({ base64Attachment: text });
      assert.equal(reply.status, 400, JSON.stringify(text.slice(0, 40)));
      assert.equal(reply.body.msgCode, 'ATTACHMENT_NOT_BASE64', text.slice(0, 40));
      assert.deepEqual(reply.body.msgArgs, ['attachmentsWS/0/base64Attachment']);
    }
    const after = await crm.get(`/api/v1/crm/whatsapp/id/${id}`);
    assert.equal(after.headers.get('etag'), version);
  });

  test('a new attachment without content, or of the wrong shape, is refused', async () => {
    const empty = await attach({ fileName: 'nothing.png', base64Attachment: '' });
    assert.equal(empty.status, 400);
    assert.deepEqual(empty.body.msgArgs, ['attachmentsWS/0/base64Attachment']);
    const wrong = await attach({ base64Attachment: 5, fileSize: 'big', relatedTo: 'PARROT' }, {});
    assert.equal(wrong.status, 400);
    const many = Array.from({ length: 21 }, () => ({ base64Attachment: 'AAAA' }));
    assert.equal((await attach(...many)).status, 400);
    assert.equal((await crm.put(UPDATE, { id, attachmentsWS: ['x', 5, null] })).status, 400);
  });
});

describe('401 and 403', () => {
  test('callers without credentials or without the permission get no content', async () => {
    const added = last(await attach({ base64Attachment: base64(PDF) }));
    const path = `/api/v1/crm/attachment/id/${added.id}`;
    assert.equal((await app.as('NOBODY').get(path)).status, 401);
    assert.equal((await app.as('DEALER').put(UPDATE, { id })).status, 403);
  });
});

describe('404', () => {
  test('an attachment that does not exist', async () => {
    assert.equal((await download(999999)).status, 404);
  });

  test('an attachment of another office is hidden', async () => {
    const added = last(await attach({ base64Attachment: base64(PDF) }));
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`/api/v1/crm/attachment/id/${added.id}`)).status, 404);
  });
});

describe('413', () => {
  test('a body beyond the limit of the route, and a file beyond that of a message', async () => {
    const body = await attach({ base64Attachment: 'A'.repeat(20_000_000) });
    assert.equal(body.status, 413);
    assert.equal(body.body.msgCode, 'BODY_TOO_LARGE');
    const file = await attach({ base64Attachment: 'A'.repeat(16_000_004) });
    assert.equal(file.status, 413);
    assert.equal(file.body.msgCode, 'ATTACHMENT_TOO_LARGE');
  });
});

describe('422', () => {
  test('an HTML page, an SVG or a program with the name of a picture is refused', async () => {
    for (const bytes of [SVG, HTML, XML, PROGRAM, ZIP, Buffer.from([0, 1, 2, 3]), TEXT]) {
      const reply = await attach({
        ...{ base64Attachment: base64(bytes), fileMimeType: 'image/png', fileName: 'a.png' },
      });
      assert.equal(reply.status, 422, bytes.toString('latin1', 0, 20));
      assert.equal(reply.body.msgCode, 'ATTACHMENT_TYPE_NOT_ALLOWED');
    }
  });

  test('markup and binary content are refused as text', async () => {
    const late = Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0, 255])]);
    const marked = Buffer.concat([Buffer.from('\ufeff \n'), HTML]);
    for (const bytes of [SVG, HTML, XML, marked, late]) {
      const reply = await attach({ base64Attachment: base64(bytes), fileMimeType: 'text/plain' });
      assert.equal(reply.status, 422, bytes.toString('latin1', 0, 20));
    }
  });

  test('one bad attachment refuses the whole request', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from('alone')]);
    const before = (await crm.get(`/api/v1/crm/whatsapp/id/${id}`)).body.attachmentsWS.length;
    const reply = await attach(
      { base64Attachment: base64(bytes) },
      { base64Attachment: base64(HTML) },
    );
    assert.equal(reply.status, 422);
    const after = (await crm.get(`/api/v1/crm/whatsapp/id/${id}`)).body.attachmentsWS.length;
    assert.equal(after, before);
    await assert.rejects(stat(fileOf(bytes)));
  });

  test('an attachment of another message cannot be changed', async () => {
    const other = await crm.post('/api/v1/crm/whatsapp/create', {
      attachmentsWS: [{ base64Attachment: base64(PNG) }],
    });
    const reply = await attach({ id: last(other).id, description: 'mine' });
    assert.equal(reply.status, 422);
    assert.deepEqual(reply.body.msgArgs, ['attachmentsWS/0/id']);
  });

  test('a message with too many attachments is refused', async () => {
    const made = await crm.post('/api/v1/crm/whatsapp/create', { to: '1' });
    const twenty = Array.from({ length: 20 }, () => ({ base64Attachment: base64(PNG) }));
    for (let round = 0; round < 5; round += 1) {
      const reply = await crm.put(UPDATE, { id: made.body.id, attachmentsWS: twenty });
      assert.equal(reply.status, 200, reply.text.slice(0, 200));
    }
    const more = await crm.put(UPDATE, { id: made.body.id, attachmentsWS: [twenty[0]] });
    assert.equal(more.status, 422);
    assert.equal(more.body.msgCode, 'TOO_MANY_ATTACHMENTS');
  });
});

describe('503', () => {
  test('a damaged or missing file is not served', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from('damage')]);
    const added = last(await attach({ base64Attachment: base64(bytes) }));
    await writeFile(fileOf(bytes), 'something else');
    assert.equal((await download(added.id)).status, 503);
    await rm(fileOf(bytes));
    assert.equal((await download(added.id)).status, 503);
    await attach({ base64Attachment: base64(bytes) });
    assert.equal((await download(added.id)).status, 200);
  });
});

describe('dry run', () => {
  test('the reply shows the attachment, and no file is stored', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from('dry')]);
    const reply = await crm.put(`${UPDATE}?dryRun=true`, {
      id,
      attachmentsWS: [{ base64Attachment: base64(bytes) }],
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(last(reply).fileSize, bytes.length);
    await assert.rejects(stat(fileOf(bytes)));
  });
});
