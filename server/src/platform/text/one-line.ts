// Names and other texts of one line, from people and providers.

// Controls and line breaks separate words. Marks of direction, such as U+202E, would let a name
// change how the text around it is shown; the joiners of Persian and of emoji stay.
const BREAK = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * Returns a text as one line without control characters, marks of direction and repeated blanks.
 * Broken surrogates become U+FFFD.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(BREAK, ' ')
    .replaceAll(DIRECTION, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
