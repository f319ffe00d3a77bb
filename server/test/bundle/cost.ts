// What a test file cost in processor time, noted by its own process when it ends.

import { appendFileSync, readFileSync } from 'node:fs';

/** One line of the run's cost file. Times are processor time, user and system, in milliseconds. */
export interface FileCost {
  /** The bundled test file. */
  readonly file: string;
  /** Until the file and what it imports were loaded. */
  readonly startMs: number;
  /** In `startTestApp` and other functions that start an app. */
  readonly appMs: number;
  readonly ownMs: number;
  /** Of processes that it started and that have ended. Zero where the system does not tell. */
  readonly childrenMs: number;
  readonly wallMs: number;
}

/** Names the file to which costs are appended, and the process whose children note them. */
export const COST_FILE = 'TEST_COST_FILE';
export const COST_PARENT = 'TEST_COST_PARENT';

/** Clock ticks a second in /proc: the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of this process so far, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Processor time of ended children and their children, in milliseconds. Linux only, else 0. */
export function childrenCpuMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // The name of the program, in brackets, may hold spaces; the fields after it are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

let appMs = 0;

/** Counts the processor time of this process while an app starts. */
export async function countingStart<Result>(start: () => Promise<Result>): Promise<Result> {
  const before = ownCpuMs();
  try {
    return await start();
  } finally {
    appMs += ownCpuMs() - before;
  }
}

/** Has this process note its cost when it ends, if it is a test file of a run. */
export function noteCostAtEnd(): void {
  const place = process.env[COST_FILE];
  if (place === undefined || process.env[COST_PARENT] !== String(process.ppid)) return;
  const startMs = ownCpuMs();
  process.on('exit', () => {
    const cost: FileCost = {
      file: process.argv[1] ?? '',
      startMs,
      appMs,
      ownMs: ownCpuMs(),
      childrenMs: childrenCpuMs(),
      wallMs: process.uptime() * 1_000,
    };
    appendFileSync(place, `${JSON.stringify(cost)}\n`);
  });
}
