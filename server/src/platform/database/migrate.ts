// Migrations: numbered SQL files, applied once each, safe to run from several nodes at the same
// time.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATION } from '../../limits.js';
import { packageFolder } from '../files/package-folder.js';
import type { Database } from './database.js';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** An applied migration whose file has changed since: the program does not start on it. */
export class MigrationChanged extends Error {}

/** Reads the migration files in their order. */
export function readMigrations(): Migration[] {
  const folder = join(packageFolder(), 'migrations');
  const names = readdirSync(folder).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Applies what is missing, each file in a transaction of its own; returns the names applied. */
export async function migrate(db: Database): Promise<string[]> {
  const client = await db.dedicated();
  try {
    await client.query(`set lock_timeout = ${MIGRATION.lockWaitMs}`);
    await client.query("select pg_advisory_lock(hashtext('countinghouse migrations'))");
    await client.query(`create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now())`);
    return await applyMissing(client);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const migration of readMigrations()) {
    const before = applied.get(migration.name);
    if (before === migration.checksum) continue;
    if (before !== undefined)
      throw new MigrationChanged(`${migration.name} was changed after it ran`);
    await client.query('begin');
    await client.query(migration.text);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
    done.push(migration.name);
  }
  return done;
}
