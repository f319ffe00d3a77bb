// A user's own account: password, second factor and sessions.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { verifyToken } from '../../../platform/token.js';
import { sourceOf } from '../audit/security-event.js';
import { hashPassword } from '../credential/password.js';
import { checkPassword } from '../login/login.js';
import { confirmFactor, storeNewSecret, takeCode } from '../login/second-factor.js';
import { deleteFactor, lockFactor, readFactor } from '../login/second-factor-queries.js';
import {
  revokeOwnSession,
  revokeSessionsOf,
  selectLiveSessions,
} from '../login/session-queries.js';
import { sessionRecord } from '../login/session-record.js';
import { holderOfUser, mailPasswordChanged } from '../password/holder.js';
import { refuseWeak } from '../password/rule.js';
import type { Guard } from '../principal/guard.js';
import { clearPasswordSetter } from '../principal/person-queries.js';
import { savePassword } from '../principal/principal.js';
import { findPrincipal, lockPrincipal, type PrincipalRow } from '../principal/queries.js';
import { identityProblems } from '../problems.js';

/**
 * Refuses with OWN_PASSWORD_WRONG. This runs before the write's transaction. The failure is
 * therefore counted although nothing is written, and no request holds two connections at once.
 */
export async function refuseWrongPassword(
  call: Call,
  guard: Guard,
  password: string,
): Promise<void> {
  const { context, principal } = call;
  if (principal.kind !== 'user') throw refusal(commonProblems.FORBIDDEN);
  const row = await findPrincipal(call.db, 'user', principal.id);
  const right = await checkPassword(
    { context, guard },
    {
      kind: 'user',
      name: principal.name,
      holder: row && { ...row, passwordHash: row.secretHash },
      password,
      source: sourceOf(call),
      isSignedIn: true,
    },
  );
  if (right) return;
  throw refuseMember(
    identityProblems.OWN_PASSWORD_WRONG,
    'password',
    'is not the current password',
  );
}

/**
 * Locks the caller's own row. Refuses API clients, because only administrators rotate their
 * secrets.
 */
export async function lockOwn({ tx, principal }: Work): Promise<PrincipalRow> {
  const row = principal.kind === 'user' ? await lockPrincipal(tx, 'user', principal.id) : undefined;
  if (row === undefined) throw refusal(commonProblems.FORBIDDEN);
  return row;
}

/**
 * Changes the caller's password and ends all of the caller's sessions, including the current one.
 */
export async function changeOwnPassword(
  work: Work,
  guard: Guard,
  newPassword: string,
): Promise<Outcome> {
  const row = await lockOwn(work);
  await refuseWeak(work.tx, guard, {
    ...holderOfUser(row),
    password: newPassword,
    member: 'newPassword',
  });
  await savePassword(work, guard, { row, secretHash: await hashPassword(newPassword) });
  await clearPasswordSetter(work.tx, row.id);
  await revokeSessionsOf(work.tx, row.id, work.now);
  await mailPasswordChanged(work, guard, holderOfUser(row));
  return { msgCode: 'PASSWORD_CHANGED', id: row.id, name: row.name };
}

/**
 * Begins setting up a second factor and shows its secret once. The factor is not in force until it
 * is confirmed with a code.
 */
export async function beginSecondFactor(work: Work): Promise<Outcome> {
  const row = await lockOwn(work);
  const factor = await lockFactor(work.tx, row.id);
  if (factor?.isConfirmed === true) {
    throw refusal(identityProblems.SECOND_FACTOR_EXISTS, { args: ['ON'] });
  }
  const shownOnce = { ...(await storeNewSecret(work, row)) };
  return { msgCode: 'SECOND_FACTOR_BEGUN', id: row.id, name: row.name, result: {}, shownOnce };
}

/** Confirms the second factor with its first code, and shows the recovery codes once. */
export async function confirmSecondFactor(
  work: Work,
  guard: Guard,
  code: string,
): Promise<Outcome> {
  const row = await lockOwn(work);
  const { context, tx } = work;
  const factor = await lockFactor(tx, row.id);
  if (factor === undefined) {
    throw refusal(identityProblems.SECOND_FACTOR_MISSING, { args: ['OFF'] });
  }
  if (factor.isConfirmed) throw refusal(identityProblems.SECOND_FACTOR_EXISTS, { args: ['ON'] });
  if (!(await takeCode({ tx, context, userId: row.id, factor }, code))) {
    throw refuseMember(
      identityProblems.SECOND_FACTOR_CODE_WRONG,
      'code',
      'is wrong or has expired',
    );
  }
  const recoveryCodes = await confirmFactor(work, row.id);
  // Cached credentials were accepted without a code, so they must be verified again.
  tx.afterCommit(() => guard.verified.clear());
  return {
    msgCode: 'SECOND_FACTOR_ON',
    id: row.id,
    name: row.name,
    result: {},
    shownOnce: { recoveryCodes },
  };
}

/** Turns the second factor off. The route has already checked the password. */
export async function endSecondFactor(work: Work): Promise<Outcome> {
  const row = await lockOwn(work);
  if (!(await deleteFactor(work.tx, row.id))) {
    throw refusal(identityProblems.SECOND_FACTOR_MISSING, { args: ['OFF'] });
  }
  return { msgCode: 'SECOND_FACTOR_OFF', id: row.id, name: row.name };
}

/**
 * Returns the state of the caller's second factor: whether and since when a login requires a code,
 * and the number of unused recovery codes.
 */
export async function ownSecondFactor({ db, principal }: Call): Promise<object> {
  const factor = principal.kind === 'user' ? await readFactor(db, principal.id) : undefined;
  if (factor === undefined) return { on: false };
  return { on: true, confirmedDttm: factor.confirmedAt, recoveryCodesLeft: factor.codesLeft };
}

/** Lists the caller's live sessions, newest first. `current` marks the session of this request. */
export async function ownSessions(
  call: Call,
  guard: Guard,
  page: PageRequest,
): Promise<Page<object>> {
  const { principal, now } = call;
  const rows = await selectLiveSessions(call.db, principal.id, now);
  const current = await currentSession(call, guard);
  const sessions = rows.map((row) => ({
    ...sessionRecord(row),
    current: row.id === current,
  }));
  return pageOfAll(sessions, page);
}

async function currentSession(call: Call, guard: Guard): Promise<string | undefined> {
  const authorization = call.request?.credentials.authorization ?? '';
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const { context } = call;
  const keyOf = (id: string) => guard.keys.find(context, id);
  return (await verifyToken(token, keyOf, context.clock.millis()))?.session;
}

/** Ends one of the caller's sessions. */
export async function endOwnSession(work: Work, guard: Guard, session: string): Promise<Outcome> {
  const { tx, principal, now } = work;
  const ended = await revokeOwnSession(tx, { id: session, principalId: principal.id }, now);
  if (!ended) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  tx.afterCommit(() => guard.verified.clear());
  return { msgCode: 'SESSION_ENDED', id: principal.id, name: principal.name };
}
