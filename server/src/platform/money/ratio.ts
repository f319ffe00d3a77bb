// The ratio of two amounts as a floating-point number, for positions in a drawing.

import type { Decimal } from './decimal.js';

/** Returns a part as a fraction of the whole, such as 0.25. Zero if the whole is zero. */
export function ratioOf(part: Decimal, whole: Decimal): number {
  return whole.isZero() ? 0 : part.dividedBy(whole).toNumber();
}
