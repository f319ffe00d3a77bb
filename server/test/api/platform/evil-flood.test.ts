// Many malicious bodies per second: how long they block the event loop, and how long another caller
// waits. An ordinary test run checks only the replies, because its machine is busy with other
// tests.

import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { after, before, it } from 'node:test';
import { evilFloodsOf, type FloodFigures, measureFlood } from '../../../bench/body/flood.js';
import { collectOnOneThread } from '../../../src/cli/garbage-collection.js';
import { startTestAppWith, type TestApp } from '../../support/app.js';
import { sayProof } from '../../support/proof.js';

const WHOLE_SECONDS = process.env.COUNTINGHOUSE_FLOOD_SECONDS;
const SECONDS = Number(WHOLE_SECONDS ?? 1);

const BLOCK_MAX_MS = 20;
const LIVE_P99_MAX_MS = 50;

let app: TestApp;

before(async () => {
  // The program also calls this function when it starts.
  collectOnOneThread();
  app = await startTestAppWith({ warmUp: true }, { demo: true, exchange: 'none' });
  await app.app.warm;
});
after(() => app.stop());

it('a flood of malicious bodies is refused, and delays no other caller', async () => {
  const [control, ...floods] = evilFloodsOf(app.app, SECONDS);
  const idle = await measureFlood(app.app, control);
  say(idle);
  for (const flood of floods) {
    const figures = await measureFlood(app.app, flood);
    say(figures);
    checkReplies(figures, flood.requests);
    if (WHOLE_SECONDS !== undefined) checkTimes(figures, idle);
  }
});

function checkReplies({ name, statuses, failures }: FloodFigures, requests: number): void {
  const what = `${name}: ${statuses.join('; ')}`;
  assert.ok(
    statuses.every(([status]) => /^4\d\d \w+$/.test(status)),
    what,
  );
  const replies = statuses.reduce((sum, [, count]) => sum + count, 0);
  assert.equal(replies, requests, what);
  assert.equal(failures, 0, `${name}: /livez failed`);
}

// Wall time includes delays caused by other programs, and an idle server shows how long these are.
// So a block may exceed the bound only if the idle server had a longer one.
function checkTimes(figures: FloodFigures, idle: FloodFigures): void {
  const { name, busyMs, blockMs, p99Ms } = figures;
  const about = `${name}; idle: longest block ${idle.blockMs} ms, p99 ${idle.p99Ms} ms`;
  assert.ok(busyMs < BLOCK_MAX_MS, `${busyMs} ms of processor time, ${about}`);
  assert.ok(
    blockMs < Math.max(BLOCK_MAX_MS, idle.blockMs),
    `longest block ${blockMs} ms, ${about}`,
  );
  assert.ok(p99Ms < LIVE_P99_MAX_MS, `/livez p99 ${p99Ms} ms, ${about}`);
}

function say(figures: FloodFigures): void {
  const tenths = (ms: number) => Number(ms.toFixed(1));
  const [load = 0] = loadavg();
  sayProof(figures.name, {
    'ms longest block': tenths(figures.blockMs),
    'ms without waits for a processor': tenths(figures.unqueuedMs),
    'ms of processor time': tenths(figures.busyMs),
    'ms longest garbage collection': tenths(figures.collectionMs),
    'ms /livez p99': tenths(figures.p99Ms),
    'load of the machine': tenths(load),
    processors: availableParallelism(),
  });
}
