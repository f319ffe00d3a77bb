// The permissions of a set of roles, and the permissions that a change adds or removes.

import type { ItemOf } from '@countinghouse/sdk';
import { useMemo } from 'react';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { ROLES } from './search.js';

export type Permission = ItemOf<'security/permission/list'>;

/** A noun with its permissions. */
export interface Noun {
  /** The module and the noun, such as `finance.journal`. */
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** Returns all permissions with their roles and operations. Undefined while loading. */
export function usePermissions() {
  const { data, error } = useRead('security/permission/list', {});
  return { permissions: data?.result, error };
}

/** The permissions that a change to roles adds and removes. */
export interface RightChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Returns the permissions that a change from one set of roles to another adds and removes. */
export function useRightChange(
  before: readonly string[],
  after: readonly string[],
): RightChange | undefined {
  const { permissions } = usePermissions();
  return useMemo(
    () => permissions && changeOf(permissions, before, after),
    [permissions, before, after],
  );
}

function changeOf(
  permissions: readonly Permission[],
  before: readonly string[],
  after: readonly string[],
): RightChange {
  const granted = (by: readonly string[]) => (permission: Permission) =>
    permission.roles.some((role) => by.includes(role));
  const names = (of: readonly Permission[]) => of.map(({ permission }) => permission);
  return {
    gained: names(permissions.filter(granted(after)).filter((each) => !granted(before)(each))),
    lost: names(permissions.filter(granted(before)).filter((each) => !granted(after)(each))),
  };
}

/** Returns the name and the description of a role. An unknown role has only its code. */
export function useRoleWords() {
  const { t } = useSpeech();
  return useMemo(() => {
    const known = (role: string) => ROLES.find((each) => each === role);
    return {
      nameOf: (role: string): string => {
        const id = known(role);
        return id === undefined ? role : t(`role.${id}`);
      },
      sentenceOf: (role: string): string => {
        const id = known(role);
        return id === undefined ? '' : t(`role.${id}.does`);
      },
    };
  }, [t]);
}
