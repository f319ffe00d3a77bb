// Wire shapes of valuations.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DISCOUNT_METHODS } from '../policy/schema.js';
import { PRICE_SOURCES, SUBJECT_TYPES, UNVALUED_REASONS, WEALTH_CLASSES } from './line.js';

const given = Type.Optional;

export const CustomerById = openObject({ id: wireId({ description: 'Id of the customer' }) });

export const PortfolioById = openObject({ id: wireId({ description: 'Id of the portfolio' }) });

/** The time after which records are left out. */
export const asOfMember = given(
  wireInstant({
    description: 'Time after which stored records are ignored; default: all records are used',
  }),
);

const request = {
  d: given(
    wireDate({
      description: 'Date at whose end the assets are valued; default: the business date',
    }),
  ),
  cu: given(
    wireText({
      description: "Currency of the totals; default: the office's or the portfolio's",
      longest: 3,
    }),
  ),
  asOf: asOfMember,
  discount: given(
    wireChoice(DISCOUNT_METHODS, {
      description:
        'How bills and commercial paper are valued: at book value, or at the latest market ' +
        'discount rate of their issue; default: as set in the policy',
    }),
  ),
};

/** The query parameters for exporting a valuation's lines to a file. */
export const ValuationFileQuery = closedObject(request);

export const ValuationQuery = closedObject({
  ...request,
  lines: given(wireFlag({ description: 'False to omit the lines; default: true' })),
});

const ClassRecord = openObject({
  class: wireChoice(WEALTH_CLASSES),
  value: wireDecimal({ description: 'Sum of `valueIn` over the lines of the class' }),
  share: given(wireDecimal({ description: 'Percent of `assets`' })),
  lines: wireInteger({ description: 'Number of lines' }),
  unvaluedLines: wireInteger({ description: 'Number of lines without a value' }),
});

const line = {
  class: wireChoice(WEALTH_CLASSES),
  subjectType: wireChoice(SUBJECT_TYPES),
  subjectId: wireId({ description: 'Id of the record of this type' }),
  name: wireText(),
  label: wireText(),
  portfolioName: given(
    wireText({ description: 'The portfolio; absent for positions outside portfolios' }),
  ),
  currency: wireText({ description: 'Currency of the line' }),
  quantity: given(wireText({ description: 'Number of units, principal or face value' })),
  price: given(wireDecimal({ description: 'Price per unit; for a bond, the clean price per 100' })),
  priceSource: given(wireChoice(PRICE_SOURCES)),
  priceDate: given(
    wireDate({
      description:
        'Date on which the price was last traded, imported or approved, or the valuation date ' +
        'itself',
    }),
  ),
  daysOld: given(
    wireInteger({ description: 'Business days from `priceDate` to the valuation date' }),
  ),
  stale: wireFlag({ description: 'True if the price or the rate is older than allowed' }),
  cleared: given(wireDecimal({ description: 'Cleared cash; shown only on the business date' })),
  uncleared: given(wireDecimal({ description: 'Cash that has not reached its value date' })),
  held: given(wireDecimal({ description: 'Cash on hold, including uncleared cash' })),
  available: given(wireDecimal({ description: 'Cash that is not on hold' })),
  cost: given(wireDecimal()),
  accrued: given(wireDecimal({ description: 'Accrued interest of a bond, after tax' })),
  value: given(
    wireDecimal({ description: 'Value in the currency of the line; negative for debts' }),
  ),
  unrealisedGain: given(
    wireDecimal({ description: 'Value less cost; for a bond, without accrued interest' }),
  ),
  valueIn: given(wireDecimal({ description: 'Value in the currency of the totals' })),
  rate: given(
    wireDecimal({
      description: 'Value of one unit of the line’s currency in the currency of the totals',
    }),
  ),
  rateDate: given(wireDate()),
  share: given(wireDecimal({ description: 'Percent of `assets`' })),
  unvalued: given(
    wireChoice(UNVALUED_REASONS, { description: 'Why the line is not included in the totals' }),
  ),
};

export const LineRecord = openObject(line);

/** The totals and the lines of a valuation. */
export const totals = {
  currency: wireText({ description: 'Currency of the totals' }),
  value: wireDecimal({
    description: 'Sum of `assets` and `liabilities`, which is the sum of the known lines',
  }),
  assets: wireDecimal({ description: 'Sum of the lines above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the lines below zero, a negative amount' }),
  complete: wireFlag({ description: 'Whether every line has a value' }),
  unvaluedLines: wireInteger(),
  staleLines: wireInteger(),
  oldestPriceDate: given(wireDate({ description: 'Oldest price date of markets and funds' })),
  classes: Type.Array(ClassRecord),
  lines: given(Type.Array(LineRecord)),
};

export const HouseholdById = openObject({ id: wireId({ description: 'Id of the household' }) });

/** The members that identify a household. */
export const householdMembers = {
  householdId: wireId(),
  householdName: wireText(),
  householdLabel: wireText(),
};

/** The members that identify a customer. */
export const customer = {
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
};

/** The requested time, in a reply. */
export const asOfShown = given(wireInstant({ description: 'The requested time' }));

const moment = {
  date: wireDate(),
  asOf: asOfShown,
};

/** A customer's assets. */
export const CustomerValue = openObject({ ...customer, ...moment, ...totals });

/** A portfolio's assets. */
export const PortfolioValue = openObject({
  ...customer,
  portfolioId: wireId(),
  portfolioName: wireText(),
  portfolioLabel: wireText(),
  ...moment,
  ...totals,
});

/** A position of a household member. */
export const HouseholdLine = openObject({ customerId: wireId(), ...line });

/** The assets of all members of a household. */
export const HouseholdValue = openObject({
  ...householdMembers,
  ...moment,
  customers: Type.Array(openObject({ ...customer, value: wireDecimal() }), {
    description: 'The members of the household on the date',
  }),
  ...totals,
  lines: given(Type.Array(HouseholdLine)),
});
