// Operations on account rules.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { listAccountRules, proposeAccountRule } from './rule.js';
import * as shape from './rule-schema.js';

export const accountRuleRoutes: readonly Route[] = [
  list({
    path: 'finance/account-rule/list',
    operation: 'listAccountRules',
    summary: 'Overdrafts, minimum balances, liens and debit limits, by account',
    permission: 'finance.account-rule.read',
    paging: PAGE_BS,
    query: shape.accountRuleQuery,
    reply: shape.accountRuleRecord,
    run: (call, { query }) => listAccountRules(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/account-rule/propose',
    operation: 'proposeAccountRule',
    summary: "Propose the rule for a customer's cash account",
    description:
      'Another person approves it with system/change/approve. If the balance is below the new ' +
      'floor, nothing can be spent until enough money has been received.',
    permission: 'finance.account-rule.propose',
    problems: [financeProblems.ACCOUNT_RULE_REFUSED, financeProblems.WRONG_KIND_OF_ACCOUNT],
    body: shape.accountRuleProposal,
    reply: changeReply,
    example: { cashAccountName: '0000000002', overdraftLimit: 250000 },
    run: (work, { body }) => proposeAccountRule(work, body),
  }),
];
