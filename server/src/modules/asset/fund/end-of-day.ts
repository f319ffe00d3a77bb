// The end-of-day steps for funds, in order.

import type { EndOfDayStep } from '../../../platform/end-of-day/step.js';
import { priceFundOrders } from './dealing.js';
import { payFundIncome } from './income.js';

/**
 * Orders are dealt before income is paid, so that income can be reinvested at the same day's value.
 */
export const fundEndOfDay: readonly EndOfDayStep[] = [
  { name: 'price-fund-orders', run: priceFundOrders },
  { name: 'pay-fund-income', run: payFundIncome },
];
