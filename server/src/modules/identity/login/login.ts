// Checks a name and a secret, doing the same amount of work whether or not the name exists.

import type { Context } from '../../../platform/context.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { type EventSource, recordSecurityEvent } from '../audit/security-event.js';
import type { TurnHolder } from '../credential/check-turn.js';
import { refusePassword, verifyPassword } from '../credential/password.js';
import { isClientName, isSecret } from '../credential/secret.js';
import { LOGIN } from '../limits.js';
import type { Guard } from '../principal/guard.js';
import { findPrincipalByName, type PrincipalRow } from '../principal/queries.js';
import {
  admitLogin,
  countFailure,
  countSuccess,
  type LoginAttempt,
  rememberSource,
} from './admission.js';

/** The parts of identity that check secrets. */
export interface Checking {
  readonly context: Context;
  readonly guard: Pick<Guard, 'proofs' | 'countProofFailure'>;
}

/** A user or customer who has a password. */
interface PasswordHolder {
  readonly id: bigint;
  readonly name: string;
  readonly active: boolean;
  readonly passwordHash: string | undefined;
}

/** An attempt to sign in with a password. */
interface PasswordAttempt extends LoginAttempt {
  readonly holder: PasswordHolder | undefined;
  readonly password: string;
}

/**
 * Checks a password and audits each failure. Failures are counted in the database and delay later
 * attempts (RATE_LIMITED). A caller cannot tell wrong, unknown and disabled logins apart.
 */
export async function checkPassword(on: Checking, attempt: PasswordAttempt): Promise<boolean> {
  const { context, guard } = on;
  if (guard.proofs.has(attempt, context.clock.millis())) {
    if (await isRight(attempt, { source: 'proved', known: true })) return true;
    guard.proofs.forget(attempt);
  }
  const { address, cookie = '' } = attempt.source;
  const from = `${attempt.isSignedIn === true} ${address} ${cookie}`;
  return guard.proofs.share(attempt, from, () => checkAdmitted(context, attempt));
}

async function checkAdmitted(context: Context, attempt: PasswordAttempt): Promise<boolean> {
  const admitted = await admitLogin(context, attempt);
  if (await isRight(attempt, admitted.origin)) {
    await countSuccess(context, admitted);
    return true;
  }
  await countFailure(context, attempt.kind, admitted);
  const isDelayed = admitted.failures >= LOGIN.freeFailures;
  await recordFailure(context, attempt, isDelayed ? 'LOGIN_DELAYED' : 'LOGIN_FAILED');
  return false;
}

async function isRight({ holder, password }: PasswordAttempt, turn: TurnHolder): Promise<boolean> {
  const presented = { password, holder: turn };
  const right = holder?.passwordHash
    ? await verifyPassword(holder.passwordHash, presented)
    : await refusePassword(presented);
  return right && holder?.active === true;
}

async function recordFailure(
  context: Context,
  { kind, holder, source }: Pick<PasswordAttempt, 'kind' | 'holder' | 'source'>,
  msgCode: 'LOGIN_FAILED' | 'LOGIN_DELAYED',
): Promise<void> {
  await recordSecurityEvent(
    { context, db: context.db },
    { kind, id: holder?.id ?? 0n, name: holder?.name ?? 'unknown', operation: 'login', msgCode },
    source,
  );
}

/**
 * Remembers a complete login, so that guesses from elsewhere delay neither logins from its address
 * nor logins with its password. With a second factor, a login is complete only after the code.
 */
export async function rememberLogin(
  { context, guard }: Checking,
  attempt: PasswordAttempt & { readonly holder: PasswordHolder },
): Promise<void> {
  const { kind, holder, source } = attempt;
  guard.proofs.remember(attempt, context.clock.millis());
  await rememberSource(context, { kind, id: holder.id }, source);
}

/** A name and a secret, from HTTP Basic, an API key or a token request. */
export interface NameAndSecret {
  readonly name: string;
  readonly secret: string;
  /** The second-factor code, if one was sent. */
  readonly code?: string | undefined;
}

/**
 * Returns the active user or API client with this name and secret; undefined if they are wrong.
 * Throws RATE_LIMITED after too many wrong attempts.
 */
export async function findBySecret(
  on: Checking,
  { name, secret, code }: NameAndSecret,
  source: EventSource,
): Promise<PrincipalRow | undefined> {
  const row = await findPrincipalByName(on.context.db, name);
  if (isClientName(name)) return checkClient(on, { name, row, secret, source });
  const attempt = { ...userAttempt(row, { name, secret }, source), code };
  if (!(await checkPassword(on, attempt))) return undefined;
  if (row?.hasSecondFactor === false) await rememberUserLogin(on, row, { secret, source });
  return row;
}

/** Remembers a user's complete login. */
export async function rememberUserLogin(
  on: Checking,
  row: PrincipalRow,
  { secret, source }: { readonly secret: string; readonly source: EventSource },
): Promise<void> {
  const attempt = userAttempt(row, { name: row.name, secret }, source);
  const holder = { ...row, passwordHash: row.secretHash };
  await rememberLogin(on, { ...attempt, holder });
}

function userAttempt(
  row: PrincipalRow | undefined,
  { name, secret }: NameAndSecret,
  source: EventSource,
): PasswordAttempt {
  const holder = row && { ...row, passwordHash: row.secretHash };
  return { kind: 'user', name, holder, password: secret, source };
}

interface PresentedSecret extends NameAndSecret {
  readonly row: PrincipalRow | undefined;
  readonly source: EventSource;
}

// Checks a client's secret. 256 random bits cannot be guessed, so the correct secret is always
// accepted. Wrong secrets are counted after the check, because the check is cheap.
async function checkClient(
  { context, guard }: Checking,
  { name, row, secret, source }: PresentedSecret,
): Promise<PrincipalRow | undefined> {
  const right = isSecret(secret, row?.secretHash ?? '');
  if (right && row?.active) return row;
  const key = `${networkOf(source.address)} ${name}`;
  refuseTooMany(guard.countProofFailure, key, context.clock.millis());
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
