// Drawings for tests of drawing threads, in a module that a thread can load.

/** As many bytes as asked for. */
export function bytes({ count }: { readonly count: number }): Uint8Array {
  return new Uint8Array(count).fill(7);
}

/** No bytes but a failure. */
export function broken(): never {
  throw new TypeError('the pen is broken');
}
