// Operations on tax packs.

import type { Static } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, PUBLIC, type Route, raw, read, write } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { checkPack } from './check.js';
import { listPacks, packPdf, readPack, verifyPack } from './document.js';
import { firmFile, packCsv, packWorkbook } from './file.js';
import { issuePack } from './issue.js';
import { listRuns, readRun, startRun } from './run.js';
import * as schema from './schema.js';

const PATH = 'wealth/tax-pack';
const permission = 'wealth.tax-pack.read';
const READ = { permission } as const;
const ISSUE = 'wealth.tax-pack.issue';

const reads: readonly Route[] = [
  list({
    ...READ,
    path: `${PATH}/list`,
    operation: 'listTaxPacks',
    summary: 'List tax packs, newest first',
    query: schema.PackQuery,
    reply: schema.PackRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listPacks(call, filterOf(query), pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    ...READ,
    path: `${PATH}/list`,
    subject: 'TaxPackList',
    name: 'tax-packs',
    summary: 'Tax packs, newest first',
    query: schema.PackFilters,
    record: schema.PackRecord,
    page: (call, query, page) => listPacks(call, filterOf(query), page),
  }),
  read({
    ...READ,
    path: `${PATH}/id/{id}`,
    operation: 'getTaxPack',
    summary: 'A tax pack, and its changes from the previous version',
    params: schema.ById,
    reply: schema.WholePackRecord,
    run: (call, { params }) => readPack(call, params.id),
  }),
  read({
    ...READ,
    path: `${PATH}/pdf/id/{id}`,
    operation: 'getTaxPackPdf',
    produces: 'application/pdf',
    summary: 'The PDF of a tax pack',
    description:
      'The PDF is sealed with a signature, which its QR code can be used to check. Its bytes ' +
      'never change. The tax number is masked except for its last digits.',
    params: schema.ById,
    run: (call, { params }) => packPdf(call, params.id),
  }),
  read({
    ...READ,
    path: `${PATH}/xlsx/id/{id}`,
    operation: 'getTaxPackXlsx',
    produces: SHEET_TYPES.xlsx,
    summary: 'A tax pack as a workbook with a sheet for each table',
    params: schema.ById,
    run: (call, { params }) => packWorkbook(call, params.id),
  }),
  read({
    ...READ,
    path: `${PATH}/csv/id/{id}`,
    operation: 'getTaxPackCsv',
    produces: SHEET_TYPES.csv,
    summary: 'One table of a tax pack as CSV',
    params: schema.ById,
    query: schema.CsvQuery,
    run: (call, { params, query }) => packCsv(call, params.id, query.table),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      ...READ,
      path: `${PATH}/${format}`,
      operation: format === 'csv' ? 'exportTaxPacksCsv' : 'exportTaxPacksXlsx',
      produces: SHEET_TYPES[format],
      summary: `The tax packs of a year, with a row for each customer, as ${format.toUpperCase()}`,
      description:
        'Contains packs that have not been replaced. Sums are in the currency of the business ' +
        'office; `otherCurrencies` lists other currencies, whose sums are in the pack. Tax ' +
        'numbers are masked.',
      problems: [commonProblems.UNKNOWN_REFERENCE],
      query: schema.FirmQuery,
      run: (call, { query }) => firmFile(call, query, format),
    }),
  ),
  raw({
    method: 'GET',
    path: `${PATH}/verify`,
    operation: 'verifyTaxPack',
    summary: 'Check the seal of a tax pack',
    description:
      'The QR code on a pack leads to this operation, which needs no login. Wrong codes are ' +
      'rate-limited per address.',
    permission: PUBLIC,
    sensitive: true,
    query: schema.VerifyQuery,
    reply: schema.PackVerification,
    run: (call, { query }) => verifyPack(call, query.c),
  }),
  list({
    ...READ,
    path: `${PATH}/run/list`,
    operation: 'listTaxPackRuns',
    summary: 'List the runs that issue tax packs, newest first',
    query: schema.RunQuery,
    reply: schema.RunRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listRuns(call, pageOf(query, PAGE_BS)),
  }),
  read({
    ...READ,
    path: `${PATH}/run/id/{id}`,
    operation: 'getTaxPackRun',
    summary: 'The progress of a run that issues tax packs',
    params: schema.ById,
    reply: schema.RunRecord,
    run: (call, { params }) => readRun(call, params.id),
  }),
];

const problems = [commonProblems.UNKNOWN_REFERENCE, wealthProblems.VALUATION_DATE_REFUSED];

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/issue`,
    operation: 'issueTaxPack',
    summary: 'Issue the tax pack of a customer for a year',
    description:
      'A tax pack helps to prepare a tax return and is not advice. Stores the figures with a ' +
      'number, a version and a seal. If the pack in force has the same figures, the reply is ' +
      'that pack with status 200. Otherwise the new pack replaces it and shows the changes.',
    permission: ISSUE,
    scope: 'OFFICE',
    problems: [...problems, wealthProblems.TAX_YEAR_OPEN, financeProblems.STATEMENT_TOO_LONG],
    body: schema.IssueBody,
    example: schema.issueExample,
    reply: schema.PackRecord,
    run: (work, { body }) => issuePack(work, body),
  }),
  write({
    method: 'POST',
    path: `${PATH}/run/start`,
    operation: 'startTaxPackRun',
    summary: 'Issue the tax packs of many customers',
    description:
      'Covers a list of customers, a group, an office or all. A job issues the packs one by ' +
      'one. If interrupted, it continues and issues none twice. Customers who had no assets up ' +
      'to the end of the year are left out.',
    permission: ISSUE,
    scope: 'OFFICE',
    accepted: true,
    problems,
    body: schema.RunBody,
    example: schema.runExample,
    reply: schema.RunRecord,
    run: (work, { body }) => startRun(work, body),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/check/id/{id}`,
    operation: 'checkTaxPack',
    summary: 'Check whether a tax pack is outdated',
    description:
      'Recomputes the tables. If a row differs, sets `outdatedDttm` and `outdatedChanges`; you ' +
      'can then issue the next version. Drafts and replaced packs are not checked. A job does ' +
      'this each night.',
    permission: 'wealth.tax-pack.check',
    scope: 'OFFICE',
    problems: [financeProblems.STATEMENT_TOO_LONG],
    params: schema.ById,
    reply: schema.PackRecord,
    run: (work, { params }) => checkPack(work, params.id),
  }),
];

/** The operations on tax packs. */
export const taxPackRoutes: readonly Route[] = [...reads, ...writes];

function filterOf(query: Static<typeof schema.PackFilters>) {
  const { c: customerId, run: runId, y: year, state, inForce, outdated } = query;
  return { customerId, runId, year, state, inForce, outdated };
}
