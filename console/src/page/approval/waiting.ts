// The number of items waiting for approval, shown in the navigation.

import { useQueries } from '@tanstack/react-query';
import { type ListOf, shapedQuery } from '../../lib/api.js';
import { useLater } from '../../lib/later.js';
import { useOwn } from '../../lib/permission.js';
import { KINDS, kindsFor } from './kind.js';

/** The count is loaded shortly after the page. */
const AFTER_MS = 1_000;

const sumOf = (replies: readonly { readonly data: ListOf<unknown> | undefined }[]): number =>
  replies.reduce((sum, { data }) => sum + (data?.count ?? 0), 0);

/** Returns the number of items that the user may decide on. */
export function useWaitingCount(): number {
  const own = useOwn();
  const kinds = own === undefined ? [] : kindsFor(own, 'decide');
  const isLater = useLater(AFTER_MS);
  return useQueries({
    queries: kinds.map((kind) => {
      const { list, query } = KINDS[kind];
      return shapedQuery<ListOf<unknown>>(list, { query: { ...query, s: 1 }, enabled: isLater });
    }),
    combine: sumOf,
  });
}
