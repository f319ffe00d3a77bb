// Determines an order's agent: the customer's own agent, or another one.

import type { Principal } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { FoundContext } from './context.js';
import type { OrderRequest } from './request.js';

/** The permission to name an agent other than the customer's own. */
export const OVERRIDE_AGENT = 'order.agent.override';

/**
 * Returns the code of the order's agent; null if there is none. Refuses an unknown or inactive
 * agent and, without the permission, any agent other than the customer's own.
 */
export function agentOf(
  { agentName: named }: OrderRequest,
  context: Pick<FoundContext, 'standing_agent' | 'named_agent_active'>,
  principal: Principal,
): string | null {
  const { standing_agent: standing } = context;
  if (named === undefined) return standing === '' ? null : standing;
  if (!context.named_agent_active) {
    const detail = 'does not match any active agent';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'agentName', detail);
  }
  if (named === standing || principal.permissions.has(OVERRIDE_AGENT)) return named;
  const detail = "is not the customer's own agent";
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'agentName', detail);
}
