// Operations on settlements with funds' custodians, with four-eyes approval.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { entryShown } from '../envelope-schema.js';
import { assetProblems } from '../problems.js';
import { ById, FundDecisionBody } from './schema.js';
import * as settlement from './settlement.js';
import * as schema from './settlement-schema.js';

/** Returns the routes of settlements. */
export function fundSettlementRoutes(): readonly Route[] {
  return [...writes(), ...reads()];
}

const { FUND_SETTLEMENT_REFUSED, FUND_SETTLEMENT_WRONG_STATE } = assetProblems;

function writes(): readonly Route[] {
  const decided = {
    method: 'PUT',
    params: ById,
    reply: schema.FundSettlementRecord,
    problems: [FUND_SETTLEMENT_WRONG_STATE, identityProblems.OWN_WORK],
  } as const;
  return [
    write({
      method: 'POST',
      path: 'order/fund/settlement/create',
      operation: 'createFundSettlement',
      summary: "Enter a payment to a fund's custodian, or a receipt from it",
      description:
        "Moves money between the fund's control account and the clients' bank when another " +
        'person approves it. A payment may not exceed the amount that the office owes the fund.',
      permission: 'asset.fund-settlement.create',
      scope: 'OFFICE',
      body: schema.FundSettlementBody,
      reply: schema.FundSettlementRecord,
      problems: [
        commonProblems.UNKNOWN_REFERENCE,
        commonProblems.REFERENCE_MISMATCH,
        commonProblems.TOO_MANY_DECIMALS,
        financeProblems.AMOUNT_NOT_POSITIVE,
        FUND_SETTLEMENT_REFUSED,
      ],
      example: schema.fundSettlementExample,
      run: (work, { body }) => settlement.createFundSettlement(work, body),
    }),
    write({
      ...decided,
      path: 'order/fund/settlement/approve/id/{id}',
      operation: 'approveFundSettlement',
      summary: 'Approve a settlement and book it on the business date',
      permission: 'asset.fund-settlement.approve',
      scope: 'OFFICE',
      extra: entryShown,
      problems: [...decided.problems, FUND_SETTLEMENT_REFUSED],
      run: (work, { params }) => settlement.approveFundSettlement(work, params.id),
    }),
    write({
      ...decided,
      path: 'order/fund/settlement/reject/id/{id}',
      operation: 'rejectFundSettlement',
      summary: 'Reject a settlement',
      permission: 'asset.fund-settlement.reject',
      scope: 'OFFICE',
      body: FundDecisionBody,
      run: (work, { params, body }) =>
        settlement.rejectFundSettlement(work, params.id, body.reason),
    }),
  ];
}

function reads(): readonly Route[] {
  return [
    read({
      path: 'order/fund/settlement/id/{id}',
      operation: 'readFundSettlement',
      summary: 'One settlement',
      permission: 'asset.fund-settlement.read',
      params: ById,
      reply: schema.FundSettlementRecord,
      run: (call, { params }) => settlement.readFundSettlement(call, params.id),
    }),
    list({
      path: 'order/fund/settlement/list',
      operation: 'listFundSettlements',
      summary: 'Settlements with custodians, newest first',
      permission: 'asset.fund-settlement.read',
      query: schema.FundSettlementList,
      paging: PAGE_BS,
      reply: schema.FundSettlementRecord,
      run: (call, { query }) =>
        settlement.listFundSettlements(
          call,
          { fundId: query.f || undefined, status: query.u },
          pageOf(query, PAGE_BS),
        ),
    }),
    list({
      path: 'order/fund/settlement/due/list',
      operation: 'listFundDues',
      summary: 'Amounts that offices and funds owe each other',
      permission: 'asset.fund-settlement.read',
      query: schema.FundDueList,
      paging: PAGE_BS,
      reply: schema.FundDueRecord,
      run: (call, { query }) =>
        settlement.listFundDues(call, query.f || undefined, pageOf(query, PAGE_BS)),
    }),
  ];
}
