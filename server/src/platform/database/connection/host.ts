// Chooses among several hosts. After a failover, searches for a usable host and stops using
// connections to the previous one.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseAddress } from '../../../config/database.js';
import { DATABASE } from '../../../limits.js';
import { firstServing } from './host-search.js';
import { DEDICATED_SETTINGS, openSession } from './session.js';
import { streamOf } from './stream.js';

export interface HostChoice {
  /** Returns the connection settings for the current host. */
  readonly config: () => pg.ClientConfig;
  /** Records when a connection was opened, for use by `isOutdated`. */
  readonly opened: (client: pg.ClientBase) => void;
  /** True for a connection opened before the last `leave` or change of host. */
  readonly isOutdated: (client: pg.ClientBase) => boolean;
  /** Marks all current connections as outdated. */
  readonly leave: () => void;
  /**
   * Connects, within a short time, to the first usable host and makes that host the current
   * one.
   */
  readonly find: () => Promise<pg.Client>;
  /**
   * Registers a connection that is being opened. If it fails, or takes longer than the current
   * host's head start, a search for a usable host begins. When the search finds another host,
   * pending connections are aborted.
   */
  readonly opening: (client: pg.Client) => void;
  /** True if there is another host to try. */
  readonly hasOthers: boolean;
}

/** Starts with the first host. */
export function chooseHost(
  { hosts, target }: DatabaseAddress,
  common: pg.ClientConfig,
  findTimeoutMs: number,
): HostChoice {
  const configs = hosts.map((host) => ({ ...common, ...host }));
  const state = { current: 0, generation: 0 };
  let finding: Promise<number> | undefined;
  const generations = new WeakMap<pg.ClientBase, number>();
  const open = (index: number, opening?: (client: pg.Client) => void) =>
    openSession(
      { ...configs[index], connectionTimeoutMillis: findTimeoutMs },
      { settings: DEDICATED_SETTINGS, target },
      opening,
    );
  const pending = new Set<pg.Client>();
  const use = (index: number) => {
    if (state.current === index) return;
    state.current = index;
    state.generation += 1;
    for (const client of pending) streamOf(client)?.destroy();
  };
  const findIndex = (headStartMs: number) => {
    const search = { hostCount: configs.length, preferred: state.current, headStartMs, open };
    finding ??= firstServing(search).finally(() => {
      finding = undefined;
    });
    return finding;
  };
  // A search starts only after the current host has failed or used up its head start.
  const search = searcher(async () => use(await findIndex(0)));
  return {
    opening: (client) => {
      if (configs.length < 2) return;
      pending.add(client);
      const slow = setTimeout(search, DATABASE.hostHeadStartMs);
      slow.unref();
      const settle = () => {
        clearTimeout(slow);
        return pending.delete(client);
      };
      client.once('connect', settle);
      client.connection.once('end', () => {
        if (settle()) search();
      });
    },
    config: () => configs[state.current] ?? common,
    opened: (client) => generations.set(client, state.generation),
    isOutdated: (client) => generations.get(client) !== state.generation,
    leave: () => {
      state.generation += 1;
    },
    find: async () => {
      if (configs.length > 1) use(await findIndex(DATABASE.hostHeadStartMs));
      return open(state.current);
    },
    hasOthers: configs.length > 1,
  };
}

// The search continues without its callers, which may have stopped waiting for a connection.
function searcher(find: () => Promise<void>): () => void {
  let isSearching = false;
  const search = async () => {
    for (let tried = 1; tried <= DATABASE.hostSearchesMax; tried += 1) {
      try {
        return await find();
      } catch {
        await pause(DATABASE.hostRetryIntervalMs, undefined, { ref: false });
      }
    }
  };
  return () => {
    if (isSearching) return;
    isSearching = true;
    void search().finally(() => {
      isSearching = false;
    });
  };
}
