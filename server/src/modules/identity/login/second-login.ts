// The second step of a login: checks the second-factor code after a correct password.

import type { Context } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { type EventSource, recordSecurityEvent } from '../audit/security-event.js';
import type { PrincipalRow } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { admitCode, countSuccess } from './admission.js';
import { takeCode, takeRecoveryCode } from './second-factor.js';
import { lockFactor } from './second-factor-queries.js';

/**
 * Requires a code from a user who has a second factor. Refuses with SECOND_FACTOR_NEEDED if there
 * is no code, with SECOND_FACTOR_WRONG if the code is wrong or used, and with RATE_LIMITED after
 * too many wrong codes.
 */
export async function requireSecondFactor(
  context: Context,
  user: Pick<PrincipalRow, 'id' | 'name' | 'hasSecondFactor'>,
  presented: { readonly code: string | undefined; readonly source: EventSource },
): Promise<void> {
  if (!user.hasSecondFactor) return;
  const { code, source } = presented;
  if (code === undefined) throw refusal(identityProblems.SECOND_FACTOR_NEEDED);
  // The attempt is counted before the check and outside any transaction, so that parallel and
  // failed guesses are counted too.
  const attempt = { kind: 'user', name: user.name, holder: user, source } as const;
  const admitted = await admitCode(context, attempt);
  if (await isRight(context, user.id, code)) {
    await countSuccess(context, admitted);
    return;
  }
  const { id, name } = user;
  const event = { kind: 'user', id, name, operation: 'login' } as const;
  const on = { context, db: context.db };
  await recordSecurityEvent(on, { ...event, msgCode: 'SECOND_FACTOR_FAILED' }, source);
  throw refusal(identityProblems.SECOND_FACTOR_WRONG);
}

function isRight(context: Context, userId: bigint, code: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (factor?.isConfirmed !== true) return false;
    if (await takeCode({ tx, context, userId, factor }, code)) return true;
    return takeRecoveryCode(tx, { userId, code, now: context.clock.now() });
  });
}
