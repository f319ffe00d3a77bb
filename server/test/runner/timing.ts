// How long test files took in earlier runs.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EndedFile } from './summary.js';

/** Seconds that one test file took: wall time, and CPU time of its processes. */
export interface Timing {
  readonly wall: number;
  readonly cpu: number;
}

export type Timings = ReadonlyMap<string, Timing>;

const SERVER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Committed timings, so that a fresh clone starts with a good order. */
const COMMITTED = join(SERVER, 'test', 'golden', 'timing.json');

/** Timings of runs on this machine. */
const LOCAL = join(SERVER, 'dist', 'timing.json');

/**
 * Returns timings keyed by the file's path in the project. Timings from this machine's last run
 * take precedence.
 */
export function readTimings(): Timings {
  return new Map([...readFile(COMMITTED), ...readFile(LOCAL)]);
}

function readFile(path: string): [string, Timing][] {
  try {
    return Object.entries<Timing>(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without timings, only the run order changes.
    return [];
  }
}

/** Returns the timings of files that have ended. A killed file has none. */
export function timingsOf(ended: readonly EndedFile[]): Timings {
  return new Map(
    ended.flatMap(({ name, wallSeconds, cost }) =>
      cost === undefined
        ? []
        : [[name, { wall: wallSeconds, cpu: (cost.ownMs + cost.childrenMs) / 1_000 }] as const],
    ),
  );
}

/** Stores timings for the next run. UPDATE_GOLDEN=1 also updates the committed timings. */
export function keepTimings(timings: Timings): void {
  const known = new Map([...readFile(LOCAL), ...timings]);
  writeFileSync(LOCAL, textOf(known));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(COMMITTED, textOf(timings));
}

function textOf(timings: Timings): string {
  const lines = [...timings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, { wall, cpu }]) => {
      const rounded = { wall: Number(wall.toFixed(1)), cpu: Number(cpu.toFixed(1)) };
      return `  ${JSON.stringify(file)}: ${JSON.stringify(rounded)}`;
    });
  return `{\n${lines.join(',\n')}\n}\n`;
}
