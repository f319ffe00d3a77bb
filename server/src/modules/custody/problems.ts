// Problems with which custody refuses requests.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const custodyProblems = defineProblems({
  EVENT_REFUSED: [422, 'The corporate action is inconsistent, or its terms are not possible.'],
});
