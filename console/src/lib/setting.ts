// A user's settings, stored on the server as named strings so that they apply in every browser.

import { isProblem } from '@countinghouse/sdk';
import { useCallback } from 'react';
import { SETTINGS_ASKED, SETTINGS_PATH } from './ahead.js';
import { cache, shapedQuery, useRead } from './api.js';
import { client } from './client.js';
import { forget } from './session.js';
import { notifyUnsaved } from './toast.js';

const KEY = [SETTINGS_PATH, SETTINGS_ASKED] as const;

/**
 * Returns a setting, or undefined while it is loading or was never set. A change is shown
 * immediately. An API client cannot store settings, so its changes last only until the page is
 * reloaded.
 */
export function useSetting(name: string): readonly [string | undefined, (value: string) => void] {
  const { data } = useRead(SETTINGS_PATH, SETTINGS_ASKED);
  const set = useCallback((value: string) => void keep(name, value), [name]);
  return [data?.result.find((each) => each.name === name)?.value, set];
}

/**
 * Returns true once the settings have been read, or reading them has failed. Until then no setting
 * has a value.
 */
export function useSettingsKnown(): boolean {
  const { data, error } = useRead(SETTINGS_PATH, SETTINGS_ASKED);
  return data !== undefined || error !== null;
}

/**
 * Changes a setting whose new value depends on the stored one. Waits until the settings have been
 * read, because an earlier change would overwrite the stored value.
 */
export async function changeSetting(
  name: string,
  change: (value: string | undefined) => string,
): Promise<void> {
  const read = shapedQuery<Settings>(SETTINGS_PATH, SETTINGS_ASKED);
  const known = await cache.ensureQueryData(read);
  await keep(name, change(valueIn(known, name)));
}

/** Returns the strings of a setting that is a JSON list. Empty if the setting cannot be parsed. */
export function namesOf(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  try {
    const names: unknown = JSON.parse(value);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

const valueIn = (known: Settings | undefined, name: string): string | undefined =>
  known?.result.find((each) => each.name === name)?.value;

interface Settings {
  readonly count: number;
  readonly result: readonly { readonly name: string; readonly value: string }[];
}

async function keep(name: string, value: string): Promise<void> {
  // A reply that is already on its way does not contain the change.
  await cache.cancelQueries({ queryKey: KEY });
  const before = valueIn(cache.getQueryData<Settings>(KEY), name);
  cache.setQueryData<Settings>(KEY, (known) => {
    const others = (known?.result ?? []).filter((each) => each.name !== name);
    return { count: others.length + 1, result: [...others, { name, value }] };
  });
  try {
    await client.request({ method: 'PUT', to: 'security/own/setting/set', body: { name, value } });
  } catch (error) {
    if (isProblem(error, 'INVALID_CREDENTIALS')) return forget();
    // An API client cannot store settings.
    if (isProblem(error, 'FORBIDDEN')) return;
    restore(name, value, before);
    notifyUnsaved(error, () => void keep(name, value));
  }
}

/** Restores the stored value, unless the setting has been changed since. */
function restore(name: string, value: string, before: string | undefined): void {
  cache.setQueryData<Settings>(KEY, (known) => {
    const result = known?.result ?? [];
    if (valueIn(known, name) !== value) return known;
    const others = result.filter((each) => each.name !== name);
    const restored = before === undefined ? others : [...others, { name, value: before }];
    return { count: restored.length, result: restored };
  });
}
