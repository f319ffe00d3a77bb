// Public interface of custody: its module, and how the program records events of its own.

import type { Work } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';
import { corporateActions, type NamedTerms } from './event/change.js';
import { corporateActionEvents } from './event/event.js';
import { eventRoutes } from './event/routes.js';
import { custodyProblems } from './problems.js';

// What happens in the transaction that brings terms into force.
const actions = corporateActions([]);

/**
 * Stores a corporate action, or its next terms, without a second person: for demonstration data and
 * for events that follow from other records. Does nothing if the terms are in force already. The
 * name must not be a number. Refuses like a proposal.
 */
export function recordCorporateAction(work: Work, named: NamedTerms): Promise<void> {
  return actions.record(work, named);
}

export const custodyEvents = [...corporateActionEvents];

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: eventRoutes(actions),
    problems: custodyProblems,
    changes: [actions.kind],
    endOfDay: [],
    jobs: [],
  };
}
