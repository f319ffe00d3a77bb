// References of an order to other records, which its terms do not depend on.

import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { commonProblems, refuseMember } from '../../platform/http/problem.js';
import type { OrderRequest } from './order-check.js';
import type { OrderRow } from './record.js';

interface Referring {
  /** The customer of the order, whom the caller sees. */
  readonly customerId: bigint;
  /** The order as stored; absent for a new one. What it refers to already is not checked again. */
  readonly before?: OrderRow;
}

/**
 * Refuses UNKNOWN_REFERENCE for an order that the customer does not have, and for every custodian
 * and agent: there is no register of them yet, so a name can only be wrong.
 */
export async function refuseUnknownReferences(
  work: Work,
  request: OrderRequest,
  { customerId, before }: Referring,
): Promise<void> {
  const { custodianName, agentName, referenceOrderId } = request;
  if (custodianName !== undefined && custodianName !== before?.custodian_name) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'custodianName', 'names no custodian');
  }
  if (agentName !== undefined && agentName !== before?.agent_name) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', 'names no agent');
  }
  // Old clients send 0 for "none".
  if (!referenceOrderId || referenceOrderId === before?.reference_order_id) return;
  const [found] = await work.tx.query<{ id: bigint }>(sql`
    select id from trade_order where id = ${referenceOrderId} and customer_id = ${customerId}`);
  if (found !== undefined && found.id !== before?.id) return;
  const detail = 'is not another order of the customer';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'referenceOrderId', detail);
}
