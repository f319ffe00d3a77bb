// Login with a passkey. Any caller can get a challenge, and a user who signs it gets a session.

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Call, Context } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { type EventSource, recordSecurityEvent, sourceOf } from '../audit/security-event.js';
import { rememberSource } from '../login/admission.js';
import { rememberDevice } from '../login/device.js';
import { openSession, type TokenReply } from '../login/session.js';
import type { Guard } from '../principal/guard.js';
import { findPrincipal, type PrincipalRow } from '../principal/queries.js';
import { makeLoginChallenge, millisLeftOf } from './challenge.js';
import { challengeOf, loginOptions, placeOf, signedCounter } from './passkey.js';
import { lockPasskey, markPasskeyUsed, useLoginChallenge } from './queries.js';

/** Returns the challenge that a browser passes to its device for signing. It contains no user. */
export async function beginPasskeyLogin({ context }: Call): Promise<object> {
  return { options: await loginOptions(placeOf(context), makeLoginChallenge(context)) };
}

/**
 * Opens a session for the user whose passkey signed a challenge from this server. Each challenge
 * can be used once. The device has verified the user, so no second factor is required. Refuses with
 * INVALID_CREDENTIALS.
 */
export async function finishPasskeyLogin(
  call: Call,
  guard: Guard,
  response: AuthenticationResponseJSON,
): Promise<TokenReply> {
  const { context } = call;
  const source = sourceOf(call);
  const user = await userWhoSigned(context, response);
  if (user === undefined) {
    const key = `${networkOf(source.address)} passkey`;
    refuseTooMany(guard.countProofFailure, key, context.clock.millis());
    await recordFailure(context, source);
    throw refusal(commonProblems.INVALID_CREDENTIALS);
  }
  await rememberSource(context, { kind: 'user', id: user.id }, source);
  rememberDevice(call, user.id);
  return openSession({ context, guard }, user, source);
}

async function userWhoSigned(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<PrincipalRow | undefined> {
  const now = context.clock.now();
  const challenge = await challengeOf(response.response.clientDataJSON);
  // This runs outside the transaction, so that the challenge is used up even if the answer is
  // refused.
  const millisLeft = challenge === undefined ? undefined : millisLeftOf(context, challenge);
  if (challenge === undefined || millisLeft === undefined) return undefined;
  if (!(await useLoginChallenge(context.db, { challenge, millisLeft, now }))) return undefined;
  return context.db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, response.id);
    if (passkey === undefined) return undefined;
    const expected = { ...placeOf(context), challenge, passkey };
    const counter = await signedCounter(response, expected);
    if (counter === undefined) return undefined;
    const user = await findPrincipal(tx, 'user', passkey.principalId);
    if (user?.active !== true) return undefined;
    await markPasskeyUsed(tx, { id: passkey.id, counter, now });
    return user;
  });
}

async function recordFailure(context: Context, source: EventSource): Promise<void> {
  const who = { kind: 'user', id: 0n, name: 'unknown' } as const;
  const event = { ...who, operation: 'login', msgCode: 'PASSKEY_FAILED' } as const;
  await recordSecurityEvent({ context, db: context.db }, event, source);
}
