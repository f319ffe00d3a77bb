// Public interface of wealth: its module.

import type { Module } from '../../platform/module.js';
import { contributionRoutes } from './contribution/routes.js';
import { wealthProblems } from './problems.js';
import { returnRoutes } from './return/routes.js';
import { valuationRoutes } from './valuation/routes.js';

/** Returns the wealth module: what customers and portfolios are worth, and how it grew. */
export function wealthModule(): Module {
  return {
    name: 'wealth',
    summary:
      'The value of customers and portfolios on any date, over all kinds of assets, and its return',
    routes: [...valuationRoutes, ...returnRoutes, ...contributionRoutes],
    problems: wealthProblems,
  };
}
