// The URL parameters of the pages for users, roles and API clients.

import { choiceOf, textOf } from '../../lib/search.js';

export const ROLES = [
  ...(['ADMIN', 'DEALER', 'OPERATIONS', 'APPROVER'] as const),
  ...(['FINANCE', 'CRM', 'AUDITOR', 'CLIENT'] as const),
] as const;
export type Role = (typeof ROLES)[number];

export const USER_STATES = ['ACTIVE', 'DISABLED', 'LOCKED'] as const;
export const CLIENT_STATES = ['ACTIVE', 'DISABLED'] as const;

/** The filters of a list, and the open record. */
export interface PrincipalSearch<State extends string> {
  readonly x?: string | undefined;
  readonly role?: Role | undefined;
  readonly permission?: string | undefined;
  readonly state?: State | undefined;
  /** The id of the open user or client, or `new`. */
  readonly open?: string | undefined;
}

const readSearch = <State extends string>(
  search: Record<string, unknown>,
  states: readonly State[],
): PrincipalSearch<State> => ({
  x: textOf(search, 'x'),
  role: choiceOf(search, 'role', ROLES),
  permission: textOf(search, 'permission'),
  state: choiceOf(search, 'state', states),
  open: textOf(search, 'open'),
});

export const readUserSearch = (search: Record<string, unknown>) => readSearch(search, USER_STATES);

export const readClientSearch = (search: Record<string, unknown>) =>
  readSearch(search, CLIENT_STATES);

export interface RoleSearch {
  /** The noun and role of the open cell. */
  readonly noun?: string | undefined;
  readonly role?: Role | undefined;
  /** The two roles to compare. */
  readonly a?: Role | undefined;
  readonly b?: Role | undefined;
}

export const readRoleSearch = (search: Record<string, unknown>): RoleSearch => ({
  noun: textOf(search, 'noun'),
  role: choiceOf(search, 'role', ROLES),
  a: choiceOf(search, 'a', ROLES),
  b: choiceOf(search, 'b', ROLES),
});
