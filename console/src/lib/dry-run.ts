// The effect of a write, fetched with a dry run and cached like a read.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Write } from './write.js';

/**
 * Returns the reply to a dry run. Undefined while it is in flight or if there is no request. Its
 * cache key begins with the path, like that of a read.
 */
export function useDryRun<Reply>(
  write: Write<Reply> | undefined,
): UseQueryResult<Reply | null, Error> {
  return useQuery<Reply | null, Error>({
    queryKey: [write?.request.to ?? '', 'dry-run', write?.request],
    queryFn: async ({ signal }) => (await write?.send({ dryRun: true, signal })) ?? null,
    enabled: write !== undefined,
    placeholderData: (before) => before,
  });
}
