// Two servers share one database and one session with the exchange. The session's owner is lost
// under load, and the other server takes over.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../src/platform/database/sql.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase } from '../support/database.js';
import { assertBooks } from '../support/order.js';
import {
  openDatabaseWire,
  openSilentWire,
  type SilentWire,
} from '../support/outside/silent-wire.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { closingPrice, figuresOf, fund, SIMULATED, startFlow } from './kill-stage.js';

const ORDERS_BEFORE = 16;
const ORDERS_AFTER = 16;
/**
 * Orders keep arriving until a lease expires. That takes longer than noticing a kill, so more
 * receipts are needed to pay for the orders.
 */
const RECEIPTS = 20;
/** The interval is short, so that the exchange also notices a dead connection within seconds. */
const HEARTBEAT_SECONDS = 1;

/** How the owner is lost: it is killed, suspended, or cut off from both database and exchange. */
export type Loss = 'killed' | 'frozen' | 'cut off';

interface Node {
  readonly database: SilentWire & { readonly url: string };
  readonly exchange: SilentWire;
  server: ServerProcess;
}

export interface TwoNodeStage {
  /**
   * Loses the owner while orders flow through the other server. Restores it once that server owns
   * the session.
   */
  loseOwner(loss: Loss): Promise<void>;
  /** Waits until both sides agree on every order, then checks every invariant. */
  assertTruth(): Promise<void>;
  /** Prints the results so far. */
  sayProof(name: string, losses: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTwoNodeStage(): Promise<TwoNodeStage> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-nodes-'));
  const [ours, theirs] = await Promise.all([createTestDatabase(DEMO), createTestDatabase()]);
  await writeTestKeys(folder);
  const port = await freePort();
  const exchange = await SIMULATED.start(theirs.url, port, await closingPrice(ours));
  const start = async ({ database, exchange: wire }: Omit<Node, 'server'>) => {
    const sessions = join(folder, `sessions-${wire.port}.json`);
    const session = {
      ...{ name: 'ngx', exchange: 'NGX', host: '127.0.0.1', port: wire.port },
      ...{ beginString: 'FIX.4.4', sender: 'BROKER1', target: 'NGX' },
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    await writeFile(sessions, JSON.stringify({ sessions: [session] }));
    return startServerProcess(folder, await freePort(), {
      DATABASE_URL: database.url,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_EXCHANGE: 'none',
      COUNTINGHOUSE_SESSIONS: sessions,
    });
  };
  const openNode = async (): Promise<Node> => {
    const wires = {
      database: await openDatabaseWire(ours.url),
      exchange: await openSilentWire({ host: '127.0.0.1', port }),
    };
    return { ...wires, server: await start(wires) };
  };
  const nodes = [await openNode(), await openNode()] as const;
  await fund(nodes[0].server, RECEIPTS);
  const answered = { acknowledged: new Set<number>(), amended: new Set<number>() };
  const tookMs: number[] = [];
  const [owner, other] = sidesOf(nodes, ours.db);
  return {
    loseOwner: async (loss) => {
      const [lost, next] = [await owner(), await other()];
      const flow = await startFlow(next.server, ours, { answered, amends: SIMULATED.amends });
      await flow.takes(ORDERS_BEFORE);
      const lostMs = performance.now();
      const said = await lose(lost, loss);
      await waitFor('the other node to own the session', async () => (await owner()) === next);
      tookMs.push(performance.now() - lostMs);
      await flow.takes(ORDERS_AFTER);
      await flow.stop();
      if (loss === 'killed') lost.server = await start(lost);
      else await bringBack(lost, said);
      assert.equal(await owner(), next);
    },
    assertTruth: async () => {
      await SIMULATED.assertTruth({ ours, theirs, ...answered });
      await assertBooks({ db: ours.db });
    },
    sayProof: async (name, losses) => {
      const slowestMs = Math.round(Math.max(...tookMs.splice(0)));
      sayProof(name, { losses, 'slowest ms': slowestMs, ...(await figuresOf(ours)) });
    },
    close: async () => {
      const codes = [];
      for (const { server } of nodes) codes.push(await server.end('SIGTERM'));
      codes.push(await exchange.end());
      for (const node of nodes) await Promise.all([node.database.close(), node.exchange.close()]);
      await Promise.all([ours.drop(), theirs.drop()]);
      await rm(folder, { recursive: true, force: true });
      assert.deepEqual(codes, [0, 0, 0]);
    },
  };
}

/**
 * Returns two functions: the first finds the node that owns the session, the second finds the other
 * node.
 */
function sidesOf(nodes: readonly [Node, Node], db: Parameters<typeof ownerPid>[0]) {
  const owner = () =>
    waitFor('a node to own the session', async () => {
      const pid = await ownerPid(db);
      return nodes.find(({ server }) => server.child.pid === pid);
    });
  const other = async () => {
    const [first, second] = nodes;
    return (await owner()) === first ? second : first;
  };
  return [owner, other] as const;
}

async function ownerPid(db: Awaited<ReturnType<typeof createTestDatabase>>['db']) {
  const [row] = await db.query<{ owner: string | null }>(sql`
    select owner from fix_session where sender_comp_id = 'BROKER1'`);
  return Number(row?.owner?.split(':').at(-1));
}

/**
 * Loses a node in the given way.
 * @returns the bytes that the node had sent to the exchange when it was suspended
 */
async function lose({ server, database, exchange }: Node, loss: Loss): Promise<number> {
  switch (loss) {
    case 'killed':
      await server.end('SIGKILL');
      break;
    case 'frozen':
      server.child.kill('SIGSTOP');
      break;
    case 'cut off':
      database.silence();
      exchange.silence();
  }
  return exchange.carried();
}

/** Restores a node. It must send nothing to the exchange, because it no longer owns the session. */
async function bringBack({ server, database, exchange }: Node, said: number): Promise<void> {
  server.child.kill('SIGCONT');
  database.heal();
  exchange.heal();
  await waitFor('the node to be ready again', async () => {
    const reply = await fetch(`${server.url}/readyz`).catch(() => undefined);
    return reply?.status === 200;
  });
  assert.equal(exchange.carried(), said);
}
