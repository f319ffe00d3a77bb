// The context of every operation. The app builds and freezes it once.

import type { Config } from '../config/config.js';
import type { Clock } from './clock.js';
import type { Signals } from './concurrency/signal.js';
import type { Database, Instant, Tx } from './database/database.js';
import type { EventCatalogue } from './events/catalogue.js';
import type { DomainEvent } from './events/event.js';
import type { Ids } from './ids.js';
import type { Log } from './log/log.js';
import type { Metrics } from './log/metrics.js';
import type { Vault } from './vault/vault.js';

export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly signals: Signals;
  readonly vault: Vault;
  readonly eventCatalogue: EventCatalogue;
}

/** The caller. If `offices` is undefined, the caller may access every business office. */
export interface Principal {
  readonly kind: 'user' | 'client' | 'customer' | 'system';
  readonly id: bigint;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  readonly offices: readonly bigint[] | undefined;
  /** The roles of a user or client. Only permissions determine what a caller may do. */
  readonly roles?: readonly string[];
}

/** The credentials of a request, not yet checked. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** The client's address according to trusted proxies. */
  readonly address: string;
  readonly cookie: string | undefined;
  readonly requestId: string;
}

/** One call, as passed to read operations. */
export interface Call {
  readonly context: Context;
  readonly db: Database;
  readonly principal: Principal;
  readonly requestId: string;
  readonly now: Instant;
  /** The HTTP request of the call, for logins. Absent for jobs and the command line. */
  readonly request?: CallRequest;
}

/** The HTTP request of a call. */
export interface CallRequest {
  readonly mount: string;
  readonly credentials: Credentials;
  /** The id of the last event that a stream reader received (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /** The JSON body as received, for operations that verify its signature. */
  readonly rawBody: Buffer | undefined;
  /** Returns a header by its lower-case name. Undefined if it is absent or repeated. */
  header(name: string): string | undefined;
  /** Adds a cookie to the reply. The argument is the value of the `Set-Cookie` header. */
  readonly setCookie: (cookie: string) => void;
  /** Authenticates the same credentials again later. Throws INVALID_CREDENTIALS. */
  readonly authenticateAgain: () => Promise<Principal>;
}

/**
 * A unit of work: a call and its transaction. Its events are stored when the transaction commits.
 */
export interface Work {
  readonly context: Context;
  readonly tx: Tx;
  readonly principal: Principal;
  readonly requestId: string;
  /** The caller's network address. Absent if there is no request. */
  readonly address?: string | undefined;
  readonly now: Instant;
  /** The version of the record that the caller expects (If-Match). Undefined if none was sent. */
  readonly ifMatch: string | undefined;
  readonly events: DomainEvent[];
}

/** True if the caller may see records of this business office. */
export function seesOffice(principal: Principal, officeId: bigint): boolean {
  return principal.offices === undefined || principal.offices.includes(officeId);
}
