// Sessions. A login opens a session, which has short-lived access tokens and one valid refresh
// token at a time.

import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { signToken } from '../../../platform/token.js';
import {
  type EventSource,
  recordSecurityEvent,
  type SecurityEvent,
} from '../audit/security-event.js';
import { hashSecret, makeSecret } from '../credential/secret.js';
import { TOKEN } from '../limits.js';
import type { Guard } from '../principal/guard.js';
import type { PrincipalRow } from '../principal/queries.js';
import {
  insertRefreshToken,
  insertSession,
  lockToken,
  markSessionUsed,
  markTokenUsed,
  revokeSessionById,
  type StoredToken,
} from './session-queries.js';

/** The reply to a token request, with the members of RFC 6749 and of the original program. */
export interface TokenReply {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
  readonly token_type: 'Bearer';
  readonly 'not-before-policy': number;
  readonly session_state: string;
  readonly scope: string;
}

interface Grant {
  readonly session: string;
  readonly refreshToken: string;
  readonly refreshSeconds: number;
  readonly accessSeconds: number;
  readonly principal: Pick<PrincipalRow, 'id' | 'kind' | 'name' | 'roles'>;
}

/**
 * Opens a session for a principal whose secret has just been checked.
 * @param on.accessSeconds the lifetime of the access token, if it differs from the default
 */
export async function openSession(
  on: { readonly context: Context; readonly guard: Guard; readonly accessSeconds?: number },
  principal: PrincipalRow,
  source: EventSource,
): Promise<TokenReply> {
  const { context } = on;
  const now = context.clock.now();
  const grant = await context.db.transaction(async (tx) => {
    const session = randomUUID();
    const address = source.address || null;
    await insertSession(tx, { id: session, principalId: principal.id, address, now });
    const refreshToken = await makeRefreshToken(tx, session, {
      now,
      seconds: TOKEN.refreshSeconds,
    });
    await recordSecurityEvent({ context, db: tx }, tokenEvent(principal, 'TOKEN_ISSUED'), source);
    const opened = { type: 'session.opened', subjectId: principal.id, data: { session } };
    await storeEvents(tx, [opened]);
    const { accessSeconds = TOKEN.accessSeconds } = on;
    const { refreshSeconds } = TOKEN;
    return { session, refreshToken, refreshSeconds, accessSeconds, principal };
  });
  return tokenReply(on, grant);
}

async function makeRefreshToken(
  tx: Tx,
  session: string,
  life: { readonly now: Instant; readonly seconds: number },
): Promise<string> {
  const token = makeSecret();
  await insertRefreshToken(tx, { hash: hashSecret(token), session, ...life });
  return token;
}

async function tokenReply(
  { context, guard }: { readonly context: Context; readonly guard: Guard },
  grant: Grant,
): Promise<TokenReply> {
  const issuedAt = Math.floor(context.clock.millis() / 1000);
  const scope = grant.principal.roles.join(' ');
  const claims = {
    subject: String(grant.principal.id),
    session: grant.session,
    tokenId: randomUUID(),
    issuedAt,
    expiresAt: issuedAt + grant.accessSeconds,
    name: grant.principal.name,
    scope,
  };
  return {
    access_token: await signToken(claims, await guard.keys.signing(context)),
    expires_in: grant.accessSeconds,
    refresh_token: grant.refreshToken,
    refresh_expires_in: grant.refreshSeconds,
    token_type: 'Bearer',
    'not-before-policy': 0,
    session_state: grant.session,
    scope,
  };
}

/**
 * The client that authenticated itself for a refresh or revocation; undefined for a user's session.
 */
type RequestingClient = Pick<PrincipalRow, 'id'> | undefined;

/**
 * Exchanges a refresh token for the next access and refresh tokens; undefined if it is refused. A
 * token that was already used ends its session, because one of its two users must have stolen it.
 */
export async function refreshSession(
  on: { readonly context: Context; readonly guard: Guard; readonly client: RequestingClient },
  refreshToken: string,
  source: EventSource,
): Promise<TokenReply | undefined> {
  const { context } = on;
  const now = context.clock.now();
  const grant = await context.db.transaction(async (tx): Promise<Grant | undefined> => {
    const stored = await lockToken(tx, hashSecret(refreshToken), now);
    if (!stored || !mayUse(stored, on.client)) return undefined;
    const record = (msgCode: SecurityEvent['msgCode']) =>
      recordSecurityEvent({ context, db: tx }, tokenEvent(stored, msgCode), source);
    if (stored.used) {
      await revokeSessionById(tx, stored.session, now);
      await record('TOKEN_REUSED');
      return undefined;
    }
    if (stored.over || !stored.active) {
      await record('TOKEN_REFUSED');
      return undefined;
    }
    await markTokenUsed(tx, hashSecret(refreshToken), now);
    await markSessionUsed(tx, stored.session, now);
    // No token outlives its session, however often the session is refreshed.
    const refreshSeconds = Math.min(TOKEN.refreshSeconds, stored.sessionSeconds);
    const accessSeconds = Math.min(TOKEN.accessSeconds, stored.sessionSeconds);
    const life = { now, seconds: refreshSeconds };
    const next = await makeRefreshToken(tx, stored.session, life);
    await record('TOKEN_REFRESHED');
    const { session } = stored;
    return { session, refreshToken: next, refreshSeconds, accessSeconds, principal: stored };
  });
  if (!grant) on.guard.verified.clear();
  return grant && tokenReply(on, grant);
}

// RFC 6749 §6: a client that has credentials must send them. A user's session does not belong to a
// client.
function mayUse(stored: StoredToken, client: RequestingClient): boolean {
  return stored.kind === 'user' ? client === undefined : client?.id === stored.id;
}

/** Ends a refresh token's session if it belongs to the client, and returns whether it did. */
export async function revokeByRefreshToken(
  on: { readonly context: Context; readonly guard: Guard; readonly client: RequestingClient },
  refreshToken: string,
  source: EventSource,
): Promise<boolean> {
  const { context } = on;
  const now = context.clock.now();
  const revoked = await context.db.transaction(async (tx) => {
    const stored = await lockToken(tx, hashSecret(refreshToken), now);
    if (!stored || !mayUse(stored, on.client)) return false;
    await revokeSessionById(tx, stored.session, now);
    await recordSecurityEvent({ context, db: tx }, tokenEvent(stored, 'TOKEN_REVOKED'), source);
    return true;
  });
  if (revoked) on.guard.verified.clear();
  return revoked;
}

/** Ends a verified access token's session. */
export async function revokeSession(
  on: { readonly context: Context; readonly guard: Guard },
  holder: { readonly session: string; readonly principal: PrincipalRow },
  source: EventSource,
): Promise<void> {
  const { context } = on;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await revokeSessionById(tx, holder.session, now);
    const event = tokenEvent(holder.principal, 'TOKEN_REVOKED');
    await recordSecurityEvent({ context, db: tx }, event, source);
  });
  on.guard.verified.clear();
}

function tokenEvent(
  principal: Pick<PrincipalRow, 'id' | 'kind' | 'name'>,
  msgCode: SecurityEvent['msgCode'],
): SecurityEvent {
  const { id, kind, name } = principal;
  return { kind, id, name, operation: 'token', msgCode };
}
