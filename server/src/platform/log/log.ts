// Structured logs without personal data. Requests are logged only with their route, status and ids.

import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { build } from 'pino-pretty';
import { loggedError } from './logged-error.js';

export type Log = Logger;

interface LogSettings {
  /** Lines are written in batches of this many bytes. 0 writes each line immediately. */
  readonly bufferBytes?: number;
  /**
   * True if standard error is a terminal. Lines are readable text on a terminal, and JSON
   * elsewhere.
   */
  readonly isTerminal?: boolean;
}

const STANDARD_ERROR = 2;
const loadPackage = createRequire(import.meta.url);

/**
 * Creates the program's logger. It writes to standard error, so that standard output contains only
 * results. With a buffer, the last lines are lost if the program is killed.
 */
export function createLog(
  level: string,
  { bufferBytes = 0, isTerminal = process.stderr.isTTY }: LogSettings = {},
): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: loggedError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', 'password', 'clientSecret', '*.password', '*.clientSecret'],
    },
    isTerminal
      ? readableLines()
      : pino.destination({ dest: STANDARD_ERROR, sync: true, minLength: bufferBytes }),
  );
}

// Loaded on demand, because the package takes a tenth of a second to load and is only needed for a
// terminal.
function readableLines(): DestinationStream {
  const pretty: typeof build = loadPackage('pino-pretty');
  return pretty({
    destination: STANDARD_ERROR,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
}
