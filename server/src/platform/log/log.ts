// Structured logs. Personal data never enters: requests are logged by route, status and ids alone.

import { type Logger, pino } from 'pino';
import { loggedError } from './logged-error.js';

export type Log = Logger;

/**
 * Makes the program's logger, on standard error so that standard output stays for results.
 * @param bufferBytes lines are written together when they fill so many bytes; 0 writes each at
 *   once, so that none is lost when the program is killed
 */
export function createLog(level: string, bufferBytes = 0): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: loggedError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', 'password', 'clientSecret', '*.password', '*.clientSecret'],
    },
    pino.destination({ dest: 2, sync: true, minLength: bufferBytes }),
  );
}
