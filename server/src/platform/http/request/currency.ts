// A currency named in a request.

import { minorUnits } from '../../money/currency.js';
import { commonProblems, refuseMember } from '../reply/problem.js';

/**
 * Returns the code of a currency in upper case. Refuses with UNKNOWN_REFERENCE if there is none.
 */
export function requireCurrency(code: string, member = 'currency'): string {
  const currency = code.trim().toUpperCase();
  if (minorUnits(currency) !== undefined) return currency;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'is not a currency');
}
