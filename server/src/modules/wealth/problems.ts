// Problems with which wealth refuses requests.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const wealthProblems = defineProblems({
  VALUATION_DATE_REFUSED: [422, 'There is no valuation for this date.'],
  CAPITAL_GAINS_RULE_REFUSED: [
    422,
    'The rule is inconsistent, or would change the tax of a year that is final.',
  ],
  CERTIFICATE_DIFFERS: [422, 'The deductions do not add up to the certificate.'],
  CERTIFICATE_EXISTS: [409, 'The number or a deduction has a certificate already.'],
  CERTIFICATE_WRONG_STATE: [409, 'The certificate is already undone.'],
  VALUATION_TOO_LARGE: [422, 'The valuation has too many positions for one reply.'],
});
