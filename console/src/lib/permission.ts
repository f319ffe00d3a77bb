// The permissions of the signed-in user. Pages offer only permitted actions.

import { useRead } from './api.js';

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

/** Returns whether the user has the permission. False while loading. */
export function useMay(permission: string): boolean {
  return useOwn()?.may(permission) ?? false;
}
