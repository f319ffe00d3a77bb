// What waits for a second person, as the count beside the inbox.

import { useQueries } from '@tanstack/react-query';
import { type ListOf, shapedQuery } from '../../lib/api.js';
import { useOwn } from '../../lib/permission.js';
import { KINDS, kindsFor } from './kind.js';

/** Of everything that this person may decide on. */
export function useWaitingCount(): number {
  const own = useOwn();
  const kinds = own === undefined ? [] : kindsFor(own.may, 'decide');
  const replies = useQueries({
    queries: kinds.map((kind) => {
      const { list, query } = KINDS[kind];
      return shapedQuery<ListOf<unknown>>(list, { query: { ...query, s: 1 } });
    }),
  });
  return replies.reduce((sum, { data }) => sum + (data?.count ?? 0), 0);
}
