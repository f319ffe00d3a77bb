// A user's second factor: one-time codes by the clock (RFC 6238), and recovery codes for when the
// device is lost. The secret is sealed; a code is taken once.

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import { SECOND_FACTOR } from '../limits.js';
import { hashSecret } from './secret.js';

/** What a user's device is told, once. */
interface NewSecret {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
}

/** Begins a factor, in the place of one that was never confirmed. */
export async function storeNewSecret(
  work: Work,
  user: { readonly id: bigint; readonly name: string },
): Promise<NewSecret> {
  const secret = new Secret({ size: SECOND_FACTOR.secretBytes });
  const sealed = work.context.vault.seal(placeOf(user.id), secret.base32);
  await work.tx.query(sql`
    insert into second_factor (principal_id, secret, created_at)
    values (${user.id}, ${sealed}, ${work.now})
    on conflict (principal_id) do update set secret = excluded.secret,
      created_at = excluded.created_at
    where second_factor.confirmed_at is null`);
  return { secret: secret.base32, uri: clockOf(secret.base32, user.name).toString() };
}

interface StoredFactor {
  readonly secret: string;
  readonly isConfirmed: boolean;
  readonly lastStep: bigint;
}

/** Locks a user's factor, confirmed or only begun. */
export async function lockFactor(tx: Tx, userId: bigint): Promise<StoredFactor | undefined> {
  const [row] = await tx.query<StoredFactor>(sql`
    select secret, confirmed_at is not null as "isConfirmed", last_step as "lastStep"
    from second_factor where principal_id = ${userId} for update`);
  return row;
}

/** A factor, and whose it is. */
interface Read {
  readonly context: Pick<Context, 'clock' | 'vault'>;
  readonly userId: bigint;
  readonly factor: StoredFactor;
}

/** The same, locked. */
interface Asked extends Read {
  readonly tx: Tx;
}

/** Whether a code, or a recovery code, would be taken now. */
export async function matchesCode(
  context: Pick<Context, 'db' | 'clock' | 'vault'>,
  userId: bigint,
  code: string,
): Promise<boolean> {
  const [row] = await context.db.query<StoredFactor & { readonly isRecovery: boolean }>(sql`
    select f.secret, true as "isConfirmed", f.last_step as "lastStep", exists (
      select from recovery_code c where c.principal_id = f.principal_id and c.used_at is null
        and c.hash = ${hashSecret(normalised(code))}) as "isRecovery"
    from second_factor f where f.principal_id = ${userId} and f.confirmed_at is not null`);
  if (row === undefined) return false;
  return row.isRecovery || stepOf({ context, userId, factor: row }, code) !== undefined;
}

/** The time step of a code of now or one step away that was not used yet. */
function stepOf({ context, userId, factor }: Read, code: string): bigint | undefined {
  const clock = clockOf(context.vault.open(placeOf(userId), factor.secret), '');
  const timestamp = context.clock.millis();
  const delta = clock.validate({ token: code, timestamp, window: SECOND_FACTOR.stepsAside });
  if (delta === null) return undefined;
  const step = BigInt(clock.counter({ timestamp }) + delta);
  return step > factor.lastStep ? step : undefined;
}

/** Takes a one-time code: true once, for a code of now or one step away that was not used yet. */
export async function takeCode(asked: Asked, code: string): Promise<boolean> {
  const { tx, userId } = asked;
  const step = stepOf(asked, code);
  if (step === undefined) return false;
  await tx.query(sql`
    update second_factor set last_step = ${step} where principal_id = ${userId}`);
  return true;
}

/** Takes a recovery code: true once. */
export async function takeRecoveryCode(
  tx: Tx,
  by: { readonly userId: bigint; readonly code: string; readonly now: Instant },
): Promise<boolean> {
  const taken = await tx.query(sql`
    update recovery_code set used_at = ${by.now}
    where principal_id = ${by.userId} and hash = ${hashSecret(normalised(by.code))}
      and used_at is null
    returning principal_id`);
  return taken.length === 1;
}

/** Marks a factor as one that is asked for, and makes its recovery codes, which are shown once. */
export async function confirmFactor(work: Work, userId: bigint): Promise<readonly string[]> {
  await work.tx.query(sql`
    update second_factor set confirmed_at = ${work.now} where principal_id = ${userId}`);
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, makeRecoveryCode);
  await work.tx.query(sql`
    insert into recovery_code (principal_id, hash)
    select ${userId}, hash
    from unnest(${codes.map((code) => hashSecret(normalised(code)))}::text[]) as hash`);
  return codes;
}

/** Removes a factor and its codes; whether there was one. */
export async function removeFactor(tx: Tx, userId: bigint): Promise<boolean> {
  const gone = await tx.query(sql`
    delete from second_factor where principal_id = ${userId} returning principal_id`);
  return gone.length === 1;
}

/** How many recovery codes are left, and since when the factor is asked for. */
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

function placeOf(userId: bigint): string {
  return `second_factor.secret.${userId}`;
}

function clockOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Countinghouse',
    label: label === '' ? 'user' : label,
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: SECOND_FACTOR.stepSeconds,
    secret: Secret.fromBase32(secret),
  });
}

// Sixteen characters of base32 in groups of four: 80 random bits.
function makeRecoveryCode(): string {
  const code = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32;
  return code.match(/.{4}/g)?.join('-') ?? code;
}

function normalised(code: string): string {
  return code.toUpperCase().replace(/[^A-Z2-7]/g, '');
}

/** The table as it is sealed again under each new key. */
export const sealedFactors: SealedTable = {
  name: 'second_factor',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await tx.query<{ id: bigint; secret: string }>(sql`
      select principal_id as id, secret from second_factor
      where principal_id > ${after} and not starts_with(secret, ${vault.prefix})
      order by principal_id limit ${SECOND_FACTOR.sealedAtOnce} for update`);
    for (const { id, secret } of rows) {
      const sealed = vault.seal(placeOf(id), vault.open(placeOf(id), secret));
      await tx.query(sql`update second_factor set secret = ${sealed} where principal_id = ${id}`);
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};
