// SQL for sessions and refresh tokens.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { TOKEN } from '../limits.js';
import type { PrincipalKind } from '../principal/queries.js';

/**
 * Revokes the matching sessions that are not yet revoked, and sends an event for each.
 * @param which the condition on `auth_session`
 * @returns how many sessions were revoked
 */
async function revokeSessions(tx: Tx, which: Sql, now: Instant): Promise<number> {
  const ended = await tx.query<{ session: string; principalId: bigint }>(sql`
    update auth_session set revoked_at = ${now} where revoked_at is null and ${which}
    returning id::text as session, principal_id as "principalId"`);
  await storeEvents(
    tx,
    ended.map(({ session, principalId }) => ({
      type: 'session.ended',
      subjectId: principalId,
      data: { session },
    })),
  );
  return ended.length;
}

/** Ends one session. */
export async function revokeSessionById(tx: Tx, id: string, now: Instant): Promise<void> {
  await revokeSessions(tx, sql`id = ${id}::uuid`, now);
}

/** Ends every session of a principal. */
export async function revokeSessionsOf(tx: Tx, principalId: bigint, now: Instant): Promise<void> {
  await revokeSessions(tx, sql`principal_id = ${principalId}`, now);
}

/** Ends one of a principal's sessions, and returns whether it was live. */
export async function revokeOwnSession(
  tx: Tx,
  { id, principalId }: { readonly id: string; readonly principalId: bigint },
  now: Instant,
): Promise<boolean> {
  const own = sql`id = ${id}::uuid and principal_id = ${principalId}`;
  return (await revokeSessions(tx, own, now)) > 0;
}

/** Finds the user of a live session. */
export async function findUserOfSession(
  db: Pick<Tx, 'query'>,
  id: string,
  now: Instant,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select p.id from auth_session s join principal p on p.id = s.principal_id
    where s.id = ${id}::uuid and p.kind = 'user' and s.revoked_at is null
      and s.expires_at > ${now}`);
  return row?.id;
}

interface NewSession {
  readonly id: string;
  readonly principalId: bigint;
  readonly address: string | null;
  readonly now: Instant;
}

/** Stores a new session. */
export async function insertSession(tx: Tx, row: NewSession): Promise<void> {
  await tx.query(sql`
    insert into auth_session (id, principal_id, address, created_at, expires_at)
    values (${row.id}, ${row.principalId}, ${row.address}, ${row.now},
      ${row.now}::timestamptz + make_interval(secs => ${TOKEN.sessionSeconds}::int))`);
}

interface NewRefreshToken {
  readonly hash: string;
  readonly session: string;
  readonly now: Instant;
  readonly seconds: number;
}

/** Stores a new refresh token's hash. */
export async function insertRefreshToken(tx: Tx, row: NewRefreshToken): Promise<void> {
  await tx.query(sql`
    insert into refresh_token (hash, session_id, created_at, expires_at)
    values (${row.hash}, ${row.session}, ${row.now},
      ${row.now}::timestamptz + make_interval(secs => ${row.seconds}::int))`);
}

/** A refresh token with its session and principal. */
export interface StoredToken {
  readonly session: string;
  readonly used: boolean;
  /** True if the token or its session has expired, or if the session was revoked. */
  readonly over: boolean;
  /** Seconds until the session expires, at least one. */
  readonly sessionSeconds: number;
  readonly id: bigint;
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly roles: readonly string[];
  readonly active: boolean;
}

/**
 * Locks a refresh token and its session. If two requests exchange the same token at the same time,
 * the second one finds it already used.
 */
export async function lockToken(
  tx: Tx,
  hash: string,
  now: Instant,
): Promise<StoredToken | undefined> {
  const [stored] = await tx.query<StoredToken>(sql`
    select s.id as session, t.used_at is not null as used,
      (s.revoked_at is not null or t.expires_at <= ${now} or s.expires_at <= ${now}) as over,
      greatest(1, floor(extract(epoch from s.expires_at - ${now}::timestamptz)))::int
        as "sessionSeconds",
      p.id, p.kind, p.name, p.roles, p.active
    from refresh_token t
      join auth_session s on s.id = t.session_id
      join principal p on p.id = s.principal_id
    where t.hash = ${hash} for update of t, s`);
  return stored;
}

/** Marks a refresh token as exchanged. */
export async function markTokenUsed(tx: Tx, hash: string, now: Instant): Promise<void> {
  await tx.query(sql`update refresh_token set used_at = ${now} where hash = ${hash}`);
}

/** Records when a session was last refreshed. */
export async function markSessionUsed(tx: Tx, id: string, now: Instant): Promise<void> {
  await tx.query(sql`update auth_session set used_at = ${now} where id = ${id}::uuid`);
}

/** A session as stored. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: Instant;
  readonly usedAt: Instant | null;
  readonly expiresAt: Instant;
  readonly address: string | null;
}

/** Lists a principal's live sessions, newest first. */
export function selectLiveSessions(
  db: Pick<Tx, 'query'>,
  principalId: bigint,
  now: Instant,
): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select id, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt", address
    from auth_session
    where principal_id = ${principalId} and revoked_at is null and expires_at > ${now}
    order by created_at desc, id limit ${TOKEN.ownSessionsMax}`);
}

/** Removes expired sessions. */
export async function purgeSessions(db: Pick<Tx, 'query'>, now: Instant): Promise<void> {
  await db.query(sql`
    delete from auth_session where id in (
      select id from auth_session where expires_at < ${now}
      limit ${TOKEN.purgedPerRunMax})`);
}
