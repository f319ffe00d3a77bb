// Searches for the host that accepts connections. A host that does not answer must not delay the
// others.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DATABASE } from '../../../limits.js';
import { DatabaseAway } from '../failure.js';
import { streamOf } from './stream.js';

interface HostSearch {
  readonly hostCount: number;
  /** The host that is tried first. */
  readonly preferred: number;
  /** How long the other hosts wait for the preferred one, unless it fails earlier. */
  readonly headStartMs: number;
  /** Connects to a host within a time limit. Passes the client to `opening` before it connects. */
  readonly open: (index: number, opening: (client: pg.Client) => void) => Promise<pg.Client>;
}

/**
 * Tries all hosts in parallel and returns the index of the first that accepts connections. A host
 * that refuses is retried until the slowest host has failed, too, because it may be promoted in the
 * meantime.
 * @throws DatabaseAway once every host has failed
 */
export async function firstServing(search: HostSearch): Promise<number> {
  const { hostCount, preferred, headStartMs } = search;
  const errors = new Map<number, unknown>();
  const preferredFailed = new AbortController();
  const over = new AbortController();
  const headStart = pause(headStartMs, undefined, { signal: preferredFailed.signal });
  const othersTurn = headStart.catch(() => undefined);

  const untilServing = async (index: number): Promise<number> => {
    if (index !== preferred) await othersTurn;
    for (;;) {
      over.signal.throwIfAborted();
      try {
        await attempt(search, index, over.signal);
        return index;
      } catch (error) {
        errors.set(index, error);
        if (index === preferred) preferredFailed.abort();
        if (errors.size === hostCount) over.abort();
      }
      await pause(DATABASE.hostRetryIntervalMs, undefined, { signal: over.signal });
    }
  };
  try {
    return await Promise.any(Array.from({ length: hostCount }, (_, index) => untilServing(index)));
  } catch {
    const reasons = [...errors.values()].map(String).join('; ');
    throw new DatabaseAway(`none of ${hostCount} database hosts accepts connections: ${reasons}`);
  } finally {
    over.abort();
    preferredFailed.abort();
  }
}

/** Connects to a host once. Gives up when the search has ended. */
async function attempt({ open }: HostSearch, index: number, over: AbortSignal): Promise<void> {
  let stop = () => {};
  try {
    const client = await open(index, (opening) => {
      stop = () => streamOf(opening)?.destroy();
      over.addEventListener('abort', stop);
    });
    void client.end().catch(() => undefined);
  } finally {
    over.removeEventListener('abort', stop);
  }
}
