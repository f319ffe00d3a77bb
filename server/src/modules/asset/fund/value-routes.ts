// HTTP operations on a fund's values and distributions, both with four-eyes approval.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { wireInteger } from '../../../platform/http/shape/wire.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { assetProblems } from '../problems.js';
import * as distribution from './distribution.js';
import * as nav from './nav.js';
import * as schema from './schema.js';

/** Returns the routes of values and distributions. */
export function fundValueRoutes(): readonly Route[] {
  return [...values(), ...distributions()];
}

function values(): readonly Route[] {
  const decided = {
    method: 'PUT',
    params: schema.ById,
    reply: schema.FundNavRecord,
    problems: [assetProblems.FUND_NAV_WRONG_STATE, identityProblems.OWN_WORK],
  } as const;
  return [
    write({
      method: 'POST',
      path: 'order/fund/nav/create',
      operation: 'createFundNav',
      summary: "Enter a fund's net asset value per unit for a day",
      description: 'No order is dealt at this value until another person approves it.',
      permission: 'asset.fund-nav.create',
      body: schema.FundNavBody,
      reply: schema.FundNavRecord,
      problems: [assetProblems.FUND_NAV_EXISTS, assetProblems.FUND_NAV_REFUSED],
      example: schema.fundNavExample,
      run: (work, { body }) => nav.createFundNav(work, body),
    }),
    write({
      ...decided,
      path: 'order/fund/nav/approve/id/{id}',
      operation: 'approveFundNav',
      summary:
        'Approve a value; if the fund deals on approval, the orders for its date are executed',
      permission: 'asset.fund-nav.approve',
      extra: {
        ordersDealt: wireInteger({ description: 'Number of orders executed at this value' }),
      },
      run: (work, { params }) => nav.approveFundNav(work, params.id),
    }),
    write({
      ...decided,
      path: 'order/fund/nav/reject/id/{id}',
      operation: 'rejectFundNav',
      summary: 'Reject a value, so that another one can be entered',
      permission: 'asset.fund-nav.reject',
      body: schema.FundDecisionBody,
      run: (work, { params, body }) => nav.rejectFundNav(work, params.id, body.reason),
    }),
    read({
      path: 'order/fund/nav/id/{id}',
      operation: 'readFundNav',
      summary: 'One value',
      permission: 'asset.fund-nav.read',
      params: schema.ById,
      reply: schema.FundNavRecord,
      run: (call, { params }) => nav.readFundNav(call, params.id),
    }),
    list({
      path: 'order/fund/nav/list',
      operation: 'listFundNavs',
      summary: 'Fund values, newest first',
      permission: 'asset.fund-nav.read',
      query: schema.FundNavList,
      paging: PAGE_BS,
      reply: schema.FundNavRecord,
      run: (call, { query }) =>
        nav.listFundNavs(
          call,
          { fundId: query.f || undefined, status: query.u, from: query.sd, to: query.ed },
          pageOf(query, PAGE_BS),
        ),
    }),
  ];
}

function distributions(): readonly Route[] {
  const decided = {
    method: 'PUT',
    params: schema.ById,
    reply: schema.FundDistributionRecord,
    problems: [assetProblems.FUND_DISTRIBUTION_WRONG_STATE, identityProblems.OWN_WORK],
  } as const;
  return [
    write({
      method: 'POST',
      path: 'order/fund/distribution/create',
      operation: 'createFundDistribution',
      summary: 'Propose a distribution of income per unit',
      permission: 'asset.fund-distribution.create',
      body: schema.FundDistributionBody,
      reply: schema.FundDistributionRecord,
      problems: [assetProblems.FUND_DISTRIBUTION_REFUSED, financeProblems.AMOUNT_NOT_POSITIVE],
      example: schema.fundDistributionExample,
      run: (work, { body }) => distribution.createFundDistribution(work, body),
    }),
    write({
      ...decided,
      path: 'order/fund/distribution/approve/id/{id}',
      operation: 'approveFundDistribution',
      summary:
        'Approve a distribution: the current holders become entitled and are paid at the end ' +
        'of the day',
      permission: 'asset.fund-distribution.approve',
      run: (work, { params }) => distribution.approveFundDistribution(work, params.id),
    }),
    write({
      ...decided,
      path: 'order/fund/distribution/reject/id/{id}',
      operation: 'rejectFundDistribution',
      summary: 'Reject a distribution',
      permission: 'asset.fund-distribution.reject',
      body: schema.FundDecisionBody,
      run: (work, { params, body }) =>
        distribution.rejectFundDistribution(work, params.id, body.reason),
    }),
    read({
      path: 'order/fund/distribution/id/{id}',
      operation: 'readFundDistribution',
      summary: 'One distribution with the amount paid to date',
      permission: 'asset.fund-distribution.read',
      params: schema.ById,
      reply: schema.FundDistributionRecord,
      run: (call, { params }) => distribution.readFundDistribution(call, params.id),
    }),
    list({
      path: 'order/fund/distribution/list',
      operation: 'listFundDistributions',
      summary: 'Distributions of income, newest first',
      permission: 'asset.fund-distribution.read',
      query: schema.FundDistributionList,
      paging: PAGE_BS,
      reply: schema.FundDistributionRecord,
      run: (call, { query }) =>
        distribution.listFundDistributions(
          call,
          { fundId: query.f || undefined, status: query.u },
          pageOf(query, PAGE_BS),
        ),
    }),
  ];
}
