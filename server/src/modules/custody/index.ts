// Public interface of custody: its module, and how the program records events of its own.

import type { Work } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';
import { bondConsequences } from './bond/consequence.js';
import { announceBondIncome } from './bond/end-of-day.js';
import { bondRoutes } from './bond/routes.js';
import { securityTerms } from './bond/terms.js';
import { type CorporateActions, corporateActions, type NamedTerms } from './event/change.js';
import { corporateActionEvents } from './event/event.js';
import { custodyProblems } from './problems.js';

export { isIncomeAnnounced } from './bond/queries.js';

// What happens in the transaction that brings terms into force.
const actions: CorporateActions = corporateActions([bondConsequences(() => actions)]);
const bondTerms = securityTerms(() => actions);

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
    routes: [...bondRoutes(bondTerms)],
    problems: custodyProblems,
    changes: [actions.kind, bondTerms],
    endOfDay: [announceBondIncome(actions)],
    jobs: [],
  };
}
