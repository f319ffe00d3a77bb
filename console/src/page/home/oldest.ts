// The age of the oldest record in a list of pending work.

import { useQueries } from '@tanstack/react-query';
import { type ListOf, shapedQuery } from '../../lib/api.js';

interface Counted {
  readonly list: string;
  readonly query: Readonly<Record<string, string | boolean>>;
  /** The reply with the count and the first record. Undefined while loading. */
  readonly reply: ListOf<unknown> | undefined;
}

/** The fields that contain the time when a record was entered, as named in the lists. */
const MOMENTS = [
  ...(['reversalAskedDttm', 'requestedDttm', 'receivedDttm', 'createdDttm', 'orderDate'] as const),
];

/**
 * Returns when the oldest record of each list was entered. Some lists start with their oldest
 * record and others with their newest, so the first and last records are compared.
 */
export function useOldest(of: readonly Counted[]): readonly (string | undefined)[] {
  const lasts = useQueries({
    queries: of.map(({ list, query, reply }) => ({
      ...shapedQuery<ListOf<unknown>>(list, { query: { ...query, s: 1, b: reply?.count ?? 1 } }),
      enabled: (reply?.count ?? 0) > 1,
    })),
  });
  return of.map(({ reply }, at) => {
    if ((reply?.count ?? 0) === 0) return undefined;
    const rows = [reply?.result[0], lasts[at]?.data?.result[0]];
    return rows.flatMap(momentOf).toSorted()[0];
  });
}

function momentOf(row: unknown): string[] {
  const members = new Map<string, unknown>(Object.entries(Object(row)));
  const moment = MOMENTS.map((name) => members.get(name)).find((each) => typeof each === 'string');
  return typeof moment === 'string' ? [moment] : [];
}
