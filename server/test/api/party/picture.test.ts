// A customer's picture: storing, replacing and reading it, and the refusals.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';
import { rowsWith, tablesOf } from '../../support/personal-data.js';
import { base64, HTML, JPEG, PDF, PNG, SVG, TEXT, ZIP } from '../crm/attachment-content.js';

const CREATE = '/api/v1/partner/customer/create';
const UPDATE = '/api/v1/partner/customer/update';
const LIST = '/api/v1/partner/customer/list';

const BYTES_MAX = 2_000_000;

let app: TestApp;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-picture-'));
  app = await startTestApp({ demo: true, exchange: 'none', dataFolder: folder });
});
after(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const client = () => app.as('CLIENT');
const pathOf = (id: number) => `/api/v1/partner/customer/picture/id/${id}`;
const recordOf = async (id: number) =>
  (await client().get(`/api/v1/partner/customer/id/${id}`)).body;

let number = 0;

/** Returns a PNG that no other test uses, of this size if one is given. */
function png(size?: number): Buffer {
  number += 1;
  const unique = Buffer.concat([PNG, Buffer.from(`picture ${number}`)]);
  const rest = size === undefined ? 0 : size - unique.length;
  return Buffer.concat([unique, Buffer.alloc(rest, 7)]);
}

const send = (more: object = {}, headers: Record<string, string> = {}): Promise<TestReply> => {
  number += 1;
  const names = { firstName: 'Ada', lastName: `Pictured${number}` };
  return client().post(CREATE, { ...names, businessOfficeName: '0000000002', ...more }, headers);
};

async function made(more: object = {}): Promise<number> {
  const reply = await send(more);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

function membersOf({ pictureMimeType, pictureFileName, pictureFileSize }: Json): Json {
  return { pictureMimeType, pictureFileName, pictureFileSize };
}

function fileOf(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return join(folder, 'attachments', hash.slice(0, 2), hash.slice(2, 4), hash);
}

/** Reads the picture, and returns its bytes. */
async function served(id: number): Promise<Buffer> {
  const headers = await app.header('CLIENT');
  const reply = await fetch(`${app.url}${pathOf(id)}`, { headers });
  assert.equal(reply.status, 200);
  return Buffer.from(await reply.arrayBuffer());
}

const rowsOf = (id: number) =>
  app.db.query<{ fileName: string; isCurrent: boolean }>(sql`
    select file_name as "fileName", replaced_at is null as "isCurrent"
    from customer_picture where customer_id = ${id} order by id`);

const warningsOf = ({ body }: TestReply): Json =>
  (body.warnings ?? []).map(({ code, pointer }: Json) => `${code} ${pointer}`);

describe('success', () => {
  test('a picture is stored with the customer, and served as a download', async () => {
    const bytes = png();
    const reply = await send({ picture: base64(bytes), pictureFileName: 'Ada  Face.png' });
    assert.equal(reply.status, 201, reply.text);
    const shown = {
      pictureMimeType: 'image/png',
      pictureFileName: 'Ada Face.png',
      pictureFileSize: bytes.length,
    };
    assert.deepEqual(membersOf(reply.body.result), shown);
    assert.equal(reply.body.warnings, undefined);
    const { id } = reply.body;
    assert.deepEqual(membersOf(await recordOf(id)), shown);
    assert.deepEqual(await served(id), bytes);
    const { headers } = await client().get(pathOf(id));
    assert.equal(headers.get('content-type'), 'image/png');
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="Ada_Face\.png"$/,
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/);
    assert.match(headers.get('cache-control') ?? '', /no-store/);
  });

  test('a picture without a name is named by its type', async () => {
    const id = await made({ picture: base64(JPEG) });
    const shown = await recordOf(id);
    assert.deepEqual(membersOf(shown), {
      pictureMimeType: 'image/jpeg',
      pictureFileName: 'picture.jpg',
      pictureFileSize: JPEG.length,
    });
    const changed = await client().put(UPDATE, { id: String(id), picture: base64(png()) });
    assert.equal(changed.body.result.pictureFileName, 'picture.png');
  });

  test('base64 with the line breaks of old clients is read', async () => {
    const bytes = png(400);
    const lines = base64(bytes).match(/.{1,76}/g) ?? [];
    for (const line of ['\r\n', '\n', '%20', '%0D%0A']) {
      const id = await made({ picture: lines.join(line) + line });
      assert.deepEqual(await served(id), bytes, line);
    }
  });

  test('a picture of the maximum size is stored, also with line breaks', async () => {
    const bytes = png(BYTES_MAX);
    const lines = base64(bytes).match(/.{1,76}/g) ?? [];
    const id = await made({ picture: lines.join('%0D%0A') });
    assert.equal((await recordOf(id)).pictureFileSize, BYTES_MAX);
  });

  test('a new picture replaces the former one, whose file and row are kept', async () => {
    const [first, second] = [png(), png()];
    const id = await made({ picture: base64(first), pictureFileName: 'first.png' });
    const { version: _, ...unchanged } = await recordOf(id);
    const body = { id, picture: base64(second), pictureFileName: 'second.png' };
    const reply = await client().put(UPDATE, body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.pictureFileName, 'second.png');
    assert.equal(reply.body.result.label, unchanged.label);
    assert.deepEqual(await served(id), second);
    assert.deepEqual(await rowsOf(id), [
      { fileName: 'first.png', isCurrent: false },
      { fileName: 'second.png', isCurrent: true },
    ]);
    assert.ok(existsSync(fileOf(first)));
  });

  test('an empty or absent picture changes nothing', async () => {
    const bytes = png();
    const id = await made({ picture: base64(bytes), pictureFileName: 'kept.png' });
    for (const more of [{ picture: '' }, { picture: null }, {}]) {
      const reply = await client().put(UPDATE, { id, occupation: 'Tailor', ...more });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.result.pictureFileName, 'kept.png');
    }
    assert.equal((await rowsOf(id)).length, 1);
    assert.deepEqual(await served(id), bytes);
    const without = await made({ picture: '' });
    assert.equal((await recordOf(without)).pictureMimeType, undefined);
  });

  test('a repeated update leaves one row, and one key one picture', async () => {
    const body = { id: await made(), picture: base64(png()), pictureFileName: 'again.png' };
    const key = { 'idempotency-key': 'customer-picture-0001' };
    await client().put(UPDATE, body, key);
    const replayed = await client().put(UPDATE, body, key);
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.equal(replayed.body.result.pictureFileName, 'again.png');
    await client().put(UPDATE, body);
    assert.equal((await rowsOf(body.id)).length, 1);
  });

  test('of two concurrent updates, both are stored completely and one is current', async () => {
    const id = await made();
    const pictures = Array.from({ length: 6 }, (_, index) => png(200 + index));
    const replies = await Promise.all(
      pictures.map((bytes) =>
        client().put(UPDATE, {
          ...{ id, picture: base64(bytes), pictureFileName: `${bytes.length}.png` },
        }),
      ),
    );
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    const rows = await rowsOf(id);
    assert.equal(rows.length, 6);
    assert.equal(rows.filter(({ isCurrent }) => isCurrent).length, 1);
    const record = await recordOf(id);
    assert.equal(record.pictureFileName, `${record.pictureFileSize}.png`);
    assert.equal((await served(id)).length, record.pictureFileSize);
  });

  test('a member that contradicts the stored picture causes a warning', async () => {
    const bytes = png();
    const reply = await send({
      ...{ picture: base64(bytes), pictureMimeType: 'image/gif', pictureFileSize: 5 },
    });
    assert.equal(reply.body.result.pictureMimeType, 'image/png');
    assert.deepEqual(warningsOf(reply), [
      'MEMBER_IGNORED /pictureMimeType',
      'MEMBER_IGNORED /pictureFileSize',
    ]);
    const { id } = reply.body;
    const renamed = await client().put(UPDATE, { id, pictureFileName: 'other.png' });
    assert.deepEqual(warningsOf(renamed), ['MEMBER_IGNORED /pictureFileName']);
    assert.equal(renamed.body.result.pictureFileName, 'picture.png');
    const same = await client().put(UPDATE, { id, ...membersOf(await recordOf(id)) });
    assert.deepEqual(warningsOf(same), []);
    const none = { pictureMimeType: '', pictureFileName: null, pictureFileSize: 0 };
    assert.deepEqual(warningsOf(await client().put(UPDATE, { id, ...none })), []);
    const jpg = await send({ picture: base64(JPEG), pictureMimeType: 'image/JPG' });
    assert.deepEqual(warningsOf(jpg), []);
    const bare = await send({ pictureMimeType: 'image/png' });
    assert.deepEqual(warningsOf(bare), ['MEMBER_IGNORED /pictureMimeType']);
  });
});

describe('privacy', () => {
  test('no table, list, event or reply contains the content', async () => {
    const bytes = png(300);
    const text = base64(bytes);
    const key = { 'idempotency-key': 'customer-picture-0002' };
    const replies = [await send({ picture: text }, key)];
    const { id } = replies[0]?.body ?? {};
    replies.push(
      await client().put(UPDATE, { id, picture: text, occupation: 'Smith' }),
      await client().put(UPDATE, { id, picture: text }, { prefer: 'dry-run' }),
      await send({ picture: text.slice(1) }),
      await client().get(`${LIST}?bs=200`),
    );
    const piece = text.slice(-60, -20);
    for (const reply of replies) assert.ok(!reply.text.includes(piece), reply.text);
    for (const table of await tablesOf(app.db)) {
      assert.deepEqual(await rowsWith(app.db, table, piece.replaceAll('+', '[+]')), [], table);
    }
  });

  test('a list does not describe pictures', async () => {
    const id = await made({ picture: base64(png()) });
    const { body } = await client().get(`${LIST}?search=${(await recordOf(id)).name}`);
    assert.equal(body.result[0].id, id);
    assert.deepEqual(
      Object.keys(body.result[0]).filter((name) => /picture/i.test(name)),
      [],
    );
  });
});

describe('a dry run', () => {
  test('describes the picture, and writes neither a file nor a row', async () => {
    const id = await made();
    const bytes = png();
    const dry = { prefer: 'dry-run' };
    const body = { id, picture: base64(bytes) };
    const changed = await client().put(UPDATE, body, dry);
    assert.equal(changed.body.result.pictureFileSize, bytes.length);
    const opened = await send({ picture: base64(bytes) }, dry);
    assert.equal(opened.body.result.pictureMimeType, 'image/png');
    assert.ok(!existsSync(fileOf(bytes)));
    assert.deepEqual(await rowsOf(id), []);
  });
});

describe('a process that ended half way', () => {
  test('leaves a file without a row, and the next request uses the file', async () => {
    const bytes = png();
    await mkdir(dirname(fileOf(bytes)), { recursive: true });
    await writeFile(fileOf(bytes), bytes.subarray(0, 50));
    const id = await made();
    assert.equal((await client().get(pathOf(id))).status, 404);
    await client().put(UPDATE, { id, picture: base64(bytes) });
    assert.deepEqual(await served(id), bytes);
  });

  test('a lost file is answered with 503, and stored again by the same picture', async () => {
    const bytes = png();
    const id = await made({ picture: base64(bytes) });
    await rm(fileOf(bytes));
    const reply = await client().get(pathOf(id));
    assert.equal(reply.status, 503);
    assert.equal(reply.body.msgCode, 'ATTACHMENT_UNAVAILABLE');
    await client().put(UPDATE, { id, picture: base64(bytes) });
    assert.deepEqual(await served(id), bytes);
  });
});

describe('refusals', () => {
  /** Checks that a picture is refused on create and on update, and that nothing is stored. */
  async function refused(picture: unknown, status: number, code: string): Promise<void> {
    const id = await made();
    const { count } = (await client().get(`${LIST}?bs=1`)).body;
    const replies = [await send({ picture }), await client().put(UPDATE, { id, picture })];
    for (const reply of replies) {
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(
        reply.body.errors.map(({ pointer }: Json) => pointer),
        ['/picture'],
      );
    }
    assert.deepEqual(await rowsOf(id), []);
    assert.equal((await client().get(`${LIST}?bs=1`)).body.count, count);
  }

  test('400: a string that is not base64', async () => {
    const text = base64(PNG);
    for (const wrong of [text.slice(1), `${text}!`, `data:image/png;base64,${text}`, '%20']) {
      await refused(wrong, 400, 'ATTACHMENT_NOT_BASE64');
    }
    await refused({}, 400, 'INVALID_REQUEST');
  });

  test('413: a picture beyond 2,000,000 bytes, and a body beyond 4 MiB', async () => {
    await refused(base64(png(BYTES_MAX + 1)), 413, 'ATTACHMENT_TOO_LARGE');
    const reply = await send({ picture: 'A'.repeat(4_194_304) });
    assert.equal(reply.status, 413);
    assert.equal(reply.body.msgCode, 'BODY_TOO_LARGE');
  });

  test('422: content that is neither a JPEG nor a PNG, whatever it is called', async () => {
    const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1');
    for (const bytes of [SVG, HTML, PDF, ZIP, TEXT, gif, PNG.subarray(0, 4)]) {
      await refused(base64(bytes), 422, 'ATTACHMENT_TYPE_NOT_ALLOWED');
    }
  });

  test('nothing is stored for a request that is refused for another reason', async () => {
    const bytes = png();
    const reply = await send({ picture: base64(bytes), cellPhone: 'none' });
    assert.equal(reply.status, 422, reply.text);
    assert.ok(!existsSync(fileOf(bytes)));
  });

  test('403: callers who may not see personal data, and 401 without credentials', async () => {
    const id = await made({ picture: base64(png()) });
    for (const role of ['FINANCE', 'AUDITOR']) {
      const reply = await app.as(role).get(pathOf(id));
      assert.equal(reply.status, 403, role);
      assert.deepEqual(reply.body.msgArgs, ['party.personal-data.see']);
      const { body } = await app.as(role).get(`/api/v1/partner/customer/id/${id}`);
      assert.equal(body.pictureMimeType, 'image/png');
    }
    assert.equal((await app.as('CRM').get(pathOf(id))).status, 200);
    assert.equal((await app.as('NOBODY').get(pathOf(id))).status, 401);
  });

  test('404: no customer, no picture, and a customer of another office', async () => {
    const bytes = png();
    const id = await made({ picture: base64(png()) });
    const [office] = await app.db.query<{ id: bigint }>(sql`
      select id from business_office where name = '0000000001'`);
    const elsewhere = app.asOffice('CLIENT', [office?.id ?? 0n]);
    for (const reply of [
      await client().get(pathOf(999_999_999)),
      await client().get(pathOf(await made())),
      await elsewhere.get(pathOf(id)),
      await elsewhere.put(UPDATE, { id, picture: base64(bytes) }),
    ]) {
      assert.equal(reply.status, 404, reply.text);
      assert.equal(reply.body.msgCode, 'DOCUMENT_NOT_FOUND');
    }
    assert.ok(!existsSync(fileOf(bytes)));
    assert.equal((await rowsOf(id)).length, 1);
  });

  test('no temporary file is left', async () => {
    const names = await readdir(join(folder, 'attachments'));
    assert.deepEqual(
      names.filter((name) => name.endsWith('.incoming')),
      [],
    );
  });
});
