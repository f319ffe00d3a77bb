// SQL for passkeys and their challenges.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { PASSKEY } from '../limits.js';
import type { Passkey } from './passkey.js';

type Reads = Pick<Database | Tx, 'query'>;

export interface PasskeyRow extends Passkey {
  readonly principalId: bigint;
  readonly label: string;
  readonly createdAt: Instant;
  readonly usedAt: Instant | null;
}

const columns = sql`k.id, k.principal_id as "principalId", k.label, k.public_key as "publicKey",
  k.counter::float8 as counter, k.transports, k.is_backed_up as "isBackedUp",
  k.created_at as "createdAt", k.used_at as "usedAt"`;

interface ChallengeOfUser {
  readonly challenge: string;
  readonly principalId: bigint;
  readonly now: Instant;
}

/** Stores the challenge of a user who is adding a passkey, until it is answered. */
export async function insertChallenge(db: Reads, row: ChallengeOfUser): Promise<void> {
  await db.query(sql`
    insert into passkey_challenge (challenge, principal_id, expires_at)
    values (${row.challenge}, ${row.principalId},
      ${row.now}::timestamptz + make_interval(secs => ${PASSKEY.challengeSeconds}::int))`);
}

/** Removes a user's challenge. Returns true only the first time. */
export async function takeChallenge(db: Reads, row: ChallengeOfUser): Promise<boolean> {
  const taken = await db.query(sql`
    delete from passkey_challenge
    where challenge = ${row.challenge} and expires_at > ${row.now}
      and principal_id = ${row.principalId}
    returning challenge`);
  return taken.length === 1;
}

/** Marks a login challenge as used until it expires. Returns true only the first time. */
export async function useLoginChallenge(
  db: Reads,
  used: { readonly challenge: string; readonly millisLeft: number; readonly now: Instant },
): Promise<boolean> {
  const marked = await db.query(sql`
    insert into passkey_challenge (challenge, expires_at)
    values (${used.challenge},
      ${used.now}::timestamptz + make_interval(secs => ${used.millisLeft / 1_000}::float8))
    on conflict do nothing returning challenge`);
  return marked.length === 1;
}

/** Removes challenges that have expired. */
export async function purgeChallenges(db: Reads, now: Instant): Promise<void> {
  await db.query(sql`
    delete from passkey_challenge where challenge in (
      select challenge from passkey_challenge where expires_at < ${now}
      limit ${PASSKEY.purgedPerRunMax})`);
}

/** Lists a user's passkeys, oldest first. */
export function listPasskeys(db: Reads, principalId: bigint): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select ${columns} from passkey k where k.principal_id = ${principalId}
    order by k.created_at, k.id limit ${PASSKEY.perUserMax}`);
}

/** Locks one passkey, regardless of its user. */
export async function lockPasskey(tx: Tx, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(sql`
    select ${columns} from passkey k where k.id = ${id} for update`);
  return row;
}

/** Stores a new passkey. Returns false if its id already exists. */
export async function insertPasskey(
  tx: Tx,
  made: Passkey & {
    readonly principalId: bigint;
    readonly label: string;
    readonly now: Instant;
  },
): Promise<boolean> {
  const stored = await tx.query(sql`
    insert into passkey (id, principal_id, label, public_key, counter, transports, is_backed_up,
      created_at)
    values (${made.id}, ${made.principalId}, ${made.label}, ${made.publicKey},
      ${BigInt(made.counter)}, ${[...made.transports]}::text[], ${made.isBackedUp}, ${made.now})
    on conflict do nothing returning id`);
  return stored.length === 1;
}

/** Records the use of a passkey, with its new counter. */
export async function markPasskeyUsed(
  tx: Tx,
  used: { readonly id: string; readonly counter: number; readonly now: Instant },
): Promise<void> {
  await tx.query(sql`
    update passkey set counter = ${BigInt(used.counter)}, used_at = ${used.now}
    where id = ${used.id}`);
}

/** Removes a user's passkey. Returns false if the id is unknown. */
export async function deletePasskey(
  tx: Tx,
  of: { readonly id: string; readonly principalId: bigint },
): Promise<boolean> {
  const gone = await tx.query(sql`
    delete from passkey where id = ${of.id} and principal_id = ${of.principalId} returning id`);
  return gone.length === 1;
}
