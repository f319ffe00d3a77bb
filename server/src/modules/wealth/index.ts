// Public interface of wealth: its module.

import type { Module } from '../../platform/module.js';
import { wealthProblems } from './problems.js';
import { returnRoutes } from './return/routes.js';
import { checkJob } from './statement/check.js';
import { statementRoutes } from './statement/routes.js';
import { issueJob } from './statement/run.js';
import { valuationRoutes } from './valuation/routes.js';

export { statementPdf as wealthStatementPdf } from './statement/document.js';
export { statementEvents as wealthEvents } from './statement/event.js';
export { issueStatement as issueWealthStatement } from './statement/issue.js';
export { previewPdf as wealthPreviewPdf } from './statement/preview.js';

/** Returns the wealth module: what customers and portfolios are worth, and how it grew. */
export function wealthModule(): Module {
  return {
    name: 'wealth',
    summary:
      'The value of customers and portfolios on any date, over all kinds of assets, its return, ' +
      'and statements of it',
    routes: [...valuationRoutes, ...returnRoutes, ...statementRoutes],
    problems: wealthProblems,
    jobs: [issueJob, checkJob],
  };
}
