// Bytes of UTF-8 in slices, each of whole characters.

/** Where a slice of at most so many bytes ends: before the first byte of a character. */
export function endOfSlice(bytes: Uint8Array, start: number, sliceBytes: number): number {
  let end = Math.min(start + sliceBytes, bytes.length);
  while (end < bytes.length && end > start + 4 && isWithinCharacter(bytes[end])) end -= 1;
  return end;
}

// The bytes that continue a character are 10xxxxxx.
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
