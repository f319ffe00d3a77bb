// A list of any length. Only its visible pages are fetched.

import type { ItemOf, ListPath } from '@countinghouse/sdk';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { client } from './client.js';

/** Rows per page. */
export const WINDOW_PAGE_ROWS = 100;

/** One page of a list. */
export interface ListPage<Row> {
  readonly count: number;
  readonly result: readonly Row[];
}

/** A list operation: its path and its query without paging. */
export interface ListRequest<P extends string = string> {
  readonly to: P;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly path?: Readonly<Record<string, string | number>>;
  /** The name of the page size parameter if it is not `s`. */
  readonly sizeName?: 's' | 'c';
}

interface WindowedList<Row> {
  /** The number of matching rows on the server. Undefined while loading. */
  readonly count: number | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  /** Called with the range of visible rows. */
  readonly look: (from: number, to: number) => void;
  readonly error: Error | undefined;
}

/** Fetches the visible pages of a list. A page keeps its rows while it is refetched. */
export function useWindow<P extends ListPath>(request: ListRequest<P>): WindowedList<ItemOf<P>> {
  return useShapedWindow<ItemOf<P>>(request);
}

/** Like `useWindow`, for rows without a published shape. The calling page names the shape. */
export function useShapedWindow<Row>(request: ListRequest): WindowedList<Row> {
  const [pages, setPages] = useState<readonly [number, number]>([0, 0]);
  const lastCount = useRef<{ readonly key: string; readonly count: number }>(undefined);
  const [first, last] = pages;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const replies = useQueries({ queries: numbers.map((page) => pageQuery<Row>(request, page)) });
  const key = JSON.stringify(request);
  const known = replies.find(({ data }) => data !== undefined)?.data?.count;
  if (known !== undefined) lastCount.current = { key, count: known };
  const count = lastCount.current?.key === key ? lastCount.current.count : known;
  const look = useCallback((from: number, to: number) => {
    const range = [Math.floor(from / WINDOW_PAGE_ROWS), Math.floor(to / WINDOW_PAGE_ROWS)] as const;
    setPages((now) => (now[0] === range[0] && now[1] === range[1] ? now : range));
  }, []);
  const rowAt = (index: number): Row | undefined =>
    replies[Math.floor(index / WINDOW_PAGE_ROWS) - first]?.data?.result[index % WINDOW_PAGE_ROWS];
  const error = replies.find((reply) => reply.error !== null)?.error ?? undefined;
  return { count, rowAt, look, error };
}

/** The query of one page. */
export function pageQuery<Row>(request: ListRequest, page: number) {
  const { to, query, path, sizeName = 's' } = request;
  const paged = {
    ...(path === undefined ? {} : { path }),
    query: { ...query, b: page + 1, [sizeName]: WINDOW_PAGE_ROWS },
  };
  return {
    queryKey: [to, paged],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ListPage<Row>> =>
      client.request({ method: 'GET', to, ...paged, signal }),
  };
}
