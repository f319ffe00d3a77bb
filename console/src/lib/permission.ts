// What the person who signed in may do: a page offers that, and nothing that would be refused.

import { useRead } from './api.js';

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

/** Whether the person may do this; no while it is not known. */
export function useMay(permission: string): boolean {
  return useOwn()?.may(permission) ?? false;
}
