// Measures the event stream: the delay from writing an event to its arrival, memory per reader, and
// events sent per second. A bare server that does nothing else is the comparison.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { storeEvents } from '../../src/platform/events/queries.js';
import { openBenchServer } from '../own-server.js';
import { type Stage, setStage } from '../stage.js';
import { openBareStream } from './limit.js';

/** Makes the reader process connect this many readers. */
export interface ConnectOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly readers: number;
}

/** The command to connect readers, or to wait for the given number of events. */
export type FollowerOrder = ConnectOrder | { readonly expected: number };

/** The reply once all readers are connected. */
export interface Connected {
  readonly seconds: number;
  /** The number of times readers were refused and had to reconnect. */
  readonly refused: number;
}

/** The number of events received by all readers together. */
export interface Received {
  readonly missing: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** When the last block arrived, in milliseconds since 1970. */
  readonly lastAtMs: number;
}

export interface StreamFigures {
  readonly readers: number;
  readonly connectSeconds: number;
  readonly refused: number;
  /** Undefined for few readers, whose memory is too small to measure in the process. */
  readonly bytesPerReader: number | undefined;
  readonly residentMegabytes: number;
  /** Events written per second at a steady rate. Each is sent to every reader. */
  readonly perSecond: number;
  readonly missing: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly limit: string;
  /** Events sent per second to all readers together, written as fast as possible. */
  readonly sentPerSecond: number;
  readonly limitPerSecond: number;
  readonly ratio: number;
}

interface StreamEffort {
  readonly databaseUrl: string | undefined;
  readonly readers: readonly number[];
  readonly perSecond: number;
  readonly seconds: number;
}

const WRITES_PER_SECOND = 50;
/** The number of events in the throughput measurement, over all readers. */
const FAST_EVENTS = 300_000;
const EVENTS_MIN = 200;
const EVENTS_MAX = 5_000;
const EVENTS_PER_WRITE = 100;
const WEIGHED_MIN = 100;

let collectGarbage: (() => void) | undefined;

/** Measures each number of readers on the same stage. */
export async function measureEventStream(effort: StreamEffort): Promise<StreamFigures[]> {
  const server = await openBenchServer(effort.databaseUrl);
  const stage = await setStage(server);
  const figures: StreamFigures[] = [];
  for (const readers of effort.readers) figures.push(await measure(stage, readers, effort));
  await stage.stop();
  await server.stop();
  return figures;
}

async function measure(
  stage: Stage,
  readers: number,
  effort: StreamEffort,
): Promise<StreamFigures> {
  const url = `${stage.app.url}/api/v1/event/stream?types=security.updated`;
  const before = heldBytes();
  const follower = await follow({ url, headers: stage.headers, readers });
  const held = Math.round((heldBytes() - before) / readers);
  const steady = await measureSteadily(stage, follower, { ...effort, readers: [readers] });
  const events = Math.min(EVENTS_MAX, Math.max(EVENTS_MIN, Math.ceil(FAST_EVENTS / readers)));
  const fast = await measureThroughput(follower, readers * events, async () => {
    for (let left = events; left > 0; left -= EVENTS_PER_WRITE) {
      await writeEvents(stage, Math.min(left, EVENTS_PER_WRITE));
    }
  });
  const resident = Math.round(process.memoryUsage().rss / 1_048_576);
  follower.child.kill();
  const limitPerSecond = await limitOf(readers, events);
  return {
    readers,
    ...{ connectSeconds: follower.seconds, refused: follower.refused },
    bytesPerReader: readers < WEIGHED_MIN ? undefined : held,
    ...{ residentMegabytes: resident, ...steady },
    ...{ limit: 'a bare server that writes the same bytes', limitPerSecond },
    ...{ sentPerSecond: fast, ratio: fast / limitPerSecond },
  };
}

interface Follower extends Connected {
  readonly child: ChildProcess;
}

async function follow(order: ConnectOrder): Promise<Follower> {
  const self = fileURLToPath(import.meta.url);
  const file = self.replace(/event-stream\.(ts|js)$/, 'event-follower.$1');
  const child = fork(file, { execArgv: process.execArgv });
  return { child, ...(await asked<Connected>(child, order)) };
}

async function asked<Answer>(child: ChildProcess, order: FollowerOrder): Promise<Answer> {
  child.send(order);
  const [answer]: Answer[] = await once(child, 'message');
  if (answer === undefined) throw new Error('the readers did not answer');
  return answer;
}

/** Writes at a steady rate. Returns the delays of the events. */
async function measureSteadily(stage: Stage, { child }: Follower, effort: StreamEffort) {
  const perWrite = Math.ceil(effort.perSecond / WRITES_PER_SECOND);
  const writes = WRITES_PER_SECOND * effort.seconds;
  const began = performance.now();
  for (let write = 0; write < writes; write += 1) {
    await writeEvents(stage, perWrite);
    const due = ((write + 1) / WRITES_PER_SECOND) * 1_000;
    await pause(Math.max(0, due - (performance.now() - began)));
  }
  const seconds = (performance.now() - began) / 1_000;
  const expected = perWrite * writes * (effort.readers[0] ?? 0);
  const { missing, p50Ms, p99Ms } = await asked<Received>(child, { expected });
  return { perSecond: (perWrite * writes) / seconds, missing, p50Ms, p99Ms };
}

/** Measures the events sent per second, from the first write to the last arrival. */
async function measureThroughput(
  { child }: Follower,
  expected: number,
  write: () => Promise<void>,
): Promise<number> {
  const began = Date.now();
  await write();
  const told = await asked<Received>(child, { expected });
  return ((expected - told.missing) / Math.max(1, told.lastAtMs - began)) * 1_000;
}

async function limitOf(readers: number, events: number): Promise<number> {
  const bare = await openBareStream();
  const follower = await follow({ url: bare.url, headers: {}, readers });
  const perSecond = await measureThroughput(follower, readers * events, async () =>
    bare.write(events),
  );
  follower.child.kill();
  await bare.stop();
  return perSecond;
}

async function writeEvents({ app }: Stage, length: number): Promise<void> {
  const data = { name: 'PROBE' };
  const event = { type: 'security.updated', subjectId: 1n, data };
  await app.context.db.transaction((tx) => storeEvents(tx, Array(length).fill(event)));
}

/**
 * The garbage collector is exposed only when needed, because V8 rejects a code cache created with
 * other flags.
 */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** Returns the memory of the process after garbage collection. */
function heldBytes(): number {
  collectGarbage ??= exposeCollector();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
