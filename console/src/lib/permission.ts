// What the person who signed in may do: a page offers that, and nothing that would be refused.

import { cache, shapedQuery, useRead } from './api.js';

export interface Own {
  readonly name: string;
  readonly may: (permission: string) => boolean;
  /** False for a person bound to business offices, who changes nothing that all of them share. */
  readonly allOffices: boolean;
}

/** Who is signed in; undefined until the server has said. */
export function useOwn(): Own | undefined {
  const { data } = useRead('security/session/own', {});
  if (data === undefined) return undefined;
  const { name, permissions, allOffices } = data;
  return { name, may: (permission) => permissions.includes(permission), allOffices };
}

/** Asks ahead for what every page waits for, while the pages are on their way. */
export function askAhead(): void {
  for (const path of ['security/session/own', 'system/clock']) {
    void cache.prefetchQuery(shapedQuery<unknown>(path, {}));
  }
}

/** Whether the person may do this; no while it is not known. */
export function useMay(permission: string): boolean {
  return useOwn()?.may(permission) ?? false;
}
