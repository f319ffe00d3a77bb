// Public interface of custody: its module.

import type { Module } from '../../platform/module.js';
import { adjustExPrices } from './market/ex-date.js';
import { adjustLiveOrders, marketFollowJob } from './market/follow.js';
import { changeSecurities } from './market/security-change.js';
import { custodyProblems } from './problems.js';

/** Returns the custody module: corporate actions, entitlements, and their money. */
export function custodyModule(): Module {
  return {
    name: 'custody',
    summary: 'Corporate actions, entitlements and bond income',
    routes: [],
    problems: custodyProblems,
    changes: [],
    endOfDay: [
      { name: 'adjust-orders', run: adjustLiveOrders },
      { name: 'adjust-ex-prices', run: adjustExPrices },
      { name: 'change-securities', run: changeSecurities },
    ],
    jobs: [marketFollowJob],
  };
}
