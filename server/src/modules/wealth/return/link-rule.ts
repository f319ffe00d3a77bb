// The rules for computing and linking daily returns, under the policy in force on each day.

import type { Decimal } from '../../../platform/money/decimal.js';
import type { ValuationPolicy } from '../policy/policy.js';
import type { FlowTiming } from '../policy/schema.js';

/** The rule for computing the return of a day. */
export interface LinkRule {
  readonly timing: FlowTiming;
  /** A day with less capital than this has no return. */
  readonly smallestCapital: Decimal;
}

/** Returns the rule that a policy defines. */
export function linkRuleOf({ flowTiming, smallestCapital }: ValuationPolicy): LinkRule {
  return { timing: flowTiming, smallestCapital };
}
