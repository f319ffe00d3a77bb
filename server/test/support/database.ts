// A separate database for each test file, cloned on a real server from a template that contains the
// schema.

import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { migrate, readMigrations } from '../../src/platform/database/migrate.js';
import { readSchema } from '../../src/platform/database/schema.js';

/** How long a transaction waits for a free connection, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 300_000;

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

function serverUrl(): string {
  return process.env.TEST_DATABASE_URL ?? 'postgresql://root@127.0.0.1:5432/postgres';
}

// The URL is parsed as text, because a Unix socket's URL has no host and is not a WHATWG URL. The
// socket's folder, in the query, may contain slashes.
const UP_TO_DATABASE = /^(\w+:\/\/[^/?]*)(?:\/([^?]*))?/;

/** Returns the URL of another database on the same server. */
function urlOf(database: string): string {
  return serverUrl().replace(UP_TO_DATABASE, `$1/${database}`);
}

/** Returns the name of the database in a URL. */
function nameIn(url: string): string {
  const name = UP_TO_DATABASE.exec(url)?.[2];
  if (name === undefined || name === '') throw new Error('the URL names no database');
  return name;
}

async function asOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(serverUrl());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The data that a template contains in addition to the schema. */
export interface Filling {
  readonly name: string;
  readonly run: (url: string) => Promise<void>;
}

/**
 * Creates a template once per schema and set of migrations, and clones it. A filled template is
 * used for only one run of the test command, because the code that fills it may change before the
 * next run. Outside the command the clone is filled directly.
 */
export async function createTestDatabase(filling?: Filling): Promise<TestDatabase> {
  const template = await ensureTemplate('plain', async (url) => {
    const db = openDatabase({ connectionString: url });
    await migrate(db);
    await db.close();
  });
  const run = process.env.TEST_RUN;
  if (filling === undefined || run === undefined) return cloneOf(template);
  return cloneOf(await ensureTemplate(`${filling.name}_${run}`, filling.run, template));
}

/** Creates a database without a schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneOf('template0');
}

/** Copies a database. The database must have no connected sessions. */
export async function copyDatabase(url: string): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const name = newName();
  await asOwner((client) => client.query(cloning(name, nameIn(url))));
  return { url: urlOf(name), drop: () => dropDatabase(urlOf(name)) };
}

/** Disconnects a database's sessions and drops the database. */
export async function dropDatabase(url: string): Promise<void> {
  await asOwner((client) => client.query(`drop database if exists ${nameIn(url)} with (force)`));
}

const newName = (): string => `ch_test_${randomBytes(6).toString('hex')}`;

async function cloneOf(source: string): Promise<TestDatabase> {
  const name = newName();
  await asOwner((client) => client.query(cloning(name, source)));
  const url = urlOf(name);
  // The timeout is long, because tests start hundreds of transactions at once on busy machines.
  const db = openDatabase({
    ...{ connectionString: url, max: 10 },
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await dropDatabase(url);
    },
  };
}

// Copies files directly instead of block by block through the write-ahead log.
const cloning = (name: string, source: string): string =>
  `create database ${name} template ${source} strategy file_copy`;

async function ensureTemplate(
  kind: string,
  fill: (url: string) => Promise<void>,
  from?: string,
): Promise<string> {
  schemaHash ??= hashSchema();
  const name = `ch_template_${kind}_${schemaHash}`;
  if (readyTemplates.has(name)) return name;
  await asOwner(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const making = `${name}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(cloning(making, from ?? 'template0'));
    await fill(urlOf(making));
    await client.query(`alter database ${making} rename to ${name}`);
  });
  readyTemplates.add(name);
  return name;
}

/** The templates that this process has found or made. */
const readyTemplates = new Set<string>();

let schemaHash: string | undefined;

function hashSchema(): string {
  const hash = createHash('sha256');
  for (const { path, text } of readSchema().files) hash.update(path).update(text);
  for (const migration of readMigrations()) hash.update(migration.name).update(migration.checksum);
  return hash.digest('hex').slice(0, 12);
}
