// Wire shapes of asset allocations.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

import { customer } from '../valuation/schema.js';
import { ALLOCATIONS } from './key.js';

const given = Type.Optional;

export const AllocationQuery = closedObject({
  d: given(
    wireDate({
      description: 'Date at whose end the assets are valued; default: the business date',
    }),
  ),
  by: given(
    wireChoice(ALLOCATIONS, {
      description: 'The criterion by which assets are divided; default: CLASS',
    }),
  ),
  cu: given(
    wireText({
      description: 'Currency of the amounts; default: that of the office or the portfolio',
      longest: 3,
    }),
  ),
});

/** A part of an asset allocation. */
export const AllocationPart = openObject({
  key: wireText({
    description:
      'The class, sector, issuer, currency, time to maturity, position or portfolio. NONE: ' +
      'assets without a maturity, or outside portfolios',
  }),
  label: wireText(),
  value: wireDecimal({ description: 'Value of the part; negative for loans and other debts' }),
  percent: given(wireDecimal({ description: 'Percentage of `assets`, with two decimals' })),
  lines: wireInteger({ description: 'Number of lines' }),
  unvaluedLines: wireInteger({ description: 'Number of lines without a value' }),
});

/** An asset allocation. */
export const AllocationRecord = openObject({
  ...customer,
  portfolioId: given(wireId()),
  portfolioName: given(wireText()),
  portfolioLabel: given(wireText()),
  date: wireDate(),
  currency: wireText(),
  by: wireChoice(ALLOCATIONS),
  value: wireDecimal({ description: '`assets` and `liabilities`' }),
  assets: wireDecimal({
    description: 'Sum of the lines above zero, which is the base of the percentages',
  }),
  liabilities: wireDecimal({ description: 'Sum of the lines below zero, a negative amount' }),
  complete: wireFlag({ description: 'Whether every line has a value' }),
  unvaluedLines: wireInteger(),
  parts: Type.Array(AllocationPart, {
    description:
      'Classes and times to maturity are in a fixed order; all other parts are sorted by ' +
      'value, largest first',
  }),
});

export const SectorQuery = openObject({
  id: wireId({ description: 'Id of the customer or portfolio' }),
  type: wireChoice(['C', 'P'], { description: 'C for a customer, P for a portfolio' }),
  cash: given(wireFlag({ description: 'True to include cash as a sector' })),
});

export const SectorRecord = openObject({
  id: wireId(),
  type: wireText(),
  currency: wireText(),
  date: wireDate(),
  amount: wireDecimal({ description: 'Total value' }),
  holdingsWithoutPrice: given(wireDecimal()),
  result: Type.Array(
    openObject({
      sector: wireText(),
      amount: wireDecimal(),
      percent: given(wireDecimal({ description: 'Percentage of the total, with two decimals' })),
      holdings: wireDecimal({ description: 'Number of holdings' }),
    }),
  ),
});
