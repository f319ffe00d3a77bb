// Reads back our own XLSX files: the zip via its central directory, the cells via their tags.

import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the files in a zip by path, after verifying each checksum. */
export function unzip(bytes: Buffer): ReadonlyMap<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  assert.ok(end > 0, 'a zip ends with its directory');
  const found = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((from) => bytes.readUInt16LE(at + from));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const data = entryAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20));
    assert.equal(crc32(data), bytes.readUInt32LE(at + 16), name);
    found.set(name, data.toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}

function entryAt(bytes: Buffer, at: number, length: number): Buffer {
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(start, start + length);
  return bytes.readUInt16LE(at + 8) === 0 ? data : inflateRawSync(data);
}

/** A cell, keyed by its column letter: either text, or the digits of a number with its format. */
export interface XlsxCell {
  readonly text?: string;
  readonly digits?: string;
  readonly style?: number;
}

/** Returns the rows of one sheet, including the header row. */
export function xlsxRows(bytes: Buffer, sheet = 1): readonly ReadonlyMap<string, XlsxCell>[] {
  const xml = unzip(bytes).get(`xl/worksheets/sheet${sheet}.xml`) ?? '';
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = row.matchAll(/<c r="([A-Z]+)\d+" s="(\d+)"[^>]*>(.*?)<\/c>/gs);
    return new Map([...cells].map(([, at = '', style, inner = '']) => [at, cellOf(inner, style)]));
  });
}

function cellOf(inner: string, style: string | undefined): XlsxCell {
  const digits = /^<v>(.*)<\/v>$/.exec(inner)?.[1];
  if (digits !== undefined) return { digits, style: Number(style) };
  const text = /<t [^>]*>(.*)<\/t>/s.exec(inner)?.[1] ?? '';
  return { text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') };
}
