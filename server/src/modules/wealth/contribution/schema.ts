// Wire shapes of contributions.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { LINE_TYPES } from '../return/line.js';
import { UNAVAILABLE_REASONS } from '../return/outcome.js';
import { loansMember, spanMembers } from '../return/schema.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { asOfShown } from '../valuation/schema.js';
import { CONTRIBUTION_PARTS } from './contribution.js';

const given = Type.Optional;

const request = {
  ...spanMembers,
  by: given(
    wireChoice(CONTRIBUTION_PARTS, {
      description: 'Contributions of lines or classes; default: LINE',
    }),
  ),
};

export const PortfolioContributionQuery = closedObject(request);

export const ContributionQuery = closedObject({ ...request, loans: loansMember });

const percent = (description: string) => given(wireDecimal({ description }));

/** The contribution of a line or class. */
export const ContributionRecord = openObject({
  class: wireChoice([...WEALTH_CLASSES, 'COSTS'], {
    description: 'COSTS: fees, and losses on conversions, outside all positions',
  }),
  subjectType: given(wireChoice(LINE_TYPES)),
  subjectId: given(
    wireId({ description: 'For an instrument that was rolled over: the first of the chain' }),
  ),
  name: given(wireText()),
  label: given(wireText()),
  portfolioName: given(wireText({ description: 'Absent outside portfolios' })),
  income: wireDecimal({ description: 'Before tax' }),
  priceGain: wireDecimal(),
  currencyGain: wireDecimal(),
  costs: wireDecimal({ description: 'Charges, fees and taxes' }),
  gain: wireDecimal({ description: '`income` + `priceGain` + `currencyGain` − `costs`' }),
  contribution: percent('Percent of the return; absent if there is no return'),
  incomeContribution: percent('The part by income'),
  priceContribution: percent('The part by prices'),
  currencyContribution: percent('The part due to exchange rates'),
  costsContribution: percent('The part due to costs; negative'),
});

const body = {
  openingDate: wireDate({ description: 'Its closing value is the opening value' }),
  endDate: wireDate(),
  asOf: asOfShown,
  currency: wireText(),
  status: wireChoice(['AVAILABLE', 'UNAVAILABLE']),
  percent: percent('The return, which is the sum of the contributions before rounding'),
  reason: given(wireChoice(UNAVAILABLE_REASONS, { description: 'Why there is no return' })),
  date: given(wireDate({ description: 'The date that has no value or no capital' })),
  lines: Type.Array(ContributionRecord, { description: 'Largest gain first' }),
};

const customer = { customerId: wireId(), customerName: wireText(), customerLabel: wireText() };

/** The contributions to the return of a customer. */
export const CustomerContribution = openObject({ ...customer, ...body });

/** The contributions to the return of a portfolio, without cash. */
export const PortfolioContribution = openObject({
  ...customer,
  portfolioId: wireId(),
  portfolioName: wireText(),
  portfolioLabel: wireText(),
  cash: wireChoice(['EXCLUDED'], { description: "Whether the customer's cash is included" }),
  ...body,
});
