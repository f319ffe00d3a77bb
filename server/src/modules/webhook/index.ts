// The public interface of webhooks: the module and its events.

import { namedById } from '../../platform/http/request/filter.js';
import type { Module } from '../../platform/module.js';
import { readEndpoint } from './endpoint.js';
import type { Owners } from './owner.js';
import { webhookProblems } from './problems.js';
import { purgeDeliveries } from './purge.js';
import { webhookRoutes } from './routes.js';
import { sealedSecrets } from './secret.js';
import { webhookSender } from './sender.js';

export { webhookEvents } from './event.js';

/** Builds the webhook module: endpoints, deliveries, and the worker that sends messages. */
export function webhookModule(owners: Owners): Module {
  return {
    name: 'webhook',
    summary: 'Endpoints to which events are posted, and the deliveries to them',
    routes: webhookRoutes(owners),
    problems: webhookProblems,
    filters: [namedById('webhook endpoint', readEndpoint)],
    workers: [webhookSender(owners)],
    jobs: [purgeDeliveries],
    sealed: [sealedSecrets],
  };
}
