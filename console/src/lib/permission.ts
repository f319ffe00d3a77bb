// What the person who signed in may do: a page offers that, and nothing that would be refused.

import { cache, shapedQuery, useRead } from './api.js';

export interface Own {
  readonly name: string;
  readonly may: (permission: string) => boolean;
}

/** Who is signed in; undefined until the server has said. */
export function useOwn(): Own | undefined {
  const { data } = useRead('security/session/own', {});
  if (data === undefined) return undefined;
  return { name: data.name, may: (permission) => data.permissions.includes(permission) };
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
