// Wire shapes of portfolios and holdings.

import { Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireReference,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PORTFOLIO_CLASSES } from '../portfolio-type/queries.js';
import { INCOME_ROUTES, NO_STANDING } from './queries.js';

const given = Type.Optional;

const ORIGINAL = 'For clients of the original API';

const money = (description: string) =>
  Type.Object({ currency: wireText(), amount: wireDecimal() }, { description });

const partialMembers = {
  holdingsWithoutPrice: given(
    wireDecimal({ description: 'Number of holdings without a known price' }),
  ),
  holdingsInOtherCurrency: given(
    wireDecimal({ description: 'Number of holdings in other currencies, not in the totals' }),
  ),
};

const incomeRoute = wireChoice(INCOME_ROUTES, {
  description:
    'Recipient of income on the holdings. DIRECT: the bank account of the investor, paid by the ' +
    'registrar; FIRM: the firm, which pays it to the cash account. Default: DIRECT; FIRM in a ' +
    'demonstration',
});

const settlementInstructions = given(
  wireText({
    description: `Default for orders without settlement instructions; ${NO_STANDING} removes it`,
    isOneLine: true,
  }),
);

/** Members of a holding that clients of the original API read. */
export const originalHolding = {
  securityId: wireId(),
  securitySector: given(wireText()),
  securityExchange: wireText({ description: 'Code of the exchange' }),
  quantityHeld: wireDecimal({ description: 'Units, as a number' }),
  costBasis: wireDecimal({
    description: 'Average cost of a unit. In a portfolio, costBasis is the total',
  }),
  marketPrice: given(wireDecimal({ description: 'Price; for a bond, clean and per 100' })),
  valueDate: given(wireDate({ description: 'Date of the price' })),
  valuation: wireDecimal({
    description: 'Value with accrued interest; the cost if there is no price',
  }),
  gain: wireDecimal({
    description: 'Gain per unit: marketPrice x priceValueMultiple - costBasis; 0 without a price',
  }),
  percentGain: wireDecimal({ description: 'gain / costBasis x 100; 0 without a cost' }),
  priceValueMultiple: wireDecimal({
    description: 'Value of a unit at a price of 1: 1 for a share, face value / 100 for a bond',
  }),
  couponRate: given(wireDecimal({ description: 'Coupon of a bond, in percent a year' })),
  lastCouponDate: given(wireDate({ description: 'Last interest payment date of a bond' })),
  maturityDate: given(wireDate({ description: 'Maturity date of a bond' })),
};

export const HoldingRecord = openObject({
  portfolioId: wireId(),
  securityName: wireText(),
  securityLabel: wireText(),
  securityType: wireText(),
  quantity: wireText(),
  heldQuantity: given(wireText({ description: 'Units currently held for sell orders' })),
  availableQuantity: given(wireText({ description: 'Free units; absent for earlier dates' })),
  pendingQuantity: given(
    wireText({ description: 'Units of corporate actions that cannot be delivered yet' }),
  ),
  averageCost: wireDecimal(),
  cost: wireDecimal(),
  lastPrice: given(wireDecimal()),
  marketValue: given(wireDecimal({ description: 'Market value; for a bond, at the clean price' })),
  unrealisedGain: given(wireDecimal()),
  realisedGain: wireDecimal(),
  cleanPrice: given(
    wireDecimal({ description: 'Price of a bond without accrued interest, per 100' }),
  ),
  dirtyPrice: given(wireDecimal({ description: 'Price of a bond with accrued interest, per 100' })),
  accruedCoupon: given(wireDecimal({ description: 'Accrued interest of the units' })),
  dirtyValue: given(wireDecimal({ description: 'Market value and accrued interest' })),
  currency: wireText(),
  ...originalHolding,
});

export const PortfolioBody = openObject({
  id: given(wireId()),
  customerId: given(wireId()),
  customerName: given(wireReference()),
  portfolioTypeName: given(
    wireReference({
      description:
        'Code, former code or label of the portfolio type, in any case; default: EXCHANGE',
    }),
  ),
  portfolioType: given(
    wireReference({ description: `${ORIGINAL}: another name for portfolioTypeName` }),
  ),
  label: given(wireText()),
  currency: given(wireCode({ longest: 3, isReference: true })),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  incomeRoute: given(incomeRoute),
  settlementInstructions,
});

export const PortfolioRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: wireFlag(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioTypeName: wireText({ description: 'Code of the portfolio type' }),
  portfolioType: wireText({ description: `${ORIGINAL}: label of the portfolio type` }),
  portfolioClass: wireChoice(PORTFOLIO_CLASSES, {
    description: 'EXCHANGE: securities that the customer trades. MANAGED: managed money',
  }),
  securityExchange: given(
    wireText({ description: "The exchange of the type, or else the firm's first exchange" }),
  ),
  businessOfficeName: wireText(),
  currency: wireText(),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  clearingHouseNo: given(wireText({ description: `${ORIGINAL}: chnNumber` })),
  incomeRoute,
  settlementInstructions,
  dateOpened: wireInstant({ description: `${ORIGINAL}: createdDttm` }),
  cashAccountId: given(
    wireId({ description: "The customer's cash account in the portfolio's currency" }),
  ),
  availableCash: money('Cleared cash less holds: the amount that orders can spend now'),
  availableCredit: money('The overdraft limit of the cash account'),
  marginTradingPower: money('Always 0, because there is no margin lending'),
  marginCallValue: money('Always 0, because there is no margin lending'),
  marginEquityValue: money('Always 0, because there is no margin lending'),
  marginMinMaintainValue: money('Always 0, because there is no margin lending'),
  marginPortfolioValue: money('Always 0, because there is no margin lending'),
  currentValuation: money(
    'Value of the holdings at the last prices, with accrued interest and without cash. Holdings ' +
      'without a price are included at their cost',
  ),
  costBasis: money('Total cost of the holdings. In a holding, costBasis is per unit'),
  percGain: wireDecimal({
    description: '(currentValuation - costBasis) / costBasis x 100; 0 without a cost',
  }),
  ...partialMembers,
  portfolioHoldings: Type.Array(HoldingRecord, {
    description:
      'Current holdings. The marketValue of a holding without a price is its cost, because ' +
      'clients of the original API add it up',
  }),
  ...stampShape,
});

export const PortfolioAccountQuery = openObject({
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  incomeRoute: given(incomeRoute),
  settlementInstructions,
  name: wireText({ description: 'Code of the portfolio' }),
});

/** The query for holdings on a date, as known at a given time. */
export const HoldingsQuery = openObject({
  d: given(wireDate({ description: 'Date at whose end holdings are shown; default: now' })),
  asOf: given(wireInstant({ description: 'Ignores movements recorded after this moment' })),
});
