// The public interface of wealth, which consists of the module only.

import type { Module } from '../../platform/module.js';
import { allocationRoutes } from './allocation/routes.js';
import { certificateEvents } from './certificate/event.js';
import { certificateRoutes } from './certificate/routes.js';
import { certificateImportEvents } from './certificate-import/event.js';
import { certificateImportRoutes } from './certificate-import/routes.js';
import { contributionRoutes } from './contribution/routes.js';
import { valueCustomers } from './day/close.js';
import { wealthEvents as dayEvents } from './day/event.js';
import { restateJob, restateValues } from './day/restate.js';
import { dayRoutes } from './day/routes.js';
import { wealthFilters } from './filter.js';
import { firmRoutes } from './firm/routes.js';
import { gainRoutes } from './gain/routes.js';
import { VALUATION_POLICIES } from './policy/change.js';
import { policyRoutes } from './policy/routes.js';
import { priceExceptionRoutes } from './price-exception/routes.js';
import { wealthProblems } from './problems.js';
import { rangeRoutes } from './range/routes.js';
import { returnRoutes } from './return/routes.js';
import { checkJob } from './statement/check.js';
import { statementEvents } from './statement/event.js';
import { statementRoutes } from './statement/routes.js';
import { issueJob } from './statement/run.js';
import { taxRoutes } from './tax/routes.js';
import { packCheckJob } from './tax-pack/check.js';
import { packEvents } from './tax-pack/event.js';
import { taxPackRoutes } from './tax-pack/routes.js';
import { packJob } from './tax-pack/run.js';
import { CAPITAL_GAINS_RULES } from './tax-rule/change.js';
import { taxRuleRoutes } from './tax-rule/routes.js';
import { valuationRoutes } from './valuation/routes.js';
import { withholdingRoutes } from './withholding/routes.js';

export { leavingLots } from './gain/leaving-lot.js';
export { statementPdf as wealthStatementPdf } from './statement/document.js';
export { issueStatement as issueWealthStatement } from './statement/issue.js';
export { previewPdf as wealthPreviewPdf } from './statement/preview.js';
export { packPdf as taxPackPdf } from './tax-pack/document.js';

/** The events about customers' wealth. */
export const wealthEvents = [
  ...dayEvents,
  ...statementEvents,
  ...certificateEvents,
  ...certificateImportEvents,
  ...packEvents,
];

/** Returns the wealth module: the value of customers and portfolios, and their returns. */
export function wealthModule(): Module {
  return {
    name: 'wealth',
    summary:
      'The value of customers and portfolios on any date, over all kinds of assets; returns, ' +
      'gains and their taxation; wealth statements and tax packs',
    routes: [
      ...policyRoutes,
      ...valuationRoutes,
      ...allocationRoutes,
      ...firmRoutes,
      ...returnRoutes,
      ...contributionRoutes,
      ...dayRoutes,
      ...priceExceptionRoutes,
      ...rangeRoutes,
      ...gainRoutes,
      ...statementRoutes,
      ...taxRuleRoutes,
      ...taxRoutes,
      ...withholdingRoutes,
      ...certificateRoutes,
      ...certificateImportRoutes,
      ...taxPackRoutes,
    ],
    changes: [CAPITAL_GAINS_RULES, VALUATION_POLICIES],
    problems: wealthProblems,
    filters: wealthFilters,
    endOfDay: [restateValues, valueCustomers],
    jobs: [restateJob, issueJob, checkJob, packJob, packCheckJob],
  };
}
