// The HTTP operations on webhooks. Each one binds a method, path, shapes and permission to one
// function.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import {
  listDeliveries,
  pingEndpoint,
  readDelivery,
  replayAllFailed,
  replayOne,
  replayRange,
  testEndpoint,
} from './delivery.js';
import {
  checkUrl,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpointRecord,
} from './endpoint.js';
import type { Owners } from './owner.js';
import { webhookProblems } from './problems.js';
import {
  ById,
  DeliveryList,
  DeliveryRecord,
  DeliverySummary,
  EndpointBody,
  EndpointList,
  EndpointRecord,
  EndpointUpdateBody,
  ReplayFailedBody,
  ReplayRangeBody,
  ReplayRecord,
  RotationBody,
  TestBody,
} from './schema.js';

export function webhookRoutes(owners: Owners): readonly Route[] {
  return [...endpointWrites, ...endpointStates, ...reads, ...trials, ...replays(owners)];
}

const { WEBHOOK_TARGET_REFUSED, WEBHOOK_TYPE_UNKNOWN, WEBHOOK_TOO_MANY, WEBHOOK_WRONG_STATE } =
  webhookProblems;

const endpointWrites: readonly Route[] = [
  write({
    method: 'POST',
    path: 'webhook/endpoint/create',
    operation: 'createWebhookEndpoint',
    summary:
      'Create an endpoint to which events are posted; its secret is returned only in this ' +
      'reply',
    description:
      'It receives the events that the caller can see, in order, signed according to Standard ' +
      'Webhooks. It must respond to each message with a 2xx status within 15 seconds.',
    permission: 'webhook.endpoint.create',
    scope: 'OFFICE',
    problems: [WEBHOOK_TARGET_REFUSED, WEBHOOK_TYPE_UNKNOWN, WEBHOOK_TOO_MANY],
    body: EndpointBody,
    reply: EndpointRecord,
    sensitive: true,
    example: { url: 'http://127.0.0.1:9000/countinghouse', types: ['trade-order.*'] },
    precheck: (call, { body }) => checkUrl(call, body),
    run: (work, { body }) => createEndpoint(work, body),
  }),
  write({
    method: 'PUT',
    path: 'webhook/endpoint/update',
    operation: 'updateWebhookEndpoint',
    summary: 'Change the given members of an endpoint',
    permission: 'webhook.endpoint.update',
    scope: 'OFFICE',
    problems: [WEBHOOK_TARGET_REFUSED, WEBHOOK_TYPE_UNKNOWN],
    body: EndpointUpdateBody,
    reply: EndpointRecord,
    precheck: (call, { body }) => checkUrl(call, body),
    run: (work, { body }) => updateEndpointRecord(work, body),
  }),
  write({
    method: 'POST',
    path: 'webhook/endpoint/rotate-secret/id/{id}',
    operation: 'rotateWebhookSecret',
    summary: 'Rotate the secret of an endpoint; both secrets sign messages for some hours',
    permission: 'webhook.endpoint.update',
    scope: 'OFFICE',
    params: ById,
    body: RotationBody,
    reply: EndpointRecord,
    sensitive: true,
    run: (work, { params, body }) => rotateSecret(work, params.id, body.overlapHours),
  }),
  write({
    method: 'DELETE',
    path: 'webhook/endpoint/delete/id/{id}',
    operation: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint permanently',
    permission: 'webhook.endpoint.delete',
    scope: 'OFFICE',
    params: ById,
    run: (work, { params }) => deleteEndpoint(work, params.id),
  }),
];

const endpointStates: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'webhook/endpoint/enable/id/{id}',
    operation: 'enableWebhookEndpoint',
    summary: 'Enable an endpoint; sending continues where it stopped',
    permission: 'webhook.endpoint.update',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    params: ById,
    reply: EndpointRecord,
    run: (work, { params }) => enableEndpoint(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'webhook/endpoint/disable/id/{id}',
    operation: 'switchOffWebhookEndpoint',
    summary: 'Disable an endpoint; nothing is sent until it is enabled',
    permission: 'webhook.endpoint.update',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    params: ById,
    reply: EndpointRecord,
    run: (work, { params }) => disableEndpoint(work, params.id),
  }),
];

const reads: readonly Route[] = [
  read({
    path: 'webhook/endpoint/id/{id}',
    operation: 'getWebhookEndpoint',
    summary: 'One endpoint with its position and its failures',
    permission: 'webhook.endpoint.read',
    params: ById,
    reply: EndpointRecord,
    run: (call, { params }) => readEndpoint(call, params.id),
  }),
  list({
    path: 'webhook/endpoint/list',
    operation: 'listWebhookEndpoints',
    summary: "The caller's endpoints; all endpoints for callers who may read API clients",
    permission: 'webhook.endpoint.read',
    paging: PAGE_BS,
    query: EndpointList,
    reply: EndpointRecord,
    run: (call, { query }) => listEndpoints(call, query.state, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'webhook/delivery/id/{id}',
    operation: 'getWebhookDelivery',
    summary: 'One delivery with its body and all attempts',
    permission: 'webhook.delivery.read',
    params: ById,
    reply: DeliveryRecord,
    run: (call, { params }) => readDelivery(call, params.id),
  }),
  list({
    path: 'webhook/delivery/list',
    operation: 'listWebhookDeliveries',
    summary: 'Deliveries to the endpoints that the caller can see, newest first',
    permission: 'webhook.delivery.read',
    paging: PAGE_BS,
    query: DeliveryList,
    reply: DeliverySummary,
    run: (call, { query }) => listDeliveries(call, query, pageOf(query, PAGE_BS)),
  }),
];

const trials: readonly Route[] = [
  write({
    method: 'POST',
    path: 'webhook/endpoint/ping/id/{id}',
    operation: 'pingWebhookEndpoint',
    summary: 'Send a small message to an endpoint, once; its delivery shows the outcome',
    permission: 'webhook.endpoint.test',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    params: ById,
    reply: DeliverySummary,
    run: (work, { params }) => pingEndpoint(work, params.id),
  }),
  write({
    method: 'POST',
    path: 'webhook/endpoint/test/id/{id}',
    operation: 'testWebhookEndpoint',
    summary: 'Send a sample event of a type to an endpoint, once, marked as a test',
    permission: 'webhook.endpoint.test',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE, WEBHOOK_TYPE_UNKNOWN],
    params: ById,
    body: TestBody,
    reply: DeliverySummary,
    run: (work, { params, body }) => testEndpoint(work, params.id, body.type),
  }),
];

const replays = (owners: Owners): readonly Route[] => [
  write({
    method: 'PUT',
    path: 'webhook/delivery/replay/id/{id}',
    operation: 'replayWebhookDelivery',
    summary: 'Send one message again, with its id and body',
    permission: 'webhook.delivery.replay',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    params: ById,
    reply: DeliverySummary,
    run: (work, { params }) => replayOne(work, params.id),
  }),
  write({
    method: 'POST',
    path: 'webhook/delivery/replay-range',
    operation: 'replayWebhookRange',
    summary:
      'Send the events of a range again; repeat with `next` as long as the reply contains it',
    permission: 'webhook.delivery.replay',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    body: ReplayRangeBody,
    reply: ReplayRecord,
    run: (work, { body }) => replayRange(work, body, owners),
  }),
  write({
    method: 'POST',
    path: 'webhook/delivery/replay-failed',
    operation: 'replayFailedWebhooks',
    summary: 'Send failed deliveries again, the oldest 1,000 at a time',
    permission: 'webhook.delivery.replay',
    scope: 'OFFICE',
    problems: [WEBHOOK_WRONG_STATE],
    body: ReplayFailedBody,
    reply: ReplayRecord,
    run: (work, { body }) => replayAllFailed(work, body.endpointId),
  }),
];
