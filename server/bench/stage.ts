// The stage of a benchmark: its own durable database with the demo broker, and the server running
// on it.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type App, startApp } from '../src/app/app.js';
import { readConfig } from '../src/config/config.js';
import { prepareCredentials } from '../src/modules/identity/index.js';
import { vacuumAsUsual } from './autovacuum.js';
import { fillOrders } from './fill-order.js';
import type { BenchServer } from './own-server.js';

export interface Stage {
  readonly app: App;
  readonly databaseUrl: string;
  /** Headers for a caller with every permission in the specification. */
  readonly headers: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

const RICH_MINOR = 100_000_000_000_00n;
const WITHOUT_EXCHANGE = { COUNTINGHOUSE_EXCHANGE: 'none' };

/** Settings of a stage that differ from the default. */
interface Setting {
  /** The server's settings. By default, orders have no exchange. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The number of existing orders from earlier days. */
  readonly orders?: number;
}

/** Sets up the stage on a separate database. */
export async function setStage(
  server: BenchServer,
  { settings = WITHOUT_EXCHANGE, orders = 0 }: Setting = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  const database = await server.createDatabase();
  const config = readConfig(
    { DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder, ...settings },
    { port: 0, demo: true, logLevel: 'error', requestsPerMinute: 100_000_000 },
  );
  const app = await startApp(config, {
    prepare: async (context) => {
      await prepareCredentials(context, folder, { demo: true });
    },
    warmUp: true,
  });
  await app.warm;
  await makeRich(database.url);
  await fillOrders(database.url, orders);
  const file = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  const basic = Buffer.from(`${file.clientId}:${file.clientSecret}`).toString('base64');
  return {
    app,
    databaseUrl: database.url,
    headers: { authorization: `Basic ${basic}` },
    stop: async () => {
      await app.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Customers must not run out of money during the measurement. Balances are changed without
// journals, because the books are not checked here.
async function makeRich(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `update account_balance b set balance_minor = ${RICH_MINOR} from account a
     where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'`,
  );
  await vacuumAsUsual(client);
  await client.end();
}
