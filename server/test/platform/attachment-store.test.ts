// Tests the attachment store on a real folder.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  type AttachmentStore,
  AttachmentUnavailable,
  contentHash,
  openAttachmentStore,
} from '../../src/platform/files/attachment-store.js';

let folder: string;
let store: AttachmentStore;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-store-'));
  store = openAttachmentStore(folder);
});
after(() => rm(folder, { recursive: true, force: true }));

const pathOf = (hash: string): string =>
  join(folder, 'attachments', hash.slice(0, 2), hash.slice(2, 4), hash);

test('bytes are returned under their SHA-256, from a file that only the owner reads', async () => {
  const bytes = Buffer.from('abc');
  const hash = await store.put(bytes);
  assert.equal(hash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.deepEqual(await store.get(hash), bytes);
  assert.equal((await stat(pathOf(hash))).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'attachments'))).mode & 0o777, 0o700);
});

test('an empty file can be stored', async () => {
  const hash = await store.put(Buffer.alloc(0));
  assert.equal((await store.get(hash)).length, 0);
});

test('fifty writers of the same bytes leave one file and nothing half-written', async () => {
  const bytes = Buffer.alloc(300_000, 'z');
  const hashes = await Promise.all(Array.from({ length: 50 }, () => store.put(bytes)));
  assert.equal(new Set(hashes).size, 1);
  assert.deepEqual(await store.get(await contentHash(bytes)), bytes);
  const names = await readdir(join(folder, 'attachments'));
  assert.ok(names.every((name) => /^[0-9a-f]{2}$/.test(name)));
});

test('a truncated or changed file is refused, and storing it again repairs it', async () => {
  const bytes = Buffer.from('some content that is cut');
  const hash = await store.put(bytes);
  await truncate(pathOf(hash), 5);
  await assert.rejects(store.get(hash), AttachmentUnavailable);
  await store.put(bytes);
  assert.deepEqual(await store.get(hash), bytes);
  await chmod(pathOf(hash), 0o600);
  await writeFile(pathOf(hash), 'same length, other words');
  await assert.rejects(store.get(hash), AttachmentUnavailable);
});

test('an unknown or invalid hash returns no file', async () => {
  await assert.rejects(store.get('0'.repeat(64)), AttachmentUnavailable);
  await assert.rejects(store.get('../../etc/passwd'));
});
