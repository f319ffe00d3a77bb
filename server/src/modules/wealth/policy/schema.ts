// Wire shapes of valuation policies.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { POLICY } from '../limits.js';

const given = Type.Optional;

/**
 * IN_START_OUT_END includes incoming money from the start of its day, and outgoing money until the
 * end of its day.
 */
export const FLOW_TIMINGS = ['IN_START_OUT_END', 'START', 'END', 'MIDDAY'] as const;

export type FlowTiming = (typeof FLOW_TIMINGS)[number];

/** AMORTISED_COST: the straight-line book value. MARKET: the price at a market discount rate. */
export const DISCOUNT_METHODS = ['AMORTISED_COST', 'MARKET'] as const;

export type DiscountMethod = (typeof DISCOUNT_METHODS)[number];

const method = wireChoice(DISCOUNT_METHODS, {
  description:
    'How the instrument is valued: at its book value, or at the latest market discount rate of ' +
    'its issue',
});
const days = (description: string) => wireInteger({ description, least: 0, most: POLICY.daysMax });

const policy = {
  businessOfficeName: given(
    wireText({
      description: 'Code of the office to which the policy applies; absent for the house policy',
    }),
  ),
  validFrom: wireDate({ description: 'First date whose valuation uses the policy' }),
  method: closedObject({ BILL: method, PAPER: method }),
  staleAfterDays: closedObject({
    EQUITY: days('A share price older than this number of business days is stale'),
    BOND: days('A bond price older than this number of business days is stale'),
    RATE: days(
      'An exchange rate or market discount rate older than this number of weekdays ' + 'is stale',
    ),
  }),
  unusableAfterDays: given(
    closedObject({
      EQUITY: given(days('A share price older than this number of business days is not used')),
      BOND: given(days('A bond price older than this number of business days is not used')),
      FUND: given(days('A value per unit older than this number of business days is not used')),
    }),
  ),
  smallestCapital: wireDecimal({
    description: 'Days with less capital than this, in the currency of the return, have no return',
    least: 0,
  }),
  flowTiming: wireChoice(FLOW_TIMINGS, {
    description:
      'The times from which incoming and outgoing money is included in the return of the day',
  }),
  benchmark: given(
    wireText({
      description:
        'Code of the benchmark shown with the returns in wealth statements; absent for none',
    }),
  ),
};

/** A policy, as proposed and as stored. */
export const PolicyBody = closedObject(policy);
export type PolicyBody = Static<typeof PolicyBody>;
export const PolicyProposal = closedObject({ ...policy, ...changeReason });

export const PolicyQuery = closedObject({
  x: naming(
    'valuation policy',
    given(wireText({ description: 'Filter by policy: HOUSE, or OFFICE/ and a code' })),
  ),
  ...pageBS,
});

export const PolicyRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'HOUSE, or OFFICE/ and the code of the office' }),
  version: wireInteger({ description: '1, 2, 3 and so on' }),
  knownDttm: wireInstant({ description: 'Time of the approval' }),
  ...policy,
});
