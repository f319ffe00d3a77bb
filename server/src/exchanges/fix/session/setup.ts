// A session's dependencies, except for its socket.

import type { Database } from '../../../platform/database/database.js';
import type { FixApplication, SessionLog } from './application.js';
import type { SessionConfig } from './config.js';
import type { SessionClock } from './message/time.js';

export interface SessionSetup {
  readonly db: Database;
  readonly config: SessionConfig;
  readonly application: FixApplication;
  readonly log: SessionLog;
  readonly clock: SessionClock;
  /** Called after the commit of a received message that must be booked. */
  readonly onHeard?: () => void;
  readonly onLoggedOn?: () => void;
}
