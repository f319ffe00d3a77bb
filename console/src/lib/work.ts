// Counts of several lists, read in one request, so that a page needs few requests.

import type { ReplyOf } from '@countinghouse/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { client } from './client.js';

const PATH = 'security/own/work';

/** A kind of records that the server counts, and the list that shows them. */
export interface WorkCode {
  readonly code: string;
  readonly list: string;
}

type Reply = ReplyOf<'get', typeof PATH>;
type Work = Reply['result'][number];

/**
 * Returns the counts by code. Refreshing one of the lists refreshes them, too.
 * @param of the order does not matter: components that count the same records share a request
 */
export function useWork(
  of: readonly WorkCode[],
  enabled = true,
): UseQueryResult<ReadonlyMap<string, Work>, Error> {
  const codes = [...new Set(of.map(({ code }) => code))].toSorted().join();
  const query = { codes };
  return useQuery<Reply, Error, ReadonlyMap<string, Work>>({
    queryKey: [PATH, { query }],
    queryFn: ({ signal }) => client.request({ method: 'GET', to: PATH, query, signal }),
    select: ({ result }) => new Map(result.map((each) => [each.code, each])),
    enabled: enabled && codes !== '',
    meta: { lists: [...new Set(of.map(({ list }) => list))] },
    placeholderData: (before) => before,
  });
}
