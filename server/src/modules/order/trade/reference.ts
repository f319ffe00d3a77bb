// References from an order to other records. They do not affect its terms.

import type { Principal, Work } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { OrderRow } from '../record/order.js';
import { followsOrder, ownersOfOrders, type ReferencedOrder } from './queries.js';
import type { OrderRequest } from './request.js';

interface Referring {
  readonly principal: Principal;
  /** The order's customer, whom the caller may see. */
  readonly customerId: bigint;
  /**
   * The stored order; absent for a new one. References already stored with the order are not
   * checked again.
   */
  readonly before?: OrderRow;
}

/** The referenced orders, keyed by order id. */
type ReferencedOrders = ReadonlyMap<bigint, ReferencedOrder>;

/** Reads the orders that the given requests refer to. */
export async function referencedOrders(
  { tx }: Work,
  requests: readonly OrderRequest[],
): Promise<ReferencedOrders> {
  // Old clients send 0 for "none".
  const ids = requests.flatMap(({ referenceOrderId: id }) => (id ? [id] : []));
  if (ids.length === 0) return new Map();
  return new Map((await ownersOfOrders(tx, ids)).map((row) => [row.id, row]));
}

/**
 * Refuses with UNKNOWN_REFERENCE if the order belongs to another customer or to an office that the
 * caller cannot see.
 */
export function requireReferences(
  request: OrderRequest,
  referring: Referring,
  known: ReferencedOrders,
): void {
  const { before } = referring;
  const { referenceOrderId } = request;
  if (!referenceOrderId || referenceOrderId === before?.reference_order_id) return;
  const order = known.get(referenceOrderId);
  if (order !== undefined && isOwn(order, referring)) return;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'referenceOrderId',
    'is not another order of the customer',
  );
}

function isOwn(order: ReferencedOrder, { customerId, principal, before }: Referring): boolean {
  const isVisible = seesOffice(principal, order.office_id);
  return order.customer_id === customerId && isVisible && order.id !== before?.id;
}

/**
 * Reads the references in a changed order. Refuses unknown references, and a reference to an order
 * that itself refers to the changed order.
 */
export async function refuseUnknownReferences(
  work: Work,
  request: OrderRequest,
  before: OrderRow,
): Promise<void> {
  const { principal } = work;
  const referring = { principal, customerId: before.customer_id, before };
  requireReferences(request, referring, await referencedOrders(work, [request]));
  const { referenceOrderId: id } = request;
  if (!id || id === before.reference_order_id) return;
  if (!(await followsOrder(work.tx, id, before.id))) return;
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    'referenceOrderId',
    'is an order that follows this one',
  );
}
