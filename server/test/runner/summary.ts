// The summary of a test run: counts, and where the time went.

import { availableParallelism } from 'node:os';
import { type Cost, childrenCpuMs, ownCpuMs } from '../bundle/cost.js';
import type { FileResult } from './test-file.js';

const LIMIT = {
  slowestShown: 10,
  /** Pieces of personal data in logs that are shown. */
  leaksShown: 20,
  /** A longer whole run prints a warning. */
  wholeRunSeconds: 480,
} as const;

/** A test file that has ended. */
export interface EndedFile {
  /** Its path in the project. */
  readonly name: string;
  readonly result: FileResult;
  /** Undefined if its process was killed, or never ran. */
  readonly cost: Cost | undefined;
  readonly wallSeconds: number;
}

/**
 * The counts and the personal data of all files, as lines; the plain line of counts is separate.
 */
export function countsOf(files: readonly EndedFile[]) {
  const sum = (of: (result: FileResult) => number) =>
    files.reduce((total, { result }) => total + of(result), 0);
  const leaks = files.flatMap(({ result }) => result.leaks);
  const passed = sum((result) => result.passed);
  const failed = sum((result) => result.failed) + (leaks.length === 0 ? 0 : 1);
  const skipped = sum((result) => result.skipped);
  const line = `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return { passed, failed, leaks: leaks.slice(0, LIMIT.leaksShown), line };
}

/** Processor time spent before the first test file began, in seconds. */
export interface Preparation {
  readonly ownSeconds: number;
  readonly childrenSeconds: number;
}

/** The processor time of this process and its ended children until now. */
export function preparationUntilNow(): Preparation {
  return { ownSeconds: ownCpuMs() / 1_000, childrenSeconds: childrenCpuMs() / 1_000 };
}

/**
 * Where the time went. Call it when the database server has ended, because the processor time of a
 * process is known only then. Unknown times are zero.
 */
export function timeLines(files: readonly EndedFile[], before: Preparation): string[] {
  const costs = files.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const seconds = (of: (cost: Cost) => number) =>
    costs.reduce((total, cost) => total + of(cost), 0) / 1_000;
  const wall = process.uptime();
  const total = (ownCpuMs() + childrenCpuMs()) / 1_000;
  const start = seconds(({ startMs, appMs }) => startMs + appMs);
  const tests = seconds(({ ownMs, childrenMs }) => ownMs + childrenMs);
  const building = before.ownSeconds + before.childrenSeconds;
  const runner = ownCpuMs() / 1_000 - before.ownSeconds;
  const database = Math.max(0, total - building - runner - tests);
  const offered = wall * availableParallelism();
  const whole = (value: number) => `${Math.round(value)} s`;
  const lines = [
    `time: ${whole(wall)}; processor ${whole(total)} of ${whole(offered)} on ` +
      `${availableParallelism()} processors`,
    `processor: building ${whole(building)}, runner ${whole(runner)}, start ` +
      `${whole(start)}, database ${whole(database)}, work ${whole(Math.max(0, tests - start))}; ` +
      `waiting ${whole(Math.max(0, offered - total))}`,
    'slowest:',
    ...slowest(files).map((line) => `  ${line}`),
  ];
  if (wall <= LIMIT.wholeRunSeconds) return lines;
  return [...lines, `this run took longer than ${whole(LIMIT.wholeRunSeconds)}`];
}

function slowest(files: readonly EndedFile[]): string[] {
  return [...files]
    .sort((one, other) => other.wallSeconds - one.wallSeconds)
    .slice(0, LIMIT.slowestShown)
    .map(({ name, wallSeconds, cost }) => {
      const cpu = cost === undefined ? undefined : (cost.ownMs + cost.childrenMs) / 1_000;
      const processor = cpu === undefined ? '' : `, processor ${cpu.toFixed(1)} s`;
      return `${name} ${wallSeconds.toFixed(1)} s${processor}`;
    });
}
