// Wire shapes of discounted instruments and treasury bills. Their request bodies are those of term
// instruments.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { TERM_STATUSES, TermInstrumentRecord } from '../deposit/schema.js';
import { NOT_ROLLED_OVER_REASONS } from './record.js';
import { DISCOUNT_BASES } from './type-schema.js';

const given = Type.Optional;
const amount = (description: string) => given(wireDecimal({ description }));

/** A stored instrument: the members of a term instrument, plus its price. */
export const DiscountedRecord = openObject({
  ...TermInstrumentRecord.properties,
  instrumentTypeVersion: wireInteger({
    description: "Version of the type's terms that applies",
  }),
  cost: wireDecimal({ description: 'Cost of the face value held' }),
  price: wireDecimal({ description: 'Price per 100 of face value' }),
  discountRate: wireDecimal({ description: 'Annual discount rate, in percent of the face value' }),
  trueYield: wireDecimal({ description: 'Annual yield, in percent of the price' }),
  childId: given(wireId({ description: 'Id of the instrument into which this one rolled over' })),
  notRolledOverReason: given(
    wireChoice(NOT_ROLLED_OVER_REASONS, {
      description: 'Reason why it was paid at maturity instead of rolling over',
    }),
  ),
});

/** The parameters for terminating one discounted instrument, as the specification names them. */
export const DiscountedTermination = openObject({
  id: wireId({ description: 'Id of the instrument' }),
  c: wireId({ description: 'Id of the customer who owns it' }),
  dc: given(wireText({ description: 'Notes, stored in the history' })),
  fv: given(wireDecimal({ description: 'Face value to terminate; all of it if absent or empty' })),
  dr: given(
    wireDecimal({ description: "Discount rate in percent; the instrument's own if absent" }),
  ),
  td: given(wireDate({ description: 'Day of the termination; the business date if absent' })),
});

export type DiscountedTerminationQuery = Static<typeof DiscountedTermination>;

/**
 * The parameters for listing one customer's discounted instruments, as the specification names
 * them.
 */
export const DiscountedListQuery = openObject({
  c: naming('customer', wireId({ description: 'Customer id' })),
  ...pageBS,
  e: given(wireChoice(TERM_STATUSES, { description: 'Filter by state' })),
  sd: given(wireDate({ description: 'Filter by start date: on or after this date' })),
  ed: given(wireDate({ description: 'Filter by start date: on or before this date' })),
  id: naming('commercial paper or bill', given(wireId({ description: 'Filter by instrument id' }))),
  dc: given(
    wireText({
      description: 'Filter by text in the label or the termination notes',
    }),
  ),
  fv: given(wireDecimal({ description: 'Filter by face value' })),
  dr: given(wireDecimal({ description: 'Filter by rate' })),
  td: given(wireDate({ description: 'Filter by termination date' })),
});

export type DiscountedList = Static<typeof DiscountedListQuery>;

export const DiscountedOnDay = openObject({
  id: wireId({ description: 'Id of the instrument' }),
  d: given(wireDate({ description: 'Date of the value. Default: the business date' })),
  td: given(wireDate({ description: 'Another name for d' })),
});

export type DiscountedDay = Static<typeof DiscountedOnDay>;

export const DiscountedHistoryQuery = closedObject({
  id: wireId({ description: 'Id of the instrument' }),
  ...pageBS,
});

/** A quote request: a face value or an amount; a rate, a yield or a price; and two dates. */
export const DiscountedQuoteQuery = closedObject({
  instrumentTypeName: given(wireText({ description: 'Product that supplies all absent members' })),
  faceValue: given(
    wireDecimal({
      description: 'Amount paid at maturity; 100 if neither faceValue nor amount is given',
    }),
  ),
  amount: given(
    wireDecimal({ description: 'Money to invest; buys the largest possible face value' }),
  ),
  discountRate: given(
    wireDecimal({ description: 'Annual discount rate, in percent of the face value' }),
  ),
  trueYield: given(wireDecimal({ description: 'Annual yield, in percent of the price' })),
  price: given(wireDecimal({ description: 'Price per 100 of face value' })),
  startDate: given(wireDate({ description: 'Start date. Default: the business date' })),
  maturityDate: given(wireDate({ description: 'Maturity date; required if the tenure is absent' })),
  tenure: given(wireInteger({ description: 'Tenure in days' })),
  dayCount: given(
    wireChoice(DISCOUNT_BASES, {
      description:
        'Day count convention; ACT_365F if neither the request nor the product contains one',
    }),
  ),
  priceDecimals: given(
    wireInteger({ description: 'Decimals of the price; if absent, only the cost is rounded' }),
  ),
  currency: given(wireCode({ description: 'Required without instrumentTypeName' })),
  partnerType: given(
    wireText({ description: 'Type of business partner for tax; INDIVIDUAL if absent' }),
  ),
});

export type DiscountedQuoteRequest = Static<typeof DiscountedQuoteQuery>;

export const DiscountedQuoteRecord = openObject({
  instrumentTypeName: given(wireText()),
  currency: wireText(),
  startDate: wireDate(),
  maturityDate: wireDate(),
  paymentDate: wireDate({ description: "Moved according to the product's holidays" }),
  tenure: wireInteger({ description: 'Days from start to maturity' }),
  dayCount: wireText(),
  faceValue: wireDecimal(),
  cost: wireDecimal(),
  unusedAmount: amount('The part of the amount that is not invested'),
  price: wireDecimal({ description: 'Price per 100 of face value' }),
  discountRate: wireDecimal({ description: 'Annual discount rate, in percent of the face value' }),
  trueYield: wireDecimal({ description: 'Annual yield, in percent of the price' }),
  investmentRate: wireDecimal({
    description: "Percent of a year of 365 or 366 days, by the United States Treasury's formula",
  }),
  expectedInterest: wireDecimal({ description: 'The discount' }),
  withholdingTax: wireDecimal({
    description: "Tax under the rules of the payment date, by the product's tax class",
  }),
  expectedNetInterest: wireDecimal(),
});

/** One line of a schedule: a placement, an accrual, a termination, or the maturity. */
export const DiscountedScheduleLine = openObject({
  id: wireId({ description: 'Number of the line' }),
  date: wireDate({ description: 'The business date on which it is booked' }),
  kind: wireText({
    description: 'PLACEMENT, ACCRUAL, PART_TERMINATION, TERMINATION or MATURITY',
  }),
  projected: wireFlag({
    description:
      'True if the line is in the future and is therefore based on current terms and taxes',
  }),
  currency: wireText(),
  interest: wireDecimal({
    description: 'Interest for the day; for an end, the interest beyond the accrual',
  }),
  cashFlow: wireDecimal({ description: 'Before tax; negative if the customer pays it' }),
  withholdingTax: wireDecimal(),
  netCashFlow: wireDecimal(),
  faceValue: wireDecimal({ description: 'Face value held after the line' }),
  accruedInterest: wireDecimal({ description: 'Discount accrued in the ledger after the line' }),
  bookValue: wireDecimal({ description: 'Cost and accrued interest after the line' }),
});

/**
 * The value of an instrument on a date, both if held to maturity and if terminated at its own rate.
 */
export const DiscountedValuation = openObject({
  id: wireId(),
  name: wireText(),
  date: wireDate(),
  status: wireText(),
  currency: wireText(),
  faceValue: wireDecimal({ description: 'Face value held on the day' }),
  cost: wireDecimal({ description: 'Cost of the face value held' }),
  bookValue: wireDecimal({ description: 'Cost plus accrued discount, straight-line' }),
  accruedInterest: wireDecimal({ description: 'Discount earned by the day' }),
  withholdingTax: wireDecimal({ description: 'Tax on the discount earned' }),
  accruedNetInterest: wireDecimal(),
  value: wireDecimal({ description: 'Cost and accrued net discount' }),
  terminationRate: amount('Discount rate for a termination on the day'),
  terminationProceeds: amount('Proceeds of a termination on the day, before tax'),
  terminationInterest: amount('Proceeds less the cost'),
  terminationTax: amount('Tax on the termination interest'),
  terminationValue: amount('Amount that the customer would receive'),
});

/** One line in a holding's history. */
export const DiscountedChangeRecord = openObject({
  id: wireId(),
  kind: wireText({ description: 'PLACEMENT, PART_TERMINATION, TERMINATION or MATURITY' }),
  date: wireInstant({ description: 'Date as of which it was terminated' }),
  bookedDate: wireInstant({ description: 'The business date on which it was booked' }),
  currency: wireText(),
  faceValue: wireDecimal({ description: 'Face value placed or ended' }),
  faceValueAfter: wireDecimal({ description: 'Face value held after the line' }),
  cost: wireDecimal({ description: 'Cost of the face value placed or ended' }),
  discountRate: amount('Annual rate in percent'),
  proceeds: amount('Proceeds before tax'),
  bookValue: amount('Book value of the face value in this line'),
  gain: amount('Proceeds less book value'),
  interest: amount('Proceeds less cost'),
  withholdingTax: amount('Tax on the interest'),
  rolledAmount: amount('Cost of the instrument that this one rolled over into'),
  paidOut: amount('Amount paid to the customer; negative if cash was debited for a rollover'),
  journalId: wireId(),
  description: given(wireText()),
  createdBy: wireText(),
  createdDttm: wireInstant(),
});

/** Minimal request bodies that work with the demonstration data. */
export const discountedExamples = {
  DISCOUNTED_INSTRUMENT: { instrumentTypeName: 'CP-NGN', customerId: 1, faceValue: 1000000 },
  TREASURY_BILL: { instrumentTypeName: 'NTB-364', customerId: 1, faceValue: 1000000 },
} as const;
