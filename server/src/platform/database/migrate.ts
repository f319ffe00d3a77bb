// Sets up an empty database from the schema, and upgrades a database of an earlier release with
// migrations. Migrations are numbered SQL files, each applied once. Safe to run on several nodes at
// the same time.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATION } from '../../limits.js';
import { assert } from '../assert.js';
import { packageFolder } from '../package-folder.js';
import type { Database } from './database.js';
import { readSchema, type Schema } from './schema.js';
import { sql } from './sql.js';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The schema's function files that this migration runs to replace older versions. */
  readonly replaces: readonly string[];
}

/**
 * Thrown if the file of an applied migration was changed afterwards. The program then refuses to
 * start.
 */
export class MigrationChanged extends Error {}

/**
 * Thrown if the database was created by an unreleased version, from which no migration leads to
 * this version.
 */
export class UnreleasedDatabase extends Error {}

/** The name of the `schema_migration` row for the schema from which the database was created. */
const BASELINE = 'schema';

/**
 * Reads the migration files in order.
 * @param folder the package whose `migrations/` are read
 */
export function readMigrations(folder: string = packageFolder()): Migration[] {
  const place = join(folder, 'migrations');
  const names = readdirSync(place).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(place, name), 'utf8');
    const replaces = [...text.matchAll(/^-- replaces: (\S+)$/gm)].map(([, path = '']) => path);
    const checksum = createHash('sha256').update(text).digest('hex');
    return { name, text, checksum, replaces };
  });
}

/**
 * Sets up an empty database from the schema in one transaction, or applies the missing migrations,
 * each in its own transaction.
 * @param folder the package whose schema and migrations are used
 * @returns the names applied, or `schema` for the schema itself
 */
export async function migrate(db: Database, folder: string = packageFolder()): Promise<string[]> {
  const client = await db.dedicated();
  try {
    await client.query(
      `set lock_timeout = ${MIGRATION.lockWaitMs};
       set idle_session_timeout = ${MIGRATION.silenceMaxMs};
       set idle_in_transaction_session_timeout = ${MIGRATION.silenceMaxMs}`,
    );
    await client.query("select pg_advisory_lock(hashtext('countinghouse migrations'))");
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('schema_migration') is not null as exists",
    );
    const schema = readSchema(folder);
    if (rows[0]?.exists === true) return await applyMissing(client, schema, folder);
    await makeFromSchema(client, schema, readMigrations(folder));
    return [BASELINE];
  } finally {
    await client.end();
  }
}

// The schema already contains the changes of the migrations, so they are recorded without being
// run.
async function makeFromSchema(
  client: pg.Client,
  schema: Schema,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('begin');
  for (const { text } of schema.files) await client.query(text);
  for (const step of [{ name: BASELINE, checksum: schema.checksum }, ...migrations]) {
    await record(client, step);
  }
  await client.query('commit');
}

async function applyMissing(client: pg.Client, schema: Schema, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseUnreleased(applied, [schema.checksum, ...readReleased(folder)]);
  const pending: Migration[] = [];
  for (const migration of readMigrations(folder)) {
    const before = applied.get(migration.name);
    if (before !== undefined && before !== migration.checksum) {
      throw new MigrationChanged(
        `Migration ${migration.name} was changed after it was applied to this database. ` +
          'Restore the file, and put the change into a new migration.',
      );
    }
    if (before === undefined) pending.push(migration);
  }
  for (const [index, migration] of pending.entries()) {
    const later = new Set(pending.slice(index + 1).flatMap(({ replaces }) => replaces));
    await client.query('begin');
    await client.query(migration.text);
    // A function file contains the state after the newest migration that replaces it, so only that
    // migration applies it.
    for (const path of migration.replaces) {
      if (!later.has(path)) await client.query(textOf(schema, path));
    }
    await record(client, migration);
    await client.query('commit');
  }
  return pending.map(({ name }) => name);
}

function textOf(schema: Schema, path: string): string {
  const file = schema.files.find((each) => each.path === path);
  assert(file !== undefined, `a migration replaces ${path}, which is in the order of the schema`);
  return file.text;
}

async function record(
  client: pg.Client,
  { name, checksum }: { readonly name: string; readonly checksum: string },
): Promise<void> {
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ]);
}

// Reads the checksums of all released schemas. Each line has a checksum, followed by its release.
function readReleased(folder: string): string[] {
  const file = join(folder, 'migrations', 'released.txt');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^([0-9a-f]{64})\b/gm)].map(([, sum = '']) => sum);
}

function refuseUnreleased(applied: ReadonlyMap<string, string>, known: readonly string[]): void {
  const checksum = applied.get(BASELINE);
  if (checksum !== undefined && known.includes(checksum)) return;
  const [oldest = 'no migration'] = applied.keys();
  const found =
    checksum === undefined
      ? `It begins with ${oldest} instead of a schema.`
      : `The checksum of its schema, ${checksum.slice(0, 12)}, does not belong to any release.`;
  throw new UnreleasedDatabase(
    `The database was made by an unreleased version of Countinghouse and cannot be upgraded. ` +
      `${found} Move or delete the data folder, or set DATABASE_URL to an empty database.`,
  );
}

/** Counts the migrations of this database, including the schema from which it was created. */
export async function countAppliedMigrations(db: Database): Promise<bigint> {
  const [row] = await db.query<{ count: bigint }>(
    sql`select count(*) as count from schema_migration`,
  );
  return row?.count ?? 0n;
}
