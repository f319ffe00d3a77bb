// Demonstration holdings: shares that customers transferred in, so that they can sell some.

import { insertHoldings } from './queries.js';
import type { DemoStep } from './step.js';

const HOLDERS = 40;
const SECURITIES_EACH = 5;

/** Five shares in each of the first forty portfolios. */
export const holdingStep: DemoStep = {
  name: 'holding',
  run: ({ tx }) => insertHoldings(tx, { holders: HOLDERS, securitiesEach: SECURITIES_EACH }),
};
