// A test file's CPU time, recorded by its process when the file has ended.

import { appendFileSync, readFileSync } from 'node:fs';

/** User and system CPU time of a test file, in milliseconds. */
export interface Cost {
  /** CPU time until the file and its imports were loaded. */
  readonly startMs: number;
  /** CPU time while apps started. */
  readonly appMs: number;
  readonly ownMs: number;
  /** CPU time of child processes that have ended. Zero if the system does not report it. */
  readonly childrenMs: number;
}

const NOTHING: Cost = { startMs: 0, appMs: 0, ownMs: 0, childrenMs: 0 };

/** One line in the run's cost file: part of the cost of the test file with this name. */
type FileCost = Partial<Cost> & { readonly file: string };

/**
 * The environment variable that names the file to which costs are appended. Set for test file
 * processes.
 */
export const COST_FILE = 'TEST_COST_FILE';
export const COST_PARENT = 'TEST_COST_PARENT';
/** The environment variable that names the test file that this process is currently running. */
export const COST_OF = 'TEST_COST_OF';

/** Clock ticks per second in /proc. The same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time of this process so far, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Returns the CPU time of ended children and their descendants, in milliseconds. Zero except on
 * Linux.
 */
export function childrenCpuMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // The program's name, in parentheses, may contain spaces; the fields after it are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Runs `start` and records the CPU time that this process needs to start an app. */
export async function countingStart<Result>(start: () => Promise<Result>): Promise<Result> {
  const before = ownCpuMs();
  const started = await start();
  note({ appMs: ownCpuMs() - before });
  return started;
}

/** Records a part of the current test file's cost, if this process runs test files. */
export function note(cost: Partial<Cost>): void {
  const place = process.env[COST_FILE];
  if (place === undefined || process.env[COST_PARENT] !== String(process.ppid)) return;
  appendFileSync(place, `${JSON.stringify({ file: process.env[COST_OF] ?? '', ...cost })}\n`);
}

/** Reads the recorded costs, keyed by test file name. */
export function readCosts(place: string): ReadonlyMap<string, Cost> {
  const costs = new Map<string, Cost>();
  for (const line of readFileSync(place, 'utf8').split('\n')) {
    if (line === '') continue;
    const { file, ...noted }: FileCost = JSON.parse(line);
    const { startMs, appMs, ownMs, childrenMs } = costs.get(file) ?? NOTHING;
    costs.set(file, {
      startMs: startMs + (noted.startMs ?? 0),
      appMs: appMs + (noted.appMs ?? 0),
      ownMs: ownMs + (noted.ownMs ?? 0),
      childrenMs: childrenMs + (noted.childrenMs ?? 0),
    });
  }
  return costs;
}
