// Problems with which wealth refuses requests.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const wealthProblems = defineProblems({
  STATEMENT_PERIOD_REFUSED: [422, 'There is no statement for this period yet.'],
  VALUATION_DATE_REFUSED: [422, 'There is no valuation for this date.'],
  VALUATION_TOO_LARGE: [422, 'The valuation has too many positions for one reply.'],
});
