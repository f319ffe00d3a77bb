// SQL for principals' use of the program: last call, sessions, passkeys, and delayed logins.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { LOGIN, PRINCIPAL } from '../limits.js';

type Reads = Pick<Database | Tx, 'query'>;

/** A principal's current use of the program. */
export interface PrincipalUse {
  readonly id: bigint;
  /** The time of the last call; null if none has been recorded. */
  readonly lastSeenAt: Instant | null;
  readonly sessions: number;
  readonly passkeys: number;
  readonly isLocked: boolean;
  readonly passwordSetByOther: boolean;
}

/**
 * SQL condition: wrong passwords or codes have delayed a user's next login, from one address or
 * from all unknown addresses.
 * @param id the column with the user's id
 */
export function isDelayed(id: Sql, now: Instant): Sql {
  const strangersAhead = sql`case
    when d.source <> '' then 0
    when d.kind = 'user' then ${LOGIN.strangers.aheadSeconds}::int
    else ${LOGIN.codes.aheadSeconds}::int end`;
  return sql`exists (select from login_delay d
    where d.kind in ('user', 'second-factor') and d.subject = ${id}::text
      and d.free_at > ${now}::timestamptz + make_interval(secs => ${strangersAhead}))`;
}

/** Reads the given principals' current use of the program, by id. */
export async function selectUses(
  db: Reads,
  ids: readonly bigint[],
  now: Instant,
): Promise<ReadonlyMap<bigint, PrincipalUse>> {
  const rows = await db.query<PrincipalUse>(sql`
    select p.id, u.used_at as "lastSeenAt",
      (select count(*)::int from auth_session s where s.principal_id = p.id
        and s.revoked_at is null and s.expires_at > ${now}) as sessions,
      (select count(*)::int from passkey k where k.principal_id = p.id) as passkeys,
      ${isDelayed(sql`p.id`, now)} as "isLocked",
      exists (select from password_setter w where w.user_id = p.id) as "passwordSetByOther"
    from principal p left join principal_use u on u.principal_id = p.id
    where p.id = any(${ids.map(String)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records a call by a principal, unless one was recorded within the last minute. */
export async function recordUse(db: Reads, principalId: bigint, now: Instant): Promise<void> {
  await db.query(sql`
    insert into principal_use as u (principal_id, used_at) values (${principalId}, ${now})
    on conflict (principal_id) do update set used_at = ${now}
    where u.used_at < ${now}::timestamptz
      - make_interval(secs => ${PRINCIPAL.useRecordedEverySeconds}::int)`);
}
