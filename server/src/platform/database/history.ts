// The history of a record: entries from several tables in one list, newest first. Each table
// provides its rows in the same form. Old pages are read as fast as new ones.

import { Decimal } from '../money/decimal.js';
import type { Database, Instant, Tx } from './database.js';
import { joinSql, type Sql, sql } from './sql.js';

/**
 * The columns that a table provides for each entry. An index should return its rows by `at` and id.
 */
interface HistoryColumns {
  readonly at: Sql;
  readonly id: Sql;
  readonly name?: Sql;
  readonly channel?: Sql;
  readonly direction?: Sql;
  readonly status?: Sql;
  readonly subject?: Sql;
  readonly by?: Sql;
  readonly amountMinor?: Sql;
  readonly currency?: Sql;
}

/** Builds the column list of a select for `HistorySource.rows`. */
export function historyColumns(columns: HistoryColumns): Sql {
  const none = sql`null`;
  return sql`${columns.at} as at, ${columns.id} as id, (${columns.name ?? none})::text as name,
    (${columns.channel ?? none})::text as channel,
    (${columns.direction ?? none})::text as direction, (${columns.status ?? none})::text as status,
    (${columns.subject ?? none})::text as subject, (${columns.by ?? none})::text as by,
    (${columns.amountMinor ?? none})::bigint as amount_minor,
    (${columns.currency ?? none})::text as currency`;
}

/** The rows of one kind. Sources of the same kind must not have ids in common. */
export interface HistorySource {
  /** The kind in capitals and underscores, such as `ACTIVITY`. */
  readonly kind: string;
  /** A select of `historyColumns`, without an ORDER BY. */
  readonly rows: Sql;
}

export interface HistoryEntry {
  readonly kind: string;
  readonly at: Instant;
  /** `at` in microseconds since 1970, the full precision of the database. */
  readonly micros: bigint;
  readonly id: bigint;
  readonly name: string | null;
  readonly channel: string | null;
  readonly direction: string | null;
  readonly status: string | null;
  readonly subject: string | null;
  readonly by: string | null;
  readonly amount_minor: bigint | null;
  readonly currency: string | null;
}

/** The position of an entry in the list. */
export type HistoryPlace = Pick<HistoryEntry, 'micros' | 'kind' | 'id'>;

interface HistoryPage {
  readonly limit: number;
  readonly offset: number;
  readonly after: HistoryPlace | null;
}

/** Reads a page plus one entry, newest first. */
export async function readHistory(
  on: Database | Tx,
  sources: readonly HistorySource[],
  page: HistoryPage,
): Promise<HistoryEntry[]> {
  const rows = await on.query<Omit<HistoryEntry, 'micros'> & { readonly micros: Decimal }>(
    historyStatement(sources, page),
  );
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros.toFixed(0)) }));
}

/** Builds the statement of `readHistory`. Exported so that tests can check its query plan. */
export function historyStatement(sources: readonly HistorySource[], page: HistoryPage): Sql {
  // No source can contribute more rows than a page has, so no more are read from each.
  const most = page.offset + page.limit + 1;
  const parts = sources.map(
    ({ kind, rows }) => sql`(
      select ${kind}::text collate "C" as kind, s.* from (${rows}) s
      where ${beyond(kind, page.after)} order by s.at desc, s.id desc limit ${most})`,
  );
  return sql`
    select h.*, extract(epoch from h.at) * 1000000 as micros
    from (${joinSql(parts, ' union all ')}) h
    order by h.at desc, h.kind desc, h.id desc
    limit ${page.limit + 1} offset ${page.offset}`;
}

// The condition is written so that the index on `at` and id can be used to find the start.
function beyond(kind: string, after: HistoryPlace | null): Sql {
  if (after === null) return sql`true`;
  const at = sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
  if (kind === after.kind) return sql`(s.at, s.id) < (${at}, ${after.id}::bigint)`;
  return kind < after.kind ? sql`s.at <= ${at}` : sql`s.at < ${at}`;
}

/** Counts the entries. */
export async function countHistory(
  on: Database | Tx,
  sources: readonly HistorySource[],
): Promise<bigint> {
  const parts = sources.map(({ rows }) => sql`(select count(*) as n from (${rows}) s)`);
  const [row] = await on.query<{ count: Decimal }>(
    sql`select sum(n) as count from (${joinSql(parts, ' union all ')}) c`,
  );
  return BigInt((row?.count ?? new Decimal(0)).toFixed(0));
}

const LATEST_MICROS = 253_402_300_800_000_000n;

/** Parses the strings returned by `partsOfPlace`. Undefined for any other strings. */
export function placeOfParts(parts: readonly string[]): HistoryPlace | undefined {
  const [micros = '', kind = '', id = ''] = parts;
  if (!/^\d{1,18}$/.test(micros) || !/^\d{1,18}$/.test(id)) return undefined;
  const place = { micros: BigInt(micros), kind, id: BigInt(id) };
  return place.micros < LATEST_MICROS ? place : undefined;
}

/** Returns the position of an entry as strings, for a cursor. */
export function partsOfPlace({ micros, kind, id }: HistoryPlace): readonly string[] {
  return [String(micros), kind, String(id)];
}
