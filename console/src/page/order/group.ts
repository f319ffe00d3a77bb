// The grouped blotter has a line for each group, and for each order in an expanded group. Only
// visible orders are fetched.

import type { ItemOf } from '@countinghouse/sdk';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useRead } from '../../lib/api.js';
import { type ListPage, pageQuery, WINDOW_PAGE_ROWS } from '../../lib/window.js';
import type { Order } from './columns.js';
import type { GROUPINGS, OrderFilter } from './search.js';

/** Maximum number of groups. Groups with the most orders come first. */
const GROUPS_MAX = 500;

export type Grouping = (typeof GROUPINGS)[number];
export type Group = ItemOf<'order/tradeorder/group/list'>;

/** A line of the grid: a group, or an order in a group. */
export type Line = { readonly group: Group; readonly isOpen: boolean } | { readonly order: Order };

/** The filter for the orders of one group. */
const FILTER_OF: Readonly<Record<Grouping, string>> = {
  SECURITY: 'securityName',
  CUSTOMER: 'customerId',
  SIDE: 'side',
  STATUS: 'status',
  EXCHANGE: 'exchangeName',
};

/** A group and its line number. */
interface Placed {
  readonly group: Group;
  readonly at: number;
  readonly isOpen: boolean;
}

interface GroupedList {
  /** The total number of groups. At most 500 of them have lines. */
  readonly groupCount: number | undefined;
  readonly lineCount: number;
  readonly lineAt: (index: number) => Line | undefined;
  readonly look: (from: number, to: number) => void;
  readonly toggle: (group: Group) => void;
  readonly error: Error | undefined;
}

const nameOf = ({ key, currency }: Group): string => `${key} ${currency}`;

interface GroupWish {
  readonly by: Grouping;
  readonly filters: OrderFilter;
  readonly sort: string | undefined;
}

/** Returns the matching orders by group. The user expands the groups. */
export function useGroups({ by, filters, sort }: GroupWish): GroupedList {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [[from, to], setSeen] = useState<readonly [number, number]>([0, 0]);
  const groups = useRead('order/tradeorder/group/list', {
    query: { ...filters, by, s: GROUPS_MAX },
  });
  const placed = useMemo(() => placesOf(groups.data?.result ?? [], open), [groups.data, open]);
  const pages = placed.flatMap((place) => pagesSeen(place, from, to));
  const replies = useQueries({
    queries: pages.map(({ group, page }) =>
      pageQuery<Order>(ordersOf({ by, filters, sort }, group), page),
    ),
  });
  const known = new Map(
    pages.map(({ group, page }, index) => [`${page} ${nameOf(group)}`, replies[index]?.data]),
  );
  const look = useCallback((first: number, last: number) => {
    setSeen((now) => (now[0] === first && now[1] === last ? now : [first, last]));
  }, []);
  const toggle = (group: Group) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(nameOf(group))) after.add(nameOf(group));
      return after;
    });
  const last = placed.at(-1);
  return {
    groupCount: groups.data?.count,
    lineCount: last === undefined ? 0 : last.at + linesOf(last),
    lineAt: (index) => lineAt(placed, known, index),
    look,
    toggle,
    error: groups.error ?? replies.find(({ error }) => error !== null)?.error ?? undefined,
  };
}

const linesOf = ({ group, isOpen }: Omit<Placed, 'at'>): number => 1 + (isOpen ? group.count : 0);

function placesOf(groups: readonly Group[], open: ReadonlySet<string>): readonly Placed[] {
  let at = 0;
  return groups.map((group) => {
    const placed = { group, at, isOpen: open.has(nameOf(group)) };
    at += linesOf(placed);
    return placed;
  });
}

/** Returns the pages that hold an expanded group's orders between two lines. */
function pagesSeen({ group, at, isOpen }: Placed, from: number, to: number) {
  const first = Math.max(0, from - at - 1);
  const last = Math.min(group.count - 1, to - at - 1);
  if (!isOpen || last < first) return [];
  const page = Math.floor(first / WINDOW_PAGE_ROWS);
  const count = Math.floor(last / WINDOW_PAGE_ROWS) - page + 1;
  return Array.from({ length: count }, (_, index) => ({ group, page: page + index }));
}

function ordersOf({ by, filters, sort }: GroupWish, { key, currency }: Group) {
  const query = { ...filters, sort, currency, [FILTER_OF[by]]: key };
  return { to: 'order/tradeorder/list', query };
}

function lineAt(
  placed: readonly Placed[],
  known: ReadonlyMap<string, ListPage<Order> | undefined>,
  index: number,
): Line | undefined {
  const place = placed.findLast(({ at }) => at <= index);
  if (place === undefined) return undefined;
  const { group, at, isOpen } = place;
  const row = index - at - 1;
  if (row < 0) return { group, isOpen };
  const page = known.get(`${Math.floor(row / WINDOW_PAGE_ROWS)} ${nameOf(group)}`);
  const order = page?.result[row % WINDOW_PAGE_ROWS];
  return order && { order };
}
