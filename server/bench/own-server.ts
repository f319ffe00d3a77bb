// The database server of a run: the server at a URL, or an embedded one with the default
// durability.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/postgres.js';

interface BenchDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export interface BenchServer {
  readonly createDatabase: () => Promise<BenchDatabase>;
  readonly stop: () => Promise<void>;
}

/** Opens the server at this URL, or starts an embedded one in a temporary folder. */
export async function openBenchServer(url: string | undefined): Promise<BenchServer> {
  if (url !== undefined)
    return { createDatabase: () => createIn(url), stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  const embedded = await startEmbeddedPostgres({
    dataFolder: join(folder, 'database'),
    settings: { track_commit_timestamp: 'on' },
  });
  const { host, user, database } = embedded.connection;
  const base = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  return {
    createDatabase: () => createIn(base),
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createIn(base: string): Promise<BenchDatabase> {
  const name = `countinghouse_bench_${randomBytes(4).toString('hex')}`;
  await asOwner(base, `create database ${name}`);
  return {
    url: base.replace(/\/[^/?]*(\?|$)/, `/${name}$1`),
    drop: () => asOwner(base, `drop database ${name} with (force)`),
  };
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
