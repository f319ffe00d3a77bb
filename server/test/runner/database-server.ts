// The database server for one test run: embedded, or the server in DATABASE_URL.

import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.js';
import { makePassingFolder } from '../support/passing-folder.js';

export interface DatabaseServer {
  readonly url: string;
  /** One sentence that describes where the server runs. */
  readonly described: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an embedded server in a folder that lasts for the run, or uses the server in DATABASE_URL.
 * @param run the id of the run; when it ends, its databases are removed from an external server
 */
export async function openDatabaseServer(run: string): Promise<DatabaseServer> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') {
    const stop = () => dropTemplatesOf(run, given);
    return { url: given, described: 'the server of DATABASE_URL', stop };
  }
  const folder = await makePassingFolder('countinghouse-test-');
  // The server may run as another user, which needs access through this folder.
  await chmod(folder, 0o711);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const postgres = await startEmbeddedPostgres({
      dataFolder: join(folder, 'postgres'),
      // No data here outlives the run, so durability is off. Durability tests start their own
      // servers.
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        max_connections: '200',
        // A test's connections are closed too soon for custom plans to save any time.
        plan_cache_mode: 'force_generic_plan',
      },
    });
    const { host, port, user } = postgres.connection;
    return {
      url: `postgresql://${user}@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
      described: `embedded PostgreSQL (${postgres.mode}), in ${folder}`,
      stop: async () => {
        await postgres.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Drops a run's filled templates, which belong to that run alone (see `createTestDatabase`). */
async function dropTemplatesOf(run: string, url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`ch_template_%_${run}_%`],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}
