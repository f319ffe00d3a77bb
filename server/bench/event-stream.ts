// The event stream: from the write of an event to its readers, and what readers cost in memory.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { storeEvents } from '../src/platform/events/event.js';
import { openBenchServer } from './bench-server.js';
import { type Stage, setStage } from './stage.js';

/** What the process of readers is told. */
export interface FollowRun {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly readers: number;
  readonly events: number;
}

/** What it answers. */
export interface Followed {
  readonly missing: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StreamFigures extends Followed {
  readonly readers: number;
  /** Events written, each told to every reader. */
  readonly perSecond: number;
  readonly residentMegabytesBefore: number;
  readonly residentMegabytes: number;
}

export interface StreamEffort {
  readonly databaseUrl: string | undefined;
  readonly readers: readonly number[];
  readonly perSecond: number;
  readonly seconds: number;
}

const WRITES_PER_SECOND = 50;

/** Measures each number of readers on one stage. */
export async function measureEventStream(effort: StreamEffort): Promise<StreamFigures[]> {
  const server = await openBenchServer(effort.databaseUrl);
  const stage = await setStage(server);
  const figures: StreamFigures[] = [];
  for (const readers of effort.readers) figures.push(await measure(stage, readers, effort));
  await stage.stop();
  await server.stop();
  return figures;
}

async function measure(stage: Stage, readers: number, effort: StreamEffort) {
  const residentMegabytesBefore = residentMegabytes();
  const perWrite = Math.ceil(effort.perSecond / WRITES_PER_SECOND);
  const writes = WRITES_PER_SECOND * effort.seconds;
  const file = fileURLToPath(new URL('./event-follower.ts', import.meta.url));
  const child = fork(file, { execArgv: process.execArgv });
  const run: FollowRun = {
    url: `${stage.app.url}/api/v1/event/stream?types=security.updated`,
    headers: stage.headers,
    readers,
    events: perWrite * writes,
  };
  child.send(run);
  await once(child, 'message');
  const followed = answerOf(child);
  const began = performance.now();
  for (let write = 0; write < writes; write += 1) {
    await writeEvents(stage, perWrite);
    const due = ((write + 1) / WRITES_PER_SECOND) * 1_000;
    await pause(Math.max(0, due - (performance.now() - began)));
  }
  const seconds = (performance.now() - began) / 1_000;
  const told = await followed;
  const perSecond = (perWrite * writes) / seconds;
  const resident = residentMegabytes();
  return { readers, perSecond, ...told, residentMegabytesBefore, residentMegabytes: resident };
}

async function answerOf(child: ChildProcess): Promise<Followed> {
  const [followed]: Followed[] = await once(child, 'message');
  if (followed === undefined) throw new Error('the readers did not answer');
  return followed;
}

async function writeEvents({ app }: Stage, length: number): Promise<void> {
  const data = { name: 'PROBE' };
  const event = { type: 'security.updated', subjectId: 1n, data };
  await app.context.db.transaction((tx) => storeEvents(tx, Array(length).fill(event)));
}

function residentMegabytes(): number {
  return Math.round(process.memoryUsage().rss / 1_048_576);
}
