// Public interface of custody: its module, and how the program records events of its own.

import type { Work } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';
import { deliverEntitlements, deliverUnitsJob } from './entitlement/delivery.js';
import { entitleHolders } from './entitlement/entitle.js';
import { entitlementEvents } from './entitlement/event.js';
import { entitleEventJob } from './entitlement/job.js';
import { previewEntitlements } from './entitlement/preview.js';
import { entitlementRoutes } from './entitlement/routes.js';
import { PreviewRecord } from './entitlement/schema.js';
import { corporateActions, type NamedTerms } from './event/change.js';
import { corporateActionEvents } from './event/event.js';
import { eventRoutes } from './event/routes.js';
import { incomeRoutes } from './income/routes.js';
import { custodyProblems } from './problems.js';
import { closeEvents } from './settlement/close.js';
import { settlementEvents } from './settlement/event.js';
import { payEventJob } from './settlement/job.js';
import { payEntitlements } from './settlement/pay.js';
import { settlementRoutes } from './settlement/routes.js';

// What happens in the transaction that brings terms into force.
const actions = corporateActions({ onApproved: [], preview: previewEntitlements });

/**
 * Stores a corporate action, or its next terms, without a second person: for demonstration data and
 * for events that follow from other records. Does nothing if the terms are in force already. The
 * name must not be a number. Refuses like a proposal.
 */
export function recordCorporateAction(work: Work, named: NamedTerms): Promise<void> {
  return actions.record(work, named);
}

/** The events of custody. */
export const custodyEvents = [...corporateActionEvents, ...entitlementEvents, ...settlementEvents];

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: [
      ...eventRoutes(actions, PreviewRecord),
      ...entitlementRoutes,
      ...settlementRoutes,
      ...incomeRoutes,
    ],
    problems: custodyProblems,
    changes: [actions.kind],
    endOfDay: [entitleHolders, deliverEntitlements, payEntitlements, closeEvents],
    jobs: [entitleEventJob, deliverUnitsJob, payEventJob],
  };
}
