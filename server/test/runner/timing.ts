// The times of test files in earlier runs, and the order that follows from them.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EndedFile } from './summary.js';

/** Seconds of one test file: by the clock, and of processor time of its processes. */
export interface Timing {
  readonly wall: number;
  readonly cpu: number;
}

export type Timings = ReadonlyMap<string, Timing>;

const SERVER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Committed, so that a fresh clone starts with a good order. */
const COMMITTED = join(SERVER, 'test', 'golden', 'timing.json');

/** From the runs on this machine. */
const LOCAL = join(SERVER, 'dist', 'timing.json');

/** A file that uses less than this share of a processor mostly waits. */
const WAITING_BELOW = 0.25;

/**
 * Timings by the path of the file in the project; those of this machine's last run take precedence.
 */
export function readTimings(): Timings {
  return new Map([...readFile(COMMITTED), ...readFile(LOCAL)]);
}

function readFile(path: string): [string, Timing][] {
  try {
    return Object.entries<Timing>(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without timings only the order differs.
    return [];
  }
}

/** The timings of files that have ended; a killed file has none. */
export function timingsOf(ended: readonly EndedFile[]): Timings {
  return new Map(
    ended.flatMap(({ name, wallSeconds, cost }) =>
      cost === undefined
        ? []
        : [[name, { wall: wallSeconds, cpu: (cost.ownMs + cost.childrenMs) / 1_000 }] as const],
    ),
  );
}

/** Stores timings for the next run; UPDATE_GOLDEN=1 also renews the committed ones. */
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

/** The files of a run in two parallel lanes. */
export interface Lanes {
  /** Files that mostly compute. */
  readonly computing: readonly string[];
  /** Files that mostly wait: for timers of an exchange, for killed programs, for a browser. */
  readonly waiting: readonly string[];
}

/**
 * Sorts files into lanes, longest first: a long file that starts last would run alone. New files
 * come first of all.
 */
export function lanesOf(files: readonly string[], timings: Timings): Lanes {
  const wall = (file: string) => timings.get(file)?.wall ?? Number.POSITIVE_INFINITY;
  const longestFirst = [...files].sort((one, other) => {
    const difference = wall(other) - wall(one);
    return Number.isNaN(difference) ? 0 : difference;
  });
  const waits = (file: string) => {
    const timing = timings.get(file);
    return timing !== undefined && timing.cpu < timing.wall * WAITING_BELOW;
  };
  return {
    computing: longestFirst.filter((file) => !waits(file)),
    waiting: longestFirst.filter(waits),
  };
}
