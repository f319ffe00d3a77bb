// The settings of one FIX session, with defaults for a production session.

import { FIX_LIMIT } from './limits.js';
import type { BeginString } from './message/dictionary.js';
import type { Field } from './message/message.js';
import type { RollSchedule } from './message/time.js';
import type { Validation } from './message/validate.js';
import type { SessionHours } from './peer/hours.js';

/**
 * The identity of a session. For each combination of these four values, both sides keep one pair of
 * numbers.
 */
export interface SessionKey {
  readonly beginString: BeginString;
  /** Our CompID, which we send in tag 49. */
  readonly senderCompId: string;
  /** The counterparty's CompID, which we send in tag 56. */
  readonly targetCompId: string;
  /** Distinguishes two sessions with the same CompIDs, for example order entry and drop copy. */
  readonly qualifier: string;
}

/** The session key as stored. Its version may be one that is no longer configured. */
export type NamedKey = Omit<SessionKey, 'beginString'> & { readonly beginString: string };

export interface SessionConfig {
  readonly key: SessionKey;
  readonly role: 'initiator' | 'acceptor';
  /** FIXT.1.1 only: the application version sent in tag 1137; 9 means 5.0 SP2. */
  readonly defaultApplVerId: string;
  /**
   * The heartbeat interval that an initiator requests. An acceptor uses the interval in the Logon.
   */
  readonly heartBtIntSeconds: number;
  /**
   * True if both numbers restart at 1 with every logon: only for certification and test sessions.
   */
  readonly resetOnLogon: boolean;
  readonly validation: Validation;
  readonly sendingTimeToleranceMs: number;
  /**
   * The age above which a NewOrderSingle is gap-filled instead of resent. If undefined, all are
   * resent.
   */
  readonly staleOrderAgeMs: number | undefined;
  /**
   * The daily time at which both numbers restart. If undefined, they restart only when an operator
   * resets them.
   */
  readonly roll: RollSchedule | undefined;
  /** The hours in which an initiator may be logged on; undefined means always. */
  readonly hours: SessionHours | undefined;
  readonly logonTimeoutMs: number;
  readonly logoutTimeoutMs: number;
  readonly reconnectMaxMs: number;
  /** Additional fields of our Logon, for example Username and Password. */
  readonly logonFields: readonly Field[];
}

/** The settings of a session: some are required, all others have a default. */
export type SessionSettings = Partial<Omit<SessionConfig, 'key' | 'role'>> &
  Pick<SessionConfig, 'role'> & {
    readonly key: Omit<SessionKey, 'qualifier'> & { readonly qualifier?: string };
  };

/** Fills in the defaults of a session's settings. */
export function sessionConfig(settings: SessionSettings): SessionConfig {
  return {
    defaultApplVerId: '9',
    heartBtIntSeconds: 30,
    resetOnLogon: false,
    validation: { level: 'lenient', userTags: 'any' },
    sendingTimeToleranceMs: FIX_LIMIT.sendingTimeToleranceMs,
    staleOrderAgeMs: undefined,
    roll: undefined,
    hours: undefined,
    logonTimeoutMs: FIX_LIMIT.logonTimeoutMs,
    logoutTimeoutMs: FIX_LIMIT.logoutTimeoutMs,
    reconnectMaxMs: FIX_LIMIT.reconnectMaxMs,
    logonFields: [],
    ...settings,
    key: { qualifier: '', ...settings.key },
  };
}

/** Formats the session as one word: `FIX.4.4:BROKER->NGX`, with the qualifier if there is one. */
export function keyText(key: NamedKey): string {
  const pair = `${key.beginString}:${key.senderCompId}->${key.targetCompId}`;
  return key.qualifier === '' ? pair : `${pair}/${key.qualifier}`;
}
