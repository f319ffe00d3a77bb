// Operations on agents' earnings.

import { PAGE_BS } from '../../../platform/http/reply/paging.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { EarningQuery, EarningRecord, EarningSumQuery, EarningSums } from './schema.js';
import { agentStatement, agentSums } from './statement.js';

const READ = 'order.agent-commission.read';

export const agentStatementRoutes: readonly Route[] = [
  list({
    path: 'order/agentcommission/list',
    operation: 'listAgentCommission',
    summary: 'The statement of an agent: its share of the commission, note by note',
    description:
      'A contract note that was reversed has two lines: the amount earned, and the opposite ' +
      'amount. The summary includes amounts paid by cash transactions with agentName.',
    permission: READ,
    query: EarningQuery,
    reply: EarningRecord,
    paging: PAGE_BS,
    run: (call, { query }) => agentStatement(call, query),
  }),
  read({
    path: 'order/agentcommission/summary',
    operation: 'summariseAgentCommission',
    summary: "Sums of agents' shares, by agent and currency",
    permission: READ,
    query: EarningSumQuery,
    reply: EarningSums,
    run: (call, { query }) => agentSums(call, query),
  }),
];
