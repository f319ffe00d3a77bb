// Roles: three nodes on one database, each with one role. Each node does only the work of its own
// role.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setAroundTheClock } from '../../src/modules/market/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { DEMO, type Json } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { orderBody } from '../support/order.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/process/exchange-process.js';
import { freePort } from '../support/process/server-process.js';
import { waitFor } from '../support/wait.js';
import { type ServeProcess, startServe } from './serve-process.js';

let database: TestDatabase;
let folder: string;
let exchange: ExchangeProcess;
let environment: Record<string, string>;
const nodes = new Map<string, ServeProcess>();

const node = (role: string): ServeProcess => {
  const found = nodes.get(role);
  assert.ok(found, role);
  return found;
};

before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-role-'));
  await writeTestKeys(folder);
  const port = await freePort();
  exchange = await startExchangeProcess(database.url, port);
  environment = {
    ...{ DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder },
    ...{ COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: String(port) },
  };
  for (const role of ['http', 'jobs', 'fix']) {
    nodes.set(role, await startServe(environment, ['--no-auth', '--role', role]));
  }
  for (const each of nodes.values()) await each.ready();
  // Lets the exchange trade at any hour. A server without --demo uses the market's hours.
  await setAroundTheClock(database.db, true);
});
after(async () => {
  for (const each of nodes.values()) await each.stop();
  await exchange?.kill();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function statusOf(role: string, path: string): Promise<number> {
  return (await fetch(`${node(role).url}${path}`)).status;
}

/** Returns the process id of a node from its application name in the database. */
const pidIn = (name: string): number => Number(name.split(':').at(-1));

describe('nodes with one role each', () => {
  it('a node without http answers only requests about itself', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      for (const role of nodes.keys()) assert.equal(await statusOf(role, path), 200, role + path);
    }
    for (const path of ['/', '/docs', '/console/', '/openapi.json', '/api/v1/finance/integrity']) {
      assert.equal(await statusOf('http', path), 200, path);
      assert.equal(await statusOf('jobs', path), 404, path);
      assert.equal(await statusOf('fix', path), 404, path);
    }
    assert.match(node('jobs').said(), /Ready as jobs; http\S+ serves \/livez, \/readyz/);
  });

  it('metrics show the roles of a node', async () => {
    const figures = await (await fetch(`${node('jobs').url}/metrics`)).text();
    assert.match(figures, /name="role_jobs"} 1\n/);
    assert.doesNotMatch(figures, /name="role_(http|fix)"/);
  });

  it('only a node with fix owns the session, and sends the orders of other nodes', async () => {
    const reply = await fetch(`${node('http').url}/api/v1/order/tradeorder/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(orderBody({ quantityRequested: '30' })),
    });
    const submitted: Json = await reply.json();
    assert.equal(reply.status, 201, JSON.stringify(submitted));
    await waitFor('the order to be executed', async () => {
      const path = `/api/v1/order/tradeorder/id/${submitted.id}`;
      const order: Json = await (await fetch(node('http').url + path)).json();
      return order.orderStatus === 'EXECUTED';
    });
    const owners = await database.db.query<{ owner: string }>(
      sql`select owner from fix_session where sender_comp_id = 'BROKER1'`,
    );
    assert.deepEqual(
      owners.map(({ owner }) => pidIn(owner)),
      [node('fix').child.pid],
    );
  });

  it('only a node with jobs runs jobs, however many there are', async () => {
    await database.db.query(sql`
      insert into job (kind, key, data, attempts_most)
      select 'job.purge', 'role-' || each, '{}', 5 from generate_series(1, 40) as each`);
    const done = await waitFor('the jobs to be done', async () => {
      const rows = await database.db.query<{ node: string; state: string }>(
        sql`select node, state from job where key like 'role-%'`,
      );
      return rows.every(({ state }) => state === 'DONE') && rows;
    });
    assert.equal(done.length, 40);
    const pids = new Set(done.map((each) => pidIn(each.node)));
    assert.deepEqual([...pids], [node('jobs').child.pid]);
  });

  it('an unknown role is refused with exit code 2', async () => {
    const wrong = await startServe(environment, ['--no-auth', '--role', 'http,mail']);
    await waitFor('the refusal', async () => wrong.child.exitCode !== null);
    assert.equal(wrong.child.exitCode, 2);
    assert.match(wrong.said(), /COUNTINGHOUSE_ROLE or --role: "mail" is not a role/);
  });
});
