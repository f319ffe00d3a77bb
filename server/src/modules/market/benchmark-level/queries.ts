// SQL for index levels, one function per statement. Each statement handles all rows.

import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import {
  type ImportTables,
  markUndone,
  type ValueKey,
} from '../../../platform/value-import/queries.js';
import type { IndexLevel } from './row.js';

export const LEVEL_TABLES: ImportTables = {
  imports: 'level_import',
  subject: 'benchmark_id',
  date: 'level_date',
  figures: 'level',
  figuresType: 'numeric',
};

/**
 * Locks benchmarks by code, so that each import reads the levels from earlier imports, and no
 * benchmark becomes a blend in the meantime. Returns the benchmarks that exist.
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
export async function insertLevels(tx: Tx, levels: readonly IndexLevel[]): Promise<ValueKey[]> {
  const given = await givenLevels(levels);
  return tx.query<ValueKey>(sql`
    insert into benchmark_level (benchmark_id, level_date, level)
    select g."benchmarkId", g.date, g.level from ${given} order by g."benchmarkId", g.date
    on conflict (benchmark_id, level_date) do nothing
    returning benchmark_id as "subjectId", level_date as date`);
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

/**
 * Deletes the levels that an import inserted and restores those that it replaced, if they are
 * unchanged. Returns the number of levels undone. The benchmarks must be locked.
 */
export async function undoLevels(tx: Tx, importId: bigint): Promise<number> {
  const stored = sql`l.benchmark_id = r.benchmark_id and l.level_date = r.level_date`;
  const isUnchanged = sql`
    exists (select from benchmark_level l where ${stored} and l.level = r.level)`;
  const undone = await markUndone(tx, LEVEL_TABLES, { id: importId, isUnchanged });
  await tx.query(sql`
    delete from benchmark_level l using level_import_row r
    where r.import_id = ${importId} and r.outcome = 'UNDONE' and r.level_before is null
      and ${stored}`);
  await tx.query(sql`
    update benchmark_level l set level = r.level_before from level_import_row r
    where r.import_id = ${importId} and r.outcome = 'UNDONE' and r.level_before is not null
      and ${stored}`);
  return undone.length;
}
