// Operations on valuation policies.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { wealthProblems } from '../problems.js';
import { listPolicies, proposePolicy } from './change.js';
import { PolicyProposal, PolicyQuery, PolicyRecord } from './schema.js';

/** The operations on valuation policies. */
export const policyRoutes: readonly Route[] = [
  list({
    path: 'wealth/policy/list',
    operation: 'listValuationPolicies',
    summary: 'The versions of the valuation policies, newest first',
    description:
      "On each date, the latest version that has begun applies: the version for the customer's " +
      'office or, without one, the policy of the house.',
    permission: 'wealth.valuation-policy.read',
    query: PolicyQuery,
    paging: PAGE_BS,
    reply: PolicyRecord,
    run: (call, { query }) => listPolicies(call, query.x, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'wealth/policy/propose',
    operation: 'proposeValuationPolicy',
    summary: 'Propose a version of a valuation policy',
    description:
      'The body is the whole policy of the house or of an office. A second person approves it. ' +
      '`validFrom` must be after the last date that has been valued.',
    permission: 'wealth.valuation-policy.propose',
    problems: [commonProblems.UNKNOWN_REFERENCE, wealthProblems.VALUATION_POLICY_REFUSED],
    body: PolicyProposal,
    reply: changeReply,
    example: {
      validFrom: '2026-12-01',
      method: { BILL: 'MARKET', PAPER: 'AMORTISED_COST' },
      staleAfterDays: { EQUITY: 10, BOND: 30, RATE: 7 },
      unusableAfterDays: { EQUITY: 250 },
      smallestCapital: 1000,
      flowTiming: 'IN_START_OUT_END',
    },
    run: (work, { body }) => proposePolicy(work, body),
  }),
];
