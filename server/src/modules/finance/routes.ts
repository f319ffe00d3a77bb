// The operations of finance: path, shapes and permission of each.

import { PAGE_BS, pageOf } from '../../platform/http/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import {
  createAccount,
  listAccountPage,
  listCustomerAccounts,
  readAccount,
} from './account-operation.js';
import { cashTransactionRoutes } from './cash-transaction-routes.js';
import { chartRoutes } from './chart-routes.js';
import { listClosedBooks } from './closed-books.js';
import { checkIntegrity } from './integrity.js';
import { readLedger } from './ledger-page.js';
import { manualJournalRoutes } from './manual-journal-routes.js';
import { periodRoutes } from './period-routes.js';
import { financeProblems } from './problems.js';
import {
  accountBody,
  accountListQuery,
  closedBooksQuery,
  customerListQuery,
  customerParams,
  idParams,
  ledgerQuery,
  trialBalanceQuery,
} from './schema.js';
import { readTrialBalance } from './trial-balance.js';

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
    run: (call, { params, query }) => listCustomerAccounts(call, params.c, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/account/id/{id}',
    operation: 'readAccount',
    summary: 'Read an account with its balances',
    permission: 'finance.account.read',
    params: idParams,
    run: (call, { params }) => readAccount(call, params.id),
  }),
  list({
    path: 'finance/account/list',
    operation: 'listAccounts',
    summary: 'List accounts with their balances',
    permission: 'finance.account.read',
    paging: PAGE_BS,
    query: accountListQuery,
    run: (call, { query }) => listAccountPage(call, query, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/account/create',
    operation: 'createAccount',
    summary: 'Open an account of a customer or of the firm',
    permission: 'finance.account.create',
    problems: [ACCOUNT_EXISTS],
    body: accountBody,
    example: { customerName: '0000000001', currency: 'USD' },
    run: (work, { body }) => createAccount(work, body),
  }),
];

const bookRoutes: readonly Route[] = [
  list({
    path: 'finance/filedger/list/account/id',
    operation: 'listAccountLedger',
    summary: 'The general ledger of one account',
    description:
      'Lines in posting order with the balance after each; opening balance, totals and closing ' +
      'balance of the range. Dates are transaction dates; asOf leaves out what came later.',
    permission: 'finance.ledger.read',
    paging: PAGE_BS,
    query: ledgerQuery,
    run: (call, { query }) => readLedger(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/report/trial-balance',
    operation: 'readTrialBalance',
    summary: 'The trial balance at the end of a date',
    permission: 'finance.report.read',
    query: trialBalanceQuery,
    run: (call, { query }) => readTrialBalance(call, query),
  }),
  list({
    path: 'finance/report/closed-books/list',
    operation: 'listClosedBooks',
    summary: 'What the books said when each business date closed, and the proof of client money',
    description:
      'One row per date, office and currency, newest first. `balanced`: debits equal credits. ' +
      "`covered`: what customers are owed lies at the clients' bank, in settlement or with funds.",
    permission: 'finance.report.read',
    paging: PAGE_BS,
    query: closedBooksQuery,
    run: (call, { query }) => listClosedBooks(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/integrity',
    operation: 'checkIntegrity',
    summary: 'Check the invariants of the books and prove client money',
    permission: 'finance.integrity.read',
    run: (call) => checkIntegrity(call),
  }),
];

/** Every operation of finance. */
export const financeRoutes: readonly Route[] = [
  ...cashTransactionRoutes,
  ...accountRoutes,
  ...bookRoutes,
  ...chartRoutes,
  ...periodRoutes,
  ...manualJournalRoutes,
];
