// Operations on manual journals and on booked journals.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { identityProblems } from '../../identity/index.js';
import { financeProblems } from '../problems.js';
import { idParams, journalListQuery } from '../schema.js';
import { listJournalPage, readJournal } from './journal.js';
import {
  approveManualJournal,
  cancelManualJournal,
  listManualJournals,
  readManualJournal,
  rejectManualJournal,
} from './manual.js';
import { createManualJournal, reverseJournal } from './manual-create.js';
import {
  journalDecisionBody,
  journalReply,
  manualJournalBody,
  manualJournalQuery,
  manualJournalReply,
  reverseJournalBody,
} from './manual-schema.js';

const { UNKNOWN_REFERENCE, REFERENCE_MISMATCH, TOO_MANY_DECIMALS } = commonProblems;
const { OWN_WORK } = identityProblems;
const {
  ACCOUNT_INACTIVE,
  AMOUNT_NOT_POSITIVE,
  AMOUNT_TOO_LARGE,
  CONTROL_ACCOUNT,
  CURRENCY_MISMATCH,
  INSUFFICIENT_FUNDS,
  JOURNAL_DATE_REFUSED,
  JOURNAL_NOT_BALANCED,
  JOURNAL_NOT_MANUAL,
  JOURNAL_REVERSED,
  JOURNAL_WRONG_STATE,
  PERIOD_CLOSED,
} = financeProblems;

const creating = {
  problems: [
    JOURNAL_NOT_BALANCED,
    JOURNAL_DATE_REFUSED,
    PERIOD_CLOSED,
    CONTROL_ACCOUNT,
    ACCOUNT_INACTIVE,
    AMOUNT_NOT_POSITIVE,
    AMOUNT_TOO_LARGE,
    CURRENCY_MISMATCH,
    UNKNOWN_REFERENCE,
    REFERENCE_MISMATCH,
    TOO_MANY_DECIMALS,
  ],
  body: manualJournalBody,
  reply: manualJournalReply,
};

const draftRoutes: readonly Route[] = [
  write({
    ...creating,
    method: 'POST',
    path: 'finance/journal/create',
    operation: 'createManualJournal',
    summary: 'Create a manual journal; a second person approves it',
    description:
      'Debits must equal credits in each currency, and all accounts must belong to one office. ' +
      'Control accounts accept no manual journals unless their code permits it.',
    permission: 'finance.journal.create',
    scope: 'OFFICE',
    example: {
      businessOfficeName: '0000000001',
      narration: 'Bank charges',
      lines: [
        { code: 'EXP:BANK', currency: 'NGN', debitAmount: 1500 },
        { code: 'BANK:FIRM', currency: 'NGN', creditAmount: 1500 },
      ],
    },
    run: (work, { body }) => createManualJournal(work, body, false),
  }),
  write({
    ...creating,
    method: 'POST',
    path: 'finance/journal/adjust',
    operation: 'createAdjustment',
    summary: 'Create a manual journal that may be dated in a soft-closed period',
    permission: 'finance.journal.adjust',
    scope: 'OFFICE',
    run: (work, { body }) => createManualJournal(work, body, true),
  }),
  write({
    method: 'PUT',
    path: 'finance/journal/draft/approve/id/{id}',
    operation: 'approveManualJournal',
    summary: "Approve another user's manual journal, which posts it",
    permission: 'finance.journal.approve',
    scope: 'OFFICE',
    problems: [
      OWN_WORK,
      JOURNAL_WRONG_STATE,
      PERIOD_CLOSED,
      CONTROL_ACCOUNT,
      ACCOUNT_INACTIVE,
      INSUFFICIENT_FUNDS,
    ],
    params: idParams,
    reply: manualJournalReply,
    run: (work, { params }) => approveManualJournal(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/journal/draft/reject/id/{id}',
    operation: 'rejectManualJournal',
    summary: "Reject another user's manual journal",
    permission: 'finance.journal.reject',
    scope: 'OFFICE',
    problems: [OWN_WORK, JOURNAL_WRONG_STATE],
    params: idParams,
    body: journalDecisionBody,
    reply: manualJournalReply,
    run: (work, { params, body }) => rejectManualJournal(work, params.id, body.reason),
  }),
  write({
    method: 'PUT',
    path: 'finance/journal/draft/cancel/id/{id}',
    operation: 'cancelManualJournal',
    summary: 'Cancel a pending manual journal',
    permission: 'finance.journal.cancel',
    scope: 'OFFICE',
    problems: [JOURNAL_WRONG_STATE],
    params: idParams,
    body: journalDecisionBody,
    reply: manualJournalReply,
    run: (work, { params, body }) => cancelManualJournal(work, params.id, body.reason),
  }),
  read({
    path: 'finance/journal/draft/id/{id}',
    operation: 'readManualJournal',
    summary: 'A manual journal, with the lines that its approval books',
    permission: 'finance.journal.read',
    params: idParams,
    reply: manualJournalReply,
    run: (call, { params }) => readManualJournal(call, params.id),
  }),
  list({
    path: 'finance/journal/draft/list',
    operation: 'listManualJournals',
    summary: 'Manual journals',
    permission: 'finance.journal.read',
    paging: PAGE_BS,
    query: manualJournalQuery,
    reply: manualJournalReply,
    run: (call, { query }) => listManualJournals(call, query, pageOf(query, PAGE_BS)),
  }),
];

/** All operations on journals. */
export const manualJournalRoutes: readonly Route[] = [
  ...draftRoutes,
  write({
    method: 'POST',
    path: 'finance/journal/reverse/id/{id}',
    operation: 'reverseJournal',
    summary: 'Create the reversal of a manual journal; a second person approves it',
    description:
      'The id is the id of the journal. Journals of other records are reversed through those ' +
      'records.',
    permission: 'finance.journal.reverse',
    scope: 'OFFICE',
    problems: [JOURNAL_NOT_MANUAL, JOURNAL_REVERSED, JOURNAL_DATE_REFUSED, PERIOD_CLOSED],
    params: idParams,
    body: reverseJournalBody,
    reply: manualJournalReply,
    run: (work, { params, body }) => reverseJournal(work, params.id, body),
  }),
  list({
    path: 'finance/journal/list',
    operation: 'listJournals',
    summary: 'List journals with their lines',
    permission: 'finance.journal.read',
    paging: PAGE_BS,
    query: journalListQuery,
    reply: journalReply,
    run: (call, { query }) => listJournalPage(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/journal/id/{id}',
    operation: 'readJournal',
    summary: 'A journal: its lines, its source, its maker and checker, and its reversal',
    permission: 'finance.journal.read',
    params: idParams,
    reply: journalReply,
    run: (call, { params }) => readJournal(call, params.id),
  }),
];
