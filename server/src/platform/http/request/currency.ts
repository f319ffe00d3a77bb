// A currency named in a request.

import { minorUnits } from '../../money/currency.js';
import { commonProblems, refuseMember } from '../reply/problem.js';

/**
 * Returns a currency's code in upper case. Refuses with UNKNOWN_REFERENCE if there is no such
 * currency.
 */
export function requireCurrency(code: string, member = 'currency'): string {
  const currency = code.trim().toUpperCase();
  if (minorUnits(currency) !== undefined) return currency;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'is not a currency');
}
