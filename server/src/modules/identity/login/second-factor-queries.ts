// SQL for second factors and their recovery codes.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { SECOND_FACTOR } from '../limits.js';

/** A second factor as stored. Its secret is encrypted. */
export interface StoredFactor {
  readonly secret: string;
  readonly isConfirmed: boolean;
  readonly lastStep: bigint;
}

/** Stores the secret of a new factor, replacing one that was never confirmed. */
export async function putFactor(
  tx: Tx,
  factor: { readonly userId: bigint; readonly sealed: string; readonly now: Instant },
): Promise<void> {
  await tx.query(sql`
    insert into second_factor (principal_id, secret, created_at)
    values (${factor.userId}, ${factor.sealed}, ${factor.now})
    on conflict (principal_id) do update set secret = excluded.secret,
      created_at = excluded.created_at
    where second_factor.confirmed_at is null`);
}

/** Locks a user's factor, confirmed or not. */
export async function lockFactor(tx: Tx, userId: bigint): Promise<StoredFactor | undefined> {
  const [row] = await tx.query<StoredFactor>(sql`
    select secret, confirmed_at is not null as "isConfirmed", last_step as "lastStep"
    from second_factor where principal_id = ${userId} for update`);
  return row;
}

/**
 * Reads a user's confirmed factor, and whether the given hash belongs to an unused recovery code.
 */
export async function selectFactor(
  db: Pick<Tx, 'query'>,
  userId: bigint,
  recoveryHash: string,
): Promise<(StoredFactor & { readonly isRecovery: boolean }) | undefined> {
  const [row] = await db.query<StoredFactor & { readonly isRecovery: boolean }>(sql`
    select f.secret, true as "isConfirmed", f.last_step as "lastStep", exists (
      select from recovery_code c where c.principal_id = f.principal_id and c.used_at is null
        and c.hash = ${recoveryHash}) as "isRecovery"
    from second_factor f where f.principal_id = ${userId} and f.confirmed_at is not null`);
  return row;
}

/** Stores the time step of the last accepted code. */
export async function updateLastStep(tx: Tx, userId: bigint, step: bigint): Promise<void> {
  await tx.query(sql`
    update second_factor set last_step = ${step} where principal_id = ${userId}`);
}

/** Marks a recovery code as used. Returns true only the first time. */
export async function useRecoveryCode(
  tx: Tx,
  code: { readonly userId: bigint; readonly hash: string; readonly now: Instant },
): Promise<boolean> {
  const used = await tx.query(sql`
    update recovery_code set used_at = ${code.now}
    where principal_id = ${code.userId} and hash = ${code.hash}
      and used_at is null
    returning principal_id`);
  return used.length === 1;
}

/** Confirms a factor, so that logins require it. */
export async function markConfirmed(tx: Tx, userId: bigint, now: Instant): Promise<void> {
  await tx.query(sql`
    update second_factor set confirmed_at = ${now} where principal_id = ${userId}`);
}

/** Stores the hashes of recovery codes. */
export async function insertRecoveryCodes(
  tx: Tx,
  userId: bigint,
  hashes: readonly string[],
): Promise<void> {
  await tx.query(sql`
    insert into recovery_code (principal_id, hash)
    select ${userId}, hash
    from unnest(${[...hashes]}::text[]) as hash`);
}

/** Deletes a factor and its codes, and returns whether there was one. */
export async function deleteFactor(tx: Tx, userId: bigint): Promise<boolean> {
  const deleted = await tx.query(sql`
    delete from second_factor where principal_id = ${userId} returning principal_id`);
  return deleted.length === 1;
}

/** Reads when a factor was confirmed, and how many unused recovery codes it has. */
export async function readFactor(
  db: Pick<Tx, 'query'>,
  userId: bigint,
): Promise<{ readonly confirmedAt: Instant; readonly codesLeft: bigint } | undefined> {
  const [row] = await db.query<{ confirmedAt: Instant; codesLeft: bigint }>(sql`
    select f.confirmed_at as "confirmedAt", (select count(*) from recovery_code c
      where c.principal_id = f.principal_id and c.used_at is null) as "codesLeft"
    from second_factor f where f.principal_id = ${userId} and f.confirmed_at is not null`);
  return row;
}

/**
 * Locks the next factors, after the given user's, that are not encrypted with the current data key.
 */
export function lockFactorsToSeal(
  tx: Tx,
  prefix: string,
  after: bigint,
): Promise<{ readonly id: bigint; readonly secret: string }[]> {
  return tx.query<{ id: bigint; secret: string }>(sql`
    select principal_id as id, secret from second_factor
    where principal_id > ${after} and not starts_with(secret, ${prefix})
    order by principal_id limit ${SECOND_FACTOR.sealedAtOnce} for update`);
}

/** Stores a secret that has been re-encrypted. */
export async function updateSealedFactor(tx: Tx, userId: bigint, sealed: string): Promise<void> {
  await tx.query(sql`update second_factor set secret = ${sealed} where principal_id = ${userId}`);
}
