// Operations on the money of corporate actions. One person enters a settlement, and another
// approves it.

import type { Static } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { entryShown } from '../../asset/index.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { custodyProblems } from '../problems.js';
import { eventDueFile, listEventDues } from './due.js';
import { eventSettlementFile, listEventSettlements, readEventSettlement } from './list.js';
import { requestPayment } from './request.js';
import * as schema from './schema.js';
import {
  approveEventSettlement,
  createEventSettlement,
  rejectEventSettlement,
} from './settlement.js';

const PATH = 'custody/event-settlement';
const READ = 'custody.event-settlement.read';
const END_ROW =
  'The last row contains END and the number of rows after the header, which X-Row-Count ' +
  'contains, too.';

const { EVENT_SETTLEMENT_REFUSED, EVENT_SETTLEMENT_WRONG_STATE, EVENT_WRONG_STATE } =
  custodyProblems;

const payment = write({
  method: 'PUT',
  path: 'custody/corporate-action/pay/id/{id}',
  operation: 'payCorporateAction',
  summary: 'Pay a corporate action now, as the end of day does',
  description:
    'Enqueues the job that pays amounts due if their money was received. Returns its id. With ' +
    '`payBefore`, proposes that the firm advance the missing amount.',
  permission: 'custody.corporate-action.run',
  params: schema.ById,
  body: schema.PayBody,
  reply: schema.PayReply,
  problems: [EVENT_WRONG_STATE],
  run: (work, { params, body }) => requestPayment(work, params.id, body),
});

const decided = {
  method: 'PUT',
  scope: 'OFFICE',
  params: schema.ById,
  body: schema.DecisionBody,
  reply: schema.EventSettlementRecord,
} as const;

const writes: readonly Route[] = [
  payment,
  write({
    method: 'POST',
    path: `${PATH}/create`,
    operation: 'createEventSettlement',
    summary: 'Enter money from a registrar, or money to a registrar or receiving agent',
    description:
      'Money moves between the clients’ bank and the corporate action once another person ' +
      'approves the settlement. A payment cannot exceed the corporate action’s remaining money ' +
      'at the office.',
    permission: 'custody.event-settlement.create',
    scope: 'OFFICE',
    body: schema.EventSettlementBody,
    reply: schema.EventSettlementRecord,
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.TOO_MANY_DECIMALS,
      financeProblems.AMOUNT_NOT_POSITIVE,
      financeProblems.CURRENCY_MISMATCH,
      EVENT_SETTLEMENT_REFUSED,
      EVENT_WRONG_STATE,
    ],
    run: (work, { body }) => createEventSettlement(work, body),
  }),
  write({
    ...decided,
    path: `${PATH}/approve/id/{id}`,
    operation: 'approveEventSettlement',
    summary: 'Approve a settlement and book it on the business date',
    permission: 'custody.event-settlement.approve',
    extra: entryShown,
    problems: [
      EVENT_SETTLEMENT_WRONG_STATE,
      EVENT_SETTLEMENT_REFUSED,
      EVENT_WRONG_STATE,
      financeProblems.PERIOD_CLOSED,
      identityProblems.OWN_WORK,
    ],
    run: (work, { params, body }) => approveEventSettlement(work, params.id, body.reason),
  }),
  write({
    ...decided,
    path: `${PATH}/reject/id/{id}`,
    operation: 'rejectEventSettlement',
    summary: 'Reject a settlement',
    permission: 'custody.event-settlement.reject',
    problems: [EVENT_SETTLEMENT_WRONG_STATE, identityProblems.OWN_WORK],
    run: (work, { params, body }) => rejectEventSettlement(work, params.id, body.reason),
  }),
];

const settlementFilter = (query: Static<typeof schema.SettlementFilterQuery>) => ({
  ...{ eventId: query.e || undefined, officeId: query.o || undefined },
  ...{ state: query.state, direction: query.direction, from: query.sd, until: query.ed },
});

const dueFilter = (query: Static<typeof schema.DueFilterQuery>) => ({
  ...{ eventId: query.e || undefined, officeId: query.o || undefined, state: query.state },
});

const reads: readonly Route[] = [
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readEventSettlement',
    summary: 'One settlement',
    permission: READ,
    params: schema.ById,
    reply: schema.EventSettlementRecord,
    run: (call, { params }) => readEventSettlement(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listEventSettlements',
    summary: 'Settlements of corporate actions, newest first',
    permission: READ,
    query: schema.SettlementListQuery,
    paging: PAGE_BS,
    reply: schema.EventSettlementRecord,
    run: (call, { query }) =>
      listEventSettlements(call, settlementFilter(query), pageOf(query, PAGE_BS)),
  }),
  list({
    path: `${PATH}/due/list`,
    operation: 'listEventDues',
    summary: 'Amounts that corporate actions owe and have received, per office and currency',
    description:
      'Lists events that are not closed, or one event. If the state is UNDERFUNDED, the ' +
      'office’s holders are not paid until the rest is received.',
    permission: READ,
    query: schema.DueListQuery,
    paging: PAGE_BS,
    reply: schema.EventDueRecord,
    run: (call, { query }) => listEventDues(call, dueFilter(query), pageOf(query, PAGE_BS)),
  }),
  ...(['csv', 'xlsx'] as const).flatMap((format) => [
    read({
      path: `${PATH}/list/${format}`,
      operation: format === 'csv' ? 'exportEventSettlementsCsv' : 'exportEventSettlementsXlsx',
      summary: `All settlements that match the filters, as ${format.toUpperCase()}`,
      description: END_ROW,
      permission: READ,
      query: schema.SettlementFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => eventSettlementFile(call, settlementFilter(query), format),
    }),
    read({
      path: `${PATH}/due/list/${format}`,
      operation: format === 'csv' ? 'exportEventDuesCsv' : 'exportEventDuesXlsx',
      summary: `Amounts that corporate actions owe and have received, as ${format.toUpperCase()}`,
      description: END_ROW,
      permission: READ,
      query: schema.DueFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => eventDueFile(call, dueFilter(query), format),
    }),
  ]),
];

/** The operations on the money of corporate actions. */
export const settlementRoutes: readonly Route[] = [...writes, ...reads];
