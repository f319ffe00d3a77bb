// Operations on approval policies.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { listApprovalPolicies, proposeApprovalPolicy } from './policy.js';
import * as shape from './schema.js';

export const approvalPolicyRoutes: readonly Route[] = [
  list({
    path: 'finance/approval-policy/list',
    operation: 'listApprovalPolicies',
    summary: 'How many persons must approve which cash transactions',
    description:
      'The most specific active policy applies: of the office before of all, then of the type ' +
      "before of all. Without one, the office's four-eyes threshold applies.",
    permission: 'finance.approval-policy.read',
    paging: PAGE_BS,
    query: shape.approvalPolicyQuery,
    reply: shape.approvalPolicyRecord,
    run: (call, { query }) => listApprovalPolicies(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/approval-policy/propose',
    operation: 'proposeApprovalPolicy',
    summary: 'Propose a new or changed approval policy',
    description:
      'Another person approves it by system/change/approve. Transactions keep the version that ' +
      'they were created under.',
    permission: 'finance.approval-policy.propose',
    problems: [financeProblems.APPROVAL_POLICY_REFUSED],
    body: shape.approvalPolicyProposal,
    reply: changeReply,
    extra: { warnings },
    example: {
      name: 'NGN-PAYMENT',
      label: 'Payments in naira',
      currency: 'NGN',
      transType: 'PAYMENT',
      bands: [
        { from: 0, approvals: 0 },
        { from: 1000000, approvals: 1 },
        { from: 50000000, approvals: 2, roles: ['APPROVER', 'ADMIN'] },
      ],
    },
    run: (work, { body }) => proposeApprovalPolicy(work, body),
  }),
];
