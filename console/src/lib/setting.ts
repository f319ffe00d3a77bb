// A user's settings, stored on the server as named strings so that they apply in every browser.

import { useCallback } from 'react';
import { cache, client, useRead } from './api.js';

export const SETTINGS_PATH = 'security/own/setting/list';
export const SETTINGS_ASKED = { query: { s: 100 } } as const;

/**
 * Returns a setting, or undefined while it is loading or was never set. A change is shown
 * immediately. An API client cannot store settings, so its changes last only as long as the page.
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

interface Settings {
  readonly count: number;
  readonly result: readonly { readonly name: string; readonly value: string }[];
}

async function keep(name: string, value: string): Promise<void> {
  cache.setQueryData<Settings>([SETTINGS_PATH, SETTINGS_ASKED], (known) => {
    const others = (known?.result ?? []).filter((each) => each.name !== name);
    return { count: others.length + 1, result: [...others, { name, value }] };
  });
  await client
    .request({ method: 'PUT', to: 'security/own/setting/set', body: { name, value } })
    .catch(() => undefined);
}
