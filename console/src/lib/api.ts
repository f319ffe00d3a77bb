// The cache of the server's replies, and the hooks that read from it.

import { type InitOf, isProblem, type PathOf, type ReplyOf } from '@countinghouse/sdk';
import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { takeAsked } from './ahead.js';
import { client } from './client.js';
import { forget } from './session.js';

/** How long replies stay cached after the last page that showed them is closed. */
const CACHED_MS = 300_000;
/** Data that no event refreshes is fetched again when shown after this time. */
const FRESH_MS = 15_000;

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: CACHED_MS,
      staleTime: FRESH_MS,
      // The SDK already retries what is safe to retry, so another retry would only delay the error.
      retry: false,
      throwOnError: (error) => {
        if (isProblem(error, 'INVALID_CREDENTIALS')) forget();
        return false;
      },
    },
  },
});

interface ReadOptions {
  /** False while a parameter of the request is unknown. */
  readonly enabled?: boolean;
  /** Poll interval while the data is shown. */
  readonly pollIntervalMs?: number;
}

/**
 * Fetches the reply to a read operation once, and shares it with every component that uses it. The
 * cache key begins with the path, so `refresh('order/tradeorder')` fetches everything below it
 * again.
 */
export function useRead<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>[0] & ReadOptions,
): UseQueryResult<ReplyOf<'get', P>, Error> {
  const { enabled, pollIntervalMs, ...request } = init;
  return useQuery<ReplyOf<'get', P>, Error>({
    queryKey: [path, request],
    queryFn: ({ signal }) => client.request({ method: 'GET', to: path, ...request, signal }),
    enabled: enabled ?? true,
    ...(pollIntervalMs === undefined ? {} : { refetchInterval: pollIntervalMs }),
    placeholderData: (before) => before,
  });
}

/** A request without a published reply shape. The page that sends it names the shape. */
interface ShapedRequest extends ReadOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Like `useRead`, for replies without a published shape. */
export function useShaped<Reply>(path: string, init: ShapedRequest): UseQueryResult<Reply, Error> {
  return useQuery(shapedQuery<Reply>(path, init));
}

/** Like `useShaped`, for pages that send several requests at once. */
export function shapedQuery<Reply>(
  path: string,
  init: ShapedRequest,
): UseQueryOptions<Reply, Error> {
  const { enabled, pollIntervalMs, ...request } = init;
  return {
    queryKey: [path, request],
    queryFn: ({ signal }) => client.request({ method: 'GET', to: path, ...request, signal }),
    enabled: enabled ?? true,
    ...(pollIntervalMs === undefined ? {} : { refetchInterval: pollIntervalMs }),
    placeholderData: keepPreviousData,
  };
}

/** Puts the replies that were requested in advance into the cache. */
export function fillCache(): void {
  for (const { path, init, reply } of takeAsked()) {
    void cache.prefetchQuery({ ...shapedQuery<unknown>(path, init), queryFn: () => reply });
  }
}

/** The reply to a list operation without a published shape. */
export interface ListOf<Row> {
  readonly count: number;
  readonly result: readonly Row[];
}

/**
 * Refetches every visible reply whose path begins with one of these prefixes, and the counts of
 * such lists.
 */
export async function refresh(...paths: readonly string[]): Promise<void> {
  await cache.invalidateQueries({
    predicate: ({ queryKey: [path], meta }) =>
      [path, ...listsOf(meta)].some(
        (each) => typeof each === 'string' && paths.some((start) => each.startsWith(start)),
      ),
  });
}

function listsOf(meta: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const lists = meta?.lists;
  return Array.isArray(lists) ? lists : [];
}
