// The second step of a login: a code, after the password was right.

import type { Context } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { type EventSource, recordSecurityEvent } from '../audit/audit.js';
import type { PrincipalRow } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { admitCode, countSuccess } from './admission.js';
import { lockFactor, takeCode, takeRecoveryCode } from './second-factor.js';

/**
 * Asks a user who has a second factor for a code of it. Refuses SECOND_FACTOR_NEEDED without one,
 * SECOND_FACTOR_WRONG when it is wrong or used before, RATE_LIMITED after too many wrong ones.
 */
export async function askSecondFactor(
  context: Context,
  user: Pick<PrincipalRow, 'id' | 'name' | 'hasSecondFactor'>,
  presented: { readonly code: string | undefined; readonly source: EventSource },
): Promise<void> {
  if (!user.hasSecondFactor) return;
  const { code, source } = presented;
  if (code === undefined) throw refusal(identityProblems.SECOND_FACTOR_NEEDED);
  // Counted before it is checked and outside of any transaction, so that guesses in parallel
  // and guesses that fail are counted all the same.
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
