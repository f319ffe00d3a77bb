// One user or API client with its version, so that a change of an outdated record is refused.

import type { ReplyOf } from '@countinghouse/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
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

/** Returns the write with the version of the record that it changes. */
export function onVersion<Reply>(of: object, prepared: Write<Reply>): Write<Reply> {
  return {
    request: prepared.request,
    send: (options) => prepared.send({ ...options, ifMatch: of }),
  };
}
