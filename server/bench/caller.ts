// The callers' process: keep-alive connections that repeat their steps as fast as replies come.

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
  const until = started + run.seconds * 1000;
  let turn = 0;
  const caller = async (connection: CallerConnection) => {
    while (performance.now() < until) {
      turn += 1;
      await round({ run, connection, tally }, turn);
    }
  };
  await Promise.all(connections.map(caller));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  const sorted = tally.times.sort((left, right) => left - right);
  return {
    roundsPerSecond: tally.rounds / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failures: tally.failures,
    firstFailure: tally.firstFailure,
    stamps: tally.stamps,
  };
}

interface Calling {
  readonly run: LoadRun;
  readonly connection: CallerConnection;
  readonly tally: Tally;
}

async function round({ run, connection, tally }: Calling, turn: number): Promise<void> {
  let id = '';
  const beganMs = clockMs();
  for (const step of run.steps) {
    const began = performance.now();
    const reply = await connection.ask(requestOf(run, step, { turn, id }));
    tally.times.push(performance.now() - began);
    if (reply.status >= 300) {
      tally.failures += 1;
      tally.firstFailure ??= `${reply.status} ${reply.text.slice(0, 300)}`;
      return;
    }
    id = /"id":(\d+)/.exec(reply.text)?.[1] ?? '';
  }
  tally.rounds += 1;
  if (run.keepStamps === true) tally.stamps.push([Number(id), beganMs]);
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
