// The process that simulates callers: keep-alive connections that repeat their steps as fast as
// replies arrive.

import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../src/exchanges/simulator/random.js';
import { type CallerConnection, openConnection } from './connection.js';
import { clockMs, type LoadResult, type LoadRun, type LoadStep } from './load.js';

process.once('message', (run: LoadRun) => {
  void callAll(run).then((result) => {
    process.send?.(result, () => process.exit(0));
  });
});

interface Tally {
  rounds: number;
  failures: number;
  firstFailure: string | undefined;
  readonly times: number[];
  readonly stamps: [id: number, beganMs: number][];
}

async function callAll(run: LoadRun): Promise<LoadResult> {
  const { hostname, port } = new URL(run.url);
  const tally: Tally = { rounds: 0, failures: 0, firstFailure: undefined, times: [], stamps: [] };
  const connections = await Promise.all(
    Array.from({ length: run.callers }, () => openConnection(hostname, Number(port))),
  );
  const started = performance.now();
  await (run.perSecond === undefined ? closedLoop : openLoop)({ run, connections, tally });
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  const sorted = tally.times.sort((left, right) => left - right);
  return {
    rounds: tally.rounds,
    roundsPerSecond: tally.rounds / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failures: tally.failures,
    firstFailure: tally.firstFailure,
    stamps: tally.stamps,
  };
}

interface Callers {
  readonly run: LoadRun;
  readonly connections: readonly CallerConnection[];
  readonly tally: Tally;
}

/** Each caller starts its next round when its previous round has ended. */
async function closedLoop({ run, connections, tally }: Callers): Promise<void> {
  const until = performance.now() + run.seconds * 1000;
  let turn = 0;
  const caller = async (connection: CallerConnection) => {
    while (performance.now() < until) {
      turn += 1;
      await round({ run, connection, tally, dueMs: clockMs() }, turn);
    }
  };
  await Promise.all(connections.map(caller));
}

/** Rounds start when they are due. A round without a free connection waits for one. */
async function openLoop({ run, connections, tally }: Callers): Promise<void> {
  const dues = arrivals(run);
  const began = clockMs();
  let turn = 0;
  const caller = async (connection: CallerConnection) => {
    for (let due = dues[turn]; due !== undefined; due = dues[turn]) {
      turn += 1;
      const own = turn;
      const dueMs = began + due;
      if (dueMs > clockMs()) await pause(dueMs - clockMs());
      await round({ run, connection, tally, dueMs }, own);
    }
  };
  await Promise.all(connections.map(caller));
}

/**
 * Returns the start times of a Poisson process, in milliseconds. They are the same in every run.
 */
function arrivals({ seconds, perSecond = 1 }: LoadRun): number[] {
  const random = randomOf('bench', 'arrivals', BigInt(perSecond));
  const dues: number[] = [];
  for (let due = 0; due < seconds * 1000; ) {
    due += (-Math.log(1 - random.below(2 ** 32) / 2 ** 32) * 1000) / perSecond;
    dues.push(due);
  }
  return dues;
}

interface Calling {
  readonly run: LoadRun;
  readonly connection: CallerConnection;
  readonly tally: Tally;
  /** When the round was due. */
  readonly dueMs: number;
}

async function round({ run, connection, tally, dueMs }: Calling, turn: number): Promise<void> {
  let id = '';
  let beganMs = dueMs;
  for (const step of run.steps) {
    const reply = await connection.ask(requestOf(run, step, { turn, id }));
    const endedMs = clockMs();
    tally.times.push(endedMs - beganMs);
    beganMs = endedMs;
    if (reply.status >= 300) {
      tally.failures += 1;
      tally.firstFailure ??= `${reply.status} ${reply.text.slice(0, 300)}`;
      return;
    }
    id = /"id":(\d+)/.exec(reply.text)?.[1] ?? '';
  }
  tally.rounds += 1;
  if (run.keepStamps === true) tally.stamps.push([Number(id), dueMs]);
}

function requestOf(
  run: LoadRun,
  step: LoadStep,
  at: { readonly turn: number; readonly id: string },
): string {
  const body = step.bodies[at.turn % Math.max(1, step.bodies.length)] ?? '';
  const headers = Object.entries(run.headers).map(([name, value]) => `${name}: ${value}`);
  const content = body === '' ? [] : ['content-type: application/json'];
  return [
    `${step.method} ${step.path.replace('{{id}}', at.id)} HTTP/1.1`,
    'host: 127.0.0.1',
    ...headers,
    ...content,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
