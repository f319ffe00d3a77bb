// The operations of finance: path, shapes and permission of each.

import { PAGE_BS, pageOf } from '../../platform/http/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { identityProblems } from '../identity/index.js';
import {
  createAccount,
  listAccountPage,
  listCustomerAccounts,
  readAccount,
} from './account-operation.js';
import {
  approveCashTransaction,
  cancelCashTransaction,
  listCashTransactionPage,
  postCashTransaction,
  readCashTransaction,
  rejectCashTransaction,
  reverseCashTransaction,
} from './cash-transaction.js';
import { createCashTransaction } from './cash-transaction-create.js';
import { chartRoutes } from './chart-routes.js';
import { listClosedBooks } from './closed-books.js';
import { checkIntegrity } from './integrity.js';
import { listJournalPage } from './journal.js';
import { readLedger } from './ledger-page.js';
import { financeProblems } from './problems.js';
import {
  accountBody,
  accountListQuery,
  cashTransactionBody,
  cashTransactionListQuery,
  closedBooksQuery,
  customerListQuery,
  customerParams,
  idParams,
  journalListQuery,
  ledgerQuery,
  trialBalanceQuery,
} from './schema.js';
import { readTrialBalance } from './trial-balance.js';

const {
  INSUFFICIENT_FUNDS,
  ACCOUNT_INACTIVE,
  ACCOUNT_EXISTS,
  CUSTOMER_INACTIVE,
  CURRENCY_MISMATCH,
  WRONG_KIND_OF_ACCOUNT,
  SAME_ACCOUNT,
  CASH_TRANSACTION_WRONG_STATE,
  AMOUNT_NOT_POSITIVE,
  PROCESSING_FEE_REFUSED,
  TRANSACTION_TYPE_UNSUPPORTED,
} = financeProblems;
const { OWN_WORK } = identityProblems;

const posting = {
  summary: 'Post an approved cash transaction',
  description: 'Posted twice: 409 with msgArgs ["POSTED"], and no second movement.',
  permission: 'finance.cash-transaction.post',
  problems: [CASH_TRANSACTION_WRONG_STATE, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS],
  params: idParams,
};

const cashTransactionWrites: readonly Route[] = [
  write({
    method: 'POST',
    path: 'finance/cash-transaction/create',
    operation: 'createCashTransaction',
    summary: 'Create a cash transaction',
    description:
      'APPROVED at once when the caller may approve and the amount is below the four-eyes ' +
      'threshold of the office; else PENDING. What goes out is held until it is posted or ends.',
    permission: 'finance.cash-transaction.create',
    problems: [
      TRANSACTION_TYPE_UNSUPPORTED,
      AMOUNT_NOT_POSITIVE,
      CURRENCY_MISMATCH,
      WRONG_KIND_OF_ACCOUNT,
      ACCOUNT_INACTIVE,
      CUSTOMER_INACTIVE,
      SAME_ACCOUNT,
      PROCESSING_FEE_REFUSED,
      INSUFFICIENT_FUNDS,
    ],
    body: cashTransactionBody,
    example: {
      transType: 'RECEIPT',
      transMethod: 'BANK_TRANSFER',
      partnerName: '0000000001',
      currency: 'NGN',
      amount: 50000,
      description: 'First funding',
    },
    run: (work, { body }) => createCashTransaction(work, body),
  }),
  write({
    ...posting,
    method: 'PUT',
    path: 'finance/cash-transaction/post/id/{id}',
    operation: 'postCashTransaction',
    run: (work, { params }) => postCashTransaction(work, params.id),
  }),
  write({
    ...posting,
    method: 'POST',
    path: 'finance/cash-transaction/post/{id}',
    operation: 'postCashTransactionOriginal',
    run: (work, { params }) => postCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/approve/id/{id}',
    operation: 'approveCashTransaction',
    summary: 'Approve a pending cash transaction',
    permission: 'finance.cash-transaction.approve',
    problems: [CASH_TRANSACTION_WRONG_STATE, OWN_WORK],
    params: idParams,
    run: (work, { params }) => approveCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/reject/id/{id}',
    operation: 'rejectCashTransaction',
    summary: 'Reject a pending cash transaction',
    permission: 'finance.cash-transaction.reject',
    problems: [CASH_TRANSACTION_WRONG_STATE, OWN_WORK],
    params: idParams,
    run: (work, { params }) => rejectCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/cancel/id/{id}',
    operation: 'cancelCashTransaction',
    summary: 'Cancel a cash transaction that is not posted',
    permission: 'finance.cash-transaction.cancel',
    problems: [CASH_TRANSACTION_WRONG_STATE],
    params: idParams,
    run: (work, { params }) => cancelCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/reverse/id/{id}',
    operation: 'reverseCashTransaction',
    summary: 'Reverse a posted cash transaction',
    permission: 'finance.cash-transaction.reverse',
    problems: [CASH_TRANSACTION_WRONG_STATE, INSUFFICIENT_FUNDS],
    params: idParams,
    run: (work, { params }) => reverseCashTransaction(work, params.id),
  }),
];

const cashTransactionReads: readonly Route[] = [
  read({
    path: 'finance/cash-transaction/id/{id}',
    operation: 'readCashTransaction',
    summary: 'Read a cash transaction',
    permission: 'finance.cash-transaction.read',
    params: idParams,
    run: (call, { params }) => readCashTransaction(call, params.id),
  }),
  list({
    path: 'finance/cash-transaction/list',
    operation: 'listCashTransactions',
    summary: 'List cash transactions',
    permission: 'finance.cash-transaction.read',
    paging: PAGE_BS,
    query: cashTransactionListQuery,
    run: (call, { query }) => listCashTransactionPage(call, query, pageOf(query, PAGE_BS)),
  }),
];

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
  list({
    path: 'finance/journal/list',
    operation: 'listJournals',
    summary: 'List journals with their lines',
    permission: 'finance.journal.read',
    paging: PAGE_BS,
    query: journalListQuery,
    run: (call, { query }) => listJournalPage(call, query, pageOf(query, PAGE_BS)),
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
  ...cashTransactionWrites,
  ...cashTransactionReads,
  ...accountRoutes,
  ...bookRoutes,
  ...chartRoutes,
];
