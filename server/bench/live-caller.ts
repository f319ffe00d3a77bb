// Requests a server's `/livez` continuously from a separate process. The process that sends large
// bodies is so busy that its own delays would distort the results.

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 10;

/** The response times of `/livez`. */
export interface Lives {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The number of requests answered with a status other than 200. */
  readonly failures: number;
}

process.once('message', (url: string) => {
  void ask(`${url}/livez`).then((lives) => {
    process.send?.(lives, () => process.exit(0));
  });
});
process.send?.('ready');

/** Sends requests until the parent's next message. */
async function ask(url: string): Promise<Lives> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const asking: Promise<void>[] = [];
  let failures = 0;
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    const asked = reach(url, agent).then((status) => {
      times.push(performance.now() - began);
      if (status !== 200) failures += 1;
    });
    asking.push(asked);
    await pause(EVERY_MS);
  }
  await Promise.all(asking);
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1), failures };
}

// Resolves with the status.
function reach(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (reply) => {
      reply.resume().on('close', () => resolve(reply.statusCode));
    });
    asked.on('error', reject).end();
  });
}
