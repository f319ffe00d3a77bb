// A user's second factor: time-based one-time codes (RFC 6238), and recovery codes for a user who
// has lost the device. The secret is encrypted. Each code is accepted only once.

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import { hashSecret } from '../credential/secret.js';
import { SECOND_FACTOR } from '../limits.js';
import {
  insertRecoveryCodes,
  lockFactorsToSeal,
  markConfirmed,
  putFactor,
  type StoredFactor,
  selectFactor,
  updateLastStep,
  updateSealedFactor,
  useRecoveryCode,
} from './second-factor-queries.js';

/** The secret for the user's device. It is shown once. */
interface NewSecret {
  /** The secret in base32, for typing. */
  readonly secret: string;
  /** The secret as an `otpauth://totp/…` URI, for a QR code. */
  readonly uri: string;
}

/** Begins setting up a factor, replacing one that was never confirmed. */
export async function storeNewSecret(
  work: Work,
  user: { readonly id: bigint; readonly name: string },
): Promise<NewSecret> {
  const secret = new Secret({ size: SECOND_FACTOR.secretBytes });
  const sealed = work.context.vault.seal(placeOf(user.id), secret.base32);
  await putFactor(work.tx, { userId: user.id, sealed, now: work.now });
  return { secret: secret.base32, uri: clockOf(secret.base32, user.name).toString() };
}

/** A second factor and its user. */
interface UserFactor {
  readonly context: Pick<Context, 'clock' | 'vault'>;
  readonly userId: bigint;
  readonly factor: StoredFactor;
}

/** A second factor whose row is locked. */
interface LockedFactor extends UserFactor {
  readonly tx: Tx;
}

/** Returns whether a one-time code or a recovery code would be accepted now. */
export async function matchesCode(
  context: Pick<Context, 'db' | 'clock' | 'vault'>,
  userId: bigint,
  code: string,
): Promise<boolean> {
  const row = await selectFactor(context.db, userId, recoveryHash(code));
  if (row === undefined) return false;
  return row.isRecovery || stepOf({ context, userId, factor: row }, code) !== undefined;
}

/**
 * Returns the time step of a code; undefined if the code is wrong, already used, or more than one
 * step away.
 */
function stepOf({ context, userId, factor }: UserFactor, code: string): bigint | undefined {
  const clock = clockOf(context.vault.open(placeOf(userId), factor.secret), '');
  const timestamp = context.clock.millis();
  const delta = clock.validate({ token: code, timestamp, window: SECOND_FACTOR.stepsAside });
  if (delta === null) return undefined;
  const step = BigInt(clock.counter({ timestamp }) + delta);
  return step > factor.lastStep ? step : undefined;
}

/**
 * Accepts a one-time code, if it is unused and at most one time step away. Each code is accepted
 * once.
 */
export async function takeCode(locked: LockedFactor, code: string): Promise<boolean> {
  const step = stepOf(locked, code);
  if (step === undefined) return false;
  await updateLastStep(locked.tx, locked.userId, step);
  return true;
}

/** Accepts a recovery code. Each code is accepted once. */
export function takeRecoveryCode(
  tx: Tx,
  { userId, code, now }: { readonly userId: bigint; readonly code: string; readonly now: Instant },
): Promise<boolean> {
  return useRecoveryCode(tx, { userId, hash: recoveryHash(code), now });
}

/** Turns a factor on and creates its recovery codes, which are shown once. */
export async function confirmFactor(work: Work, userId: bigint): Promise<readonly string[]> {
  await markConfirmed(work.tx, userId, work.now);
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, makeRecoveryCode);
  await insertRecoveryCodes(work.tx, userId, codes.map(recoveryHash));
  return codes;
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

// Returns sixteen base32 characters in groups of four: 80 random bits.
function makeRecoveryCode(): string {
  const code = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32;
  return code.match(/.{4}/g)?.join('-') ?? code;
}

function recoveryHash(code: string): string {
  return hashSecret(code.toUpperCase().replace(/[^A-Z2-7]/g, ''));
}

/** The encrypted secrets of factors, which are re-encrypted under each new data key. */
export const sealedFactors: SealedTable = {
  name: 'second_factor',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await lockFactorsToSeal(tx, vault.prefix, after);
    for (const { id, secret } of rows) {
      const sealed = vault.seal(placeOf(id), vault.open(placeOf(id), secret));
      await updateSealedFactor(tx, id, sealed);
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};
