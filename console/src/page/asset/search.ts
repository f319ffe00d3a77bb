// The address parameter for the period of the maturity ladder.

import { choiceOf } from '../../lib/search.js';
import { LADDER_STEPS } from './step.js';

interface LadderSearch {
  readonly by?: (typeof LADDER_STEPS)[number] | undefined;
}

export const readLadderSearch = (search: Record<string, unknown>): LadderSearch => ({
  by: choiceOf(search, 'by', LADDER_STEPS),
});
