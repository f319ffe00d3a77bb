// SQL for password requests and reset links.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { PASSWORD_RESET } from '../limits.js';

type Reads = Pick<Database | Tx, 'query'>;

/** Identifies the holder of the password that a link sets. */
export interface HolderKey {
  readonly kind: 'user' | 'customer';
  readonly id: bigint;
}

/** A request for a link, which anyone may send. */
export interface PasswordRequest {
  readonly id: string;
  /** The user name or e-mail address, as typed. */
  readonly login: string;
  /** True if the request comes from a portal. Such a request finds only customers. */
  readonly ofPortal: boolean;
  /** The ids of the business offices that the portal may see, as text; null means all offices. */
  readonly officeIds: readonly string[] | null;
  readonly requestId: string;
  readonly address: string;
}

export async function insertRequest(tx: Tx, row: PasswordRequest, now: Instant): Promise<void> {
  await tx.query(sql`
    insert into password_request (id, login, of_portal, office_ids, request_id, address, created_at)
    values (${row.id}::uuid, ${row.login}, ${row.ofPortal},
      ${row.officeIds && [...row.officeIds]}::bigint[], ${row.requestId}, ${row.address}, ${now})`);
}

/** Deletes a request and returns it; undefined if it was already processed. */
export async function takeRequest(tx: Tx, id: string): Promise<PasswordRequest | undefined> {
  const [row] = await tx.query<PasswordRequest>(sql`
    delete from password_request where id = ${id}::uuid
    returning id::text, login, of_portal as "ofPortal", office_ids::text[] as "officeIds",
      request_id as "requestId", address`);
  return row;
}

/** A new link. */
export interface NewReset {
  readonly id: string;
  readonly holder: HolderKey;
  readonly origin: 'REQUEST' | 'ADMINISTRATOR';
  /** The hash of the link's token; null until the e-mail with the token is sent. */
  readonly tokenHash: string | null;
  readonly basis: string;
  readonly delivery: 'EMAIL' | 'SHOWN';
  /** The user or client to whom the link was shown; null if it was not shown. */
  readonly shownTo: bigint | null;
  readonly expiresAt: Instant;
}

/** Stores a link, replacing older ones. A requested link does not replace an administrator's. */
export async function insertReset(tx: Tx, row: NewReset, now: Instant): Promise<void> {
  const { kind, id } = row.holder;
  await tx.query(sql`
    delete from password_reset where holder_kind = ${kind} and holder_id = ${id}
      and (origin = ${row.origin} or ${row.origin} = 'ADMINISTRATOR')`);
  await tx.query(sql`
    insert into password_reset (id, holder_kind, holder_id, origin, token_hash, basis, delivery,
      shown_to, created_at, expires_at)
    values (${row.id}::uuid, ${kind}, ${id}, ${row.origin}, ${row.tokenHash}, ${row.basis},
      ${row.delivery}, ${row.shownTo}, ${now}, ${row.expiresAt})`);
}

/** Stores a link's token and returns the holder; undefined if the link is void or expired. */
export async function setToken(
  db: Reads,
  { id, tokenHash }: Pick<NewReset, 'id' | 'tokenHash'>,
  now: Instant,
): Promise<HolderKey | undefined> {
  const [row] = await db.query<HolderKey>(sql`
    update password_reset set token_hash = ${tokenHash}
    where id = ${id}::uuid and expires_at > ${now}
    returning holder_kind as kind, holder_id as id`);
  return row;
}

/** A stored link. */
export interface StoredReset {
  readonly kind: HolderKey['kind'];
  readonly holderId: bigint;
  readonly basis: string;
  readonly delivery: NewReset['delivery'];
  readonly shownTo: bigint | null;
}

/** Finds the link with this token, unless it has expired. The link may still be void. */
export async function findReset(
  db: Reads,
  tokenHash: string,
  now: Instant,
): Promise<StoredReset | undefined> {
  const [row] = await db.query<StoredReset>(sql`
    select holder_kind as kind, holder_id as "holderId", basis, delivery, shown_to as "shownTo"
    from password_reset where token_hash = ${tokenHash} and expires_at > ${now}`);
  return row;
}

/** Deletes all links for a user or customer. */
export async function deleteResetsOf(tx: Tx, { kind, id }: HolderKey): Promise<void> {
  await tx.query(sql`delete from password_reset where holder_kind = ${kind} and holder_id = ${id}`);
}

/** Deletes expired links, and requests whose job has failed permanently. */
export async function purgeResets(db: Reads, now: Instant): Promise<void> {
  const since = sql`${now}::timestamptz - make_interval(hours => ${PASSWORD_RESET.keptHours}::int)`;
  await db.query(sql`delete from password_reset where expires_at < ${since}`);
  await db.query(sql`delete from password_request where created_at < ${since}`);
}
