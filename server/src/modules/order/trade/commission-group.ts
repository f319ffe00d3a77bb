// Determines an order's commission group: the customer's own, or another one for a negotiated rate.

import type { Principal } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { COMMISSION, ruleOf } from '../fee/charge-rule.js';
import { ruleScopeOf, type TradeCost } from '../fee/trade-cost.js';
import { orderProblems } from '../problems.js';
import type { FoundContext } from './context.js';
import type { OrderRequest } from './request.js';

/** The permission to place an order under a commission group other than the customer's own. */
export const OVERRIDE_COMMISSION = 'order.commission.override';

/**
 * Returns the current code of the group that an order names or, if it names none, of the customer's
 * own group. An amended order keeps its group even if the customer has left the group.
 */
export function groupNameOf(
  { commissionGroupName: named }: Pick<OrderRequest, 'commissionGroupName'>,
  context: FoundContext,
): string {
  return context.named_group || (named ?? context.group_name);
}

/** The parts of a checked order that determine whether a group can be charged. */
interface Grouped {
  readonly context: FoundContext;
  readonly origin: string;
  readonly cost: TradeCost;
}

/**
 * Refuses a commission group that is not the customer's own: with UNKNOWN_REFERENCE if no active
 * group has the code, with REFERENCE_MISMATCH if the caller lacks the permission, and with
 * COMMISSION_RULE_MISSING if the fee schedule has no commission for the group.
 */
export function requireCommissionGroup(
  request: OrderRequest,
  { context, origin, cost }: Grouped,
  principal: Principal,
): void {
  const named = groupNameOf(request, context);
  if (named === context.group_name) return;
  if (!context.named_group_active) {
    const detail = 'does not match any active customer group';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'commissionGroupName', detail);
  }
  if (!principal.permissions.has(OVERRIDE_COMMISSION)) {
    const detail = "is not the customer's own group";
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'commissionGroupName', detail);
  }
  const scope = ruleScopeOf({
    side: request.orderType,
    tradeDate: context.business_date,
    securityType: context.security_type,
    origin,
    commissionGroup: named,
  });
  if (ruleOf(cost.tariff, COMMISSION, scope) !== undefined) return;
  throw refuseMember(
    orderProblems.COMMISSION_RULE_MISSING,
    'commissionGroupName',
    `has no rule for ${COMMISSION} in the fee schedule ${cost.tariff.name}`,
  );
}
