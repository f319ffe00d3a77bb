// The URL parameters of the maturity ladder and the fund values page.

import { choiceOf, textOf } from '../../lib/search.js';
import { LADDER_STEPS } from './step.js';

interface LadderSearch {
  readonly by?: (typeof LADDER_STEPS)[number] | undefined;
}

export const readLadderSearch = (search: Record<string, unknown>): LadderSearch => ({
  by: choiceOf(search, 'by', LADDER_STEPS),
});

export const VALUE_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const;

export interface FundValueSearch {
  /** The id of a fund. */
  readonly fund?: string | undefined;
  readonly state?: (typeof VALUE_STATES)[number] | undefined;
  /** `new` opens the form. */
  readonly form?: 'new' | undefined;
}

export const readFundValueSearch = (search: Record<string, unknown>): FundValueSearch => {
  const fund = textOf(search, 'fund');
  return {
    fund: fund !== undefined && /^\d{1,18}$/.test(fund) ? fund : undefined,
    state: choiceOf(search, 'state', VALUE_STATES),
    form: choiceOf(search, 'form', ['new']),
  };
};
