// Readers of the event stream in a process of their own: they note when each event came.

import { Agent, get, type IncomingMessage } from 'node:http';
import type { Followed, FollowRun } from './event-stream.js';

/** How long the last event may take to reach the last reader. */
const LATEST_MS = 60_000;

process.once('message', (run: FollowRun) => {
  void follow(run).then((followed) => {
    process.send?.(followed, () => process.exit(0));
  });
});

async function follow(run: FollowRun): Promise<Followed> {
  const agent = new Agent({ maxSockets: run.readers });
  const delays: number[] = [];
  const all = run.readers * run.events;
  const complete = new Promise<void>((resolve) => {
    const late = setTimeout(resolve, LATEST_MS);
    const note = (delay: number) => {
      delays.push(delay);
      if (delays.length < all) return;
      clearTimeout(late);
      resolve();
    };
    const connected = Array.from({ length: run.readers }, () => open(run, agent, note));
    void Promise.all(connected).then(() => process.send?.('ready'));
  });
  await complete;
  delays.sort((one, other) => one - other);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0;
  return { missing: all - delays.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function open(run: FollowRun, agent: Agent, note: (delayMs: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(run.url, { agent, headers: run.headers }, (reply) => {
      listen(reply, note);
      reply.once('readable', resolve);
    });
    request.once('error', reject);
  });
}

function listen(reply: IncomingMessage, note: (delayMs: number) => void): void {
  let rest = '';
  reply.setEncoding('utf8');
  reply.on('data', (text: string) => {
    const now = Date.now();
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const time = /"time":"([^"]+)"/.exec(block)?.[1];
      if (time !== undefined) note(now - Date.parse(time));
    }
  });
}
