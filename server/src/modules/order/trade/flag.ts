// Records that an execution was traded cum or ex contrary to the rule for its trade date, if the
// exchange did not report this.

import type { Static } from '@sinclair/typebox';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { executionRecords } from '../fill/queries.js';
import { lockOrder } from '../record/queries.js';
import type { FlagBody } from '../schema.js';
import { storeFlag } from './flag-queries.js';

/**
 * Flags a fill and its corrections. Entitlements and market claims are updated at the end of the
 * day. Refuses an order that the caller cannot see, and an ExecID that is not a fill of the order.
 */
export async function flagExecution(
  work: Work,
  { orderId, execId, flag, reason }: Static<typeof FlagBody>,
): Promise<Outcome> {
  const order = await lockOrder(work.tx, orderId);
  if (order === undefined || !seesOffice(work.principal, order.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such order' });
  }
  if (reason.trim() === '') {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'reason', 'must not be empty');
  }
  const cumEx = flag === 'NONE' ? null : flag;
  const stamp = { by: work.principal.name, at: work.now };
  const flagged = await storeFlag(work.tx, { orderId, execId, cumEx, reason }, stamp);
  if (flagged.length === 0) {
    const detail = 'is not the ExecID of a fill of the order';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'execId', detail);
  }
  work.events.push({
    type: 'execution.flagged',
    subjectId: orderId,
    officeId: order.office_id,
    data: { execId, flag },
  });
  return {
    msgCode: 'EXECUTION_FLAGGED',
    id: orderId,
    name: order.name,
    result: { executions: await executionRecords(work.tx, orderId) },
  };
}
