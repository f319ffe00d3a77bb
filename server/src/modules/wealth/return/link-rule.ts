// How the returns of days are computed and linked, by the policy in force on each.

import type { Decimal } from '../../../platform/money/decimal.js';
import type { ValuationPolicy } from '../policy/policy.js';
import type { FlowTiming } from '../policy/schema.js';

/** What the return of a day is based on. */
export interface LinkRule {
  readonly timing: FlowTiming;
  /** A day with less capital is a day without a return. */
  readonly smallestCapital: Decimal;
}

/** Returns the rule of a policy. */
export function linkRuleOf({ flowTiming, smallestCapital }: ValuationPolicy): LinkRule {
  return { timing: flowTiming, smallestCapital };
}
