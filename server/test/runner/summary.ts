// The summary of a test run: counts, and how the time was spent.

import { availableParallelism } from 'node:os';
import { type Cost, childrenCpuMs, ownCpuMs } from '../bundle/cost.js';
import type { FileResult } from './test-file.js';

const LIMIT = {
  slowestShown: 10,
  /** The maximum number of leaks (personal data in logs) that the summary shows. */
  leaksShown: 20,
  /** A whole run that takes longer prints a warning. */
  wholeRunSeconds: 480,
} as const;

/** A test file that has ended. */
export interface EndedFile {
  /** The path of the file in the project. */
  readonly name: string;
  readonly result: FileResult;
  /** Undefined if the file's process was killed or never ran. */
  readonly cost: Cost | undefined;
  readonly wallSeconds: number;
}

/**
 * Returns the total counts of all files, also as one line of text, and the first leaks found in
 * their logs.
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

/** CPU time, in seconds, spent before the first test file started. */
export interface Preparation {
  readonly ownSeconds: number;
  readonly childrenSeconds: number;
}

/** Returns the CPU time that this process and its ended children have used so far. */
export function preparationUntilNow(): Preparation {
  return { ownSeconds: ownCpuMs() / 1_000, childrenSeconds: childrenCpuMs() / 1_000 };
}

/**
 * Returns lines that show how the time was spent. Call it only after the database server has ended,
 * because a process's CPU time is known only then. Unknown times are zero.
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
