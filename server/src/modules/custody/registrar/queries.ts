// SQL for registrars' lists, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { RegistrarCells } from './column.js';

export const VERDICTS = [
  'MATCHED',
  'UNITS_DIFFER',
  'AMOUNT_DIFFERS',
  'NOT_ENTITLED_HERE',
  'UNKNOWN_ACCOUNT',
  'DUPLICATE',
  'MISSING_AT_REGISTRAR',
  'UNREADABLE',
] as const;
type Verdict = (typeof VERDICTS)[number];

export const FILE_STATES = ['JUDGED', 'UNDONE'] as const;
type FileState = (typeof FILE_STATES)[number];

interface StoredFile {
  readonly id: bigint;
  readonly name: string;
  readonly corporate_action_id: bigint;
  readonly file_name: string;
  readonly content_hash: string;
  readonly state: FileState;
  readonly row_count: number;
  readonly columns: readonly MappedHeader[];
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A list with its event, the number of rows per verdict, and its claims. */
export interface RegistrarFileRow extends StoredFile {
  readonly event_name: string;
  readonly event_label: string;
  readonly security_name: string;
  readonly currency: string;
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly claims: bigint;
}

const SELECT: Sql = sql`
  select f.*, a.name as event_name, a.label as event_label, s.name as security_name,
    coalesce(o.currency, s.currency) as currency, v.counts, c.claims
  from registrar_file f
  join corporate_action a on a.id = f.corporate_action_id
  join security s on s.id = a.security_id
  left join corporate_action_option o on o.corporate_action_id = a.id and o.is_default
  cross join lateral (
    select coalesce(jsonb_object_agg(r.verdict, r.n), '{}') as counts from (
      select verdict, count(*) as n from registrar_row where registrar_file_id = f.id group by 1) r
  ) v
  cross join lateral (
    select count(*) as claims from market_claim m
    where m.registrar_file_id = f.id and m.state <> 'CANCELLED') c`;

export async function selectFile(
  on: Database | Tx,
  id: bigint,
): Promise<RegistrarFileRow | undefined> {
  const [row] = await on.query<RegistrarFileRow>(sql`${SELECT} where f.id = ${id}`);
  return row;
}

/** Locks a list's event, then the list. Returns the list, or undefined if there is none. */
export async function lockFile(tx: Tx, id: bigint): Promise<RegistrarFileRow | undefined> {
  await tx.query(sql`
    select a.id from corporate_action a
    where a.id = (select corporate_action_id from registrar_file where id = ${id})
    for no key update`);
  await tx.query(sql`select id from registrar_file where id = ${id} for update`);
  return selectFile(tx, id);
}

/** Finds an event's list that has this content and was not undone. */
export async function fileOfContent(
  tx: Tx,
  eventId: bigint,
  hash: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(sql`
    select name from registrar_file
    where corporate_action_id = ${eventId} and content_hash = ${hash} and state = 'JUDGED'`);
  return row?.name;
}

/** Stores a list without its rows. */
export async function insertFile(
  tx: Tx,
  row: Omit<StoredFile, 'version' | 'modified_by' | 'modified_at'>,
): Promise<void> {
  await tx.query(sql`
    insert into registrar_file (id, name, corporate_action_id, file_name, content_hash, state,
      row_count, columns, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.corporate_action_id}, ${row.file_name},
      ${row.content_hash}, ${row.state}, ${row.row_count}, ${toJson(row.columns)}::jsonb,
      ${row.created_by}, ${row.created_at}, ${row.created_by}, ${row.created_at})`);
}

/** Marks a list as undone, and cancels its open claims. */
export async function storeUndone(
  tx: Tx,
  id: bigint,
  made: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update market_claim set state = 'CANCELLED', version = version + 1,
      modified_by = ${made.by}, modified_at = ${made.at}
    where registrar_file_id = ${id} and state = 'OPEN'`);
  await tx.query(sql`
    update registrar_file set state = 'UNDONE', version = version + 1,
      modified_by = ${made.by}, modified_at = ${made.at}
    where id = ${id}`);
}

/** Selects lists, newest first, plus one extra row to detect a next page. */
export function selectFiles(
  on: Database,
  filter: { readonly eventId: bigint | undefined; readonly state: FileState | undefined },
  page: PageRequest,
): Promise<RegistrarFileRow[]> {
  return on.query(sql`${SELECT}
    where (${filter.eventId ?? null}::bigint is null
        or f.corporate_action_id = ${filter.eventId ?? null})
      and (${filter.state ?? null}::text is null or f.state = ${filter.state ?? null})
      and (${page.after}::bigint is null or f.id < ${page.after})
    order by f.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countFiles(
  on: Database,
  filter: { readonly eventId: bigint | undefined; readonly state: FileState | undefined },
): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) from registrar_file f
      where (${filter.eventId ?? null}::bigint is null
          or f.corporate_action_id = ${filter.eventId ?? null})
        and (${filter.state ?? null}::text is null or f.state = ${filter.state ?? null})`,
  );
}

/** A row of a list, with its verdict. */
export interface JudgedRow {
  readonly row_no: number;
  readonly verdict: Verdict;
  readonly account_no: string | null;
  readonly chn_number: string | null;
  readonly holder: string | null;
  readonly portfolio_name: string | null;
  readonly entitlement_id: bigint | null;
  readonly portfolios: number;
  readonly units: bigint | null;
  readonly gross_minor: bigint | null;
  readonly tax_minor: bigint | null;
  readonly net_minor: bigint | null;
  readonly reference: string | null;
  readonly expected_units: bigint | null;
  readonly expected_gross_minor: bigint | null;
  readonly expected_tax_minor: bigint | null;
  readonly expected_net_minor: bigint | null;
  readonly cells: RegistrarCells | null;
  readonly detail: string | null;
}

/** Selects rows that are not MATCHED, after a given row, by row number. */
export function selectDiffering(
  on: Database | Tx,
  id: bigint,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<JudgedRow[]> {
  return on.query(sql`
    select r.*, p.name as portfolio_name from registrar_row r
    left join portfolio p on p.id = r.portfolio_id
    where r.registrar_file_id = ${id} and r.verdict <> 'MATCHED' and r.row_no > ${after}
    order by r.row_no limit ${most}`);
}
