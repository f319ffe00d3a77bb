// The operations of finance, each with its path, shapes and permission.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import {
  createAccount,
  listAccountPage,
  listCustomerAccounts,
  readAccount,
} from './account/operation.js';
import { accountRuleRoutes } from './account/rule-routes.js';
import { accountReply } from './account/schema.js';
import { approvalPolicyRoutes } from './approval/routes.js';
import { bankStatementRoutes } from './bank/routes.js';
import { cashTransactionRoutes } from './cash/routes.js';
import { chartRoutes } from './chart/routes.js';
import { gatewayRoutes } from './gateway/routes.js';
import { integrityRoutes } from './integrity/routes.js';
import { journalImportRoutes } from './journal/import-routes.js';
import { manualJournalRoutes } from './journal/manual-routes.js';
import { periodRoutes } from './period/routes.js';
import type { FinancePorts } from './port.js';
import { financeProblems } from './problems.js';
import { exchangeRateRoutes } from './rate/routes.js';
import { ledgerRoutes } from './report/ledger-routes.js';
import { bookReportRoutes } from './report/routes.js';
import {
  accountBody,
  accountListQuery,
  customerListQuery,
  customerParams,
  idParams,
} from './schema.js';

const { ACCOUNT_EXISTS } = financeProblems;

const accountRoutes: readonly Route[] = [
  list({
    path: 'finance/account/customer/id/{c}',
    operation: 'listCustomerAccounts',
    summary: "List a customer's cash accounts with their balances",
    permission: 'finance.account.read',
    paging: PAGE_BS,
    params: customerParams,
    query: customerListQuery,
    reply: accountReply,
    run: (call, { params, query }) => listCustomerAccounts(call, params.c, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/account/id/{id}',
    operation: 'readAccount',
    summary: 'Read an account with its balances',
    permission: 'finance.account.read',
    params: idParams,
    reply: accountReply,
    run: (call, { params }) => readAccount(call, params.id),
  }),
  list({
    path: 'finance/account/list',
    operation: 'listAccounts',
    summary: 'List accounts with their balances',
    permission: 'finance.account.read',
    paging: PAGE_BS,
    query: accountListQuery,
    reply: accountReply,
    run: (call, { query }) => listAccountPage(call, query, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/account/create',
    operation: 'createAccount',
    summary: 'Open an account of a customer or of the firm',
    permission: 'finance.account.create',
    scope: 'OFFICE',
    problems: [ACCOUNT_EXISTS],
    body: accountBody,
    example: { customerName: '0000000001', currency: 'USD' },
    reply: accountReply,
    run: (work, { body }) => createAccount(work, body),
  }),
];

/** Every operation of finance. */
export const financeRoutes = (ports: FinancePorts): readonly Route[] => [
  ...accountRuleRoutes,
  ...approvalPolicyRoutes,
  ...bankStatementRoutes,
  ...cashTransactionRoutes(ports),
  ...gatewayRoutes,
  ...exchangeRateRoutes,
  ...accountRoutes,
  ...ledgerRoutes,
  ...integrityRoutes,
  ...bookReportRoutes,
  ...chartRoutes,
  ...periodRoutes,
  ...manualJournalRoutes,
  ...journalImportRoutes,
];
