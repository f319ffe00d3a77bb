// Public interface of custody: its module.

import type { Module } from '../../platform/module.js';
import { custodyProblems } from './problems.js';

export { isIncomeAnnounced } from './bond/queries.js';

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: [],
    problems: custodyProblems,
    changes: [],
    endOfDay: [],
    jobs: [],
  };
}
