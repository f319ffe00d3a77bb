// Sends a PDF as a reply, with a warning if its fonts lack some of the letters.

import type { Call } from '../context.js';
import type { FileReply } from '../http/route.js';

/** The metadata member that lists the letters drawn as boxes. */
export const MISSING_LETTERS = 'MissingLetters';

/** Returns letters as code points, such as `U+4F60 U+597D`. */
export function codePointsOf(letters: Iterable<string>): string {
  return [...letters]
    .map((letter) => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'))
    .sort()
    .map((digits) => `U+${digits}`)
    .join(' ');
}

/**
 * Returns a document as a file. Letters drawn as boxes are logged, and listed in
 * `X-Missing-Letters`.
 */
export function pdfFile(
  { context }: Pick<Call, 'context'>,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Buffer },
): FileReply {
  const file = { contentType: 'application/pdf', fileName, bytes };
  const letters = missingIn(bytes);
  if (letters === undefined) return file;
  context.log.warn({ file: fileName, letters }, 'letters of a PDF have no glyph in its fonts');
  return { ...file, headers: { 'x-missing-letters': letters } };
}

// The metadata contains only the id of the PDF object with the missing letters.
function missingIn(bytes: Buffer): string | undefined {
  const start = bytes.lastIndexOf(`/${MISSING_LETTERS} `);
  if (start < 0) return undefined;
  const [id = ''] = bytes.toString('latin1', start + MISSING_LETTERS.length + 2).split(' ', 1);
  const text = bytes.indexOf(`\n${id} 0 obj\n(`);
  return bytes.toString('latin1', bytes.indexOf('(', text) + 1, bytes.indexOf(')', text));
}
