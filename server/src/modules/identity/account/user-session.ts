// Lets administrators list and end a user's live sessions.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import {
  findUserOfSession,
  revokeOwnSession,
  selectLiveSessions,
} from '../login/session-queries.js';
import { sessionRecord } from '../login/session-record.js';
import type { Guard } from '../principal/guard.js';
import { lockAdministered } from '../principal/principal.js';
import { findVisible } from '../principal/read.js';

/** Lists a user's live sessions, newest first. Refuses with DOCUMENT_NOT_FOUND. */
export async function userSessions(
  call: Call,
  userId: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const user = await findVisible(call, 'user', userId);
  const rows = await selectLiveSessions(call.db, user.id, call.now);
  return pageOfAll(rows.map(sessionRecord), page);
}

/**
 * Ends one session of a user whom the caller may administer. Refuses with DOCUMENT_NOT_FOUND or
 * GRANT_BEYOND_OWN.
 */
export async function endUserSession(work: Work, guard: Guard, session: string): Promise<Outcome> {
  const { tx, now } = work;
  const id = await findUserOfSession(tx, session, now);
  if (id === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const { row: user } = await lockAdministered(work, guard, { kind: 'user', id });
  const ended = await revokeOwnSession(tx, { id: session, principalId: id }, now);
  if (!ended) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  tx.afterCommit(() => guard.verified.clear());
  return { msgCode: 'SESSION_ENDED', id, name: user.name };
}
