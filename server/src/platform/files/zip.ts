// Writes zip files (PKWARE APPNOTE 6.3), deflated and streamed, so that a file is never entirely in
// memory.

import type { TransformOptions } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib';
import { ZIP } from '../../limits.js';
import { assert } from '../assert.js';

/** One file in a zip. */
export interface ZipPart {
  /** The file's path within the zip, in ASCII. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file's entry in the directory at the end of the zip. */
interface Entry {
  readonly path: Buffer;
  /** The offset of the file's header. */
  readonly start: number;
  readonly sum: number;
  readonly bytes: number;
  readonly deflatedBytes: number;
}

/**
 * Yields the bytes of a zip. Each part is read as fast as the output is consumed. The next part is
 * requested once the previous one has been read.
 */
export async function* zipOf(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let start = 0;
  for await (const part of parts) {
    const path = Buffer.from(part.path, 'ascii');
    const header = localHeader(path);
    yield header;
    const deflated = yield* deflate(part.content);
    const entry: Entry = { path, start, ...deflated };
    const trailer = trailerOf(entry);
    yield trailer;
    entries.push(entry);
    start += header.length + deflated.deflatedBytes + trailer.length;
    assert(
      Math.max(start, entry.bytes) <= ZIP.bytesMax,
      'a zip has at most 4 GiB, as do its files',
    );
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  yield directoryEnd({ entries: entries.length, start, bytes: directory.length });
}

const DEFLATING: ZlibOptions & TransformOptions = {
  level: ZIP.level,
  // Maximum bytes queued for the deflating thread while the next ones are produced.
  highWaterMark: ZIP.aheadBytes,
};

async function* deflate(
  content: ZipPart['content'],
): AsyncGenerator<Uint8Array, Pick<Entry, 'sum' | 'bytes' | 'deflatedBytes'>> {
  const deflater = createDeflateRaw(DEFLATING);
  let sum = 0;
  let bytes = 0;
  let deflatedBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      sum = crc32(chunk, sum);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  // A failure here ends the loop below, and this pipeline ends if the reader stops.
  const written = pipeline(counted, deflater).catch(() => undefined);
  try {
    for await (const chunk of deflater) {
      deflatedBytes += chunk.length;
      yield chunk;
    }
  } finally {
    deflater.destroy();
    await written;
  }
  return { sum, bytes, deflatedBytes };
}

/** Flags: sizes and checksum follow the content, and names are in UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Version 2.0 is enough to read the file. */
const VERSION_NEEDED = 20;
/** Version 6.3, on Unix, with the permissions below. */
const MADE_BY = 0x033f;
/** A regular file that its owner and group can write and others can read. */
const PERMISSIONS = 0o100664;
/** 1980-01-01. Entries have no real time, so that identical content produces identical bytes. */
const DATE = 0x0021;

function localHeader(path: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION_NEEDED, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(path.length, 26);
  return Buffer.concat([header, path]);
}

function trailerOf({ sum, bytes, deflatedBytes }: Entry): Buffer {
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32LE(0x08074b50, 0);
  trailer.writeUInt32LE(sum, 4);
  trailer.writeUInt32LE(deflatedBytes, 8);
  trailer.writeUInt32LE(bytes, 12);
  return trailer;
}

function directoryEntry({ path, start, sum, bytes, deflatedBytes }: Entry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(MADE_BY, 4);
  entry.writeUInt16LE(VERSION_NEEDED, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DATE, 14);
  entry.writeUInt32LE(sum, 16);
  entry.writeUInt32LE(deflatedBytes, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(path.length, 28);
  entry.writeUInt32LE(PERMISSIONS * 0x10000, 38);
  entry.writeUInt32LE(start, 42);
  return Buffer.concat([entry, path]);
}

interface Directory {
  readonly entries: number;
  readonly start: number;
  readonly bytes: number;
}

function directoryEnd({ entries, start, bytes }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
