// References of an order to other records that its terms do not depend on.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { OrderRow } from '../record/order.js';
import { customersOfOrders } from './queries.js';
import type { OrderRequest } from './request.js';

interface Referring {
  /** The customer of the order, visible to the caller. */
  readonly customerId: bigint;
  /** The stored order; absent for a new one. Its own references are not checked again. */
  readonly before?: OrderRow;
}

/** The customers of the referenced orders, by the id of the order. */
type ReferencedOrders = ReadonlyMap<bigint, bigint>;

/** Reads the orders that these requests refer to. */
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
 * Refuses UNKNOWN_REFERENCE for an order of another customer, and for every custodian and agent:
 * there is no register of them yet, so any name is wrong.
 */
export function requireReferences(
  request: OrderRequest,
  { customerId, before }: Referring,
  known: ReferencedOrders,
): void {
  const { custodianName, agentName, referenceOrderId } = request;
  if (custodianName !== undefined && custodianName !== before?.custodian_name) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'custodianName', 'names no custodian');
  }
  if (agentName !== undefined && agentName !== before?.agent_name) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', 'names no agent');
  }
  if (!referenceOrderId || referenceOrderId === before?.reference_order_id) return;
  if (known.get(referenceOrderId) === customerId && referenceOrderId !== before?.id) return;
  const detail = 'is not another order of the customer';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'referenceOrderId', detail);
}

/** Reads the references of a request and refuses unknown ones. */
export async function refuseUnknownReferences(
  work: Work,
  request: OrderRequest,
  referring: Referring,
): Promise<void> {
  requireReferences(request, referring, await referencedOrders(work, [request]));
}
