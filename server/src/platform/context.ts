// What every operation can reach; built once by the app and frozen.

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

/** The caller. `offices` undefined means every business office. */
export interface Principal {
  readonly kind: 'user' | 'client' | 'customer' | 'system';
  readonly id: bigint;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  readonly offices: readonly bigint[] | undefined;
}

/** The credentials of a request, not yet checked. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** The client's address, as seen behind the trusted proxies. */
  readonly address: string;
  readonly cookie: string | undefined;
  readonly requestId: string;
}

/** One call, as operations that read get it. */
export interface Call {
  readonly context: Context;
  readonly db: Database;
  readonly principal: Principal;
  readonly requestId: string;
  readonly now: Instant;
  /**
   * The request behind the call, for logins; absent if there is no request (jobs, command line).
   */
  readonly request?: CallRequest;
}

/** The request behind a call. */
export interface CallRequest {
  readonly mount: string;
  readonly credentials: Credentials;
  /** The last event that a stream's reader received (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /** The JSON body as received, for operations that check a signature over it. */
  readonly rawBody: Buffer | undefined;
  /** A header by its name in lower case; undefined if it is absent or repeated. */
  header(name: string): string | undefined;
  /** Sends a cookie with the reply, as the value of `Set-Cookie`. */
  readonly setCookie: (cookie: string) => void;
  /** Authenticates the same credentials again at a later time; throws INVALID_CREDENTIALS. */
  readonly authenticateAgain: () => Promise<Principal>;
}

/**
 * One unit of writing: a call inside its one transaction. Its events are stored when it commits.
 */
export interface Work {
  readonly context: Context;
  readonly tx: Tx;
  readonly principal: Principal;
  readonly requestId: string;
  /** The network address of the caller; absent if there is no request. */
  readonly address?: string | undefined;
  readonly now: Instant;
  /** The version of the record that the caller expects (If-Match); undefined if none was sent. */
  readonly ifMatch: string | undefined;
  readonly events: DomainEvent[];
}

/** True if the caller may see records of this business office. */
export function seesOffice(principal: Principal, officeId: bigint): boolean {
  return principal.offices === undefined || principal.offices.includes(officeId);
}
