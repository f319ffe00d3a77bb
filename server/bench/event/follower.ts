// Readers of the event stream in a separate process. They reconnect when disconnected, and record
// when each event arrives.

import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connected, ConnectOrder, FollowerOrder, Received } from './stream.js';

/** Maximum time for the last event to reach the last reader. */
const LATEST_MS = 60_000;
const TRIES_MAX = 60;

/** The delays measured so far, in milliseconds from write to arrival. */
let delays: number[] = [];
let lastAtMs = 0;

process.on('message', (order: FollowerOrder) => {
  const answer = 'url' in order ? connect(order) : waitFor(order.expected);
  void answer.then((message) => process.send?.(message));
});

async function connect({ url, headers, readers }: ConnectOrder): Promise<Connected> {
  const agent = new Agent({ maxSockets: readers });
  const began = performance.now();
  const refusals = await Promise.all(
    Array.from({ length: readers }, () => open({ url, headers, agent })),
  );
  return {
    seconds: (performance.now() - began) / 1_000,
    refused: refusals.reduce((sum, one) => sum + one, 0),
  };
}

interface Way {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

/** Connects one reader. Resolves with the number of refused attempts. */
async function open(way: Way): Promise<number> {
  for (let refused = 0; refused < TRIES_MAX; refused += 1) {
    const reply = await ask(way);
    if (reply.statusCode === 200) {
      listen(reply);
      return refused;
    }
    reply.resume();
    await pause(1_000 * Number(reply.headers['retry-after'] ?? 1));
  }
  throw new Error('a reader was sent away too often');
}

function ask({ url, headers, agent }: Way): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, resolve).once('error', reject);
  });
}

function listen(reply: IncomingMessage): void {
  let rest = '';
  reply.setEncoding('utf8');
  reply.on('data', (text: string) => {
    lastAtMs = Date.now();
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const time = /"time":"([^"]+)"/.exec(block)?.[1];
      if (time !== undefined) delays.push(lastAtMs - Date.parse(time));
    }
  });
}

async function waitFor(expected: number): Promise<Received> {
  const latest = Date.now() + LATEST_MS;
  while (delays.length < expected && Date.now() < latest) await pause(5);
  const sorted = delays.sort((one, other) => one - other);
  delays = [];
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { missing: expected - sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), lastAtMs };
}
