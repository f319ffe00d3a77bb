// Authentication: turns HTTP Basic credentials, a bearer token or an API key into a principal.

import type { Context, Credentials } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Authenticator } from '../../../platform/http/request/admission.js';
import { verifyToken } from '../../../platform/token.js';
import type { Verified } from '../credential/cache.js';
import { isClientName } from '../credential/secret.js';
import { CREDENTIAL } from '../limits.js';
import { type Guard, principalOf } from '../principal/guard.js';
import { findPrincipalOfSession, type PrincipalRow } from '../principal/queries.js';
import { recordUse } from '../principal/use-queries.js';
import { identityProblems } from '../problems.js';
import { findBySecret, type NameAndSecret } from './login.js';

/** The only operation that a user may call while the password must be changed. */
const PASSWORD_CHANGE = 'changeOwnPassword';

/**
 * Creates an app's authenticator. It throws INVALID_CREDENTIALS without giving the reason. If the
 * user must change the password, it throws PASSWORD_CHANGE_NEEDED for every operation except that
 * change.
 */
export function createAuthenticator(context: Context, guard: Guard): Authenticator {
  return async (credentials, { operation }) => {
    const presented = credentials.authorization ?? credentials.apiKey;
    if (presented === undefined || presented.length > CREDENTIAL.headerCharactersMax) {
      throw refusal(commonProblems.INVALID_CREDENTIALS);
    }
    const scheme = credentials.authorization === undefined ? 'key' : 'authorization';
    const { principal, mustChangePassword } = await guard.verified.callerOf(
      `${scheme} ${presented}`,
      context.clock.millis(),
      () => verify(context, guard, credentials),
    );
    if (mustChangePassword && operation !== PASSWORD_CHANGE) {
      throw refusal(identityProblems.PASSWORD_CHANGE_NEEDED, { args: ['PASSWORD'] });
    }
    return principal;
  };
}

async function verify(context: Context, guard: Guard, credentials: Credentials): Promise<Verified> {
  const verified = await (bearerOf(credentials)
    ? verifyBearer(context, guard, bearerOf(credentials) ?? '')
    : verifySecret(context, guard, credentials));
  if (!verified) throw refusal(commonProblems.INVALID_CREDENTIALS);
  // Last use is only displayed, so reads continue to work if the database is read-only.
  await recordUse(context.db, verified.principal.id, context.clock.now()).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the use of credentials was not recorded'),
  );
  return verified;
}

async function verifySecret(
  context: Context,
  guard: Guard,
  credentials: Credentials,
): Promise<Verified | undefined> {
  const presented = basicOf(credentials.authorization) ?? keyOf(credentials);
  if (!presented) return undefined;
  const row = await findBySecret({ context, guard }, presented, credentials);
  // With a second factor, the password alone is not enough: the user needs a token.
  if (row?.hasSecondFactor) throw refusal(identityProblems.SECOND_FACTOR_NEEDED);
  return row && verifiedOf(guard, row, Number.MAX_SAFE_INTEGER);
}

async function verifyBearer(
  context: Context,
  guard: Guard,
  token: string,
): Promise<Verified | undefined> {
  const verified = await verifyToken(
    token,
    (id) => guard.keys.find(context, id),
    context.clock.millis(),
  );
  if (!verified || !/^\d{1,18}$/.test(verified.subject)) return undefined;
  const row = await findPrincipalOfSession(context.db, {
    id: verified.session,
    principalId: BigInt(verified.subject),
    now: context.clock.now(),
  });
  return row && verifiedOf(guard, row, verified.expiresAt * 1000);
}

function verifiedOf(guard: Guard, row: PrincipalRow, untilMs: number): Verified {
  const { mustChangePassword } = row;
  return { principal: principalOf(guard, row), untilMs, mustChangePassword };
}

function bearerOf({ authorization }: Credentials): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
}

/** Reads HTTP Basic credentials (RFC 7617). The name ends at the first colon. */
export function basicOf(authorization: string | undefined): NameAndSecret | undefined {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (!encoded) return undefined;
  return separate(Buffer.from(encoded, 'base64').toString('utf8'), ':');
}

// Reads the API key only if there is no Authorization header, so that a correct key does not mask a
// wrong header.
function keyOf({ authorization, apiKey }: Credentials): NameAndSecret | undefined {
  const presented = authorization === undefined ? separate(apiKey ?? '', '.') : undefined;
  return presented && isClientName(presented.name) ? presented : undefined;
}

function separate(text: string, separator: string): NameAndSecret | undefined {
  const at = text.indexOf(separator);
  const unfit = at < 1 || at === text.length - 1 || text.includes('\u0000');
  return unfit ? undefined : { name: text.slice(0, at), secret: text.slice(at + 1) };
}
