// The one client of the console, and the cache of what the server said.

import {
  createClient,
  type InitOf,
  isProblem,
  type PathOf,
  type ReplyOf,
} from '@countinghouse/sdk';
import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { accessToken, forget, SERVER } from './session.js';

export const client = createClient({ baseUrl: SERVER, token: accessToken });

/** Replies are kept this long after the last page that showed them has gone. */
const KEPT_MS = 300_000;
/** What events do not tell about is asked for anew when it is older and looked at again. */
const FRESH_MS = 15_000;

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: KEPT_MS,
      staleTime: FRESH_MS,
      // The client repeats what may be repeated; once more would only hide a refusal longer.
      retry: false,
      throwOnError: (error) => {
        if (isProblem(error, 'INVALID_CREDENTIALS')) forget();
        return false;
      },
    },
  },
});

interface ReadOptions {
  /** False while what it asks for is not known yet. */
  readonly enabled?: boolean;
  /** Asked again so often while it is looked at. */
  readonly everyMs?: number;
}

/**
 * A reply of a reading operation, asked for once and shared by all who look at it. Its key begins
 * with the path, so `refresh('order/tradeorder')` asks anew for all below.
 */
export function useRead<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>[0] & ReadOptions,
): UseQueryResult<ReplyOf<'get', P>, Error> {
  const { enabled, everyMs, ...asked } = init;
  return useQuery<ReplyOf<'get', P>, Error>({
    queryKey: [path, asked],
    queryFn: ({ signal }) => client.request({ method: 'GET', to: path, ...asked, signal }),
    enabled: enabled ?? true,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    placeholderData: (before) => before,
  });
}

/** A request whose reply the API publishes no shape of: the page that asks names the shape. */
interface ShapedRequest extends ReadOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Like `useRead`, for those. */
export function useShaped<Reply>(path: string, init: ShapedRequest): UseQueryResult<Reply, Error> {
  return useQuery(shapedQuery<Reply>(path, init));
}

/** The same for pages that ask for several at once. */
export function shapedQuery<Reply>(
  path: string,
  init: ShapedRequest,
): UseQueryOptions<Reply, Error> {
  const { enabled, everyMs, ...asked } = init;
  return {
    queryKey: [path, asked],
    queryFn: ({ signal }) => client.request({ method: 'GET', to: path, ...asked, signal }),
    enabled: enabled ?? true,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    placeholderData: keepPreviousData,
  };
}

/** The reply of a list that has no published shape. */
export interface ListOf<Row> {
  readonly count: number;
  readonly result: readonly Row[];
}

/** Asks anew for every reply whose path begins with one of these, where somebody looks at it. */
export async function refresh(...paths: readonly string[]): Promise<void> {
  await cache.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((start) => path.startsWith(start)),
  });
}
