// The limit of open files, read before the program loads: a small one fails deep in a package.

import { readFileSync } from 'node:fs';

/** Files of the program that are read at the same time, connections, and callers. */
const OPEN_FILES_MIN = 1_024;

/**
 * Why the program cannot run within the limit; undefined if it can, or if the system has no
 * `/proc`. Node has raised the soft limit to the hard one by now.
 */
export function fileLimitError(limitsFile = '/proc/self/limits'): string | undefined {
  const [, text] = /^Max open files\s+(\S+)/m.exec(readLimits(limitsFile)) ?? [];
  if (text === undefined || !/^\d+$/.test(text) || Number(text) >= OPEN_FILES_MIN) return undefined;
  return (
    `This process may open ${text} files, and the program needs ${OPEN_FILES_MIN} or more. Raise ` +
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
