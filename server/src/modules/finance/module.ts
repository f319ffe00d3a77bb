// Defines the finance module that the app registers.

import type { Module } from '../../platform/module.js';
import { ACCOUNT_RULE_KIND } from './account/rule.js';
import { APPROVAL_POLICY_KIND } from './approval/policy.js';
import { CREATE_CORPORATE_ACTION } from './cash/corporate-action.js';
import { releaseValueDatesStep } from './cash/value-date-hold.js';
import { ACCOUNT_MAPPING_KIND, LEDGER_CODE_KIND } from './chart/change.js';
import { financeFilters } from './filter.js';
import { PAYMENT_GATEWAY_KIND } from './gateway/gateway.js';
import { integrityWorker } from './integrity/watch.js';
import { foldWorker } from './ledger/fold.js';
import { PERIOD_KIND } from './period/change.js';
import type { FinancePorts } from './port.js';
import { financeProblems } from './problems.js';
import { EXCHANGE_RATE_KIND } from './rate/exchange-rate.js';
import { closeBooks } from './report/closed-books.js';
import { financeRoutes } from './routes.js';

/** Returns the finance module: accounts, the ledger, cash transactions and reports. */
export function financeModule(ports: FinancePorts): Module {
  return {
    name: 'finance',
    summary: 'Accounts, the ledger, cash transactions and financial reports',
    routes: financeRoutes(ports),
    permissions: [CREATE_CORPORATE_ACTION],
    problems: financeProblems,
    endOfDay: [releaseValueDatesStep, { name: 'close-books', run: closeBooks }],
    workers: [foldWorker, integrityWorker],
    filters: financeFilters,
    changes: [
      ACCOUNT_RULE_KIND,
      APPROVAL_POLICY_KIND,
      LEDGER_CODE_KIND,
      ACCOUNT_MAPPING_KIND,
      PERIOD_KIND,
      EXCHANGE_RATE_KIND,
      PAYMENT_GATEWAY_KIND,
    ],
  };
}
