// Public interface of custody: the module, and functions that record corporate actions without a
// person's approval.

import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import type { Context, Work } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';
import { systemWork } from '../../platform/system-work.js';
import { bondConsequences } from './bond/consequence.js';
import { announceBondIncome } from './bond/end-of-day.js';
import { bondRoutes } from './bond/routes.js';
import { securityTerms } from './bond/terms.js';
import { detectClaims } from './claim/detect.js';
import { claimRoutes } from './claim/routes.js';
import { allotmentRoutes } from './election/allotment-routes.js';
import { electionEvents } from './election/event.js';
import { instructElections } from './election/instruct.js';
import { endElectionsJob, endElectionsOf, lapseElections } from './election/lapse.js';
import { remindElections } from './election/reminder.js';
import { electionRoutes } from './election/routes.js';
import { deliverEntitlements, deliverUnitsJob } from './entitlement/delivery.js';
import { entitleHolders, entitleWithDependents } from './entitlement/entitle.js';
import { entitlementEvents } from './entitlement/event.js';
import { entitleEventJob } from './entitlement/job.js';
import { previewEntitlements } from './entitlement/preview.js';
import { entitlementRoutes } from './entitlement/routes.js';
import { PreviewRecord } from './entitlement/schema.js';
import { type CorporateActions, corporateActions, type NamedTerms } from './event/change.js';
import { corporateActionEvents } from './event/event.js';
import { eventRoutes } from './event/routes.js';
import { custodyFilters } from './filter.js';
import { incomeRoutes } from './income/routes.js';
import { adjustExPrices } from './market/ex-date.js';
import {
  adjustLiveOrders,
  followApproval,
  followMarket,
  marketFollowJob,
} from './market/follow.js';
import { changeSecurities } from './market/security-change.js';
import { custodyProblems } from './problems.js';
import { registrarRoutes } from './registrar/routes.js';
import { claimEvents } from './settlement/claim-event.js';
import { closeEvents } from './settlement/close.js';
import { settlementEvents } from './settlement/event.js';
import { payEventJob } from './settlement/job.js';
import { payEntitlements, payEvent } from './settlement/pay.js';
import { receiveFromRegistrar } from './settlement/registrar.js';
import { settlementRoutes } from './settlement/routes.js';
import { transferEvents } from './transfer/event.js';
import { transferRoutes } from './transfer/routes.js';
import type { LeavingLots } from './transfer/units.js';

export { isIncomeAnnounced } from './bond/queries.js';
export { type BondSchedule, bondSchedules } from './bond/scheduled.js';
export {
  directPayments,
  dueIncomes,
  incomeReceivablesOn,
  unpaidIncomes,
} from './entitlement/receivable-queries.js';
export { announcedIncomes } from './income/announced.js';
export { type IncomeRow, selectIncome } from './income/queries.js';
export { payEvent } from './settlement/pay.js';
export { receiveFromRegistrar } from './settlement/registrar.js';

// Hooks that run in the transaction that brings terms into force.
const actions: CorporateActions = corporateActions({
  onApproved: [bondConsequences(() => actions), followApproval, endElectionsOf],
  preview: previewEntitlements,
});
const bondTerms = securityTerms(() => actions);

/**
 * Stores a corporate action or its next terms without a second person's approval, for demonstration
 * data and for events that result from other records. Does nothing if the terms are already in
 * force. The name must not be a number. Refuses terms that a proposal would refuse.
 */
export function recordCorporateAction(work: Work, named: NamedTerms): Promise<void> {
  return actions.record(work, named);
}

/**
 * For demonstrations only. Immediately does the work of the jobs and the end of day for an event
 * whose dates have passed: entitles holders, adjusts prices and orders, and pays with money from
 * the built-in registrar. A repeated call continues an interrupted one.
 */
export async function completeEvent(context: Context, eventId: bigint): Promise<void> {
  const reason = `demonstration of event ${eventId}`;
  const run = { context, eventId, reason, dateOf: currentBusinessDate };
  await entitleWithDependents(run);
  await followMarket(context, eventId);
  const date = await systemWork(context, reason, ({ tx }) => currentBusinessDate(tx));
  await receiveFromRegistrar(context, eventId, date);
  await payEvent(run);
}

/** The domain events of custody. */
export const custodyEvents = [
  ...corporateActionEvents,
  ...entitlementEvents,
  ...settlementEvents,
  ...claimEvents,
  ...electionEvents,
  ...transferEvents,
];

/** The functions that custody needs from modules that depend on it. */
interface CustodyPorts {
  readonly leavingLots: LeavingLots;
}

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(ports: CustodyPorts): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: [
      ...eventRoutes(actions, PreviewRecord),
      ...entitlementRoutes,
      ...bondRoutes(bondTerms),
      ...settlementRoutes,
      ...claimRoutes,
      ...registrarRoutes,
      ...electionRoutes,
      ...allotmentRoutes,
      ...incomeRoutes,
      ...transferRoutes(ports.leavingLots),
    ],
    problems: custodyProblems,
    filters: custodyFilters,
    changes: [actions.kind, bondTerms],
    endOfDay: [
      announceBondIncome(actions),
      entitleHolders,
      deliverEntitlements,
      instructElections,
      lapseElections,
      remindElections,
      { name: 'adjust-orders', run: adjustLiveOrders },
      payEntitlements,
      detectClaims,
      closeEvents,
      { name: 'adjust-ex-prices', run: adjustExPrices },
      { name: 'change-securities', run: changeSecurities },
    ],
    jobs: [entitleEventJob, deliverUnitsJob, marketFollowJob, payEventJob, endElectionsJob],
  };
}
