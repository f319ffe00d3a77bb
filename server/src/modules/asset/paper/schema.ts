// Wire shapes of discounted instruments and treasury bills; their bodies are those of term
// instruments.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
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
import { TERM_STATUSES, TermInstrumentRecord } from '../deposit/schema.js';
import { DISCOUNT_BASES } from './type-schema.js';

const given = Type.Optional;
const amount = (description: string) => given(wireDecimal({ description }));

/** A stored instrument: the members of a term instrument, and how it was priced. */
export const DiscountedRecord = openObject({
  ...TermInstrumentRecord.properties,
  instrumentTypeVersion: wireInteger({
    description: 'Version of the type that its terms are from',
  }),
  cost: wireDecimal({ description: 'What was paid for the face that is held' }),
  price: wireDecimal({ description: 'Price per 100 of face' }),
  discountRate: wireDecimal({ description: 'Percent a year on the face' }),
  trueYield: wireDecimal({ description: 'Percent a year on the price' }),
});

/**
 * The discounted parameter set of the specification, as an operation on one instrument reads it.
 */
export const DiscountedTermination = openObject({
  id: wireId({ description: 'The instrument' }),
  c: wireId({ description: 'Its customer' }),
  dc: given(wireText({ description: 'Notes, kept in the history' })),
  fv: given(wireDecimal({ description: 'Face to terminate; the whole when absent or empty' })),
  dr: given(
    wireDecimal({ description: 'Discount rate in percent; the one it runs at when absent' }),
  ),
  td: given(wireDate({ description: 'Day of the termination; the business date when absent' })),
});

export type DiscountedTerminationQuery = Static<typeof DiscountedTermination>;

/** The same set, as a list of one customer's instruments reads it. */
export const DiscountedListQuery = openObject({
  c: wireId({ description: 'Customer id' }),
  ...pageBS,
  e: given(wireChoice(TERM_STATUSES, { description: 'Only instruments in this state' })),
  sd: given(wireDate({ description: 'Only those that start on or after this day' })),
  ed: given(wireDate({ description: 'Only those that start on or before this day' })),
  id: given(wireId({ description: 'Only this instrument' })),
  dc: given(wireText({ description: 'Only those whose label has this text' })),
  fv: given(wireDecimal({ description: 'Only those of this face value' })),
  dr: given(wireDecimal({ description: 'Only those at this rate' })),
  td: given(wireDate({ description: 'Only those terminated on this day' })),
});

export type DiscountedList = Static<typeof DiscountedListQuery>;

export const DiscountedOnDay = openObject({
  id: wireId({ description: 'The instrument' }),
  d: given(wireDate({ description: 'The day; the business date when absent' })),
  td: given(wireDate({ description: 'Another name for d' })),
});

export type DiscountedDay = Static<typeof DiscountedOnDay>;

export const DiscountedHistoryQuery = openObject({
  id: wireId({ description: 'The instrument' }),
  ...pageBS,
});

/** What a quote is asked for: a face or an amount, one of rate, yield and price, and two days. */
export const DiscountedQuoteQuery = closedObject({
  instrumentTypeName: given(wireText({ description: 'Takes all that is not given from it' })),
  faceValue: given(wireDecimal({ description: 'Paid at maturity; 100 when nothing is given' })),
  amount: given(wireDecimal({ description: 'Money to invest: buys the most face' })),
  discountRate: given(wireDecimal({ description: 'Percent a year on the face' })),
  trueYield: given(wireDecimal({ description: 'Percent a year on the price' })),
  price: given(wireDecimal({ description: 'Per 100 of face' })),
  startDate: given(wireDate({ description: 'The business date when absent' })),
  maturityDate: given(wireDate({ description: 'Or tenure' })),
  tenure: given(wireInteger({ description: 'Days' })),
  dayCount: given(
    wireChoice(DISCOUNT_BASES, { description: 'ACT_365F when nothing says otherwise' }),
  ),
  priceDecimals: given(wireInteger({ description: 'Absent: the cost alone is rounded' })),
  currency: given(wireText({ description: 'Required without instrumentTypeName' })),
  partnerType: given(wireText({ description: 'Whose tax; INDIVIDUAL when absent' })),
});

export type DiscountedQuoteRequest = Static<typeof DiscountedQuoteQuery>;

export const DiscountedQuoteRecord = openObject({
  instrumentTypeName: given(wireText()),
  currency: wireText(),
  startDate: wireDate(),
  maturityDate: wireDate(),
  paymentDate: wireDate({ description: 'By the holidays of the product' }),
  tenure: wireInteger({ description: 'Days from start to maturity' }),
  dayCount: wireText(),
  faceValue: wireDecimal(),
  cost: wireDecimal(),
  unusedAmount: amount('Of the amount to invest, what is left'),
  price: wireDecimal({ description: 'Per 100 of face' }),
  discountRate: wireDecimal({ description: 'Percent a year on the face' }),
  trueYield: wireDecimal({ description: 'Percent a year on the price' }),
  investmentRate: wireDecimal({
    description: 'Percent of a year of 365 or 366 days, as the United States Treasury reckons it',
  }),
  expectedInterest: wireDecimal({ description: 'The discount' }),
  withholdingTax: wireDecimal({ description: 'Of the day of payment, for the product' }),
  expectedNetInterest: wireDecimal(),
});

/** One line of a schedule: a placement, a day, or an end. */
export const DiscountedScheduleLine = openObject({
  id: wireId({ description: 'Number of the line' }),
  date: wireDate({ description: 'The business date on which it is booked' }),
  kind: wireText({
    description: 'PLACEMENT, ACCRUAL, PART_TERMINATION, TERMINATION or MATURITY',
  }),
  projected: wireFlag({ description: 'Still to come, by the terms and taxes of today' }),
  currency: wireText(),
  interest: wireDecimal({ description: 'Of the day; of an end, beyond what was accrued for it' }),
  cashFlow: wireDecimal({ description: 'Before tax; negative is paid by the customer' }),
  withholdingTax: wireDecimal(),
  netCashFlow: wireDecimal(),
  faceValue: wireDecimal({ description: 'Held after the line' }),
  accruedInterest: wireDecimal({ description: 'In the ledger after the line' }),
  bookValue: wireDecimal({ description: 'Cost and accrued interest after the line' }),
});

/** What an instrument is worth on a day, held to maturity and terminated at its own rate. */
export const DiscountedValuation = openObject({
  id: wireId(),
  name: wireText(),
  date: wireDate(),
  status: wireText(),
  currency: wireText(),
  faceValue: wireDecimal({ description: 'Face held on that day' }),
  cost: wireDecimal({ description: 'What that face had cost' }),
  bookValue: wireDecimal({ description: 'Cost and accrued discount, straight-line' }),
  accruedInterest: wireDecimal({ description: 'Discount earned by that day' }),
  withholdingTax: wireDecimal({ description: 'Tax on it' }),
  accruedNetInterest: wireDecimal(),
  value: wireDecimal({ description: 'Cost and accrued net discount' }),
  terminationRate: amount('Discount rate of a termination on that day'),
  terminationProceeds: amount('What it would pay before tax'),
  terminationInterest: amount('That less the cost'),
  terminationTax: amount('Tax on that'),
  terminationValue: amount('What the customer would get'),
});

/** One line of a holding's history. */
export const DiscountedChangeRecord = openObject({
  id: wireId(),
  kind: wireText({ description: 'PLACEMENT, PART_TERMINATION, TERMINATION or MATURITY' }),
  date: wireInstant({ description: 'The day for which it counts' }),
  bookedDate: wireInstant({ description: 'The business date on which it was booked' }),
  currency: wireText(),
  faceValue: wireDecimal({ description: 'Face placed or ended' }),
  faceValueAfter: wireDecimal({ description: 'Face held after it' }),
  cost: wireDecimal({ description: 'What that face had cost' }),
  discountRate: amount('Percent a year'),
  proceeds: amount('What the end paid before tax'),
  bookValue: amount('What that face was carried at'),
  gain: amount('Proceeds less book value'),
  interest: amount('Proceeds less cost'),
  withholdingTax: amount('Tax on that'),
  paidOut: amount('What the customer got'),
  journalId: wireId(),
  description: given(wireText()),
  createdBy: wireText(),
  createdDttm: wireInstant(),
});

/** Work on the demonstration data: the smallest bodies that are taken. */
export const discountedExamples = {
  DISCOUNTED_INSTRUMENT: { instrumentTypeName: 'CP-NGN', customerId: 1, faceValue: 1000000 },
  TREASURY_BILL: { instrumentTypeName: 'NTB-364', customerId: 1, faceValue: 1000000 },
} as const;
