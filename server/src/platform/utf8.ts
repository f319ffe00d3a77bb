// Splits UTF-8 bytes and strings into slices without cutting characters.

/**
 * Returns the end of a slice of at most `sliceBytes` bytes. The slice ends just before the first
 * byte of a character.
 */
export function endOfSlice(bytes: Uint8Array, start: number, sliceBytes: number): number {
  let end = Math.min(start + sliceBytes, bytes.length);
  while (end < bytes.length && end > start + 4 && isWithinCharacter(bytes[end])) end -= 1;
  return end;
}

// The continuation bytes of a character have the form 10xxxxxx.
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

/** Returns the end of a slice of at most `unitsMax` UTF-16 units. Never cuts a surrogate pair. */
export function endOfTextSlice(text: string, start: number, unitsMax: number): number {
  const end = Math.min(start + unitsMax, text.length);
  const next = text.charCodeAt(end);
  return next >= 0xdc00 && next <= 0xdfff ? end - 1 : end;
}

/**
 * Cuts text to at most `unitsMax` UTF-16 units. Never cuts a surrogate pair, because JSON in the
 * database does not allow half of one.
 */
export function cutText(text: string, unitsMax: number): string {
  return text.slice(0, endOfTextSlice(text, 0, unitsMax));
}

/** Shortens text for a message, with an ellipsis at the end. */
export function shortenText(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${cutText(text, unitsMax)}…`;
}
