// Decodes external text files. Their encoding is stated, or detected from their bytes.

import iconv from 'iconv-lite';
import { othersTurn } from '../concurrency/turn.js';

/** Encodings that a caller may state. */
export const ENCODINGS = [
  'UTF-8',
  'UTF-16LE',
  'UTF-16BE',
  'WINDOWS-1250',
  'WINDOWS-1251',
  'WINDOWS-1252',
  'WINDOWS-1253',
  'WINDOWS-1254',
  'WINDOWS-1256',
  'WINDOWS-1257',
  'ISO-8859-1',
  'ISO-8859-2',
  'ISO-8859-15',
  'MACINTOSH',
  'IBM850',
] as const;
type Encoding = (typeof ENCODINGS)[number];

/** How the encoding was found. */
export const ENCODING_SOURCES = ['REQUEST', 'MARK', 'DECLARATION', 'CONTENT'] as const;

/** Decoded text, without its byte order mark. */
interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly encodingFrom: (typeof ENCODING_SOURCES)[number];
}

/**
 * Decodes a file. Without a stated encoding, it is determined by a byte order mark, an XML
 * declaration, or the bytes: UTF-16 if every second byte is zero, UTF-8 if they are valid UTF-8,
 * else Windows-1252.
 * @throws the error that `refuse` returns if the bytes are not valid text in that encoding
 */
export async function decodeText(
  bytes: Buffer,
  stated: Encoding | undefined,
  refuse: (detail: string) => Error,
): Promise<DecodedText> {
  const found = foundEncoding(bytes, stated);
  const { encoding } = found;
  const text = await textOf(bytes, encoding);
  if (text === undefined) throw refuse(`is not valid ${encoding} text`);
  const lost = text.indexOf(REPLACEMENT);
  if (lost >= 0) throw refuse(unreadable(text, lost, encoding));
  const control = text.search(CONTROLS);
  if (control >= 0) throw refuse(unreadable(text, control, encoding));
  return { ...found, text };
}

/** The character that decoders substitute for unreadable bytes. */
const REPLACEMENT = '\ufffd';

// NUL and the control characters after ASCII indicate a wrong encoding. Other control characters
// occur in envelopes of SWIFT messages.
const CONTROLS = /[\0\x7f-\x9f]/;

function unreadable(text: string, index: number, encoding: Encoding): string {
  const row = text.slice(0, index).split(/\r\n|\r|\n/).length;
  const place = `in row ${row} of the file`;
  return `has a character ${place} that is not valid in ${encoding}; state its encoding`;
}

function foundEncoding(bytes: Buffer, stated: Encoding | undefined): Omit<DecodedText, 'text'> {
  if (stated !== undefined) return { encoding: stated, encodingFrom: 'REQUEST' };
  const marked = MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  if (marked !== undefined) return { encoding: marked.encoding, encodingFrom: 'MARK' };
  const declared = declaredEncoding(bytes);
  if (declared !== undefined) return { encoding: declared, encodingFrom: 'DECLARATION' };
  return { encoding: encodingOfContent(bytes), encodingFrom: 'CONTENT' };
}

const MARKS: readonly { readonly mark: Buffer; readonly encoding: Encoding }[] = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'UTF-8' },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'UTF-16LE' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'UTF-16BE' },
];

const DECLARATION = /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i;
const DECLARED_WITHIN_BYTES = 200;

// Other names of the encodings, as used in declarations.
const ALIASES: Readonly<Record<string, Encoding>> = {
  UTF8: 'UTF-8',
  'US-ASCII': 'UTF-8',
  ASCII: 'UTF-8',
  LATIN1: 'ISO-8859-1',
  'LATIN-1': 'ISO-8859-1',
  CP1252: 'WINDOWS-1252',
  'LATIN-9': 'ISO-8859-15',
};

function declaredEncoding(bytes: Buffer): Encoding | undefined {
  const start = bytes.toString('latin1', 0, DECLARED_WITHIN_BYTES);
  const name = DECLARATION.exec(start)?.[1]?.toUpperCase() ?? '';
  return ENCODINGS.find((encoding) => encoding === name) ?? ALIASES[name];
}

const SAMPLE_BYTES = 4_096;

function encodingOfContent(bytes: Buffer): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  // Latin letters, digits and delimiters have a zero byte in UTF-16. In other encodings, text
  // contains no zero bytes.
  if (zeros.odd * 4 > sample.length && zeros.even === 0) return 'UTF-16LE';
  if (zeros.even * 4 > sample.length && zeros.odd === 0) return 'UTF-16BE';
  return utf8Of(bytes) === undefined ? 'WINDOWS-1252' : 'UTF-8';
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// ISO-8859-1 is read as Windows-1252, as in browsers, because files that declare it contain the
// quotes and the euro sign of Windows-1252.
async function textOf(bytes: Buffer, encoding: Encoding): Promise<string | undefined> {
  await othersTurn();
  if (encoding === 'UTF-8') return utf8Of(bytes);
  if (encoding.startsWith('UTF-16') && bytes.length % 2 === 1) return undefined;
  return iconv.decode(bytes, encoding === 'ISO-8859-1' ? 'WINDOWS-1252' : encoding);
}
