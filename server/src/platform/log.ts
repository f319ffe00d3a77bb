// Structured logs. Personal data never enters: requests are logged by route, status and ids alone.

import { type Logger, pino } from 'pino';
import { loggedError } from './logged-error.js';

export type Log = Logger;

/** Makes the program's logger, on standard error so that standard output stays for results. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: loggedError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', 'password', 'clientSecret', '*.password', '*.clientSecret'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
