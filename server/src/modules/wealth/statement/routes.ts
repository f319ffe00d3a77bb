// Operations on wealth statements.

import type { Static } from '@sinclair/typebox';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, PUBLIC, type Route, raw, read, write } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { orderProblems } from '../../order/index.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { checkStatement } from './check.js';
import { listStatements, readStatement, statementPdf, verifyStatement } from './document.js';
import { issueStatement } from './issue.js';
import { previewPdf } from './preview.js';
import { listRuns, readRun, startRun } from './run.js';
import * as schema from './schema.js';

const PATH = 'wealth/statement';
const READ = 'wealth.statement.read';

const periodProblems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.STATEMENT_PERIOD_REFUSED,
  orderProblems.DATE_RANGE_TOO_LONG,
];

const reads: readonly Route[] = [
  read({
    path: `${PATH}/preview/pdf`,
    operation: 'previewWealthStatement',
    produces: 'application/pdf',
    summary: 'Preview of a wealth statement',
    description:
      'The preview is marked as such, has no number or seal, and is not stored. Its period may ' +
      'end on the business date and has at most 366 days.',
    permission: READ,
    problems: [...periodProblems, financeProblems.STATEMENT_TOO_LONG],
    query: schema.PreviewQuery,
    run: (call, { query }) => previewPdf(call, query),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listWealthStatements',
    summary: 'List wealth statements, newest first',
    permission: READ,
    query: schema.StatementQuery,
    reply: schema.StatementRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listStatements(call, filterOf(query), pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: `${PATH}/list`,
    subject: 'WealthStatements',
    name: 'wealth-statements',
    summary: 'Wealth statements, newest first',
    permission: READ,
    query: schema.StatementFilters,
    record: schema.StatementRecord,
    page: (call, query, page) => listStatements(call, filterOf(query), page),
  }),
  read({
    path: `${PATH}/id/{id}`,
    operation: 'getWealthStatement',
    summary: 'A wealth statement, with its gains',
    permission: READ,
    params: schema.ById,
    reply: schema.StatementDetail,
    run: (call, { params }) => readStatement(call, params.id),
  }),
  read({
    path: `${PATH}/pdf/id/{id}`,
    operation: 'getWealthStatementPdf',
    produces: 'application/pdf',
    summary: 'The PDF of a wealth statement',
    description:
      'The PDF is sealed with a signature, which its QR code can be used to check. Its bytes ' +
      'never change. A check of the seal shows whether it is outdated or replaced.',
    permission: READ,
    params: schema.ById,
    run: (call, { params }) => statementPdf(call, params.id),
  }),
  raw({
    method: 'GET',
    path: `${PATH}/verify`,
    operation: 'verifyWealthStatement',
    summary: 'Check the seal of a wealth statement',
    description:
      'The QR code on a statement leads to this operation, which needs no login. Wrong codes ' +
      'are rate-limited per address.',
    permission: PUBLIC,
    sensitive: true,
    query: schema.VerifyQuery,
    reply: schema.StatementVerification,
    run: (call, { query }) => verifyStatement(call, query.c),
  }),
  list({
    path: `${PATH}/run/list`,
    operation: 'listWealthStatementRuns',
    summary: 'List the runs that issue statements, newest first',
    permission: READ,
    query: schema.RunQuery,
    reply: schema.RunRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listRuns(call, pageOf(query, PAGE_BS)),
  }),
  read({
    path: `${PATH}/run/id/{id}`,
    operation: 'getWealthStatementRun',
    summary: 'The progress of a run that issues statements',
    permission: READ,
    params: schema.ById,
    reply: schema.RunRecord,
    run: (call, { params }) => readRun(call, params.id),
  }),
];

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/issue`,
    operation: 'issueWealthStatement',
    summary: 'Issue a customer’s wealth statement',
    description:
      'Stores the figures with a number, a version and a seal. If the statement in force has ' +
      'the same figures, the reply is that statement with status 200. Otherwise the new ' +
      'statement replaces it.',
    permission: 'wealth.statement.issue',
    scope: 'OFFICE',
    problems: [...periodProblems, financeProblems.STATEMENT_TOO_LONG],
    body: schema.IssueBody,
    example: schema.issueExample,
    reply: schema.StatementRecord,
    run: (work, { body }) => issueStatement(work, body),
  }),
  write({
    method: 'POST',
    path: `${PATH}/run/start`,
    operation: 'startWealthStatementRun',
    summary: 'Issue the statements of many customers',
    description:
      'Covers a list of customers, a group, an office or all. A job issues the statements one ' +
      'by one. If interrupted, it continues and issues none twice. Customers who never had ' +
      'assets are left out.',
    permission: 'wealth.statement.issue',
    scope: 'OFFICE',
    accepted: true,
    problems: periodProblems,
    body: schema.RunBody,
    example: schema.runExample,
    reply: schema.RunRecord,
    run: (work, { body }) => startRun(work, body),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/check/id/{id}`,
    operation: 'checkWealthStatement',
    summary: 'Check whether a wealth statement is outdated',
    description:
      'Recomputes the closing value and the return. If either differs materially, an issued ' +
      'statement becomes OUTDATED. A job does this each night.',
    permission: 'wealth.statement.check',
    scope: 'OFFICE',
    problems: [financeProblems.STATEMENT_TOO_LONG],
    params: schema.ById,
    reply: schema.StatementRecord,
    run: (work, { params }) => checkStatement(work, params.id),
  }),
];

/** The operations on statements. */
export const statementRoutes: readonly Route[] = [...reads, ...writes];

function filterOf({ c, run, state, sd, ed }: Static<typeof schema.StatementFilters>) {
  return { customerId: c, runId: run, state, from: sd, to: ed };
}
