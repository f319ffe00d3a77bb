// Runs pieces of work at the same time.

/**
 * Waits until all pieces have ended, and returns their results in order. If pieces failed, throws
 * the first error, in order. No piece is still running then.
 */
export async function together<Result>(pieces: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(pieces);
  return Promise.all(pieces);
}
