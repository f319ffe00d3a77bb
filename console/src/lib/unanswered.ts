// Writes whose outcome is unknown because no answer arrived. A repeated write gets the same
// idempotency key, so the server executes it once and returns its outcome.

import { type ApiRequest, ConnectionError, ProblemError } from '@countinghouse/sdk';
import { draftOf, keepDraft } from './draft.js';

/** Keys of unanswered writes are stored and deleted together with drafts. */
const DRAFT = 'unanswered';
/** Requests below this path may contain a password, so they are not stored. */
const SECRET = 'security/';
/** The maximum number of keys per tab. The oldest ones are deleted first. */
const KEPT_MAX = 50;
/**
 * A browser stores about five million characters for a tab. The key of a longer request, such as an
 * import, is lost when the page is reloaded.
 */
const STORED_CHARACTERS_MAX = 20_000;

/** Statuses that a gateway returns if the server did not answer. */
const PERHAPS_DONE: readonly number[] = [408, 502, 504];
/**
 * Refusals that concern only this attempt. An earlier attempt with the same key may have succeeded.
 */
const TRY_LATER: readonly number[] = [401, 429, 503];

const inMemory = new Map<string, string>();

/** The error of an unanswered write, with a function that checks its outcome. */
export class Unanswered extends Error {
  readonly checkAgain: () => void;

  constructor(checkAgain: () => void) {
    super('the write has no answer');
    this.name = 'Unanswered';
    this.checkAgain = checkAgain;
  }
}

/** Returns whether a failed write may have been executed. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ProblemError)) return false;
  const { code, status } = error;
  const isUnknown = code === 'OUTCOME_UNKNOWN' || code === 'REQUEST_IN_FLIGHT';
  return isUnknown || PERHAPS_DONE.includes(status);
}

/** Sends a write with the key of its unanswered attempt, or with a new key. */
export async function sendOnce<Reply>(
  request: ApiRequest,
  send: (idempotencyKey: string) => Promise<Reply>,
): Promise<Reply> {
  const { method, to, path, query, body } = request;
  const name = JSON.stringify([method, to, path, query, body]);
  const isStored = !to.startsWith(SECRET) && name.length <= STORED_CHARACTERS_MAX;
  const store = isStored ? tab : memory;
  const key = store.read()[name] ?? crypto.randomUUID();
  store.keep(name, key);
  try {
    const reply = await send(key);
    store.drop(name);
    return reply;
  } catch (error) {
    const isLater = error instanceof ProblemError && TRY_LATER.includes(error.status);
    if (!isUnanswered(error) && !isLater) store.drop(name);
    throw error;
  }
}

type Keys = Readonly<Record<string, string>>;

const memory = {
  read: (): Keys => Object.fromEntries(inMemory),
  keep: (name: string, key: string) => void inMemory.set(name, key),
  drop: (name: string) => void inMemory.delete(name),
};

const tab = {
  read: (): Keys => draftOf<Keys>(DRAFT, {}),
  keep: (name: string, key: string) => {
    const others = Object.entries(tab.read()).filter(([other]) => other !== name);
    keepDraft(DRAFT, Object.fromEntries([...others, [name, key]].slice(-KEPT_MAX)));
  },
  drop: (name: string) => {
    const { [name]: _dropped, ...others } = tab.read();
    keepDraft(DRAFT, others);
  },
};
