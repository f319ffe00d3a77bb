// SQL for benchmarks, their parts and their levels.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { RETURN_TYPES } from './schema.js';

type On = Database | Tx;

/** The members of a benchmark. Percentages are decimal strings. */
export interface BenchmarkMembers {
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly return_type: (typeof RETURN_TYPES)[number];
  readonly part_names: readonly string[];
  readonly part_percents: readonly string[];
}

/** A stored benchmark. An index has no parts. */
export interface BenchmarkRow extends BenchmarkMembers {
  readonly id: bigint;
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_BENCHMARK: Sql = sql`
  select b.*, array(select i.name from benchmark_part p join benchmark i on i.id = p.index_id
      where p.benchmark_id = b.id order by i.name) as part_names,
    array(select p.percent::text from benchmark_part p join benchmark i on i.id = p.index_id
      where p.benchmark_id = b.id order by i.name) as part_percents
  from benchmark b`;

/** Reads a benchmark by id or, if no id is given, by code; undefined if there is none. */
export async function selectBenchmark(
  on: On,
  { id, name }: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<BenchmarkRow | undefined> {
  const [row] = await on.query<BenchmarkRow>(sql`${SELECT_BENCHMARK}
    where b.id = ${id ?? null} or (${id ?? null}::bigint is null and b.name = ${name ?? null})`);
  return row;
}

/** Reads the benchmarks with these codes, by code. */
export function selectBenchmarksNamed(on: On, names: readonly string[]): Promise<BenchmarkRow[]> {
  return on.query(sql`${SELECT_BENCHMARK}
    where b.name = any(${[...names]}::text[]) order by b.name`);
}

/** Reads a page of active benchmarks in id order, plus one extra row to detect a next page. */
export function selectActiveBenchmarks(on: Database, page: PageRequest): Promise<BenchmarkRow[]> {
  return on.query(sql`${SELECT_BENCHMARK}
    where b.active and b.id > ${page.after ?? 0n}
    order by b.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countActiveBenchmarks(on: Database): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from benchmark where active`);
}

/** Locks benchmarks by code, so that no index becomes a blend while it is used as an index. */
export async function lockBenchmarks(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.query(sql`
    select from benchmark where name = any(${[...names]}::text[]) order by id for no key update`);
}

/**
 * The data that prevents an index from becoming a blend: its levels, and the blends that contain
 * it.
 */
export async function usesOfIndex(
  tx: Tx,
  name: string,
): Promise<{ readonly has_levels: boolean; readonly is_part: boolean } | undefined> {
  const [row] = await tx.query<{ has_levels: boolean; is_part: boolean }>(sql`
    select exists (select from benchmark_level l where l.benchmark_id = b.id) as has_levels,
      exists (select from benchmark_part p where p.index_id = b.id) as is_part
    from benchmark b where b.name = ${name}`);
  return row;
}

/** Stores the new version of a benchmark with all its parts. Returns its id. */
export async function storeBenchmark(
  { tx, principal, now }: Work,
  benchmark: BenchmarkMembers,
  version: number,
): Promise<bigint> {
  const { name, label, active, currency, return_type: type } = benchmark;
  const by = principal.name;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into benchmark (name, label, active, currency, return_type, version_no, created_by,
      created_at, modified_by, modified_at)
    values (${name}, ${label}, ${active}, ${currency}, ${type}, ${version}, ${by}, ${now}, ${by},
      ${now})
    on conflict (name) do update set label = excluded.label, active = excluded.active,
      currency = excluded.currency, return_type = excluded.return_type,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  const id = row?.id ?? 0n;
  await tx.query(sql`delete from benchmark_part where benchmark_id = ${id}`);
  await tx.query(sql`
    insert into benchmark_part (benchmark_id, index_id, percent)
    select ${id}, i.id, p.percent
    from unnest(${[...benchmark.part_names]}::text[],
      ${[...benchmark.part_percents]}::numeric[]) p (name, percent)
    join benchmark i on i.name = p.name`);
  return id;
}

/** The latest level of an index on or before a date. */
interface DatedLevel {
  readonly name: string;
  readonly date: BusinessDate;
  readonly level_date: BusinessDate;
  readonly level: Decimal;
}

/**
 * Selects the latest levels of indices on or before given dates. Indices without a level are left
 * out.
 */
export function selectLevelsOn(
  on: On,
  names: readonly string[],
  dates: readonly BusinessDate[],
): Promise<DatedLevel[]> {
  return on.query(sql`
    select b.name, k.date, l.level_date, l.level
    from unnest(${[...dates]}::date[]) as k (date)
    cross join benchmark b
    cross join lateral (
      select level_date, level from benchmark_level
      where benchmark_id = b.id and level_date <= k.date order by level_date desc limit 1
    ) l
    where b.name = any(${[...names]}::text[])`);
}
