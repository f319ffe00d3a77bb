// Checks the limit on open files before the program loads, because a low limit causes errors deep
// inside a package.

import { readFileSync } from 'node:fs';

/** Enough for the program files that are read at once, for database connections and for callers. */
const OPEN_FILES_MIN = 1_024;

/**
 * Returns why the limit is too low. Undefined if it is sufficient or the system has no `/proc`.
 * Node has already raised the soft limit to the hard one.
 */
export function fileLimitProblem(limitsFile = '/proc/self/limits'): string | undefined {
  const [, text] = /^Max open files\s+(\S+)/m.exec(readLimits(limitsFile)) ?? [];
  if (text === undefined || !/^\d+$/.test(text) || Number(text) >= OPEN_FILES_MIN) return undefined;
  return (
    `This process can open only ${text} files. It needs at least ${OPEN_FILES_MIN}. Raise ` +
    'the limit with ulimit -n, or with LimitNOFILE= in the unit of systemd.'
  );
}

function readLimits(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
