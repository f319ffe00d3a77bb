// HTTP operations on entitlements and deliveries.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { identityProblems } from '../../identity/index.js';
import { custodyProblems } from '../problems.js';
import { approveDelivery, listDeliveries, proposeDelivery, rejectDelivery } from './delivery.js';
import { entitlementFile, listEntitlements, readEntitlement } from './list.js';
import { previewEvent } from './preview.js';
import { requestEntitling } from './request.js';
import * as schema from './schema.js';

const ACTION = 'custody/corporate-action';
const READ = 'custody.entitlement.read';
const RUN = 'custody.corporate-action.run';

const decided = {
  method: 'PUT',
  permission: 'custody.corporate-action.approve',
  params: schema.ById,
  body: schema.DeliveryDecisionBody,
  reply: schema.DeliveryRecord,
  problems: [custodyProblems.EVENT_DELIVERY_WRONG_STATE, identityProblems.OWN_WORK],
} as const;

const writes: readonly Route[] = [
  write({
    method: 'PUT',
    path: `${ACTION}/entitle/id/{id}`,
    operation: 'entitleCorporateAction',
    summary: 'Entitle the holders of a corporate action now, as the end of day does',
    description:
      'Enqueues the job that creates or recomputes the entitlements, and returns its id.',
    permission: RUN,
    params: schema.ById,
    reply: schema.EntitlingReply,
    problems: [custodyProblems.EVENT_WRONG_STATE],
    run: (work, { params }) => requestEntitling(work, params.id),
  }),
  write({
    method: 'PUT',
    path: `${ACTION}/deliver/propose`,
    operation: 'proposeDelivery',
    summary: 'Enter the date on which the depository credits the new units of a corporate action',
    description: 'Once another person has approved it, the units can be sold from that date on.',
    permission: RUN,
    body: schema.DeliveryBody,
    reply: schema.DeliveryRecord,
    problems: [custodyProblems.EVENT_WRONG_STATE, custodyProblems.EVENT_REFUSED],
    run: (work, { body }) => proposeDelivery(work, body),
  }),
  write({
    ...decided,
    path: `${ACTION}/deliver/approve/id/{id}`,
    operation: 'approveDelivery',
    summary: 'Approve a delivery of new units',
    run: (work, { params, body }) => approveDelivery(work, params.id, body.reason),
  }),
  write({
    ...decided,
    path: `${ACTION}/deliver/reject/id/{id}`,
    operation: 'rejectDelivery',
    summary: 'Reject a delivery of new units',
    run: (work, { params, body }) => rejectDelivery(work, params.id, body.reason),
  }),
];

const reads: readonly Route[] = [
  list({
    path: `${ACTION}/deliver/list`,
    operation: 'listDeliveries',
    summary: 'Deliveries of new units, newest first',
    permission: 'custody.corporate-action.read',
    query: schema.DeliveryQuery,
    reply: schema.DeliveryRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listDeliveries(call, query.state, pageOf(query, PAGE_BS)),
  }),
  list({
    path: `${ACTION}/preview/id/{id}`,
    operation: 'previewEntitlements',
    summary: 'The entitlements that a corporate action would create now, by portfolio',
    description: '`count` and pages refer to portfolios. Nothing is stored.',
    permission: 'custody.corporate-action.read',
    params: schema.ById,
    query: schema.PreviewQuery,
    reply: schema.PreviewRecord,
    paging: PAGE_BS,
    run: (call, { params, query }) => previewEvent(call, params.id, pageOf(query, PAGE_BS)),
  }),
  list({
    path: 'custody/entitlement/list',
    operation: 'listEntitlements',
    summary: 'Entitlements from corporate actions, newest first',
    description: "A caller who is a customer sees only that customer's entitlements.",
    permission: READ,
    query: schema.EntitlementQuery,
    reply: schema.EntitlementRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listEntitlements(call, query),
  }),
  read({
    path: 'custody/entitlement/id/{id}',
    operation: 'getEntitlement',
    summary: 'An entitlement with all its revisions',
    permission: READ,
    params: schema.ById,
    reply: schema.EntitlementDetail,
    run: (call, { params }) => readEntitlement(call, params.id),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `custody/entitlement/list/${format}`,
      operation: format === 'csv' ? 'exportEntitlementsCsv' : 'exportEntitlementsXlsx',
      summary: `All entitlements that match the filters, as ${format.toUpperCase()}`,
      description:
        'Newest first. The last row contains END and the number of rows after the header, ' +
        'which is also in X-Row-Count.',
      permission: READ,
      query: schema.EntitlementFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => entitlementFile(call, query, format),
    }),
  ),
];

/** The operations on entitlements and deliveries. */
export const entitlementRoutes: readonly Route[] = [...writes, ...reads];
