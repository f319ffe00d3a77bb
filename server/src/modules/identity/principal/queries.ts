// SQL for users and API clients.

import { emailKey } from '../../../platform/address/email.js';
import { unreachable } from '../../../platform/assert.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { PASSWORD_RESET } from '../limits.js';
import { isDelayed } from './use-queries.js';

export type PrincipalKind = 'user' | 'client';

/** A principal as stored. Null `officeIds` means every office. */
export interface PrincipalRow {
  readonly id: bigint;
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly label: string;
  readonly emailAddress: string | null;
  /** The user or client who set the address, unless the principal set it. */
  readonly emailSetterId: bigint | null;
  readonly active: boolean;
  readonly secretHash: string;
  readonly secretSetAt: Instant;
  /** True if the user may only change their own password. */
  readonly mustChangePassword: boolean;
  /** True if a login by password also needs a code. */
  readonly hasSecondFactor: boolean;
  readonly roles: readonly string[];
  /** Office ids as text, because the driver reads int8 arrays as text. */
  readonly officeIds: readonly string[] | null;
  readonly version: bigint;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly modifiedBy: string;
  readonly modifiedAt: Instant;
}

const columns = sql`p.id, p.kind, p.name, p.label, p.email_address as "emailAddress",
  p.email_setter_id as "emailSetterId", p.active,
  p.secret_hash as "secretHash", p.secret_set_at as "secretSetAt",
  p.must_change_password as "mustChangePassword", exists (select from second_factor f
    where f.principal_id = p.id and f.confirmed_at is not null) as "hasSecondFactor",
  p.roles, p.office_ids::text[] as "officeIds", p.version,
  p.created_by as "createdBy", p.created_at as "createdAt",
  p.modified_by as "modifiedBy", p.modified_at as "modifiedAt"`;

type Reads = Pick<Database | Tx, 'query'>;

/** Finds a principal by its name, ignoring case. */
export async function findPrincipalByName(
  db: Reads,
  name: string,
): Promise<PrincipalRow | undefined> {
  const [row] = await db.query<PrincipalRow>(
    sql`select ${columns} from principal p where lower(p.name) = lower(${name})`,
  );
  return row;
}

/** Finds users with this name or e-mail address, ignoring case. A match by name comes first. */
export function findUsersByLogin(db: Reads, login: string): Promise<PrincipalRow[]> {
  return db.query<PrincipalRow>(sql`
    select ${columns} from principal p
    where p.kind = 'user'
      and (lower(p.name) = lower(${login}) or p.email_key = ${emailKey(login) ?? null})
    order by lower(p.name) = lower(${login}) desc, p.id
    limit ${PASSWORD_RESET.holdersPerRequestMax}`);
}

/** Finds the active principal of a session that has neither expired nor been revoked. */
export async function findPrincipalOfSession(
  db: Reads,
  session: { readonly id: string; readonly principalId: bigint; readonly now: Instant },
): Promise<PrincipalRow | undefined> {
  const [row] = await db.query<PrincipalRow>(sql`
    select ${columns} from auth_session s join principal p on p.id = s.principal_id
    where s.id = ${session.id}::uuid and p.id = ${session.principalId} and p.active
      and s.revoked_at is null and s.expires_at > ${session.now}`);
  return row;
}

/** Finds one principal of the given kind. */
export async function findPrincipal(
  db: Reads,
  kind: PrincipalKind,
  id: bigint,
): Promise<PrincipalRow | undefined> {
  const [row] = await db.query<PrincipalRow>(
    sql`select ${columns} from principal p where p.id = ${id} and p.kind = ${kind}`,
  );
  return row;
}

/** Locks a principal of the given kind. */
export async function lockPrincipal(
  tx: Tx,
  kind: PrincipalKind,
  id: bigint,
): Promise<PrincipalRow | undefined> {
  const [row] = await tx.query<PrincipalRow>(
    sql`select ${columns} from principal p where p.id = ${id} and p.kind = ${kind} for update`,
  );
  return row;
}

/** Locks every active administrator of all offices, and returns their ids. */
export async function lockAdministrators(tx: Tx): Promise<readonly bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from principal
    where active and kind = 'user' and office_ids is null and 'ADMIN' = any(roles)
    order by id for update`);
  return rows.map((row) => row.id);
}

/** Inserts a principal. Returns undefined if its name is taken. */
export async function insertPrincipal(
  tx: Tx,
  row: PrincipalRow,
): Promise<PrincipalRow | undefined> {
  const [made] = await tx.query<PrincipalRow>(sql`
    insert into principal as p (id, kind, name, label, email_address, email_key, active,
      secret_hash, roles, office_ids, version, created_by, created_at, modified_by, modified_at,
      email_setter_id, secret_set_at, must_change_password)
    values (${row.id}, ${row.kind}, ${row.name}, ${row.label}, ${row.emailAddress},
      ${emailKey(row.emailAddress) ?? null}, ${row.active},
      ${row.secretHash}, ${[...row.roles]}::text[],
      ${row.officeIds && [...row.officeIds]}::bigint[],
      ${row.version}, ${row.createdBy}, ${row.createdAt}, ${row.modifiedBy}, ${row.modifiedAt},
      ${row.emailSetterId}, ${row.secretSetAt}, ${row.mustChangePassword})
    on conflict do nothing
    returning ${columns}`);
  return made;
}

/** Stores a principal whose row is locked, with its next version. */
export async function updatePrincipal(tx: Tx, row: PrincipalRow): Promise<void> {
  await tx.query(sql`
    update principal set label = ${row.label}, email_address = ${row.emailAddress},
      email_key = ${emailKey(row.emailAddress) ?? null},
      email_setter_id = ${row.emailSetterId}, active = ${row.active},
      secret_hash = ${row.secretHash}, secret_set_at = ${row.secretSetAt},
      must_change_password = ${row.mustChangePassword}, roles = ${[...row.roles]}::text[],
      office_ids = ${row.officeIds && [...row.officeIds]}::bigint[], version = ${row.version},
      modified_by = ${row.modifiedBy}, modified_at = ${row.modifiedAt}
    where id = ${row.id}`);
}

/** Returns whether any user exists yet. */
export async function anyPrincipal(db: Reads): Promise<boolean> {
  const [row] = await db.query<{ any: boolean }>(
    sql`select exists (select from principal where kind = 'user') as any`,
  );
  return row?.any === true;
}

/** `LOCKED` means that wrong passwords or codes have delayed the user's next login. */
export type PrincipalState = 'ACTIVE' | 'DISABLED' | 'LOCKED';

interface PrincipalFilter {
  readonly kind: PrincipalKind;
  /** Part of a name or label, ignoring case; null for no filter. */
  readonly search: string | null;
  /** Selects principals with one of these roles; null for no filter. */
  readonly roles: readonly string[] | null;
  readonly state: PrincipalState | null;
  /** Selects principals whose offices are all among these; null for no filter. */
  readonly officeIds: readonly string[] | null;
}

/** Lists a page of principals, oldest first, plus one extra row to detect a next page. */
export async function listPrincipals(
  db: Reads,
  filter: PrincipalFilter,
  { page, now }: { readonly page: PageRequest; readonly now: Instant },
): Promise<{ readonly count: bigint; readonly rows: readonly PrincipalRow[] }> {
  const matching = sql`p.kind = ${filter.kind} and ${inState(filter.state, now)}
    and (${filter.roles && [...filter.roles]}::text[] is null
      or p.roles && ${filter.roles && [...filter.roles]}::text[])
    and (${filter.search}::text is null
      or strpos(lower(p.name || ' ' || p.label), lower(${filter.search})) > 0)
    and (${filter.officeIds && [...filter.officeIds]}::bigint[] is null
      or p.office_ids <@ ${filter.officeIds && [...filter.officeIds]}::bigint[])`;
  const [counted] = await db.query<{ count: bigint }>(
    sql`select count(*) as count from principal p where ${matching}`,
  );
  const rows = await db.query<PrincipalRow>(sql`
    select ${columns} from principal p
    where ${matching} and p.id > ${page.after ?? 0n}
    order by p.id offset ${page.offset} limit ${page.limit + 1}`);
  return { count: counted?.count ?? 0n, rows };
}

function inState(state: PrincipalState | null, now: Instant): Sql {
  switch (state) {
    case null:
      return sql`true`;
    case 'ACTIVE':
      return sql`p.active`;
    case 'DISABLED':
      return sql`not p.active`;
    case 'LOCKED':
      return isDelayed(sql`p.id`, now);
    default:
      return unreachable(state);
  }
}

/** Locks the first start, so that only one node creates the first principals. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse first start'))`);
}
