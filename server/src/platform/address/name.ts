// Names and other single lines, without the characters that change the text around them.

// Line breaks and tabs would start a new header or line.
const BREAKS = /[\p{Zl}\p{Zp}\t\n\v\f\r\u0085]+/gu;

// Other controls, and the marks that turn the writing direction of what follows. The marks U+200E
// and U+200F remain, because right-to-left names need them and they end with their word.
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the text as one line, without control characters and changes of writing direction. */
export function singleLine(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(CONTROLS, '');
}

/** Returns a body whose given text members are single lines. */
export function withSingleLines<Body extends object>(
  body: Body,
  members: ReadonlySet<string>,
): Body;
export function withSingleLines(body: object, members: ReadonlySet<string>): object {
  const cleaned = Object.entries(body).map(([member, value]: [string, unknown]) => [
    member,
    members.has(member) && typeof value === 'string' ? singleLine(value) : value,
  ]);
  return Object.fromEntries(cleaned);
}
