// Routes of the ledger, statements and closed books, which all return lists.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route } from '../../../platform/http/route.js';
import { financeProblems } from '../problems.js';
import { listClosedBooks } from './closed-books.js';
import { readGeneralLedger } from './general-ledger.js';
import { readLedger } from './ledger-page.js';
import {
  closedBooksReply,
  generalLedgerReply,
  ledgerLineReply,
  ledgerSumsShape,
  statementShape,
} from './ledger-schema.js';
import { closedBooksQuery, generalLedgerQuery, ledgerQuery, statementQuery } from './schema.js';
import { readStatement } from './statement.js';

export const ledgerRoutes: readonly Route[] = [
  list({
    path: 'finance/filedger/list/account/id',
    operation: 'listAccountLedger',
    summary: 'The general ledger of one account',
    description:
      'Lines in posting order with the balance after each line, and the opening balance, totals ' +
      'and closing balance of the range. Dates are transaction dates or, with basis=VALUE, value ' +
      'dates; asOf ignores lines recorded later.',
    permission: 'finance.ledger.read',
    problems: [commonProblems.DOCUMENT_NOT_FOUND],
    paging: PAGE_BS,
    query: ledgerQuery,
    reply: ledgerLineReply,
    extra: ledgerSumsShape,
    run: (call, { query }) => readLedger(call, query, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'finance/report/statement',
    operation: 'readStatement',
    summary: 'The statement of a customer account',
    description: 'The ledger of the account, with its holder.',
    permission: 'finance.ledger.read',
    problems: [financeProblems.WRONG_KIND_OF_ACCOUNT, commonProblems.DOCUMENT_NOT_FOUND],
    paging: PAGE_BS,
    query: statementQuery,
    reply: ledgerLineReply,
    extra: statementShape,
    run: (call, { query }) => readStatement(call, query, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'finance/report/general-ledger',
    operation: 'readGeneralLedger',
    summary: 'The general ledger: accounts with their sums over a range of dates',
    description: 'The files contain all lines. For the lines of one account, read its ledger.',
    permission: 'finance.report.read',
    problems: [commonProblems.UNKNOWN_REFERENCE],
    paging: PAGE_BS,
    query: generalLedgerQuery,
    reply: generalLedgerReply,
    run: (call, { query }) => readGeneralLedger(call, query, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'finance/report/closed-books/list',
    operation: 'listClosedBooks',
    summary: 'The books at the close of each business date, and the proof of client money',
    description:
      'One row per date, office and currency, newest first. `balanced`: debits equal credits. ' +
      "`covered`: the money owed to customers is at the clients' bank, in settlement or with " +
      'funds.',
    permission: 'finance.report.read',
    paging: PAGE_BS,
    query: closedBooksQuery,
    reply: closedBooksReply,
    run: (call, { query }) => listClosedBooks(call, query, pageOf(query, PAGE_BS)),
  }),
];
