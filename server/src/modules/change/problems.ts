// The change module's refusals.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const changeProblems = defineProblems({
  CHANGE_WRONG_STATE: [409, 'The state of the change does not allow this.'],
  CHANGE_OUTDATED: [409, 'The record has changed since the change was proposed.'],
  CODE_TAKEN: [409, 'Another record of this kind has this code.'],
  CHANGE_OF_ANOTHER: [403, 'Only the maker of a change can withdraw it.'],
});
