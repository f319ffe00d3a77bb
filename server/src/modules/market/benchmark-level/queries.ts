// SQL for the levels of indices, one function per statement, each for all rows.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { IndexLevel } from './row.js';

/** The key of a level: benchmark and date. */
export interface LevelKey {
  readonly benchmarkId: bigint;
  readonly date: BusinessDate;
}

/**
 * Locks benchmarks by code, so that imports see each other's levels and none becomes a blend.
 * Returns those that exist.
 */
export function lockNamedBenchmarks(tx: Tx, names: readonly string[]) {
  return tx.query<{ name: string; id: bigint; isBlend: boolean }>(sql`
    with locked as (
      select id, name from benchmark where name = any(${[...names]}::text[])
      order by id for no key update
    )
    select b.name, b.id,
      exists (select from benchmark_part p where p.benchmark_id = b.id) as "isBlend"
    from locked b`);
}

/** Locks benchmarks by id. */
export async function lockBenchmarksOf(tx: Tx, importId: bigint): Promise<void> {
  await tx.query(sql`
    select from benchmark where id in (
      select benchmark_id from level_import_row
      where import_id = ${importId} and verdict in ('IMPORTED', 'REPLACED'))
    order by id for no key update`);
}

async function givenLevels(levels: readonly IndexLevel[]): Promise<Sql> {
  const given = await toJsonInTurns(levels);
  return sql`jsonb_to_recordset(${given}::jsonb) as g("benchmarkId" bigint, date date,
    level numeric)`;
}

/** Inserts missing levels; returns their keys. */
export async function insertLevels(tx: Tx, levels: readonly IndexLevel[]): Promise<LevelKey[]> {
  const given = await givenLevels(levels);
  return tx.query<LevelKey>(sql`
    insert into benchmark_level (benchmark_id, level_date, level)
    select g."benchmarkId", g.date, g.level from ${given} order by g."benchmarkId", g.date
    on conflict (benchmark_id, level_date) do nothing
    returning benchmark_id as "benchmarkId", level_date as date`);
}

/** Selects the stored levels that differ from the given ones. */
export async function selectDifferingLevels(
  tx: Tx,
  levels: readonly IndexLevel[],
): Promise<IndexLevel[]> {
  const given = await givenLevels(levels);
  return tx.query<IndexLevel>(sql`
    select g."benchmarkId", g.date, l.level from ${given}
    join benchmark_level l on l.benchmark_id = g."benchmarkId" and l.level_date = g.date
    where l.level <> g.level`);
}

export async function updateLevels(tx: Tx, levels: readonly IndexLevel[]): Promise<void> {
  const given = await givenLevels(levels);
  await tx.query(sql`
    update benchmark_level l set level = g.level
    from ${given} where l.benchmark_id = g."benchmarkId" and l.level_date = g.date`);
}

export async function deleteLevels(tx: Tx, keys: readonly LevelKey[]): Promise<void> {
  const given = await toJsonInTurns(keys);
  await tx.query(sql`
    delete from benchmark_level l
    using jsonb_to_recordset(${given}::jsonb) as k ("benchmarkId" bigint, date date)
    where l.benchmark_id = k."benchmarkId" and l.level_date = k.date`);
}
