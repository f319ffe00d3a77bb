// One user or API client with its version, so that a change of an outdated record is refused.

import { isProblem, type ReplyOf } from '@countinghouse/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/api.js';
import type { Write } from '../../lib/write.js';

export type UserRecord = ReplyOf<'get', 'security/user/id/{id}'>;
export type ClientRecord = ReplyOf<'get', 'security/client/id/{id}'>;

// The version belongs to the reply object itself, so the cache must not copy the reply.
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

/** Returns the state of a user, as the filter names it. */
export function stateOf({ active, locked }: Pick<UserRecord, 'active' | 'locked'>): string {
  if (!active) return 'DISABLED';
  return locked ? 'LOCKED' : 'ACTIVE';
}

/** What a form was filled with, and the record whose version a save names. */
interface Basis<Of extends object> {
  readonly filled: Of;
  readonly version: Of;
  /** The form was saved: it is filled with the record that is read next. */
  readonly onSaved: () => void;
}

/**
 * Returns the basis of a form. The page reads the record again while it is open, so a save names
 * the version that the form was filled with: a change that another person made in between is
 * refused. The reader then sees it, and the next save is for the present version. It sends what
 * the reader changed, not what the other person did.
 */
export function useBasis<Of extends object>(present: Of, error: unknown): Basis<Of> {
  const [filled, setFilled] = useState(present);
  // The record as it was read before the save.
  const [saved, setSaved] = useState<Of>();
  if (saved !== undefined && present !== saved) {
    setFilled(present);
    setSaved(undefined);
  }
  const isWarned = isProblem(error) && error.code === 'PRECONDITION_FAILED';
  return { filled, version: isWarned ? present : filled, onSaved: () => setSaved(present) };
}

/** Returns the write with the version of the record that it changes. */
export function onVersion<Reply>(of: object, prepared: Write<Reply>): Write<Reply> {
  return {
    request: prepared.request,
    send: (options) => prepared.send({ ...options, ifMatch: of }),
  };
}
