// The effect of a write, fetched as a dry run and cached like a read.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Asking } from './asking.js';

/**
 * The reply of a dry run. Undefined while it is in flight, or when there is no request to try. Its
 * key begins with the path, like the key of a read.
 */
export function useDryRun<Reply>(
  asking: Asking<Reply> | undefined,
): UseQueryResult<Reply | null, Error> {
  return useQuery<Reply | null, Error>({
    queryKey: [asking?.request.to ?? '', 'dry-run', asking?.request],
    queryFn: async ({ signal }) => (await asking?.send({ dryRun: true, signal })) ?? null,
    enabled: asking !== undefined,
    placeholderData: (before) => before,
  });
}
