// The second step of a login: a code, after the password was right.

import type { Context } from '../../platform/context.js';
import { refusal } from '../../platform/http/problem.js';
import { type EventSource, recordSecurityEvent } from './audit.js';
import { LOGIN } from './limits.js';
import { identityProblems } from './problems.js';
import { clearLoginFailures, countLoginAttempt, type PrincipalRow } from './queries.js';
import { lockFactor, takeCode, takeRecoveryCode } from './second-factor.js';

/**
 * Asks a user who has a second factor for a code of it. Refuses SECOND_FACTOR_NEEDED without one,
 * SECOND_FACTOR_WRONG when it is wrong, used before, or one of too many.
 */
export async function askSecondFactor(
  context: Context,
  user: Pick<PrincipalRow, 'id' | 'name' | 'hasSecondFactor'>,
  presented: { readonly code: string | undefined; readonly source: EventSource },
): Promise<void> {
  if (!user.hasSecondFactor) return;
  const { code, source } = presented;
  if (code === undefined) throw refusal(identityProblems.SECOND_FACTOR_NEEDED);
  const subject = { kind: 'second-factor', id: user.id } as const;
  // Counted before it is looked at and outside of any transaction, so that guesses in parallel
  // and guesses that fail are counted all the same.
  const failures = await countLoginAttempt(context.db, subject, {
    now: context.clock.now(),
    lockAfter: LOGIN.failuresBeforeLock,
    lockMinutes: LOGIN.lockMinutes,
  });
  if (failures !== undefined && (await isRight(context, user.id, code))) {
    await clearLoginFailures(context.db, subject);
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
