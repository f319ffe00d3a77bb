// Demonstration holdings: shares that customers transferred in and can sell.

import { insertHoldings } from './queries.js';
import type { DemoStep } from './step.js';

const HOLDERS = 40;
const SECURITIES_EACH = 5;

/** Each of the first forty portfolios holds shares of five companies. */
export const holdingStep: DemoStep = {
  name: 'holding',
  run: ({ tx }) => insertHoldings(tx, { holders: HOLDERS, securitiesEach: SECURITIES_EACH }),
};
