// Sessions: what a login opens. A session has short access tokens and one refresh token at a time.

import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { signToken } from '../../../platform/token.js';
import { type EventSource, recordSecurityEvent, type SecurityEvent } from '../audit/audit.js';
import { TOKEN } from '../limits.js';
import { purgeChallenges } from '../passkey/queries.js';
import type { Guard } from '../principal/guard.js';
import type { PrincipalKind, PrincipalRow } from '../principal/queries.js';
import { purgeDelays } from './delay-queries.js';
import { hashSecret, makeSecret } from './secret.js';
import { endSessions } from './session-end.js';

/** The reply of a token request, in the members that RFC 6749 and clients of the original read. */
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
  readonly principal: Pick<PrincipalRow, 'id' | 'kind' | 'name' | 'roles'>;
}

/** Opens a session for a principal whose secret was just checked. */
export async function openSession(
  on: { readonly context: Context; readonly guard: Guard },
  principal: PrincipalRow,
  source: EventSource,
): Promise<TokenReply> {
  const { context } = on;
  const now = context.clock.now();
  const grant = await context.db.transaction(async (tx) => {
    const session = randomUUID();
    await tx.query(sql`
      insert into auth_session (id, principal_id, address, created_at, expires_at)
      values (${session}, ${principal.id}, ${source.address || null}, ${now},
        ${now}::timestamptz + make_interval(secs => ${TOKEN.sessionSeconds}::int))`);
    const refreshToken = await insertRefreshToken(tx, session, {
      now,
      seconds: TOKEN.refreshSeconds,
    });
    await recordSecurityEvent({ context, db: tx }, tokenEvent(principal, 'TOKEN_ISSUED'), source);
    const opened = { type: 'session.opened', subjectId: principal.id, data: { session } };
    await storeEvents(tx, [opened]);
    return { session, refreshToken, refreshSeconds: TOKEN.refreshSeconds, principal };
  });
  return tokenReply(on, grant);
}

async function insertRefreshToken(
  tx: Tx,
  session: string,
  life: { readonly now: Instant; readonly seconds: number },
): Promise<string> {
  const token = makeSecret();
  await tx.query(sql`
    insert into refresh_token (hash, session_id, created_at, expires_at)
    values (${hashSecret(token)}, ${session}, ${life.now},
      ${life.now}::timestamptz + make_interval(secs => ${life.seconds}::int))`);
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
    expiresAt: issuedAt + TOKEN.accessSeconds,
    name: grant.principal.name,
    scope,
  };
  return {
    access_token: await signToken(claims, await guard.keys.signing(context)),
    expires_in: TOKEN.accessSeconds,
    refresh_token: grant.refreshToken,
    refresh_expires_in: grant.refreshSeconds,
    token_type: 'Bearer',
    'not-before-policy': 0,
    session_state: grant.session,
    scope,
  };
}

interface StoredToken {
  readonly session: string;
  readonly used: boolean;
  readonly over: boolean;
  readonly sessionSeconds: number;
  readonly id: bigint;
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly roles: readonly string[];
  readonly active: boolean;
}

/** Who asks to refresh or revoke: the authenticated client, or undefined for a user's own tool. */
type AskingClient = Pick<PrincipalRow, 'id'> | undefined;

/**
 * Exchanges a refresh token for the next access and refresh token; undefined when it is refused.
 * A token that was used before ends its session, because one of the two who hold it stole it.
 */
export async function refreshSession(
  on: { readonly context: Context; readonly guard: Guard; readonly client: AskingClient },
  refreshToken: string,
  source: EventSource,
): Promise<TokenReply | undefined> {
  const { context } = on;
  const now = context.clock.now();
  const grant = await context.db.transaction(async (tx): Promise<Grant | undefined> => {
    const stored = await lockToken(tx, refreshToken, now);
    if (!stored || !mayUse(stored, on.client)) return undefined;
    const record = (msgCode: SecurityEvent['msgCode']) =>
      recordSecurityEvent({ context, db: tx }, tokenEvent(stored, msgCode), source);
    if (stored.used) {
      await revoke(tx, stored.session, now);
      await record('TOKEN_REUSED');
      return undefined;
    }
    if (stored.over || !stored.active) {
      await record('TOKEN_REFUSED');
      return undefined;
    }
    await tx.query(
      sql`update refresh_token set used_at = ${now} where hash = ${hashSecret(refreshToken)}`,
    );
    await tx.query(sql`
      update auth_session set used_at = ${now} where id = ${stored.session}::uuid`);
    // A refresh token never outlives its session, however often it is exchanged.
    const refreshSeconds = Math.min(TOKEN.refreshSeconds, stored.sessionSeconds);
    const life = { now, seconds: refreshSeconds };
    const next = await insertRefreshToken(tx, stored.session, life);
    await record('TOKEN_REFRESHED');
    return { session: stored.session, refreshToken: next, refreshSeconds, principal: stored };
  });
  if (!grant) on.guard.verified.clear();
  return grant && tokenReply(on, grant);
}

// The session is locked first, so that of two exchanges at once the second sees the first.
async function lockToken(tx: Tx, token: string, now: Instant): Promise<StoredToken | undefined> {
  const [stored] = await tx.query<StoredToken>(sql`
    select s.id as session, t.used_at is not null as used,
      (s.revoked_at is not null or t.expires_at <= ${now} or s.expires_at <= ${now}) as over,
      greatest(1, floor(extract(epoch from s.expires_at - ${now}::timestamptz)))::int
        as "sessionSeconds",
      p.id, p.kind, p.name, p.roles, p.active
    from refresh_token t
      join auth_session s on s.id = t.session_id
      join principal p on p.id = s.principal_id
    where t.hash = ${hashSecret(token)} for update of t, s`);
  return stored;
}

// RFC 6749 §6: a client that has credentials must show them; a user's session has no client.
function mayUse(stored: StoredToken, client: AskingClient): boolean {
  return stored.kind === 'user' ? client === undefined : client?.id === stored.id;
}

async function revoke(tx: Tx, session: string, now: Instant): Promise<void> {
  await endSessions(tx, sql`id = ${session}::uuid`, now);
}

/** Ends the session behind a refresh token, when it is the client's own; says nothing when not. */
export async function revokeByRefreshToken(
  on: { readonly context: Context; readonly guard: Guard; readonly client: AskingClient },
  refreshToken: string,
  source: EventSource,
): Promise<boolean> {
  const { context } = on;
  const now = context.clock.now();
  const revoked = await context.db.transaction(async (tx) => {
    const stored = await lockToken(tx, refreshToken, now);
    if (!stored || !mayUse(stored, on.client)) return false;
    await revoke(tx, stored.session, now);
    await recordSecurityEvent({ context, db: tx }, tokenEvent(stored, 'TOKEN_REVOKED'), source);
    return true;
  });
  if (revoked) on.guard.verified.clear();
  return revoked;
}

/** Ends the session of an access token that was verified. */
export async function revokeSession(
  on: { readonly context: Context; readonly guard: Guard },
  holder: { readonly session: string; readonly principal: PrincipalRow },
  source: EventSource,
): Promise<void> {
  const { context } = on;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await revoke(tx, holder.session, now);
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

/** Removes sessions that are over, open challenges and old delays; returns how many sessions. */
export async function purgeSessions(context: Context): Promise<number> {
  await purgeChallenges(context.db, context.clock.now());
  await purgeDelays(context.db, context.clock.now());
  const gone = await context.db.query(sql`
    delete from auth_session where id in (
      select id from auth_session where expires_at < ${context.clock.now()}
      limit ${TOKEN.purgedPerRunMax})
    returning id`);
  return gone.length;
}
