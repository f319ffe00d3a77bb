// Zip files: the content is extracted unchanged, and is produced only as fast as it is read.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { ZIP } from '../../../src/limits.js';
import { type ZipPart, zipOf } from '../../../src/platform/files/zip.js';
import { waitFor } from '../../support/wait.js';
import { unzip } from '../../support/xlsx.js';

const CHUNK_BYTES = 16_384;

/** Returns chunks of random bytes, which cannot be compressed. Counts the chunks read. */
function content(chunks: number) {
  const read = { chunks: 0, isClosed: false };
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (; read.chunks < chunks; read.chunks += 1) yield randomBytes(CHUNK_BYTES);
    } finally {
      read.isClosed = true;
    }
  }
  return { all: all(), read };
}

describe('a zip', () => {
  it('contains each file completely, with its checksum, in order of arrival', async () => {
    const texts = ['', 'a', 'ẹ̀kọ́ '.repeat(200_000), 'last'];
    const parts = texts.map((text, at): ZipPart => {
      const bytes = Buffer.from(text);
      const half = bytes.length / 2;
      return { path: `folder/${at}.txt`, content: [bytes.subarray(0, half), bytes.subarray(half)] };
    });
    const bytes = await buffer(zipOf(parts));
    assert.deepEqual(
      [...unzip(bytes)],
      texts.map((text, at) => [`folder/${at}.txt`, text]),
    );
    assert.deepEqual(await buffer(zipOf(parts)), bytes, 'the same files make the same bytes');
  });

  it('requests the next file when the last one has been read', async () => {
    const first = content(3);
    function* parts(): Generator<ZipPart> {
      yield { path: 'first', content: first.all };
      yield { path: 'second', content: [Buffer.from(String(first.read.chunks))] };
    }
    assert.equal(unzip(await buffer(zipOf(parts()))).get('second'), '3');
  });

  it('reads ahead no further than its limit', async () => {
    const { all, read } = content(10_000);
    const zip = zipOf([{ path: 'large', content: all }]);
    let taken = 0;
    while (taken < 4 * ZIP.aheadBytes) taken += (await zip.next()).value?.length ?? 0;
    let seen = -1;
    await waitFor('the reading to pause', async () => {
      const isPaused = read.chunks === seen;
      seen = read.chunks;
      return isPaused;
    });
    const ahead = read.chunks * CHUNK_BYTES - taken;
    // The buffers before and after the deflater, plus the chunks in transit.
    assert.ok(ahead <= 2 * ZIP.aheadBytes + 4 * CHUNK_BYTES, `${ahead} bytes ahead`);
    await zip.return(undefined);
    assert.ok(read.isClosed, 'what is not read to its end is closed');
  });

  it('fails if its content fails', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('some');
      throw new TypeError('no more content');
    }
    const zip = zipOf([{ path: 'broken', content: broken() }]);
    await assert.rejects(buffer(zip), /no more content/);
  });
});
