// Operations on market claims. Settling and waiving are requested by one person and approved by
// another.

import type { Static } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { entryShown } from '../../asset/index.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { custodyProblems } from '../problems.js';
import { approveEnding, rejectEnding, requestEnding } from './claim.js';
import { claimFile, listClaims, readClaim } from './list.js';
import { createClaim } from './open.js';
import * as schema from './schema.js';

const PATH = 'custody/market-claim';
const READ = 'custody.market-claim.read';
const { MARKET_CLAIM_EXISTS, MARKET_CLAIM_REFUSED, MARKET_CLAIM_WRONG_STATE } = custodyProblems;

const step = {
  method: 'PUT',
  scope: 'OFFICE',
  params: schema.ById,
  reply: schema.ClaimRecord,
} as const;

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/create`,
    operation: 'createMarketClaim',
    summary: 'Open a market claim',
    description:
      'Use this if a customer received income of a corporate action that belongs to another ' +
      'party, or the reverse. Nothing is booked until the claim is settled.',
    permission: 'custody.market-claim.create',
    scope: 'OFFICE',
    body: schema.ClaimBody,
    reply: schema.ClaimRecord,
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.TOO_MANY_DECIMALS,
      financeProblems.AMOUNT_NOT_POSITIVE,
      financeProblems.CURRENCY_MISMATCH,
      MARKET_CLAIM_EXISTS,
      MARKET_CLAIM_REFUSED,
    ],
    run: (work, { body }) => createClaim(work, body),
  }),
  write({
    ...step,
    path: `${PATH}/settle/id/{id}`,
    operation: 'settleMarketClaim',
    summary: 'Request the settlement of a claim, which another person approves',
    description:
      'If the customer owes the amount, it is put on hold at once, even beyond the available ' +
      'balance.',
    permission: 'custody.market-claim.settle',
    body: schema.StepBody,
    problems: [MARKET_CLAIM_WRONG_STATE, MARKET_CLAIM_REFUSED],
    run: (work, { params, body }) =>
      requestEnding(work, params.id, { state: 'SETTLING', reason: body.reason }),
  }),
  write({
    ...step,
    path: `${PATH}/waive/id/{id}`,
    operation: 'waiveMarketClaim',
    summary: 'Request that a claim is waived, which another person approves',
    permission: 'custody.market-claim.waive',
    body: schema.WaiverBody,
    problems: [MARKET_CLAIM_WRONG_STATE],
    run: (work, { params, body }) =>
      requestEnding(work, params.id, { state: 'WAIVING', reason: body.reason }),
  }),
  write({
    ...step,
    path: `${PATH}/approve/id/{id}`,
    operation: 'approveMarketClaim',
    summary: 'Approve the settlement or the waiver of a claim',
    description:
      'A settlement is booked on the business date. A payment to the customer needs money from ' +
      'the corporate action that is not due to holders.',
    permission: 'custody.market-claim.approve',
    body: schema.StepBody,
    extra: entryShown,
    problems: [
      MARKET_CLAIM_WRONG_STATE,
      MARKET_CLAIM_REFUSED,
      financeProblems.PERIOD_CLOSED,
      identityProblems.OWN_WORK,
    ],
    run: (work, { params, body }) => approveEnding(work, params.id, body.reason),
  }),
  write({
    ...step,
    path: `${PATH}/reject/id/{id}`,
    operation: 'rejectMarketClaim',
    summary: 'Reject the settlement or the waiver of a claim, which becomes open again',
    permission: 'custody.market-claim.reject',
    body: schema.StepBody,
    problems: [MARKET_CLAIM_WRONG_STATE, identityProblems.OWN_WORK],
    run: (work, { params, body }) => rejectEnding(work, params.id, body.reason),
  }),
];

const filterOf = (query: Static<typeof schema.ClaimFilterQuery>) => ({
  ...{ eventId: query.e || undefined, portfolioId: query.p || undefined },
  ...{ customerId: query.c || undefined, officeId: query.o || undefined },
  ...{ kind: query.kind, direction: query.direction, state: query.state },
});

const reads: readonly Route[] = [
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readMarketClaim',
    summary: 'One market claim',
    permission: READ,
    params: schema.ById,
    reply: schema.ClaimRecord,
    run: (call, { params }) => readClaim(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listMarketClaims',
    summary: 'Market claims, newest first',
    permission: READ,
    query: schema.ClaimListQuery,
    paging: PAGE_BS,
    reply: schema.ClaimRecord,
    run: (call, { query }) => listClaims(call, filterOf(query), pageOf(query, PAGE_BS)),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${PATH}/list/${format}`,
      operation: format === 'csv' ? 'exportMarketClaimsCsv' : 'exportMarketClaimsXlsx',
      summary: `All market claims that match the filters, as ${format.toUpperCase()}`,
      description:
        'Newest first. The last row contains END and the number of rows after the header, ' +
        'which is also in X-Row-Count.',
      permission: READ,
      query: schema.ClaimFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => claimFile(call, filterOf(query), format),
    }),
  ),
];

/** The operations on market claims. */
export const claimRoutes: readonly Route[] = [...writes, ...reads];
