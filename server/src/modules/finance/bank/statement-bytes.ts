// Decodes the bytes of an MT940 or camt.053 file. XML is read in the encoding that it declares;
// other text as UTF-8 if it is valid UTF-8, or else as Windows-1252, which banks write.

import type { Problem } from '../../../platform/http/reply/problem.js';
import { refusedRow } from './statement-line.js';

/** The text of a file and the format that its content shows. */
export interface DecodedFile {
  readonly format: 'mt940' | 'camt053';
  readonly text: string;
}

/** Characters at the start in which an XML declaration is searched for. */
const DECLARATION_LENGTH = 200;

/** Decodes a file sent as base64. Refuses BANK_STATEMENT_REFUSED if it is of another format. */
export function decodeStatement(base64: string): DecodedFile {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) throw refused('is not base64');
  const bytes = Buffer.from(base64, 'base64');
  const text = textOf(bytes);
  if (/^\uFEFF?\s*</.test(text)) return { format: 'camt053', text };
  if (/^(\{.*)?:20:/m.test(text)) return { format: 'mt940', text };
  throw refused('is neither MT940 nor camt.053: expected a row that begins with :20:, or XML');
}

function textOf(bytes: Buffer): string {
  const encoding = markOf(bytes) ?? declaredIn(bytes);
  if (encoding !== undefined) return decoded(bytes, encoding);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoded(bytes, 'windows-1252');
  }
}

function markOf(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark.startsWith('fffe')) return 'utf-16le';
  if (mark.startsWith('feff')) return 'utf-16be';
  return mark === 'efbbbf' ? 'utf-8' : undefined;
}

function declaredIn(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, DECLARATION_LENGTH).toString('latin1');
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}

function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw refused(`cannot be read in the encoding ${encoding} that it declares`);
  }
}

const refused = (detail: string): Problem => refusedRow('file', 1, detail);

/** Refuses a text in which an earlier conversion replaced letters. */
export function refuseLostLetters(text: string, member: 'mt940' | 'camt053' | 'file'): void {
  const at = text.indexOf('\uFFFD');
  if (at === -1) return;
  const row = text.slice(0, at).split(/\r\n|\n|\r/).length;
  const detail = 'has the sign of a letter that was lost (U+FFFD): send the bytes of the file';
  throw refusedRow(member, row, detail);
}
