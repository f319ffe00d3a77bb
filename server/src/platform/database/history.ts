// What happened about a record, told by several tables as one list, newest first: each table gives
// its rows in one form, and a page costs the same however far back it lies.

import { Decimal } from '../money/decimal.js';
import type { Database, Instant, Tx } from './database.js';
import { joinSql, type Sql, sql } from './sql.js';

/** What a table tells of each thing that happened. An index should give its rows by `at` and id. */
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

/** The columns of a select that `HistorySource.rows` consists of. */
export function historyColumns(columns: HistoryColumns): Sql {
  const none = sql`null`;
  return sql`${columns.at} as at, ${columns.id} as id, (${columns.name ?? none})::text as name,
    (${columns.channel ?? none})::text as channel,
    (${columns.direction ?? none})::text as direction, (${columns.status ?? none})::text as status,
    (${columns.subject ?? none})::text as subject, (${columns.by ?? none})::text as by,
    (${columns.amountMinor ?? none})::bigint as amount_minor,
    (${columns.currency ?? none})::text as currency`;
}

/** The rows of one kind. Kinds may come several times; then their ids must not. */
export interface HistorySource {
  /** Capitals and underscores, such as `ACTIVITY`. */
  readonly kind: string;
  /** A select of `historyColumns`, without an order. */
  readonly rows: Sql;
}

export interface HistoryEntry {
  readonly kind: string;
  readonly at: Instant;
  /** The same in microseconds since 1970, which is all that the database knows of it. */
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

/** Where in the list an entry stands. */
export type HistoryPlace = Pick<HistoryEntry, 'micros' | 'kind' | 'id'>;

interface HistoryPage {
  readonly limit: number;
  readonly offset: number;
  readonly after: HistoryPlace | null;
}

/** One entry beyond the page, newest first. */
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

/** The statement behind it, for those who look at its plan. */
export function historyStatement(sources: readonly HistorySource[], page: HistoryPage): Sql {
  // No source gives more to the page than the page has, so none is read any further.
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

// In a form that the index on `at` and id can begin at.
function beyond(kind: string, after: HistoryPlace | null): Sql {
  if (after === null) return sql`true`;
  const at = sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
  if (kind === after.kind) return sql`(s.at, s.id) < (${at}, ${after.id}::bigint)`;
  return kind < after.kind ? sql`s.at <= ${at}` : sql`s.at < ${at}`;
}

/** How many entries there are. */
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

/** Reads the texts of a place, as `partsOfPlace` made them; undefined for what it never made. */
export function placeOfParts(parts: readonly string[]): HistoryPlace | undefined {
  const [micros = '', kind = '', id = ''] = parts;
  if (!/^\d{1,18}$/.test(micros) || !/^\d{1,18}$/.test(id)) return undefined;
  const place = { micros: BigInt(micros), kind, id: BigInt(id) };
  return place.micros < LATEST_MICROS ? place : undefined;
}

/** The texts of an entry's place, for a cursor. */
export function partsOfPlace({ micros, kind, id }: HistoryPlace): readonly string[] {
  return [String(micros), kind, String(id)];
}
