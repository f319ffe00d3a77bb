// HTTP operations on allotments.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS } from '../../../platform/row-file/reading.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { custodyProblems } from '../problems.js';
import {
  approveAllotment,
  importAllotment,
  listAllotments,
  readAllotment,
  rejectAllotment,
} from './allotment.js';
import * as shape from './allotment-schema.js';
import { ById } from './schema.js';

const PATH = 'custody/election/allotment';
const READ = 'custody.allotment.read';

const { ALLOTMENT_REFUSED, ELECTION_WRONG_STATE, EVENT_WRONG_STATE } = custodyProblems;

/** The operations on allotments. */
export const allotmentRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/import`,
    operation: 'importAllotment',
    summary: "Enter the registrar's allotments for elections; a second person approves them",
    description:
      'The file has the columns election and allotted, or other names given in `mapping`. If ' +
      'any row is wrong, all rows are refused, and the reply lists the wrong ones. Use a dry ' +
      'run as a preview. ' +
      ROW_FORMS,
    permission: 'custody.allotment.import',
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: shape.AllotmentQuery,
    body: shape.AllotmentBody,
    reply: shape.AllotmentRecord,
    extra: { warnings },
    problems: [commonProblems.UNKNOWN_REFERENCE, ALLOTMENT_REFUSED, EVENT_WRONG_STATE],
    run: (work, { body, query }) => importAllotment(work, { ...body, ...query }),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/approve/id/{id}`,
    operation: 'approveAllotment',
    summary: 'Approve an allotment, which refunds money, adds new shares and releases units',
    permission: 'custody.allotment.approve',
    params: ById,
    body: shape.AllotmentDecisionBody,
    reply: shape.AllotmentRecord,
    problems: [
      ALLOTMENT_REFUSED,
      ELECTION_WRONG_STATE,
      EVENT_WRONG_STATE,
      financeProblems.PERIOD_CLOSED,
      identityProblems.OWN_WORK,
    ],
    run: (work, { params, body }) => approveAllotment(work, params.id, body.reason),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/reject/id/{id}`,
    operation: 'rejectAllotment',
    summary: 'Reject an allotment',
    permission: 'custody.allotment.approve',
    params: ById,
    body: shape.AllotmentDecisionBody,
    reply: shape.AllotmentRecord,
    problems: [ELECTION_WRONG_STATE, identityProblems.OWN_WORK],
    run: (work, { params, body }) => rejectAllotment(work, params.id, body.reason),
  }),
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readAllotment',
    summary: 'One allotment',
    permission: READ,
    params: ById,
    reply: shape.AllotmentRecord,
    run: (call, { params }) => readAllotment(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listAllotments',
    summary: 'Allotments, newest first',
    permission: READ,
    query: shape.AllotmentListQuery,
    paging: PAGE_BS,
    reply: shape.AllotmentRecord,
    run: (call, { query }) => {
      const filter = { eventId: query.e || undefined, state: query.state };
      return listAllotments(call, filter, pageOf(query, PAGE_BS));
    },
  }),
];
