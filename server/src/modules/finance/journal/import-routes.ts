// Operations on journal imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { identityProblems } from '../../identity/index.js';
import { financeProblems } from '../problems.js';
import { idParams } from '../schema.js';
import {
  importJournals,
  journalImportErrors,
  listJournalImports,
  readJournalImport,
} from './import.js';
import {
  approveJournalImport,
  cancelJournalImport,
  rejectJournalImport,
  undoJournalImport,
} from './import-decision.js';
import * as shape from './import-schema.js';
import { journalDecisionBody } from './manual-schema.js';

const { OWN_WORK } = identityProblems;
const {
  ACCOUNT_INACTIVE,
  CONTROL_ACCOUNT,
  INSUFFICIENT_FUNDS,
  JOURNAL_IMPORT_WRONG_STATE,
  PERIOD_CLOSED,
} = financeProblems;

const deciding = { method: 'PUT', params: idParams, reply: shape.journalImportReply } as const;
const reading = { permission: 'finance.journal.read' } as const;

export const journalImportRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'finance/journal/import',
    operation: 'importJournals',
    summary: 'Import journals; a second person posts them as one batch',
    description:
      'The header has journal, date, valueDate, account, currency, debit, credit, narration, or ' +
      'other names by `mapping`. Every row gets a verdict. A refused row is in the error file ' +
      'and prevents the posting of the import. `columns` shows how each header was read, and a ' +
      `warning names unread headers. A dry run is the preview. ${ROW_FORMS}`,
    permission: 'finance.journal.import',
    scope: 'OFFICE',
    problems: [commonProblems.UNKNOWN_REFERENCE],
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: shape.importJournalsQuery,
    body: shape.importJournalsBody,
    reply: shape.journalImportReply,
    extra: { warnings, ...usedReadings },
    run: (work, { body, query }) => importJournals(work, { ...body, ...query }),
  }),
  write({
    ...deciding,
    path: 'finance/journal/import/approve/id/{id}',
    operation: 'approveJournalImport',
    summary: "Post another user's import, or approve its requested undo",
    permission: 'finance.journal.approve',
    scope: 'OFFICE',
    problems: [
      OWN_WORK,
      JOURNAL_IMPORT_WRONG_STATE,
      PERIOD_CLOSED,
      CONTROL_ACCOUNT,
      ACCOUNT_INACTIVE,
      INSUFFICIENT_FUNDS,
    ],
    run: (work, { params }) => approveJournalImport(work, params.id),
  }),
  write({
    ...deciding,
    path: 'finance/journal/import/reject/id/{id}',
    operation: 'rejectJournalImport',
    summary: "Reject another user's import, or its undo",
    permission: 'finance.journal.reject',
    scope: 'OFFICE',
    problems: [OWN_WORK, JOURNAL_IMPORT_WRONG_STATE],
    body: journalDecisionBody,
    run: (work, { params, body }) => rejectJournalImport(work, params.id, body.reason),
  }),
  write({
    ...deciding,
    path: 'finance/journal/import/cancel/id/{id}',
    operation: 'cancelJournalImport',
    summary: 'Cancel a pending import',
    permission: 'finance.journal.cancel',
    scope: 'OFFICE',
    problems: [JOURNAL_IMPORT_WRONG_STATE],
    body: journalDecisionBody,
    run: (work, { params, body }) => cancelJournalImport(work, params.id, body.reason),
  }),
  write({
    ...deciding,
    path: 'finance/journal/import/undo/id/{id}',
    operation: 'undoJournalImport',
    summary: 'Request the reversal of all journals of an import; a second person approves it',
    permission: 'finance.journal.reverse',
    scope: 'OFFICE',
    problems: [JOURNAL_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoJournalImport(work, params.id),
  }),
  read({
    ...reading,
    path: 'finance/journal/import/id/{id}',
    operation: 'readJournalImport',
    summary: 'A journal import, with the verdict of each row',
    params: idParams,
    reply: shape.journalImportReply,
    run: (call, { params }) => readJournalImport(call, params.id),
  }),
  read({
    ...reading,
    path: 'finance/journal/import/errors/id/{id}',
    operation: 'readJournalImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => journalImportErrors(call, params.id),
  }),
  list({
    ...reading,
    path: 'finance/journal/import/list',
    operation: 'listJournalImports',
    summary: 'Journal imports',
    paging: PAGE_BS,
    query: shape.journalImportListQuery,
    reply: shape.journalImportSummary,
    run: (call, { query }) => listJournalImports(call, query, pageOf(query, PAGE_BS)),
  }),
];
