// Operations on capital gains rules.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { wealthProblems } from '../problems.js';
import { listRules, proposeRule } from './change.js';
import { RuleProposal, RuleQuery, RuleRecord } from './schema.js';
import { SHIPPED_RULE } from './shipped-rule.js';

/** The operations on capital gains rules. */
export const taxRuleRoutes: readonly Route[] = [
  list({
    path: 'wealth/capital-gains-rule/list',
    operation: 'listCapitalGainsRules',
    summary: 'The versions of the capital gains rules, newest first',
    description: 'A disposal is taxed under the rule in force on its trade date.',
    permission: 'wealth.capital-gains-rule.read',
    query: RuleQuery,
    paging: PAGE_BS,
    reply: RuleRecord,
    run: (call, { query }) => listRules(call, query.x, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'wealth/capital-gains-rule/propose',
    operation: 'proposeCapitalGainsRule',
    summary: 'Propose a version of a capital gains rule',
    description:
      'The body is the whole rule for a jurisdiction and a class of assets. A second person ' +
      'approves it. It applies to disposals from `validFrom` on, which must not be in a final ' +
      'year, nor in or before the year of a FINAL tax pack. `notes` show how certain each ' +
      'provision is.',
    permission: 'wealth.capital-gains-rule.propose',
    problems: [wealthProblems.CAPITAL_GAINS_RULE_REFUSED, wealthProblems.LOT_METHOD_FIXED],
    body: RuleProposal,
    reply: changeReply,
    example: SHIPPED_RULE,
    run: (work, { body }) => proposeRule(work, body),
  }),
];
