// The built-in policy.

import { businessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { PolicyBody } from './schema.js';

/** The name of the house policy. The policy of an office replaces it. */
export const HOUSE = 'HOUSE';

/** Version 1 of the house policy. */
export const SHIPPED_POLICY: PolicyBody = {
  validFrom: businessDate('1960-01-01'),
  method: { BILL: 'AMORTISED_COST', PAPER: 'AMORTISED_COST' },
  staleAfterDays: { EQUITY: 10, BOND: 30, RATE: 7 },
  smallestCapital: new Decimal(1000),
  flowTiming: 'IN_START_OUT_END',
};
