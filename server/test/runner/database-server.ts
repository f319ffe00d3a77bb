// The database server of one test run: embedded, or that of DATABASE_URL.

import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.js';
import { makePassingFolder } from '../support/passing-folder.js';

export interface DatabaseServer {
  readonly url: string;
  /** One sentence about where it runs. */
  readonly described: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an embedded server in a folder that lasts as long as the run, or uses the server of
 * DATABASE_URL.
 * @param run the id of the run; at its end its databases are removed from an external server
 */
export async function openDatabaseServer(run: string): Promise<DatabaseServer> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') {
    const stop = () => dropTemplatesOf(run, given);
    return { url: given, described: 'the server of DATABASE_URL', stop };
  }
  const folder = await makePassingFolder('countinghouse-test-');
  // The server may run under another user, who must be able to pass through.
  await chmod(folder, 0o711);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const postgres = await startEmbeddedPostgres({
      dataFolder: join(folder, 'postgres'),
      // Nothing here outlives the run. Tests of durability start their own server.
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        max_connections: '200',
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

/** Filled templates belong to one run: see `createTestDatabase`. */
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
