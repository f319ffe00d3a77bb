// Public interface of wealth: its module.

import type { Module } from '../../platform/module.js';
import { certificateRoutes } from './certificate/routes.js';
import { wealthProblems } from './problems.js';
import { returnRoutes } from './return/routes.js';
import { taxRoutes } from './tax/routes.js';
import { CAPITAL_GAINS_RULES } from './tax-rule/change.js';
import { taxRuleRoutes } from './tax-rule/routes.js';
import { valuationRoutes } from './valuation/routes.js';
import { withholdingRoutes } from './withholding/routes.js';

export { certificateEvents as wealthEvents } from './certificate/event.js';

/** Returns the wealth module: what customers and portfolios are worth, and how it grew. */
export function wealthModule(): Module {
  return {
    name: 'wealth',
    summary:
      'The value of customers and portfolios on any date, over all kinds of assets, and its return',
    routes: [
      ...valuationRoutes,
      ...returnRoutes,
      ...taxRuleRoutes,
      ...taxRoutes,
      ...withholdingRoutes,
      ...certificateRoutes,
    ],
    changes: [CAPITAL_GAINS_RULES],
    problems: wealthProblems,
  };
}
