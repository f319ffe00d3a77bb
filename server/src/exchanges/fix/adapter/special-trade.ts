// Determines whether an exchange marks a fill as traded cum or ex, regardless of its date.

import type { CumEx } from '../../../modules/order/index.js';
import type { FixMessage } from '../session/message/message.js';

// The codes in each field. FIX 4.4 added TrdType and the bargain conditions in stipulations; a
// later version added TradePriceCondition.
const CODES: ReadonlyMap<number, Readonly<Record<CumEx, readonly string[]>>> = new Map([
  [828, { CUM: ['25', '27', '32', '34', '36'], EX: ['26', '28', '33', '35', '37'] }],
  [1839, { CUM: ['0', '1', '4', '5', '9'], EX: ['2', '3', '6', '7', '11'] }],
  [234, { CUM: ['CD', 'CC', 'CR', 'CP', 'CB'], EX: ['XD', 'XC', 'XR', 'XP', 'XB'] }],
]);
const STIPULATION_TYPE = 233;
const STIPULATION_VALUE = 234;
const BARGAIN_CONDITION = 'BGNCON';

/** Returns the flag of a fill; undefined if the fill has no flag or contradictory ones. */
export function cumExOf({ fields }: FixMessage): CumEx | undefined {
  const found = new Set<CumEx>();
  let isCondition = false;
  for (const [tag, value] of fields) {
    if (tag === STIPULATION_TYPE) isCondition = value === BARGAIN_CONDITION;
    if (tag === STIPULATION_VALUE && !isCondition) continue;
    const codes = CODES.get(tag);
    if (codes?.CUM.includes(value)) found.add('CUM');
    if (codes?.EX.includes(value)) found.add('EX');
  }
  const [flag, other] = found;
  return other === undefined ? flag : undefined;
}
