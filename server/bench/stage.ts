// The stage of a measurement: a durable database of its own with the demo broker, and the server
// on it.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type App, startApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { prepareCredentials } from '../src/modules/identity/index.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';

export interface Stage {
  readonly app: App;
  readonly databaseUrl: string;
  /** Headers of a caller that may do everything of the specification. */
  readonly headers: Readonly<Record<string, string>>;
  readonly server: string;
  readonly stop: () => Promise<void>;
}

const RICH_MINOR = 100_000_000_000_00n;

/**
 * Sets the stage on the server of this URL, or on an embedded one with the durability that ships.
 */
export async function setStage(url: string | undefined): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  const embedded =
    url === undefined
      ? await startEmbeddedPostgres({ dataFolder: join(folder, 'database') })
      : undefined;
  const base = url ?? urlOf(embedded?.connection);
  const name = `countinghouse_bench_${randomBytes(4).toString('hex')}`;
  await asOwner(base, `create database ${name}`);
  const databaseUrl = withDatabase(base, name);
  const config = readConfig(
    { DATABASE_URL: databaseUrl, COUNTINGHOUSE_DATA: folder, COUNTINGHOUSE_EXCHANGE: 'none' },
    { port: 0, demo: true, logLevel: 'error', requestsPerMinute: 100_000_000 },
  );
  const app = await startApp(config, async (context) => {
    await prepareCredentials(context, folder, { demo: true });
  });
  await makeRich(databaseUrl);
  const file = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  const basic = Buffer.from(`${file.clientId}:${file.clientSecret}`).toString('base64');
  return {
    app,
    databaseUrl,
    headers: { authorization: `Basic ${basic}` },
    server: embedded === undefined ? 'server' : 'embedded',
    stop: async () => {
      await app.stop();
      await asOwner(base, `drop database ${name} with (force)`);
      await embedded?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function urlOf(connection: { host: string; user: string; database: string } | undefined): string {
  const { host = '', user = '', database = '' } = connection ?? {};
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

// Money must outlast the measurement; balances are set aside from the books, which nobody audits
// here.
async function makeRich(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `update account_balance b set balance_minor = ${RICH_MINOR} from account a
     where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'`,
  );
  await client.query('vacuum analyze');
  await client.end();
}
