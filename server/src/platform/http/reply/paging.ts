// Paging of lists by page number and size, or by a cursor, which is equally fast on every page.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import type { Page, Paging } from '../route.js';
import { type WireOptions, wireInteger, wireText } from '../shape/wire.js';
import { commonProblems, refuseMember } from './problem.js';

/** The start of a page: after an id if there is a cursor, otherwise at an offset. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly after: bigint | null;
}

const pageOptions: WireOptions = { description: 'Page number, starting at 1; 0 is treated as 1' };
const sizeOptions: WireOptions = {
  description:
    `Page size, at most ${HTTP.pageSizeMax}. Default: ${HTTP.pageSizeDefault}, also if 0 is ` +
    'sent',
  most: HTTP.pageSizeMax,
};

/** The paging parameters of most lists: `b` page, `s` or `c` size, and `cursor`. */
export const pageBS = {
  b: Type.Optional(wireInteger(pageOptions)),
  s: Type.Optional(wireInteger(sizeOptions)),
  cursor: Type.Optional(wireText({ description: 'From the `next` link of the previous page' })),
};
export const pageBC = {
  b: Type.Optional(wireInteger(pageOptions)),
  c: Type.Optional(wireInteger(sizeOptions)),
  cursor: Type.Optional(wireText({ description: 'From the `next` link of the previous page' })),
};

export const PAGE_BS: Paging = { page: 'b', size: 's' };
export const PAGE_BC: Paging = { page: 'b', size: 'c' };

/** Reads the requested page from a query, regardless of the names of its paging parameters. */
export function pageOf(query: object, paging: Paging): PageRequest {
  const members = new Map<string, unknown>(Object.entries(query));
  // Old clients send 0 for the default size.
  const size = numberOf(members.get(paging.size)) || HTTP.pageSizeDefault;
  const number = numberOf(members.get(paging.page)) ?? 0;
  const index = paging.zeroBased ? number : Math.max(0, number - 1);
  const cursor = members.get('cursor');
  return {
    limit: size,
    offset: typeof cursor === 'string' ? 0 : index * size,
    after: typeof cursor === 'string' ? afterOf(cursor) : null,
  };
}

/** Returns the number of rows before a page, for lists whose cursors count rows. */
export function startOf(page: PageRequest): number {
  return page.after === null ? page.offset : Math.max(0, Number(page.after));
}

/** Cuts a page from a short list that was read as a whole. Its cursors count rows. */
export function pageOfAll<Row extends object>(rows: readonly Row[], page: PageRequest): Page<Row> {
  const end = startOf(page) + page.limit;
  return {
    count: rows.length,
    result: rows.slice(startOf(page), end),
    nextAfter: end < rows.length ? BigInt(end) : undefined,
  };
}

/** Builds the opaque cursor that starts after this id. */
function cursorAfter(id: bigint): string {
  return Buffer.from(`after:${id}`).toString('base64url');
}

/** The start of a page in a list that is not sorted by id. */
export interface PlacedPage<Place> {
  readonly limit: number;
  readonly offset: number;
  readonly after: Place | null;
}

/**
 * Reads the requested page of a list that is not sorted by id.
 * @param readPlace parses the parts passed to `placeCursor`. Undefined for any other parts
 */
export function placedPageOf<Place>(
  query: object,
  paging: Paging,
  readPlace: (parts: readonly string[]) => Place | undefined,
): PlacedPage<Place> {
  const { limit, offset } = pageOf({ ...query, cursor: undefined }, paging);
  const cursor: unknown = new Map(Object.entries(query)).get('cursor');
  if (typeof cursor !== 'string') return { limit, offset, after: null };
  const after = readPlace(partsOf(cursor));
  if (after === undefined) throw wrongCursor();
  return { limit, offset: 0, after };
}

/**
 * Builds the opaque cursor that starts after a position. The position consists of the sort keys as
 * strings.
 */
export function placeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function partsOf(cursor: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPart = (part: unknown): part is string =>
      typeof part === 'string' && part.isWellFormed() && !part.includes('\u0000');
    if (Array.isArray(parts) && parts.every(isPart)) return parts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw wrongCursor();
}

function wrongCursor() {
  return refuseMember(
    commonProblems.INVALID_REQUEST,
    'cursor',
    'is not a cursor issued by this server',
  );
}

function afterOf(cursor: string): bigint {
  const match = /^after:(-?\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match?.[1]) throw wrongCursor();
  return BigInt(match[1]);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Removes the extra row fetched after the page. Its presence shows that there is a next page. */
export function pageFrom<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  page: PageRequest,
): { readonly rows: readonly Row[]; readonly nextAfter: bigint | undefined } {
  const kept = rows.slice(0, page.limit);
  return { rows: kept, nextAfter: rows.length > page.limit ? kept.at(-1)?.id : undefined };
}

/**
 * Builds the Link header of a page: first, prev (only with page numbers, because cursors run
 * forward) and next.
 */
export function linksOf(
  page: Page<object>,
  on: { readonly url: string; readonly paging: Paging },
): string {
  const [path, query] = on.url.split('?', 2);
  const first = on.paging.zeroBased ? 0 : 1;
  const link = (relation: string, name: string, value: string | undefined): string => {
    const parameters = new URLSearchParams(query);
    parameters.delete('cursor');
    // If the request has a page number, its links have one, too. A cursor takes precedence.
    if (parameters.has(on.paging.page)) parameters.set(on.paging.page, String(first));
    if (value !== undefined) parameters.set(name, value);
    const text = parameters.toString();
    return `<${path}${text === '' ? '' : `?${text}`}>; rel="${relation}"`;
  };
  const links = [link('first', on.paging.page, undefined)];
  const asked = new URLSearchParams(query);
  const number = Number(asked.get(on.paging.page) ?? first);
  if (!asked.has('cursor') && number > first) {
    links.push(link('prev', on.paging.page, String(number - 1)));
  }
  const next =
    page.nextCursor ?? (page.nextAfter === undefined ? undefined : cursorAfter(page.nextAfter));
  if (next !== undefined) links.push(link('next', 'cursor', next));
  return links.join(', ');
}
