// What a write would do: asked for as a dry run, and kept like any reply.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Asking } from './asking.js';

/**
 * The reply of a dry run, undefined while it is under way or there is nothing to try. Its key
 * begins with the path, like that of a read.
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
