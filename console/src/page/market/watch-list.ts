// The securities that a user watches, stored on the server for every browser.

import { useMemo } from 'react';
import { changeSetting, namesOf, useSetting } from '../../lib/setting.js';

/** A setting has at most 4,000 characters, and a code at most 20. */
const WATCHED_MAX = 150;

const SETTING = 'market.watch-list';

interface WatchList {
  readonly watched: ReadonlySet<string>;
  /** Adds or removes a security. Nothing is added to a full list. */
  readonly toggle: (name: string) => void;
}

export function useWatchList(): WatchList {
  const [value] = useSetting(SETTING);
  const watched = useMemo(() => new Set(namesOf(value)), [value]);
  return { watched, toggle };
}

function toggle(name: string): void {
  void changeSetting(SETTING, (value) => {
    const next = new Set(namesOf(value));
    if (!next.delete(name) && next.size < WATCHED_MAX) next.add(name);
    return JSON.stringify([...next]);
  });
}
