// References from an order to other records that do not affect its terms.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { OrderRow } from '../record/order.js';
import { customersOfOrders } from './queries.js';
import type { OrderRequest } from './request.js';

interface Referring {
  /** The order's customer, whom the caller may see. */
  readonly customerId: bigint;
  /**
   * The stored order; absent for a new one. References that the stored order already has are not
   * checked again.
   */
  readonly before?: OrderRow;
}

/** The customers of the referenced orders, keyed by order id. */
type ReferencedOrders = ReadonlyMap<bigint, bigint>;

/** Reads the orders that the given requests refer to. */
export async function referencedOrders(
  { tx }: Work,
  requests: readonly OrderRequest[],
): Promise<ReferencedOrders> {
  // Old clients send 0 for "none".
  const ids = requests.flatMap(({ referenceOrderId: id }) => (id ? [id] : []));
  if (ids.length === 0) return new Map();
  return customersOfOrders(tx, ids);
}

/**
 * Refuses with UNKNOWN_REFERENCE for another customer's order, and for every custodian and agent:
 * they are not registered anywhere yet, so any name is wrong.
 */
export function requireReferences(
  request: OrderRequest,
  { customerId, before }: Referring,
  known: ReferencedOrders,
): void {
  const { custodianName, agentName, referenceOrderId } = request;
  if (custodianName !== undefined && custodianName !== before?.custodian_name) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'custodianName',
      'does not match any custodian',
    );
  }
  if (agentName !== undefined && agentName !== before?.agent_name) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', 'does not match any agent');
  }
  if (!referenceOrderId || referenceOrderId === before?.reference_order_id) return;
  if (known.get(referenceOrderId) === customerId && referenceOrderId !== before?.id) return;
  const detail = 'is not another order of the customer';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'referenceOrderId', detail);
}

/** Reads the references in a request and refuses unknown ones. */
export async function refuseUnknownReferences(
  work: Work,
  request: OrderRequest,
  referring: Referring,
): Promise<void> {
  requireReferences(request, referring, await referencedOrders(work, [request]));
}
