// HTTP operations on agents, and on customers' agents.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { idParams, pageQuery } from '../schema.js';
import { assignAgent, customerAgent, listAgents, proposeAgent, readAgent } from './agent.js';
import * as shape from './schema.js';

const READ = 'party.agent.read';

export const agentRoutes: readonly Route[] = [
  list({
    path: 'partner/agent/list/active',
    operation: 'listActiveAgents',
    summary: 'The agents that can be named in orders',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.agentRecord,
    run: (call, { query }) => listAgents(call, { activeOnly: true, page: pageOf(query, PAGE_BS) }),
  }),
  list({
    path: 'partner/agent/list',
    operation: 'listAgents',
    summary: 'Agents, including inactive ones',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.agentRecord,
    run: (call, { query }) => listAgents(call, { activeOnly: false, page: pageOf(query, PAGE_BS) }),
  }),
  read({
    path: 'partner/agent/id/{id}',
    operation: 'readAgent',
    summary: 'One agent',
    permission: READ,
    params: idParams,
    reply: shape.agentRecord,
    run: (call, { params }) => readAgent(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'partner/agent/propose',
    operation: 'proposeAgent',
    summary: 'Propose a new or changed agent',
    description:
      'Send all members. Another person approves it with system/change/approve. The share of a ' +
      'trade is the share in force on its trade date; issued contract notes keep theirs.',
    permission: 'party.agent.propose',
    problems: [partyProblems.AGENT_REFUSED],
    body: shape.agentProposal,
    reply: changeReply,
    example: {
      name: 'SAMPLE',
      label: 'Sample Introducers Ltd',
      shares: [{ validFrom: '2026-01-01', percent: 30 }],
    },
    run: (work, { body }) => proposeAgent(work, body),
  }),
  write({
    method: 'PUT',
    path: 'partner/agent/customer/assign',
    operation: 'assignCustomerAgent',
    summary: "Set or remove the agent for a customer's orders",
    description: 'Applies to later orders. With a permission, an order can name another agent.',
    permission: 'party.agent.assign',
    scope: 'OFFICE',
    body: shape.agentAssignment,
    reply: shape.customerAgentRecord,
    example: { customerId: 1, agentName: 'INTRODUCER' },
    run: (work, { body }) => assignAgent(work, body),
  }),
  read({
    path: 'partner/agent/customer/id/{id}',
    operation: 'readCustomerAgent',
    summary: "A customer's agent",
    permission: READ,
    params: idParams,
    reply: shape.customerAgentRecord,
    run: (call, { params }) => customerAgent(call, params.id),
  }),
];
