// Structured logs, never with personal data: requests are logged by route, status and ids only.

import { type Logger, pino } from 'pino';
import { loggedError } from './logged-error.js';

export type Log = Logger;

/**
 * Creates the program's logger, on standard error so that standard output is free for results.
 * @param bufferBytes lines are written once they fill so many bytes; 0 writes each at once, so that
 *   none is lost when the program is killed
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
