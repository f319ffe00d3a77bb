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
      description: 'Whether to show contributions of lines or of classes; default: LINE',
    }),
  ),
};

export const PortfolioContributionQuery = closedObject(request);

export const ContributionQuery = closedObject({ ...request, loans: loansMember });

const percent = (description: string) => given(wireDecimal({ description }));

/** The contribution of a line or class. */
export const ContributionRecord = openObject({
  class: wireChoice([...WEALTH_CLASSES, 'COSTS'], {
    description: 'COSTS: fees and conversion losses outside all positions',
  }),
  subjectType: given(wireChoice(LINE_TYPES)),
  subjectId: given(
    wireId({
      description: 'Id of the instrument; after a rollover, that of the first in the chain',
    }),
  ),
  name: given(wireText()),
  label: given(wireText()),
  portfolioName: given(wireText({ description: 'The portfolio; absent outside portfolios' })),
  income: wireDecimal({ description: 'Income before tax' }),
  priceGain: wireDecimal(),
  currencyGain: wireDecimal(),
  costs: wireDecimal({ description: 'Charges, fees and taxes' }),
  gain: wireDecimal({ description: '`income` + `priceGain` + `currencyGain` − `costs`' }),
  contribution: percent('Contribution to the return, in percent; absent if there is no return'),
  incomeContribution: percent('The part due to income'),
  priceContribution: percent('The part due to prices'),
  currencyContribution: percent('The part due to exchange rates'),
  costsContribution: percent('The part due to costs, a negative number'),
});

const body = {
  openingDate: wireDate({ description: 'Date whose closing value is the opening value' }),
  endDate: wireDate(),
  asOf: asOfShown,
  currency: wireText(),
  status: wireChoice(['AVAILABLE', 'UNAVAILABLE']),
  percent: percent('The return, which is the sum of the contributions before rounding'),
  reason: given(wireChoice(UNAVAILABLE_REASONS, { description: 'Why there is no return' })),
  date: given(wireDate({ description: 'The date without a value or without capital' })),
  lines: Type.Array(ContributionRecord, { description: 'Lines, largest gain first' }),
};

const customer = { customerId: wireId(), customerName: wireText(), customerLabel: wireText() };

/** The contributions to a customer's return. */
export const CustomerContribution = openObject({ ...customer, ...body });

/** The contributions to a portfolio's return, without cash. */
export const PortfolioContribution = openObject({
  ...customer,
  portfolioId: wireId(),
  portfolioName: wireText(),
  portfolioLabel: wireText(),
  cash: wireChoice(['EXCLUDED'], { description: "Whether the customer's cash is included" }),
  ...body,
});
