// Waiting in tests: for a condition, within a limit that is long, because machines have much else
// to do.

const LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 25;
/** What comes and goes, such as a connection that is lost and found, is looked for more often. */
const LOOK_CLOSELY_MS = 5;

/** Looks until the condition gives a value; fails after `timeoutMs`. */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  timeoutMs = LIMIT_MS,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Looks closely until the condition holds, which says itself what is waited for. */
export async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`waited ${LIMIT_MS} ms until ${isDone}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_CLOSELY_MS));
  }
}
