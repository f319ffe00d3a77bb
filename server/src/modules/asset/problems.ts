// Refusals of the asset module.

import { defineProblems } from '../../platform/http/problem.js';

export const assetProblems = defineProblems({
  TERM_INSTRUMENT_WRONG_STATE: [409, 'The term instrument is not in a state that allows this.'],
  DISCOUNTED_INSTRUMENT_WRONG_STATE: [
    409,
    'The discounted instrument or treasury bill is not in a state that allows this.',
  ],
  TERM_AMOUNT_REFUSED: [422, 'The type of instrument does not take this amount.'],
  TENURE_NOT_OFFERED: [422, 'The type of instrument does not offer this tenure.'],
  RATE_NOT_OFFERED: [422, 'The type of instrument does not offer this rate.'],
  ROLLOVER_REFUSED: [422, 'The instrument cannot roll over in this way.'],
  START_DATE_REFUSED: [422, 'The instrument cannot start on this date.'],
  TERMINATION_AMOUNT_REFUSED: [422, 'This much of the instrument cannot be terminated.'],
  TERMINATION_RATE_REFUSED: [422, 'The instrument cannot be terminated at this discount rate.'],
  TERMINATION_DATE_REFUSED: [422, 'The instrument cannot be terminated on this date.'],
});
