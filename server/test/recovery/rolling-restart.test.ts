// A rolling restart behind a load balancer. No request meets a closed port, because a node reports
// that it is leaving before its port closes. COUNTINGHOUSE_ROUNDS makes the test longer and adds a
// control that closes immediately.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { type ServeProcess, startServe } from './serve-process.js';

const isWhole = process.env.COUNTINGHOUSE_ROUNDS !== undefined;
const ROUNDS = Number(process.env.COUNTINGHOUSE_ROUNDS ?? 1);
const NODES = 2;
const CALLERS = 4;
/**
 * The probe interval in milliseconds. As in the operations guide, two failures in a row take a node
 * out of service.
 */
const PROBE_EVERY_MS = 200;
const FAILURES_MAX = 2;
/**
 * This notice period is longer than the product's default of two seconds, because the machine may
 * be busy.
 */
const NOTICE_SECONDS = '4';

interface Place {
  node: ServeProcess;
  failures: number;
  readonly agent: Agent;
}

interface Balancer {
  readonly places: Place[];
  /**
   * Sends a request. Resolves with the status, or with 0 if the connection failed: a real caller
   * would then get a 503.
   */
  send(): Promise<number>;
  stop(): Promise<void>;
}

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-rolling-'));
  await writeTestKeys(folder);
});
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startNode(notice: string): Promise<ServeProcess> {
  const environment = { DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder };
  const node = await startServe({ ...environment, COUNTINGHOUSE_STOP_NOTICE_SECONDS: notice });
  await node.ready();
  return node;
}

/** Sends each request to the next node in service over persistent connections. */
function startBalancer(nodes: readonly ServeProcess[]): Balancer {
  const places = nodes.map(
    (node): Place => ({ node, failures: 0, agent: new Agent({ keepAlive: true }) }),
  );
  let turn = 0;
  let isStopped = false;
  const probing = places.map(async (place) => {
    while (!isStopped) {
      const status = await statusOf(place, '/readyz', new Agent());
      place.failures = status === 200 ? 0 : place.failures + 1;
      await pause(PROBE_EVERY_MS);
    }
  });
  return {
    places,
    send: async () => {
      const healthy = places.filter(({ failures }) => failures < FAILURES_MAX);
      turn += 1;
      const place = healthy[turn % healthy.length];
      return place === undefined ? 0 : statusOf(place, '/api/v1/finance/integrity', place.agent);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(probing);
      for (const { agent } of places) agent.destroy();
    },
  };
}

function statusOf({ node }: Place, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(`${node.url}${path}`, { agent }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

interface Outcome {
  sent: number;
  failed: number;
}

/** Keeps callers sending while each node in turn is stopped and replaced. */
async function rollThrough(notice: string): Promise<Outcome> {
  const nodes: ServeProcess[] = [];
  for (let index = 0; index < NODES; index += 1) nodes.push(await startNode(notice));
  const balancer = startBalancer(nodes);
  const outcome: Outcome = { sent: 0, failed: 0 };
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const status = await balancer.send();
      outcome.sent += 1;
      if (status !== 200) outcome.failed += 1;
    }
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const place of balancer.places) {
      const before = outcome.sent;
      await waitFor('requests', async () => outcome.sent > before + 20);
      assert.equal((await place.node.stop()).code, 0);
      place.node = await startNode(notice);
      await waitFor('the new node to be in service', async () => place.failures === 0);
    }
  }
  isOver = true;
  await Promise.all(callers);
  await balancer.stop();
  for (const { node } of balancer.places) node.child.kill('SIGKILL');
  return outcome;
}

test('no request fails if nodes announce that they are stopping', async () => {
  const rolled = await rollThrough(NOTICE_SECONDS);
  sayProof('rolling restart behind a balancer', {
    ...{ restarts: ROUNDS * NODES, requests: rolled.sent, failed: rolled.failed },
  });
  assert.equal(rolled.failed, 0);
});

// Whether a request meets a closed port is random, so a few restarts may produce no such request.
test('requests fail in the control, which gives no notice', { skip: !isWhole }, async () => {
  const control = await rollThrough('0');
  sayProof('rolling restart without notice', {
    ...{ requests: control.sent, failed: control.failed },
  });
  assert.ok(control.failed > 0);
});
