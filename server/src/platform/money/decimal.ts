// Decimal arithmetic. The library is configured with enough digits to multiply any two of our
// numbers.

import { Decimal } from 'decimal.js';

Decimal.set({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });

export { Decimal };
