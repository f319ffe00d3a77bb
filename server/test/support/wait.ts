// Waiting in tests: for a condition, within a limit.

/**
 * Looks every 25 ms until the condition gives a value; fails after `timeoutMs`, which is long, for
 * machines with much else to do.
 */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  timeoutMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
