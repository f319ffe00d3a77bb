// References of bank lines: recognises the placeholders that banks write for a missing reference,
// and extracts references and text from the structured text of a line.

/** Words that banks write for a missing reference, without spaces and punctuation. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'NONREF',
  'NOREF',
  'NONREFERENCE',
  'NOREFERENCE',
  'NOREFERENCEGIVEN',
  'NOTPROVIDED',
  'NOTAVAILABLE',
  'NOTAPPLICABLE',
  'NOTGIVEN',
  'NOTKNOWN',
  'NOTUSED',
  'UNKNOWN',
  'NA',
  'NONE',
  'NIL',
  'NULL',
  'EMPTY',
  'BLANK',
  'EREF',
  'KREF',
  'MREF',
  'PREF',
  'IREF',
  'SVWZ',
]);

/** Returns a reference without surrounding spaces; undefined for a placeholder. */
export function realReference(text: string | undefined): string | undefined {
  const trimmed = text?.trim().replaceAll(/\s+/g, ' ');
  if (trimmed === undefined) return undefined;
  const plain = trimmed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (/^0*$/.test(plain) || PLACEHOLDERS.has(plain)) return undefined;
  return trimmed;
}

/** Sub-fields with references, in order of preference; the payer's text is last. */
const REFERENCE_CODES = ['EREF', 'KREF', 'PREF', 'IREF', 'MREF', 'MARF', 'SVWZ'] as const;
/** Maximum length, in characters, of a remittance text used as a reference. */
const WORDS_LENGTH_MAX = 140;

/** Finds the first real reference in the sub-fields of a text: `EREF+…` or `/EREF/…`. */
export function referenceIn(words: string | null): string | undefined {
  if (words === null) return undefined;
  for (const code of REFERENCE_CODES) {
    const found = realReference(subfieldOf(words, code));
    if (found !== undefined && found.length <= WORDS_LENGTH_MAX) return found;
  }
  return undefined;
}

function subfieldOf(words: string, code: string): string | undefined {
  const plus = new RegExp(`(?:^|[\\s?/])${code}\\+(.*?)(?=\\s?\\b[A-Z]{3,4}\\+|$)`).exec(
    words,
  )?.[1];
  if (plus !== undefined) return plus;
  const slash = new RegExp(`/${code}/(.*?)(?=/[A-Z]{3,5}/|//|$)`).exec(words)?.[1];
  return slash?.replace(/\/+$/, '');
}

/** A sub-field of this many characters is full, so the next one continues its last word. */
const SUBFIELD_LENGTH = 27;
/** A row of this many characters is full, so the next one continues its last word. */
const ROW_LENGTH = 65;

/**
 * Joins the rows of a text and removes the codes of its sub-fields, such as `?20`. Returns null if
 * nothing remains.
 */
export function plainWords(text: string | undefined): string | null {
  if (text === undefined) return null;
  const rows = text.split('\n').map((row) => row.replaceAll('\t', ' '));
  const joined = rows.reduce((all, row, index) => {
    const isFull = (rows[index - 1] ?? '').length >= ROW_LENGTH;
    return index === 0 ? row : `${all}${isFull ? '' : ' '}${row}`;
  }, '');
  return withoutCodes(joined).replaceAll(/\s+/g, ' ').trim() || null;
}

// Banks separate sub-fields with a question mark or another character, which is the first character
// of the text.
function withoutCodes(text: string): string {
  const [, other] = /^(?:\d{3})?([>~^<|])\d{2}/.exec(text) ?? [];
  const sign = other ?? '?';
  const parts = text.split(new RegExp(`\\${sign}(?=\\d{2})`));
  return parts.reduce((all, part, index) => {
    if (index === 0) return part;
    const before = parts[index - 1] ?? '';
    const words = part.slice(2);
    const isFull = index > 1 && before.length - 2 >= SUBFIELD_LENGTH;
    return `${all}${isFull && !/^[A-Z]{3,4}\+/.test(words) ? '' : ' '}${words}`;
  }, '');
}
