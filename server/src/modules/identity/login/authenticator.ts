// Authentication: turns HTTP Basic credentials, a bearer token or an API key into a principal.

import type { Context, Credentials } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Authenticator } from '../../../platform/http/request/admission.js';
import { verifyToken } from '../../../platform/token.js';
import type { Verified } from '../credential/cache.js';
import { isClientName } from '../credential/secret.js';
import { CREDENTIAL } from '../limits.js';
import { type Guard, principalOf } from '../principal/guard.js';
import { findPrincipalOfSession } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { findBySecret, type NameAndSecret } from './login.js';

/** Creates an app's authenticator. It throws INVALID_CREDENTIALS without giving the reason. */
export function createAuthenticator(context: Context, guard: Guard): Authenticator {
  return async (credentials) => {
    const presented = credentials.authorization ?? credentials.apiKey;
    if (presented === undefined || presented.length > CREDENTIAL.headerCharactersMax) {
      throw refusal(commonProblems.INVALID_CREDENTIALS);
    }
    const scheme = credentials.authorization === undefined ? 'key' : 'authorization';
    return guard.verified.callerOf(`${scheme} ${presented}`, context.clock.millis(), () =>
      verify(context, guard, credentials),
    );
  };
}

async function verify(context: Context, guard: Guard, credentials: Credentials): Promise<Verified> {
  const verified = await (bearerOf(credentials)
    ? verifyBearer(context, guard, bearerOf(credentials) ?? '')
    : verifySecret(context, guard, credentials));
  if (!verified) throw refusal(commonProblems.INVALID_CREDENTIALS);
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
  return row && { principal: principalOf(guard, row), untilMs: Number.MAX_SAFE_INTEGER };
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
  return row && { principal: principalOf(guard, row), untilMs: verified.expiresAt * 1000 };
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

// Reads the API key only if there is no Authorization header, so that a correct key does not make
// up for a wrong header.
function keyOf({ authorization, apiKey }: Credentials): NameAndSecret | undefined {
  const presented = authorization === undefined ? separate(apiKey ?? '', '.') : undefined;
  return presented && isClientName(presented.name) ? presented : undefined;
}

function separate(text: string, separator: string): NameAndSecret | undefined {
  const at = text.indexOf(separator);
  const unfit = at < 1 || at === text.length - 1 || text.includes('\u0000');
  return unfit ? undefined : { name: text.slice(0, at), secret: text.slice(at + 1) };
}
