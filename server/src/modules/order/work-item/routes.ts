// HTTP routes for reports that could not be booked, or that contradict their order.

import { PAGE_BS } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { orderProblems } from '../problems.js';
import { IdParams } from '../schema.js';
import { reportSummary } from './alarm.js';
import { disputeTrade } from './dispute.js';
import {
  ApplicationBody,
  CorrectionBody,
  DisputeBody,
  ResolutionBody,
  UnmatchedReportQuery,
  UnmatchedReportRecord,
  UnmatchedReportSummary,
} from './schema.js';
import { settleReport } from './settlement.js';
import { unmatchedReports } from './work-item.js';

const SECOND_PERSON =
  "Above the firm's limit for one person, it is a proposal that another person approves.";

const closing: readonly Route[] = [
  list({
    path: 'order/unmatched-report/list',
    operation: 'listUnmatchedReports',
    summary: 'Exchange reports that could not be booked',
    permission: 'order.unmatched-report.read',
    query: UnmatchedReportQuery,
    reply: UnmatchedReportRecord,
    paging: PAGE_BS,
    run: (call, { query }) => unmatchedReports(call, query),
  }),
  read({
    path: 'order/unmatched-report/summary',
    operation: 'summariseUnmatchedReports',
    summary: 'Number and age of the exchange reports that are waiting for a person',
    permission: 'order.unmatched-report.read',
    reply: UnmatchedReportSummary,
    run: (call) => reportSummary(call),
  }),
  write({
    method: 'PUT',
    path: 'order/unmatched-report/resolve/id/{id}',
    operation: 'resolveUnmatchedReport',
    summary: 'Close an unmatched report',
    description: `Books nothing. ${SECOND_PERSON}`,
    permission: 'order.unmatched-report.resolve',
    scope: 'OFFICE',
    problems: [orderProblems.REPORT_RESOLVED, orderProblems.REPORT_PROPOSED],
    params: IdParams,
    body: ResolutionBody,
    reply: UnmatchedReportRecord,
    run: (work, { params, body }) => settleReport(work, params.id, { ...body, act: 'RESOLVE' }),
  }),
  write({
    method: 'PUT',
    path: 'order/unmatched-report/apply/id/{id}',
    operation: 'applyUnmatchedReport',
    summary: 'Apply an unmatched report again',
    description:
      'Books the report once, as if received now, and closes the item. If the exchange ' +
      `reported that it does not know the order, the order ends there. ${SECOND_PERSON}`,
    permission: 'order.unmatched-report.apply',
    scope: 'OFFICE',
    problems: [
      orderProblems.REPORT_RESOLVED,
      orderProblems.REPORT_PROPOSED,
      orderProblems.REPORT_NOT_BOOKABLE,
    ],
    params: IdParams,
    body: ApplicationBody,
    reply: UnmatchedReportRecord,
    run: (work, { params, body }) => settleReport(work, params.id, { ...body, act: 'APPLY' }),
  }),
];

const corrections: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'order/unmatched-report/correct/id/{id}',
    operation: 'correctUnmatchedReport',
    summary: 'Book an unmatched report with corrected values',
    description:
      'Books a fill of an order with the given values, if the report itself cannot be booked, ' +
      "and closes the item. The exchange's own report of the same ExecID is then a duplicate " +
      `and is not booked again. ${SECOND_PERSON}`,
    permission: 'order.unmatched-report.correct',
    scope: 'OFFICE',
    problems: [
      orderProblems.REPORT_RESOLVED,
      orderProblems.REPORT_PROPOSED,
      orderProblems.REPORT_NOT_BOOKABLE,
      orderProblems.REPORT_NOT_CORRECTABLE,
      orderProblems.CORRECTION_REFUSED,
    ],
    params: IdParams,
    body: CorrectionBody,
    reply: UnmatchedReportRecord,
    run: (work, { params, body }) => settleReport(work, params.id, { ...body, act: 'CORRECT' }),
  }),
];

const disputes: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'order/unmatched-report/dispute/id/{id}',
    operation: 'disputeUnmatchedReport',
    summary: 'Dispute the trade of an unmatched report at the exchange',
    description:
      "Sends Don't Know Trade (35=Q) once, over the session of the report, as soon as " +
      'it is logged on. Nothing is reversed, and the work item stays open.',
    permission: 'order.unmatched-report.dispute',
    scope: 'OFFICE',
    problems: [
      orderProblems.REPORT_RESOLVED,
      orderProblems.REPORT_NOT_DISPUTABLE,
      orderProblems.DISPUTE_REASON_WRONG,
      orderProblems.TRADE_DISPUTED,
    ],
    params: IdParams,
    body: DisputeBody,
    reply: UnmatchedReportRecord,
    run: (work, { params, body }) => disputeTrade(work, { id: params.id, ...body }),
  }),
];

export const unmatchedReportRoutes: readonly Route[] = [...closing, ...corrections, ...disputes];
