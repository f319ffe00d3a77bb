// Wire shapes of valuations over a range, with the members that clients of the original program
// expect.

import { Type } from '@sinclair/typebox';
import {
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { HoldingRecord, originalHolding } from '../../order/index.js';
import { growth } from '../return/schema.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { asOfMember, asOfShown, totals } from '../valuation/schema.js';

const given = Type.Optional;

const ORIGINAL = 'For clients of the original program';

/**
 * The first and last date of a valuation, its currency, and the time after which records are left
 * out.
 */
export const RangeQuery = openObject({
  sd: given(wireDate({ description: 'First date' })),
  ed: given(wireDate({ description: 'Last date' })),
  cu: given(
    wireText({
      description: "Currency; default: the portfolio's, or that of the customer's office",
      longest: 3,
    }),
  ),
  asOf: asOfMember,
});

const dayMembers = {
  amount: wireDecimal({ description: 'Value, which is the sum of all classes' }),
  securitiesValue: wireDecimal({ description: 'Value of shares and bonds, at clean prices' }),
  accruedCoupon: wireDecimal({
    description: 'Accrued interest of bonds, less the expected tax on it',
  }),
  cashValue: wireDecimal({ description: 'Cleared and unsettled cash, including holds' }),
  holdingsWithoutPrice: given(
    wireDecimal({ description: 'Number of positions without a value, as in `unvaluedLines`' }),
  ),
};

const DayRecord = openObject({
  date: wireDate(),
  ...dayMembers,
  classes: Type.Array(
    openObject({
      class: wireChoice(WEALTH_CLASSES),
      value: wireDecimal({ description: 'Value of the class; negative for debts' }),
    }),
    { description: 'The classes with a value, whose sum is `amount`' },
  ),
});

const { securityExchange, costBasis, gain, percentGain, ...positionMembers } = originalHolding;

/** A position in a valuation, in the format that clients of the original program expect. */
const PositionRecord = openObject({
  ...positionMembers,
  securityExchange: given(securityExchange),
  costBasis: given(costBasis),
  gain: given(gain),
  percentGain: given(percentGain),
  active: wireFlag(),
  portfolioId: given(
    wireId({ description: 'Id of the portfolio; absent for positions outside portfolios' }),
  ),
  securityId: wireId({ description: 'Id of the security, instrument or fund' }),
  symbol: wireText({ description: 'Code of the security, instrument or fund' }),
  securityName: wireText({ description: 'Same as `symbol`' }),
  securityLabel: wireText(),
  securityType: wireText({ description: 'Type of the security; for other assets, the class' }),
  companyName: wireText({ description: 'Label of the security, instrument or fund' }),
  sector: given(wireText()),
  assetClass: wireText({ description: 'EQUITY, BOND, DEPOSIT, PAPER, BILL or FUND' }),
  currency: wireText(),
  quantity: wireDecimal({ description: 'Units, principal or face value, as a number' }),
  totalUnitsHeld: wireDecimal({ description: 'Same as `quantity`' }),
  unitCost: given(wireDecimal({ description: 'Average cost of a unit' })),
  totalPurchaseCost: given(wireDecimal({ description: 'Cost of the position' })),
  investedAmount: given(wireDecimal({ description: 'Cost of the position' })),
  totalGainLoss: given(wireDecimal({ description: 'Value less cost' })),
  totalGainLossPercent: given(
    wireDecimal({ description: 'Gain in percent of the cost; 0 without a cost' }),
  ),
  marketValue: wireDecimal({
    description: 'Value with accrued interest, or the cost if there is no price',
  }),
  currentValue: wireDecimal({ description: '`marketValue`; for a fund, the price of a unit' }),
  currentValueFC: wireDecimal({ description: 'Value in the currency of the position' }),
  currentValueLC: given(
    wireDecimal({ description: 'Value in the currency of the valuation; absent without a rate' }),
  ),
  conversionRate: given(wireDecimal({ description: 'Rate between these two values' })),
  portPercentage: given(wireDecimal({ description: 'Share of totalPortfolioValue in percent' })),
});

const { openingValue, closingValue, ...growthMembers } = growth;
const growthShape = Object.fromEntries(
  Object.entries(growthMembers).map(([member, shape]) => [member, given(shape)]),
);

/** A valuation over a range of dates. */
export const RangeRecord = openObject({
  portfolioId: given(wireId()),
  customerId: given(wireId()),
  ...totals,
  ...growthShape,
  startDate: wireDate(),
  endDate: wireDate(),
  asOf: asOfShown,
  openingDate: wireDate({ description: 'The business day before the first day' }),
  openingValue: wireDecimal({ description: 'Value at the end of openingDate' }),
  closingValue: wireDecimal({ description: 'Value at the end of endDate' }),
  change: wireDecimal({
    description: '`closingValue` − `openingValue`, including payments in and out',
  }),
  ...dayMembers,
  ownValue: wireDecimal({ description: '`amount` without the customer’s cash' }),
  cashOfCustomer: wireFlag({
    description:
      'True for a portfolio: `amount` includes the cash, receivables and payables of its ' +
      "customer, so the amounts of the portfolios do not add up to the customer's amount",
  }),
  cost: wireDecimal({ description: 'Cost of the positions that have one' }),
  unrealisedGain: wireDecimal({
    description: 'Value less cost of the positions that have both, without accrued interest',
  }),
  values: Type.Array(DayRecord, { description: 'Values for each business day' }),
  holdings: Type.Array(HoldingRecord, { description: 'The securities held at the end' }),
  active: given(wireFlag()),
  portfolioName: given(wireText({ description: 'Code of the portfolio, or of the customer' })),
  portfolioLabel: given(wireText({ description: 'Label of the portfolio, or of the customer' })),
  totalPortfolioValue: wireDecimal({
    description:
      'Value of all positions with accrued interest, without cash and loans. Securities without ' +
      'a price are included at their cost; `amount` does not include them',
  }),
  totalPortfolioCost: wireDecimal({ description: 'Cost of the positions that have one' }),
  totalPortfolioReturnPerc: wireDecimal({
    description: '(value - cost) / cost x 100 of the positions with a cost; 0 if there are none',
  }),
  cashBalance: wireDecimal({ description: `${ORIGINAL}: cashValue` }),
  equityValue: wireDecimal({ description: 'The part of totalPortfolioValue in shares' }),
  bondValue: wireDecimal({ description: 'The part of totalPortfolioValue in bonds' }),
  fundValue: wireDecimal({ description: 'The part of totalPortfolioValue in fund units' }),
  termInstrumentValue: wireDecimal({ description: 'The part of totalPortfolioValue in deposits' }),
  treasuryBillValue: wireDecimal({ description: 'The part of totalPortfolioValue in bills' }),
  marketValue: wireDecimal({ description: `${ORIGINAL}: totalPortfolioValue` }),
  totalValue: wireDecimal({ description: 'totalPortfolioValue and cashBalance' }),
  portfolioHoldings: Type.Array(PositionRecord, {
    description: 'Securities, instruments and fund units held at the end',
  }),
});
