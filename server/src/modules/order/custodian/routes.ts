// Operations on settlements with custodians, which are subject to the four-eyes rule.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { identityProblems } from '../../identity/index.js';
import { orderProblems } from '../problems.js';
import { IdParams } from '../schema.js';
import { listCustodianDues, sumCustodianDues } from './due.js';
import { custodianDueFile, custodianSettlementFile } from './file.js';
import * as schema from './schema.js';
import * as settlement from './settlement.js';

const READ = 'finance.custodian-settlement.read';
const LAST_ROW = 'The last row is END with the number of data rows, which is also in X-Row-Count.';
const { CUSTODIAN_SETTLEMENT_REFUSED, CUSTODIAN_SETTLEMENT_WRONG_STATE } = orderProblems;

const decided = {
  method: 'PUT',
  scope: 'OFFICE',
  params: IdParams,
  reply: schema.CustodianSettlementRecord,
  problems: [CUSTODIAN_SETTLEMENT_WRONG_STATE, identityProblems.OWN_WORK],
} as const;

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'order/custodian/settlement/create',
    operation: 'createCustodianSettlement',
    summary: 'Enter a payment from or to a custodian for contract notes',
    description:
      'Only for custodians whose `settles` is CUSTODIAN. The notes must be due. They are settled ' +
      'in full when another person approves it. A dry run shows the entry.',
    permission: 'finance.custodian-settlement.create',
    scope: 'OFFICE',
    body: schema.CustodianSettlementBody,
    reply: schema.CustodianSettlementRecord,
    extra: schema.settlementEntry,
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.TOO_MANY_DECIMALS,
      CUSTODIAN_SETTLEMENT_REFUSED,
    ],
    run: (work, { body }) => settlement.createCustodianSettlement(work, body),
  }),
  write({
    ...decided,
    path: 'order/custodian/settlement/approve/id/{id}',
    operation: 'approveCustodianSettlement',
    summary: 'Approve a settlement, which settles its contract notes on the business date',
    permission: 'finance.custodian-settlement.approve',
    extra: schema.settlementEntry,
    problems: [...decided.problems, CUSTODIAN_SETTLEMENT_REFUSED],
    run: (work, { params }) => settlement.approveCustodianSettlement(work, params.id),
  }),
  write({
    ...decided,
    path: 'order/custodian/settlement/reject/id/{id}',
    operation: 'rejectCustodianSettlement',
    summary: 'Reject a settlement',
    permission: 'finance.custodian-settlement.reject',
    body: schema.SettlementRejection,
    run: (work, { params, body }) =>
      settlement.rejectCustodianSettlement(work, params.id, body.reason),
  }),
  write({
    ...decided,
    path: 'order/custodian/settlement/reverse/id/{id}',
    operation: 'reverseCustodianSettlement',
    summary: 'Reverse a booked settlement and reopen its contract notes',
    permission: 'finance.custodian-settlement.reverse',
    extra: schema.settlementEntry,
    body: schema.SettlementReversal,
    run: (work, { params, body }) =>
      settlement.reverseCustodianSettlement(work, params.id, body.reason),
  }),
];

/** The operations on settlements with custodians. */
export const custodianSettlementRoutes: readonly Route[] = [
  ...writes,
  read({
    path: 'order/custodian/settlement/id/{id}',
    operation: 'readCustodianSettlement',
    summary: 'One settlement with a custodian',
    permission: READ,
    params: IdParams,
    reply: schema.CustodianSettlementRecord,
    run: (call, { params }) => settlement.readCustodianSettlement(call, params.id),
  }),
  list({
    path: 'order/custodian/settlement/list',
    operation: 'listCustodianSettlements',
    summary: 'Settlements with custodians, newest first',
    permission: READ,
    query: schema.CustodianSettlementList,
    paging: PAGE_BS,
    reply: schema.CustodianSettlementRecord,
    run: (call, { query }) =>
      settlement.listCustodianSettlements(call, query, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'order/custodian/settlement/due/list',
    operation: 'listCustodianDues',
    summary: 'Contract notes that their custodian has not settled yet',
    permission: READ,
    query: schema.CustodianDueList,
    paging: PAGE_BS,
    reply: schema.CustodianDueRecord,
    run: (call, { query }) => listCustodianDues(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'order/custodian/settlement/due/summary',
    operation: 'summariseCustodianDues',
    summary: 'Amounts that custodians owe and are owed, by custodian, business office and currency',
    permission: READ,
    query: schema.CustodianDueQuery,
    reply: schema.CustodianSums,
    run: (call, { query }) => sumCustodianDues(call, query),
  }),
  ...(['csv', 'xlsx'] as const).flatMap((format) => [
    read({
      path: `order/custodian/settlement/list/${format}`,
      operation:
        format === 'csv' ? 'exportCustodianSettlementsCsv' : 'exportCustodianSettlementsXlsx',
      summary: `All settlements with custodians that match the filters, as ${format.toUpperCase()}`,
      description: `Newest first. ${LAST_ROW}`,
      permission: READ,
      query: schema.CustodianSettlementFilters,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => custodianSettlementFile(call, query, format),
    }),
    read({
      path: `order/custodian/settlement/due/list/${format}`,
      operation: format === 'csv' ? 'exportCustodianDuesCsv' : 'exportCustodianDuesXlsx',
      summary: `All contract notes open with custodians, as ${format.toUpperCase()}`,
      description: `Amounts owed to the custodian are negative. ${LAST_ROW}`,
      permission: READ,
      query: schema.CustodianDueQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => custodianDueFile(call, query, format),
    }),
  ]),
];
