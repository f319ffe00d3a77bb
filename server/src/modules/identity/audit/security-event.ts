// Security events outside the write pipeline: logins, tokens and password links. Each is recorded
// in the audit log.

import type { Call, Context } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { insertSecurityEvent } from './queries.js';

/**
 * An event about a credential. It contains a principal only if that principal exists, and never
 * contains guessed input.
 */
export interface SecurityEvent {
  readonly kind: 'user' | 'client' | 'customer';
  /** The principal's id; 0, with the name 'unknown', if no principal was found. */
  readonly id: bigint;
  readonly name: string;
  readonly operation: 'login' | 'token' | 'password-reset';
  readonly msgCode:
    | 'LOGIN_FAILED'
    | 'LOGIN_DELAYED'
    | 'LOGIN_WHILE_DELAYED'
    | 'SECOND_FACTOR_FAILED'
    | 'PASSKEY_FAILED'
    | 'CUSTOMER_LOGGED_IN'
    | 'TOKEN_ISSUED'
    | 'TOKEN_REFRESHED'
    | 'TOKEN_REUSED'
    | 'TOKEN_REFUSED'
    | 'TOKEN_REVOKED'
    | 'PASSWORD_LINK_REQUESTED'
    | 'PASSWORD_LINK_NOT_SENT'
    | 'PASSWORD_LINK_REFUSED'
    | 'PASSWORD_LINK_USED';
}

/** The origin of a security event. */
export interface EventSource {
  readonly requestId: string;
  readonly address: string;
  /** The cookies sent with the request, which identify a known device. */
  readonly cookie?: string | undefined;
}

/** Returns the origin of a request, for the audit log. */
export function sourceOf(call: Pick<Call, 'requestId' | 'request'>): EventSource {
  return {
    requestId: call.requestId,
    address: call.request?.credentials.address ?? '',
    cookie: call.request?.credentials.cookie,
  };
}

/** Stores a security event, either alone or in the transaction that caused it. */
export async function recordSecurityEvent(
  on: { readonly context: Context; readonly db: Pick<Database | Tx, 'query'> },
  event: SecurityEvent,
  { requestId, address }: EventSource,
): Promise<void> {
  on.context.metrics.events.inc({ name: event.msgCode.toLowerCase() });
  const at = on.context.clock.now();
  await insertSecurityEvent(on.db, { ...event, at, requestId, address });
}
