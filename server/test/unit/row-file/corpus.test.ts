// Files as real senders write them: each is read exactly, or refused with the place of the error.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CORPUS } from './corpus.js';
import type { CorpusFile } from './corpus-file.js';
import { readFor } from './read.js';

async function check({ of, bytes, rows, refused, shows, name: _, ...asked }: CorpusFile) {
  const read = await readFor(of, { ...asked, file: bytes.toString('base64') });
  if (refused !== undefined) {
    assert.ok(typeof read === 'string', `must be refused: ${JSON.stringify(read, shown)}`);
    assert.match(read, refused);
    return;
  }
  assert.ok(typeof read !== 'string', `must be read: ${read}`);
  assert.equal(read.rows.length, rows?.length);
  for (const [index, row] of read.rows.entries()) {
    const expected = rows?.[index];
    if (expected instanceof RegExp) assert.match(String(row), expected);
    else assert.deepEqual(row, expected);
  }
  for (const [member, value] of Object.entries(shows ?? {})) {
    assert.deepEqual(Reflect.get(read.reading ?? {}, member), value, member);
  }
}

const shown = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

describe('a file of rows', () => {
  for (const file of CORPUS) {
    it(`${file.of}: ${file.name}`, () => check(file));
  }

  it('has a corpus of at least fifty files, ten of them of banks', () => {
    assert.ok(CORPUS.length >= 50, String(CORPUS.length));
    assert.ok(CORPUS.filter(({ of }) => of === 'BANK').length >= 10);
  });
});
