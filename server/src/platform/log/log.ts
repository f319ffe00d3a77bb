// Structured logs, never with personal data: requests are logged by route, status and ids only.

import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { build } from 'pino-pretty';
import { loggedError } from './logged-error.js';

export type Log = Logger;

interface LogSettings {
  /** Lines are written together when they fill so many bytes; 0 writes each at once. */
  readonly bufferBytes?: number;
  /** Whether a person reads standard error: then lines are text, otherwise JSON. */
  readonly isTerminal?: boolean;
}

const STANDARD_ERROR = 2;
const loadPackage = createRequire(import.meta.url);

/**
 * Makes the program's logger, on standard error so that standard output stays for results.
 * With a buffer, the last lines are lost when the program is killed.
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

// The package takes a tenth of a second to load, which programs without a terminal do not need.
function readableLines(): DestinationStream {
  const pretty: typeof build = loadPackage('pino-pretty');
  return pretty({
    destination: STANDARD_ERROR,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
}
