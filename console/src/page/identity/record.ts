// One user or API client with its version, so that a change based on an outdated version is
// refused.

import { isProblem, type ReplyOf } from '@countinghouse/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/client.js';
import type { Write } from '../../lib/write.js';

export type UserRecord = ReplyOf<'get', 'security/user/id/{id}'>;
export type ClientRecord = ReplyOf<'get', 'security/client/id/{id}'>;

// The version is attached to the reply object, so the cache must not copy replies.
const UNCOPIED = { structuralSharing: false } as const;

export function useUser(id: number): UseQueryResult<UserRecord, Error> {
  return useQuery<UserRecord, Error>({
    queryKey: ['security/user/id/{id}', 'with version', id],
    queryFn: ({ signal }) => client.get('security/user/id/{id}', { path: { id }, signal }),
    ...UNCOPIED,
  });
}

export function useClient(id: number): UseQueryResult<ClientRecord, Error> {
  return useQuery<ClientRecord, Error>({
    queryKey: ['security/client/id/{id}', 'with version', id],
    queryFn: ({ signal }) => client.get('security/client/id/{id}', { path: { id }, signal }),
    ...UNCOPIED,
  });
}

/** Returns a user's state, named as in the filter. */
export function stateOf({ active, locked }: Pick<UserRecord, 'active' | 'locked'>): string {
  if (!active) return 'DISABLED';
  return locked ? 'LOCKED' : 'ACTIVE';
}

/** The fields that the form shows. */
const MEMBERS = ['label', 'emailAddress', 'roles', 'allOffices', 'officeIds'] as const;

type Shown = { readonly [Member in (typeof MEMBERS)[number]]?: unknown };

// The values of fields: strings, booleans and lists of them.
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The values that a form was filled with, and the record whose version a save sends. */
interface Basis<Of extends object> {
  readonly filled: Of;
  readonly version: Of;
  /** Called after a save. The form is then refilled from the next version that is read. */
  readonly onSaved: () => void;
}

/**
 * Returns the basis of a form. The page refetches the record while the form is open. If one of the
 * form's fields has changed on the server since then, a save sends the old version and is refused.
 * The user then sees the change, and the next save sends the current version. A save sends only the
 * user's own changes. Changes outside the form, such as unlocking the user, do not prevent a save.
 */
export function useBasis<Of extends Shown>(present: Of, error: unknown): Basis<Of> {
  const [filled, setFilled] = useState(present);
  // The record as read before the save.
  const [saved, setSaved] = useState<Of>();
  if (saved !== undefined && present !== saved) {
    setFilled(present);
    setSaved(undefined);
  }
  const isWarned = isProblem(error) && error.code === 'PRECONDITION_FAILED';
  const isPresent = isWarned || MEMBERS.every((member) => isSame(present[member], filled[member]));
  return { filled, version: isPresent ? present : filled, onSaved: () => setSaved(present) };
}

/** Returns the write with the version of the record to change. */
export function onVersion<Reply>(of: object, prepared: Write<Reply>): Write<Reply> {
  return {
    request: prepared.request,
    send: (options) => prepared.send({ ...options, ifMatch: of }),
  };
}
