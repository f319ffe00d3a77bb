// The HTTP operations on provider deliveries.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import { discardInbound, listInbound, readInbound, retryInbound } from './list.js';
import { InboundDiscard, InboundList, InboundRecord } from './schema.js';

export const inboundRoutes: readonly Route[] = [
  list({
    path: 'crm/inbound/list',
    operation: 'listInbound',
    summary: 'Messages, statuses and statements as providers delivered them, newest first',
    permission: 'crm.inbound.read',
    query: InboundList,
    paging: PAGE_BS,
    reply: InboundRecord,
    run: (call, { query }) => listInbound(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'crm/inbound/id/{id}',
    operation: 'readInbound',
    summary: 'One item as delivered',
    permission: 'crm.inbound.read',
    params: ById,
    reply: InboundRecord,
    run: (call, { params }) => readInbound(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'crm/inbound/retry/id/{id}',
    operation: 'retryInbound',
    summary: 'Process an item again if it was not understood or had no effect',
    description: 'An item takes effect only once, even if it is read twice.',
    permission: 'crm.inbound.retry',
    scope: 'OFFICE',
    params: ById,
    reply: InboundRecord,
    problems: [crmProblems.INBOUND_WRONG_STATE],
    run: (work, { params }) => retryInbound(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'crm/inbound/discard/id/{id}',
    operation: 'discardInbound',
    summary: 'Close a parked item, with a reason',
    description: 'The item becomes NO_EFFECT. It remains stored as delivered.',
    permission: 'crm.inbound.discard',
    scope: 'OFFICE',
    params: ById,
    body: InboundDiscard,
    reply: InboundRecord,
    problems: [crmProblems.INBOUND_WRONG_STATE],
    run: (work, { params, body }) => discardInbound(work, { id: params.id, ...body }),
  }),
];
