// The exchange's own random numbers. The same seed, label and step always produce the same numbers.

/** A short stream of random numbers. */
export interface Random {
  /** Returns a whole number from 0 up to but excluding `limit`, which is at most 2^32. */
  below(limit: number): number;
  /** Returns a whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  /** Returns true with a probability of `chance` percent. */
  percent(chance: number): boolean;
}

/**
 * Creates a stream that depends only on its arguments, so that a restarted exchange continues
 * without a stored generator state. The generator is sfc32 (Doty-Humphrey, PractRand). Its four
 * words come from splitmix32, seeded with the FNV-1a hash of `seed/label/step`.
 */
export function randomOf(seed: string, label: string, step: bigint): Random {
  const next = sfc32(splitmix32(fnv1a(`${seed}/${label}/${step}`)));
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    percent: (chance) => below(100) < chance,
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

function sfc32(word: () => number): () => number {
  let [a, b, c, counter] = [word(), word(), word(), 1];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The first numbers still correlate with the seed; the algorithm's author discards twelve.
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
