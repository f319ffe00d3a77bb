// Operations for reports. Every report has three forms: JSON at its path, and the whole table as a
// file at `/csv` and `/xlsx` below it.

import type { Static, TSchema } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Sheet, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { commonProblems, type ProblemKind } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { financeProblems } from '../problems.js';
import { balanceSheet } from './balance-sheet.js';
import { cashCurve } from './cash-curve.js';
import { clientMoney } from './client-money.js';
import { generalLedgerSheet } from './general-ledger.js';
import { incomeStatement } from './income-statement.js';
import {
  balanceSheetReply,
  cashCurveReply,
  clientMoneyReply,
  incomeStatementReply,
  trialBalanceReply,
} from './record.js';
import type { Report, ReportTable } from './report.js';
import {
  balanceSheetQuery,
  cashCurveQuery,
  clientMoneyQuery,
  generalLedgerFileQuery,
  incomeStatementQuery,
  statementFileQuery,
  trialBalanceQuery,
} from './schema.js';
import { statementSheet } from './statement.js';
import { statementPdf } from './statement-pdf.js';
import { trialBalance } from './trial-balance.js';

const { DOCUMENT_NOT_FOUND, UNKNOWN_REFERENCE } = commonProblems;
const { WRONG_KIND_OF_ACCOUNT, STATEMENT_TOO_LONG, EXCHANGE_RATE_MISSING } = financeProblems;

interface About<Q extends TSchema> {
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  readonly permission: string;
  readonly problems: readonly ProblemKind[];
  readonly query: Q;
}

const FORMATS = ['csv', 'xlsx'] as const;

const ABOUT_FILES =
  ' The first row contains the titles. The last row is END with the number of data rows, which ' +
  'is also in X-Row-Count. Text that a spreadsheet would read as a formula is prefixed with an ' +
  'apostrophe.';

function fileRoutes<Q extends TSchema>(
  about: About<Q>,
  file: (call: Call, query: Static<Q>, format: SheetFormat) => Promise<object>,
): Route[] {
  return FORMATS.map((format) =>
    read({
      ...about,
      path: `${about.path}/${format}`,
      operation: `${about.operation}${format === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `${about.summary}, as ${format.toUpperCase()}`,
      description: `${about.description}${ABOUT_FILES}`,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => file(call, query, format),
    }),
  );
}

/** Returns the routes of a report that is small enough to keep in memory, in all its forms. */
function reportRoutes<Q extends TSchema>(
  { reply, ...about }: About<Q> & { readonly reply: TSchema },
  report: (call: Call, query: Static<Q>) => Promise<Report>,
): Route[] {
  return [
    read({ ...about, reply, run: async (call, { query }) => (await report(call, query)).record }),
    ...fileRoutes(about, async (call, query, format) =>
      sheetFile(sheetOf((await report(call, query)).table), format),
    ),
  ];
}

function sheetOf(table: ReportTable): Sheet {
  async function* rows() {
    yield* table.rows;
  }
  return { ...table, rows: rows() };
}

/** Returns the routes for a report's files of any length, which are streamed from one snapshot. */
function sheetRoutes<Q extends TSchema>(
  about: About<Q>,
  sheet: (on: { readonly tx: Tx; readonly call: Call }, query: Static<Q>) => Promise<Sheet>,
): Route[] {
  return fileRoutes(about, (call, query, format) =>
    onSnapshot(call.db, async (tx) => sheetFile(await sheet({ tx, call }, query), format)),
  );
}

const PERMISSION = 'finance.report.read';

const statement = {
  path: 'finance/report/statement',
  operation: 'readStatement',
  summary: 'The statement of a customer account',
  description:
    'The opening balance, every line with the balance after it, the totals and the closing ' +
    'balance.',
  permission: 'finance.ledger.read',
  problems: [WRONG_KIND_OF_ACCOUNT, DOCUMENT_NOT_FOUND],
  query: statementFileQuery,
};

/** The reports that are not lists, and the files of all reports. */
export const bookReportRoutes: readonly Route[] = [
  ...reportRoutes(
    {
      path: 'finance/report/trial-balance',
      operation: 'readTrialBalance',
      summary: 'The trial balance at the end of a date',
      description:
        'Net balances by business office, currency and chart code. With `closed`, 404 for ' +
        'a date that was not a business date or has not been closed.',
      permission: PERMISSION,
      problems: [UNKNOWN_REFERENCE, EXCHANGE_RATE_MISSING, DOCUMENT_NOT_FOUND],
      query: trialBalanceQuery,
      reply: trialBalanceReply,
    },
    trialBalance,
  ),
  ...reportRoutes(
    {
      path: 'finance/report/income-statement',
      operation: 'readIncomeStatement',
      summary: 'Income and expense between two dates',
      description: 'Journals that close a year are excluded, so a closed year shows its result.',
      permission: PERMISSION,
      problems: [UNKNOWN_REFERENCE, EXCHANGE_RATE_MISSING],
      query: incomeStatementQuery,
      reply: incomeStatementReply,
    },
    incomeStatement,
  ),
  ...reportRoutes(
    {
      path: 'finance/report/balance-sheet',
      operation: 'readBalanceSheet',
      summary: 'Assets, liabilities and equity at the end of a date',
      description:
        'Equity includes the result of the year to date, whether the year is closed or not.',
      permission: PERMISSION,
      problems: [UNKNOWN_REFERENCE, EXCHANGE_RATE_MISSING],
      query: balanceSheetQuery,
      reply: balanceSheetReply,
    },
    balanceSheet,
  ),
  ...reportRoutes(
    {
      path: 'finance/report/client-money',
      operation: 'readClientMoney',
      summary: 'The reconciliation of client money at the end of a date',
      description:
        "Customers' cash, unsettled proceeds and pending levies against the clients' bank and " +
        'settlement. `differenceKind` names the difference: NONE, FIRM_MONEY, LEVIES_WITH_FIRM ' +
        "or SHORTFALL; `differenceOn` lists the firm's accounts that make it up.",
      permission: PERMISSION,
      problems: [UNKNOWN_REFERENCE],
      query: clientMoneyQuery,
      reply: clientMoneyReply,
    },
    clientMoney,
  ),
  read({
    path: 'finance/report/cash-curve',
    operation: 'readCashCurve',
    summary: "Customers' cash and the clients' banks over time, by currency",
    permission: PERMISSION,
    query: cashCurveQuery,
    reply: cashCurveReply,
    run: (call, { query }) => cashCurve(call, query),
  }),
  ...sheetRoutes(
    {
      path: 'finance/report/general-ledger',
      operation: 'readGeneralLedger',
      summary: 'The general ledger',
      description: 'Every line of every account that matches, account by account.',
      permission: PERMISSION,
      problems: [UNKNOWN_REFERENCE],
      query: generalLedgerFileQuery,
    },
    generalLedgerSheet,
  ),
  ...sheetRoutes(statement, statementSheet),
  read({
    ...statement,
    path: 'finance/report/statement/pdf',
    operation: 'getStatementPdf',
    summary: 'The statement of a customer account, as a letter in PDF',
    problems: [...statement.problems, STATEMENT_TOO_LONG],
    produces: 'application/pdf',
    run: (call, { query }) => statementPdf(call, query),
  }),
];
