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
    summary: 'Approval policies: how many people must approve which cash transactions',
    description:
      'The most specific active policy applies: a policy for the office takes precedence over ' +
      'one for all offices, then one for the type over one for all types. Without a policy, the ' +
      "office's four-eyes threshold applies.",
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
      'Another person approves it with system/change/approve. Transactions keep the version ' +
      'under which they were created.',
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
