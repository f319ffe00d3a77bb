// Checking a name and a secret: the same work for names that exist and names that do not.

import type { Context } from '../../platform/context.js';
import { type EventSource, recordSecurityEvent, type SecurityEvent } from './audit.js';
import { LOGIN } from './limits.js';
import { refusePassword, verifyPassword } from './password.js';
import {
  clearLoginFailures,
  countLoginAttempt,
  findPrincipalByName,
  type PrincipalRow,
} from './queries.js';
import { isClientName, isSecret } from './secret.js';

/** What a password is checked against; undefined when there is nobody of that name. */
interface PasswordHolder {
  readonly id: bigint;
  readonly name: string;
  readonly active: boolean;
  readonly passwordHash: string | undefined;
}

/** A password as it was presented. */
interface PasswordAttempt {
  readonly kind: 'user' | 'customer';
  readonly holder: PasswordHolder | undefined;
  readonly password: string;
  readonly source: EventSource;
}

/**
 * Checks a password, counts failures in the database, locks the holder out after too many, and
 * audits each failure. Outsiders cannot tell wrong, unknown, disabled and locked from each other.
 */
export async function checkPassword(context: Context, attempt: PasswordAttempt): Promise<boolean> {
  const { kind, holder, password } = attempt;
  const subject = { kind, id: holder?.id ?? 0n };
  const failures = await countLoginAttempt(context.db, subject, {
    now: context.clock.now(),
    lockAfter: LOGIN.failuresBeforeLock,
    lockMinutes: LOGIN.lockMinutes,
  });
  const right = holder?.passwordHash
    ? await verifyPassword(holder.passwordHash, password)
    : await refusePassword(password);
  if (right && holder?.active && failures !== undefined) {
    await clearLoginFailures(context.db, subject);
    return true;
  }
  await recordFailure(context, attempt, codeOfFailure(failures));
  return false;
}

function codeOfFailure(failures: number | undefined): SecurityEvent['msgCode'] {
  if (failures === undefined) return 'LOGIN_WHILE_LOCKED';
  return failures >= LOGIN.failuresBeforeLock ? 'LOGIN_LOCKED' : 'LOGIN_FAILED';
}

async function recordFailure(
  context: Context,
  { kind, holder, source }: Pick<PasswordAttempt, 'kind' | 'holder' | 'source'>,
  msgCode: SecurityEvent['msgCode'],
): Promise<void> {
  await recordSecurityEvent(
    { context, db: context.db },
    { kind, id: holder?.id ?? 0n, name: holder?.name ?? 'unknown', operation: 'login', msgCode },
    source,
  );
}

/** A name and a secret, as Basic, an API key or a token request carry them. */
export interface NameAndSecret {
  readonly name: string;
  readonly secret: string;
}

/** The active user or API client with this name and secret; undefined when they are wrong. */
export async function findBySecret(
  context: Context,
  { name, secret }: NameAndSecret,
  source: EventSource,
): Promise<PrincipalRow | undefined> {
  const row = await findPrincipalByName(context.db, name);
  if (isClientName(name)) return checkClient(context, { row, secret, source });
  const holder = row && { ...row, passwordHash: row.secretHash };
  const right = await checkPassword(context, { kind: 'user', holder, password: secret, source });
  return right ? row : undefined;
}

// 256 random bits are not guessed, so a client is never locked out: nobody can shut it out either.
async function checkClient(
  context: Context,
  presented: {
    readonly row: PrincipalRow | undefined;
    readonly secret: string;
    readonly source: EventSource;
  },
): Promise<PrincipalRow | undefined> {
  const { row, secret, source } = presented;
  const right = isSecret(secret, row?.secretHash ?? '');
  if (right && row?.active) return row;
  await recordSecurityEvent(
    { context, db: context.db },
    {
      kind: 'client',
      id: row?.id ?? 0n,
      name: row?.name ?? 'unknown',
      operation: 'login',
      msgCode: 'LOGIN_FAILED',
    },
    source,
  );
  return undefined;
}
