// The processor time of a test file, recorded by its own process when it ends.

import { appendFileSync, readFileSync } from 'node:fs';

/** Processor time of a test file, user and system, in milliseconds. */
export interface Cost {
  /** Until the file and its imports were loaded. */
  readonly startMs: number;
  /** While apps started. */
  readonly appMs: number;
  readonly ownMs: number;
  /** Of its child processes that have ended. Zero if the system does not show it. */
  readonly childrenMs: number;
}

const NOTHING: Cost = { startMs: 0, appMs: 0, ownMs: 0, childrenMs: 0 };

/** One line of the run's cost file: a part of the cost of a bundled test file. */
type FileCost = Partial<Cost> & { readonly file: string };

/**
 * The environment variable with the file to which costs are appended, set for the processes of test
 * files.
 */
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
    // The program's name, in brackets, may contain spaces; the fields after it are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Records the processor time that this process needs to start an app. */
export async function countingStart<Result>(start: () => Promise<Result>): Promise<Result> {
  const before = ownCpuMs();
  const started = await start();
  note({ appMs: ownCpuMs() - before });
  return started;
}

function note(cost: Omit<FileCost, 'file'>): void {
  const place = process.env[COST_FILE];
  if (place === undefined || process.env[COST_PARENT] !== String(process.ppid)) return;
  appendFileSync(place, `${JSON.stringify({ file: process.argv[1] ?? '', ...cost })}\n`);
}

/** Makes this process record its cost when it ends, if it is a test file of a run. */
export function noteCostAtEnd(): void {
  const startMs = ownCpuMs();
  process.on('exit', () => note({ startMs, ownMs: ownCpuMs(), childrenMs: childrenCpuMs() }));
}

/** Reads the recorded costs, by the path of the test file. */
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
