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

/** The moment after which records are left out. */
export const asOfMember = given(
  wireInstant({ description: 'As known at this moment; default: with all current records' }),
);

const request = {
  d: given(wireDate({ description: 'At the end of this date; default: the business date' })),
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
        'Values bills and commercial paper at their book value, or at the latest market discount ' +
        'rate of their issue; default: as the policy says',
    }),
  ),
};

/** The lines of a valuation as a file. */
export const ValuationFileQuery = closedObject(request);

export const ValuationQuery = closedObject({
  ...request,
  lines: given(wireFlag({ description: 'False omits the lines; default: true' })),
});

const ClassRecord = openObject({
  class: wireChoice(WEALTH_CLASSES),
  value: wireDecimal({ description: 'Sum of `valueIn` of its lines' }),
  share: given(wireDecimal({ description: 'Percent of `assets`' })),
  lines: wireInteger({ description: 'Number of lines' }),
  unvaluedLines: wireInteger({ description: 'Lines that have no value' }),
});

const line = {
  class: wireChoice(WEALTH_CLASSES),
  subjectType: wireChoice(SUBJECT_TYPES),
  subjectId: wireId({ description: 'Id of the record of this type' }),
  name: wireText(),
  label: wireText(),
  portfolioName: given(wireText({ description: 'Absent for positions outside portfolios' })),
  currency: wireText({ description: 'Currency of the line' }),
  quantity: given(wireText({ description: 'Units; or the principal, or the face value' })),
  price: given(wireDecimal({ description: 'Per unit; clean and per 100 for a bond' })),
  priceSource: given(wireChoice(PRICE_SOURCES)),
  priceDate: given(
    wireDate({ description: 'When it was last traded, imported, or approved; or the date itself' }),
  ),
  daysOld: given(
    wireInteger({ description: 'Business days from `priceDate` to the valuation date' }),
  ),
  stale: wireFlag({ description: 'The price or the rate is older than allowed' }),
  cleared: given(wireDecimal({ description: 'For cash, only on the business date' })),
  uncleared: given(wireDecimal({ description: 'Cash before its value date' })),
  held: given(wireDecimal({ description: 'Cash on hold, including uncleared cash' })),
  available: given(wireDecimal({ description: 'Cash that is not on hold' })),
  cost: given(wireDecimal()),
  accrued: given(wireDecimal({ description: 'Accrued interest of a bond, after tax' })),
  value: given(wireDecimal({ description: 'In the currency of the line; negative for debts' })),
  unrealisedGain: given(
    wireDecimal({ description: 'Value less cost; for a bond, without the accrued interest' }),
  ),
  valueIn: given(wireDecimal({ description: 'In the currency of the totals' })),
  rate: given(wireDecimal({ description: 'Value of one unit of the currency of the line' })),
  rateDate: given(wireDate()),
  share: given(wireDecimal({ description: 'Percent of `assets`' })),
  unvalued: given(wireChoice(UNVALUED_REASONS, { description: 'Why it is not in the totals' })),
};

export const LineRecord = openObject(line);

/** The totals and the lines of a valuation. */
export const totals = {
  currency: wireText({ description: 'Currency of the totals' }),
  value: wireDecimal({ description: '`assets` and `liabilities`: the sum of the known lines' }),
  assets: wireDecimal({ description: 'Sum of the lines above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the lines below zero; negative' }),
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

/** The requested moment in a reply. */
export const asOfShown = given(wireInstant({ description: 'As requested' }));

const moment = {
  date: wireDate(),
  asOf: asOfShown,
};

/** The assets of a customer. */
export const CustomerValue = openObject({ ...customer, ...moment, ...totals });

/** The assets of a portfolio. */
export const PortfolioValue = openObject({
  ...customer,
  portfolioId: wireId(),
  portfolioName: wireText(),
  portfolioLabel: wireText(),
  ...moment,
  ...totals,
});

/** A position of a member of a household. */
export const HouseholdLine = openObject({ customerId: wireId(), ...line });

/** The assets of all members of a household. */
export const HouseholdValue = openObject({
  ...householdMembers,
  ...moment,
  customers: Type.Array(openObject({ ...customer, value: wireDecimal() }), {
    description: 'The members on the date',
  }),
  ...totals,
  lines: given(Type.Array(HouseholdLine)),
});
