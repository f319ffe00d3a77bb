// The callers' process: keep-alive connections that repeat their steps as fast as replies come.

import { Agent, request } from 'node:http';
import type { LoadResult, LoadRun, LoadStep } from './load.js';

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
}

async function callAll(run: LoadRun): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: run.callers });
  const tally: Tally = { rounds: 0, failures: 0, firstFailure: undefined, times: [] };
  const started = performance.now();
  const until = started + run.seconds * 1000;
  let turn = 0;
  const caller = async () => {
    while (performance.now() < until) {
      turn += 1;
      await round({ run, agent, tally }, turn);
    }
  };
  await Promise.all(Array.from({ length: run.callers }, caller));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  const sorted = tally.times.sort((left, right) => left - right);
  return {
    roundsPerSecond: tally.rounds / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failures: tally.failures,
    firstFailure: tally.firstFailure,
  };
}

interface Calling {
  readonly run: LoadRun;
  readonly agent: Agent;
  readonly tally: Tally;
}

async function round(calling: Calling, turn: number): Promise<void> {
  const { run, tally } = calling;
  let id = '';
  for (const step of run.steps) {
    const began = performance.now();
    const reply = await callOnce(calling, step, { turn, id });
    tally.times.push(performance.now() - began);
    if (reply.status >= 300) {
      tally.failures += 1;
      tally.firstFailure ??= `${reply.status} ${reply.text.slice(0, 300)}`;
      return;
    }
    id = /"id":(\d+)/.exec(reply.text)?.[1] ?? '';
  }
  tally.rounds += 1;
}

function callOnce(
  { run, agent }: Calling,
  step: LoadStep,
  at: { readonly turn: number; readonly id: string },
): Promise<{ status: number; text: string }> {
  const body = step.bodies[at.turn % Math.max(1, step.bodies.length)];
  const { hostname, port } = new URL(run.url);
  return new Promise((resolve) => {
    const call = request(
      {
        agent,
        hostname,
        port,
        method: step.method,
        path: step.path.replace('{{id}}', at.id),
        headers: {
          ...run.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    call.on('error', (error) => resolve({ status: 599, text: error.message }));
    call.end(body);
  });
}
