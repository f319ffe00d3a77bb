// The permissions of the signed-in user. Pages offer only permitted actions.

import { cache, shapedQuery, useRead } from './api.js';
import { SETTINGS_ASKED, SETTINGS_PATH } from './setting.js';

export interface Own {
  readonly name: string;
  /** The user's roles, such as DEALER. They determine what is shown first, but grant nothing. */
  readonly roles: readonly string[];
  readonly may: (permission: string) => boolean;
  /**
   * False for a user restricted to certain offices, who cannot change data shared by all offices.
   */
  readonly allOffices: boolean;
}

/** Returns the signed-in user, or undefined while loading. */
export function useOwn(): Own | undefined {
  const { data } = useRead('security/session/own', {});
  if (data === undefined) return undefined;
  const { name, roles, permissions, allOffices } = data;
  return { name, roles, may: (permission) => permissions.includes(permission), allOffices };
}

/** Prefetches the data that every page needs while the pages' code is loading. */
export function askAhead(): void {
  for (const path of ['security/session/own', 'system/clock']) {
    void cache.prefetchQuery(shapedQuery<unknown>(path, {}));
  }
  void cache.prefetchQuery(shapedQuery<unknown>(SETTINGS_PATH, SETTINGS_ASKED));
}

/** Returns whether the user has the permission. False while loading. */
export function useMay(permission: string): boolean {
  return useOwn()?.may(permission) ?? false;
}
