// Divides test files into groups that share a process, and divides the groups into two lanes.

import type { GroupedFile } from '../bundle/group.js';
import type { Timing, Timings } from './timing.js';

/**
 * Files share processes, because a process that has run the same code before is fast. Files in
 * these folders have a separate process, because they test a process as a whole, such as its
 * memory, its connections or its exit.
 */
const ALONE = ['server/test/recovery/', 'server/test/platform/'] as const;

/** All files in this folder share one process, because they share a browser. */
const TOGETHER = 'server/test/browser/';

const LIMIT = {
  /**
   * The wall time of a group. It is limited so that no group still runs long after all others have
   * ended.
   */
  groupSeconds: 80,
  groupFiles: 40,
} as const;

/** The timing of a file that has not run yet. */
const UNKNOWN: Timing = { wall: 4, cpu: 2 };

/** A file that uses less than this share of a CPU counts as mostly waiting. */
const WAITING_BELOW = 0.25;

/** Groups of files, divided into two parallel lanes. */
export interface Lanes {
  /** CPU-bound files. */
  readonly computing: readonly Group[];
  /** Files that mostly wait: for exchange timers, killed programs or a browser. */
  readonly waiting: readonly Group[];
}

export type Group = readonly GroupedFile[];

/**
 * Sorts groups into lanes, longest first, because a long group that starts last would run alone.
 */
export function lanesOf(files: readonly GroupedFile[], timings: Timings): Lanes {
  const timing = ({ name }: GroupedFile) => timings.get(name) ?? UNKNOWN;
  const waits = (file: GroupedFile) => timing(file).cpu < timing(file).wall * WAITING_BELOW;
  const wall = (group: Group) => group.reduce((sum, file) => sum + timing(file).wall, 0);
  const lane = (members: readonly GroupedFile[]) =>
    groupsOf(members, wall).sort((one, other) => wall(other) - wall(one));
  return {
    computing: lane(files.filter((file) => !waits(file))),
    waiting: lane(files.filter(waits)),
  };
}

function groupsOf(files: readonly GroupedFile[], wall: (group: Group) => number): Group[] {
  const groups: GroupedFile[][] = [];
  const together: GroupedFile[] = [];
  let open: GroupedFile[] = [];
  for (const file of files) {
    if (ALONE.some((folder) => file.name.startsWith(folder))) groups.push([file]);
    else if (file.name.startsWith(TOGETHER)) together.push(file);
    else {
      const isFull = open.length >= LIMIT.groupFiles || wall([...open, file]) > LIMIT.groupSeconds;
      if (open.length === 0 || isFull) {
        open = [];
        groups.push(open);
      }
      open.push(file);
    }
  }
  return together.length === 0 ? groups : [...groups, together];
}
