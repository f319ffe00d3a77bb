// Wire shapes of discounted instruments and treasury bills; their bodies are those of term
// instruments.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/paging.js';
import {
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../platform/http/wire.js';
import { TERM_STATUSES, TermInstrumentRecord } from './schema.js';

const given = Type.Optional;
const amount = (description: string) => given(wireDecimal({ description }));

/** A stored instrument: the members of a term instrument, and how it was priced. */
export const DiscountedRecord = openObject({
  ...TermInstrumentRecord.properties,
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

/** A type of discounted instruments, or an issue of treasury bills; rates are percent a year. */
export const DiscountedTypeRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  currency: wireText(),
  minimumAmount: wireDecimal({ description: 'Least face of one instrument' }),
  maximumAmount: amount('Most face of one instrument'),
  denomination: wireDecimal({ description: 'Faces are multiples of it' }),
  quotation: wireText({ description: 'Whether rates are DISCOUNT_RATE or TRUE_YIELD' }),
  rate: amount('Rate of the type'),
  stopRate: amount('Stop rate of the auction'),
  minimumRate: amount('Least negotiated rate; absent: rates are not negotiated'),
  maximumRate: amount('Most negotiated rate'),
  minimumTerminationRate: wireDecimal({ description: 'Least discount rate of a termination' }),
  maximumTerminationRate: wireDecimal({ description: 'Most discount rate of a termination' }),
  dayCount: wireText(),
  priceDecimals: given(wireInteger({ description: 'Absent: the cost alone is rounded' })),
  priceRounding: given(wireText()),
  taxClass: given(wireText()),
  tenures: given(Type.Array(wireInteger(), { description: 'Offered days; absent: any' })),
  defaultTenure: given(wireInteger()),
  auctionDate: given(wireDate()),
  settlementDate: given(wireDate()),
  maturityDate: given(wireDate()),
  tenure: given(wireInteger({ description: 'Days of the issue' })),
  holidayConvention: wireText(),
  createdBy: wireText(),
  createdDttm: wireInstant(),
  lastModifiedBy: wireText(),
  lastModifiedDttm: wireInstant(),
});

/** Work on the demonstration data: the smallest bodies that are taken. */
export const discountedExamples = {
  DISCOUNTED_INSTRUMENT: { instrumentTypeName: 'CP-NGN', customerId: 1, faceValue: 1000000 },
  TREASURY_BILL: { instrumentTypeName: 'NTB-364', customerId: 1, faceValue: 1000000 },
} as const;
