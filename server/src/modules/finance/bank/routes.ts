// Operations on bank statements.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { BANK_STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { bookBankLine } from './book.js';
import { bankStatementErrors } from './error-file.js';
import {
  listBankLines,
  listUncleared,
  matchBankLine,
  matchBankLineJournal,
  suggestBankMatch,
  unmatchBankLine,
} from './match.js';
import { listPages, reconcileAccount } from './page.js';
import * as shape from './schema.js';
import {
  importBankStatement,
  listBankStatements,
  matchBankStatement,
  undoBankStatement,
} from './statement.js';

const {
  ACCOUNT_INACTIVE,
  BANK_ACCOUNT_NEEDED,
  BANK_STATEMENT_REFUSED,
  BANK_STATEMENT_WRONG_STATE,
  BANK_LINE_DIFFERS,
  CASH_TRANSACTION_WRONG_STATE,
  CONTROL_ACCOUNT,
  CURRENCY_MISMATCH,
  JOURNAL_NOT_BALANCED,
  SAME_ACCOUNT,
  WRONG_KIND_OF_ACCOUNT,
} = financeProblems;

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'finance/bank-statement/import',
    operation: 'importBankStatement',
    summary: "Import a bank's file and match unambiguous pairs",
    description:
      'The bytes of the file (`file`), or its text as CSV with a header, whose columns are named ' +
      'by `columns` or `mapping`, as MT940 or as camt.053. `reading` states how a file of rows ' +
      'is read, and the reply shows how it was read. Lines that an earlier import contains are ' +
      'counted and skipped. If any row is wrong, the whole file is refused: the problem names ' +
      'the rows, and its `importId` the error file with all of them. A line is matched ' +
      'automatically if its reference, amount, direction and account match exactly one posted ' +
      'cash transaction.',
    permission: 'finance.bank-statement.import',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_REFUSED, BANK_ACCOUNT_NEEDED, WRONG_KIND_OF_ACCOUNT],
    bodyBytes: BANK_STATEMENT.bodyBytes,
    body: shape.bankStatementBody,
    example: {
      contraAcctName: '0000000001:BANK:CLIENT:NGN',
      fileName: 'may.csv',
      csv: 'Date,Amount,Reference,Narration\n2026-05-29,50000.00,FT26149,NIP transfer\n',
      columns: { date: 'Date', amount: 'Amount', reference: 'Reference', description: 'Narration' },
    },
    reply: shape.bankStatementReply,
    extra: { ...shape.bankLinesRead, warnings },
    run: (work, { body }) => importBankStatement(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/match/id/{id}',
    operation: 'matchBankStatement',
    summary: 'Match a statement again',
    permission: 'finance.bank-statement.match',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_WRONG_STATE],
    params: idParams,
    reply: shape.bankStatementReply,
    run: (work, { params }) => matchBankStatement(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/undo/id/{id}',
    operation: 'undoBankStatement',
    summary: 'Undo an import; its transactions are no longer cleared',
    permission: 'finance.bank-statement.undo',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_WRONG_STATE],
    params: idParams,
    reply: shape.bankStatementReply,
    run: (work, { params }) => undoBankStatement(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/line/match',
    operation: 'matchBankLine',
    summary: 'Match a line with a posted cash transaction',
    permission: 'finance.bank-statement.match',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_WRONG_STATE, CASH_TRANSACTION_WRONG_STATE, BANK_LINE_DIFFERS],
    body: shape.bankMatchBody,
    reply: shape.bankMatchReply,
    run: (work, { body }) => matchBankLine(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/line/match-journal',
    operation: 'matchBankLineJournal',
    summary: 'Match a line with a journal that does not come from a cash transaction',
    permission: 'finance.bank-statement.match',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_WRONG_STATE, BANK_LINE_DIFFERS],
    body: shape.bankJournalMatchBody,
    reply: shape.bankMatchReply,
    run: (work, { body }) => matchBankLineJournal(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/line/book',
    operation: 'bookBankLine',
    summary: 'Book a line that has no counterpart: a charge, interest or a transfer',
    description:
      'Creates a manual journal from a template. A second person approves it ' +
      '(`finance/journal/draft/approve/id/{id}`), which posts it and matches the line at once. ' +
      'If it is rejected, cancelled or reversed, the line is open again.',
    permission: 'finance.bank-statement.book',
    scope: 'OFFICE',
    problems: [
      BANK_STATEMENT_WRONG_STATE,
      WRONG_KIND_OF_ACCOUNT,
      CURRENCY_MISMATCH,
      SAME_ACCOUNT,
      ACCOUNT_INACTIVE,
      CONTROL_ACCOUNT,
      JOURNAL_NOT_BALANCED,
    ],
    body: shape.bankBookBody,
    reply: shape.bankMatchReply,
    run: (work, { body }) => bookBankLine(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/bank-statement/line/unmatch/id/{id}',
    operation: 'unmatchBankLine',
    summary: 'Undo the match of a line',
    permission: 'finance.bank-statement.match',
    scope: 'OFFICE',
    problems: [BANK_STATEMENT_WRONG_STATE],
    params: idParams,
    reply: shape.bankMatchReply,
    run: (work, { params }) => unmatchBankLine(work, params.id),
  }),
];

const reads: readonly Route[] = [
  list({
    path: 'finance/bank-statement/list',
    operation: 'listBankStatements',
    summary: 'List imported bank statements',
    permission: 'finance.bank-statement.read',
    paging: PAGE_BS,
    query: shape.bankStatementQuery,
    reply: shape.bankStatementReply,
    run: (call, { query }) => listBankStatements(call, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/bank-statement/import/errors/id/{id}',
    operation: 'readBankStatementErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    description:
      'For MT940 and camt.053, each row has the statement, the tag or element, and its text; ' +
      '`row` is the row in the file.',
    permission: 'finance.bank-statement.read',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => bankStatementErrors(call, params.id),
  }),
  list({
    path: 'finance/bank-statement/page/list',
    operation: 'listBankStatementPages',
    summary: "List the bank's own statements with their balances; gap=true: only those with a gap",
    description:
      'Each statement in an imported MT940 or camt.053 file, with its number, its balances and ' +
      'the ledger balance on the day it closed. `gap` shows that it does not continue the ' +
      'statement before it, until the missing one is imported or the overlapping one is undone.',
    permission: 'finance.bank-statement.read',
    paging: PAGE_BS,
    query: shape.pageQuery,
    reply: shape.pageReply,
    run: (call, { query }) => listPages(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/bank-statement/reconciliation',
    operation: 'reconcileBankAccount',
    summary: 'Compare the last statement of a bank account with the books',
    permission: 'finance.bank-statement.read',
    query: shape.reconciliationQuery,
    reply: shape.reconciliationReply,
    run: (call, { query }) => reconcileAccount(call, query),
  }),
  list({
    path: 'finance/bank-statement/line/list',
    operation: 'listBankLines',
    summary: 'List lines of bank statements; with matched=false, only lines missing from the books',
    permission: 'finance.bank-statement.read',
    paging: PAGE_BS,
    query: shape.bankLineQuery,
    reply: shape.bankLineReply,
    run: (call, { query }) => listBankLines(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/bank-statement/line/suggestion/id/{id}',
    operation: 'suggestBankMatch',
    summary: 'Candidates for an open line, best first',
    permission: 'finance.bank-statement.read',
    params: idParams,
    reply: shape.bankSuggestionReply,
    run: (call, { params }) => suggestBankMatch(call, params.id),
  }),
  list({
    path: 'finance/bank-statement/uncleared/list',
    operation: 'listUncleared',
    summary: 'List posted cash transactions of an account that are not on a statement yet',
    permission: 'finance.bank-statement.read',
    paging: PAGE_BS,
    query: shape.unclearedQuery,
    reply: shape.unclearedReply,
    run: (call, { query }) => listUncleared(call, query.a, pageOf(query, PAGE_BS)),
  }),
];

/** Every operation on bank statements. */
export const bankStatementRoutes: readonly Route[] = [...writes, ...reads];
