// Writes whose outcome is unknown, because no answer arrived. The same write gets the same
// idempotency key again, so that the server does it once only and answers with its outcome.

import { type ApiRequest, ConnectionError, ProblemError } from '@countinghouse/sdk';
import { draftOf, keepDraft } from './draft.js';

/** Keys of unanswered writes are stored like drafts, and dropped with them. */
const DRAFT = 'unanswered';
/** Requests below this path may contain a password, which is not stored. */
const SECRET = 'security/';
/** The oldest keys of a tab are dropped first. */
const KEPT_MAX = 50;
/**
 * A browser stores about five million characters for a tab. The key of a longer request, such as an
 * import, is lost when the page is loaded again.
 */
const STORED_CHARACTERS_MAX = 20_000;

/** Statuses of gateways that did not get an answer either. */
const PERHAPS_DONE: readonly number[] = [408, 502, 504];
/** Refusals of this attempt only. An earlier attempt with the same key may have succeeded. */
const TRY_LATER: readonly number[] = [401, 429, 503];

const inMemory = new Map<string, string>();

/** Returns whether the write may have been done although it failed. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ProblemError)) return false;
  const { code, status } = error;
  const isUnknown = code === 'OUTCOME_UNKNOWN' || code === 'REQUEST_IN_FLIGHT';
  return isUnknown || PERHAPS_DONE.includes(status);
}

/** Sends a write with its key of an earlier attempt that is still unanswered, or with a new key. */
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
