// The log of a FIX session that a command runs. Alarms are logged as warnings.

import type { SessionLog } from '../../../exchanges/fix/session/application.js';
import { keyText } from '../../../exchanges/fix/session/config.js';
import type { Log } from '../../../platform/log/log.js';

/** Creates a session log that writes to the program's log. */
export function sessionLog(log: Log): SessionLog {
  return {
    alarm: (key, text) => log.warn({ session: keyText(key) }, text),
    info: (key, text) => log.info({ session: keyText(key) }, text),
  };
}
