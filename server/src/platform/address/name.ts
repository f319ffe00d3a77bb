// Names and other single-line text, without characters that affect the surrounding text.

// Line breaks and tabs would start a new header or line.
const BREAKS = /[\p{Zl}\p{Zp}\t\n\v\f\r\u0085]+/gu;

// Other control characters, and the marks that change the writing direction of the following text.
// The marks U+200E and U+200F are kept, because right-to-left names need them and they affect only
// one word.
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the text as one line, without control characters or marks that change the writing
 * direction.
 */
export function singleLine(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(CONTROLS, '');
}

// Direction marks and other invisible characters that a sender's name never needs. Joiners are
// allowed, because Persian and emoji need them.
const MARKS = /[\u061C\u200E\u200F\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * Returns text from a provider as one line, without control characters, direction marks or repeated
 * spaces. Lone surrogates become U+FFFD.
 */
export function oneLine(text: string): string {
  return singleLine(text.toWellFormed()).replaceAll(MARKS, '').replaceAll(/\s+/gu, ' ').trim();
}

/**
 * Returns a body whose given members are single lines. A member that contains only whitespace and
 * removed characters is omitted.
 */
export function withSingleLines<Body extends object>(
  body: Body,
  members: ReadonlySet<string>,
): Body;
export function withSingleLines(body: object, members: ReadonlySet<string>): object {
  const cleaned = Object.entries(body).flatMap(([member, value]: [string, unknown]) => {
    if (!members.has(member) || typeof value !== 'string') return [[member, value]];
    const line = singleLine(value).trim();
    return line === '' && value !== '' ? [] : [[member, line]];
  });
  return Object.fromEntries(cleaned);
}
