// Public interface of custody: its module.

import type { Module } from '../../platform/module.js';
import { custodyProblems } from './problems.js';
import { closeEvents } from './settlement/close.js';
import { settlementEvents } from './settlement/event.js';
import { payEventJob } from './settlement/job.js';
import { payEntitlements } from './settlement/pay.js';
import { settlementRoutes } from './settlement/routes.js';

/** The events of custody. */
export const custodyEvents = [...settlementEvents];

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: [...settlementRoutes],
    problems: custodyProblems,
    changes: [],
    endOfDay: [payEntitlements, closeEvents],
    jobs: [payEventJob],
  };
}
