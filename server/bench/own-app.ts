// The application on a separate database, for measurements that call it without HTTP.

import pg from 'pg';
import { openApp } from '../src/app/app.js';
import { readConfig } from '../src/config/config.js';
import { openBenchServer } from './own-server.js';

export interface OwnApp {
  readonly app: Awaited<ReturnType<typeof openApp>>;
  /** A separate connection to the application's database. */
  readonly client: pg.Client;
}

/** Opens the application with the demonstration, runs the work, and drops the database. */
export async function onOwnApp<Result>(
  databaseUrl: string | undefined,
  work: (own: OwnApp) => Promise<Result>,
): Promise<Result> {
  const server = await openBenchServer(databaseUrl);
  const database = await server.createDatabase();
  const { COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE } = process.env;
  const config = readConfig(
    { DATABASE_URL: database.url, COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE },
    { demo: true, logLevel: 'error' },
  );
  const app = await openApp(config);
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    return await work({ app, client });
  } finally {
    await client.end();
    await app.close();
    await database.drop();
    await server.stop();
  }
}

/** Returns how long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
