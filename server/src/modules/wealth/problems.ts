// The problems returned when wealth refuses a request.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const wealthProblems = defineProblems({
  GAINS_TOO_LARGE: [422, 'There are too many movements for one gains report.'],
  STATEMENT_PERIOD_REFUSED: [422, 'There is no statement for this period yet.'],
  VALUATION_DATE_REFUSED: [422, 'There is no valuation for this date.'],
  KNOWN_MOMENT_REFUSED: [422, 'The requested time is in the future.'],
  CAPITAL_GAINS_RULE_REFUSED: [
    422,
    'The rule is inconsistent, or would change the tax for a year that is already final.',
  ],
  VALUATION_POLICY_REFUSED: [
    422,
    'The policy is inconsistent, or begins on a date whose values are already stored.',
  ],
  CERTIFICATE_DIFFERS: [422, 'The deductions do not add up to the amount of the certificate.'],
  CERTIFICATE_EXISTS: [409, 'The number or a deduction is already on another certificate.'],
  CERTIFICATE_IMPORT_WRONG_STATE: [409, 'The import has already been undone.'],
  CERTIFICATE_WRONG_STATE: [409, 'The certificate has already been undone.'],
  LOT_METHOD_FIXED: [422, 'The lot method cannot be changed for a tax year that is already final.'],
  TAX_YEAR_OPEN: [422, 'The tax year is not final yet.'],
  VALUATION_TOO_LARGE: [422, 'The valuation has too many positions for one reply.'],
});
