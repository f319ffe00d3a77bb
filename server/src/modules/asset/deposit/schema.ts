// Wire shapes of term instruments. Their wire names appear nowhere else.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireReference,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { INTEREST_PAYMENTS } from '../instrument/interest-payment.js';
import { SCHEDULE_STEPS } from '../instrument/schedule-step.js';
import { TERM_INSTRUMENT } from '../limits.js';
import { ROLLOVER_RULES } from './rollover.js';

const given = Type.Optional;

export const TERM_STATUSES = ['PENDING', 'RUNNING', 'TERMINATED'] as const;

const shownMembers = {
  label: given(wireText({ description: 'Display text; generated from the terms if absent' })),
  instrumentTypeName: given(wireReference({ description: 'Code of the type, such as FD-NGN' })),
  instrumentTypeLabel: given(
    wireReference({
      description: 'Label of the type, instead of its code; ignored if the code is ' + 'given',
    }),
  ),
  initAccountId: given(
    wireId({ description: "Cash account to debit; the customer's own if absent or 0" }),
  ),
  terminationAccountId: given(
    wireId({ description: "Cash account to credit; the customer's own if absent or 0" }),
  ),
  customerId: given(wireId({ description: 'Customer by id' })),
  customerName: given(wireReference({ description: 'Customer by code' })),
  customerLabel: given(wireText({ description: "Read-only: the customer's label" })),
  portfolioName: given(wireReference({ description: 'Code of a portfolio of the customer' })),
  portfolioLabel: given(wireText({ description: "Read-only: the portfolio's label" })),
  startDate: given(
    wireInstant({
      description:
        'First day of the term. In a request, the business date if absent; in a record, absent ' +
        'while the instrument is PENDING',
    }),
  ),
  expectedMaturity: given(
    wireInstant({
      description:
        'The payment date at the end of the term. If a request has no tenure, the tenure is the ' +
        'number of days from the start date to this date. If the tenure results in a ' +
        'different end' +
        'date, this date is ignored with a warning.',
    }),
  ),
  tenure: given(
    wireInteger({
      description: "Tenure in days; the type's default tenure if absent or 0",
      most: TERM_INSTRUMENT.tenureDaysMax,
    }),
  ),
  currency: given(wireReference({ description: "The type's currency", longest: 3 })),
  currentRate: given(
    wireDecimal({
      description:
        "Negotiated annual rate in percent; if absent or 0, the rate of the type's rate card",
      least: 0,
      most: TERM_INSTRUMENT.ratePercentMax,
    }),
  ),
  rolloverAmount: given(
    wireDecimal({ description: 'Principal of the next term, for SPECIAL_AMOUNT' }),
  ),
  autoRollover: given(
    wireFlag({
      description:
        "Rolls over at maturity by rolloverRule. Without one, the type's rule applies; if the " +
        'type has NONE, principal and net interest roll over, or the principal alone if interest ' +
        'is paid upfront',
    }),
  ),
  loanProduct: given(wireFlag({ description: 'Determined by the type' })),
  rolloverRule: given(wireChoice(ROLLOVER_RULES, { description: 'Instruction at maturity' })),
};

const face = wireDecimal({ description: 'Principal' });

/** The members of a new instrument. Members that the server sets are ignored if sent. */
export const TermInstrumentBody = openObject({
  id: given(wireId({ description: '0 or absent' })),
  ...shownMembers,
  faceValue: face,
});

/** The members to change; the rest keep their values. */
export const TermInstrumentChange = openObject({
  id: wireId({ description: 'Id of the instrument' }),
  ...shownMembers,
  faceValue: given(face),
});

export type TermInstrumentMembers = Omit<Static<typeof TermInstrumentChange>, 'id'>;

const ownedMembers = {
  expectedStart: given(
    wireInstant({ description: 'While the instrument is PENDING: requested start date' }),
  ),
  terminationDate: given(wireInstant({ description: 'The day on which the instrument ended' })),
  expectedInterest: given(wireDecimal({ description: 'Gross interest for the whole term' })),
  expectedNetInterest: given(
    wireDecimal({ description: 'Interest for the whole term, less withholding tax' }),
  ),
  accruedInterest: given(
    wireDecimal({
      description:
        'Gross interest for the days before the business date; once ended, the interest paid',
    }),
  ),
  accruedNetInterest: given(wireDecimal({ description: 'Interest to date, less withholding tax' })),
  interestPayment: given(
    wireChoice(INTEREST_PAYMENTS, { description: 'How the type settles interest' }),
  ),
  nextInterestDate: given(wireInstant({ description: 'The next interest payment date, if any' })),
  paidInterest: given(wireDecimal({ description: 'Gross interest settled before the end' })),
  paidNetInterest: given(wireDecimal({ description: 'Settled interest, less withholding tax' })),
  terminationCharge: given(wireDecimal({ description: 'Charge for terminating it early' })),
  capitalisedInterest: given(wireDecimal({ description: 'Interest added to the principal' })),
  rolledOver: given(wireFlag({ description: 'True if it rolled over into a child instrument' })),
  parentId: given(wireId({ description: 'Id of the instrument that rolled over into this one' })),
};

/** The members that distinguish a term instrument's body from a lead's on their shared path. */
export const TERM_INSTRUMENT_ONLY_MEMBERS: ReadonlySet<string> = new Set(
  Object.keys({ ...shownMembers, ...ownedMembers, faceValue: face }).filter(
    (member) => member !== 'label' && member !== 'autoRollover',
  ),
);

/** A stored instrument as the API returns it. */
export const TermInstrumentRecord = openObject({
  id: wireId(),
  name: wireText(),
  active: wireFlag(),
  ...shownMembers,
  faceValue: face,
  ...ownedMembers,
  status: wireChoice(TERM_STATUSES, { description: 'State of the instrument' }),
  terminationReason: given(
    wireText({ description: 'MATURED, ROLLED_OVER, PRELIQUIDATED or CANCELLED' }),
  ),
  businessOfficeName: wireText(),
  ...stampShape,
});

export const ById = openObject({ id: wireId({ description: 'Id of the instrument' }) });

/** The parameters for listing one customer's term instruments, named as in the specification. */
export const TermInstrumentList = openObject({
  c: naming('customer', wireId({ description: 'Customer id' })),
  ...pageBS,
  u: given(wireChoice(TERM_STATUSES, { description: 'Filter by state' })),
  sd: given(wireDate({ description: 'Filter by start date: on or after this date' })),
  ed: given(wireDate({ description: 'Filter by start date: on or before this date' })),
  id: naming('deposit or loan', given(wireId({ description: 'Filter by instrument id' }))),
  t: naming('deposit or loan', given(wireId({ description: 'Filter by instrument id' }))),
  d: given(wireDate({ description: 'Filter by exact start date' })),
  startDue: given(
    wireFlag({
      description: 'If true, only pending instruments whose requested start date has been reached',
    }),
  ),
});

/** The parameters that select one term instrument and date, named as in the specification. */
export const InstrumentOnDay = openObject({
  t: given(wireId({ description: 'Id of the instrument' })),
  id: given(wireId({ description: 'Another name for t' })),
  d: given(wireDate({ description: 'Date. Default: the business date' })),
});

/** The parameters for a term instrument's schedule, named as in the specification. */
export const ScheduleQuery = closedObject({
  t: given(wireId({ description: 'Id of the instrument' })),
  id: given(wireId({ description: 'Another name for t' })),
  by: given(
    wireChoice(SCHEDULE_STEPS, { description: 'One line per DAY, or accruals summed by PERIOD' }),
  ),
  ...pageBS,
});

/** One line of a schedule: a placement, an accrual, an interest payment date, or the end. */
export const ScheduleLine = openObject({
  id: wireId({ description: 'Number of the line' }),
  date: wireDate({ description: 'Date of the line; for a period, its last day' }),
  fromDate: given(wireDate({ description: 'For a period, its first day' })),
  kind: wireText({
    description:
      'PLACEMENT, ACCRUAL, INTEREST, CAPITALISATION, or how it ends: MATURED, ROLLED_OVER, ' +
      'PRELIQUIDATED',
  }),
  projected: wireFlag({
    description:
      'True if the line is in the future and is therefore based on current terms and taxes',
  }),
  currency: wireText(),
  interest: wireDecimal({
    description: 'Interest earned; for an end, the interest beyond the accrual',
  }),
  cashFlow: wireDecimal({ description: 'Before tax; negative if the customer pays it' }),
  withholdingTax: wireDecimal(),
  netCashFlow: wireDecimal(),
  faceValue: wireDecimal({ description: 'Principal after the line' }),
  accruedInterest: wireDecimal({
    description: 'Interest earned but not settled after the line; negative if it was paid upfront',
  }),
  bookValue: wireDecimal({ description: 'Principal and accrued interest together' }),
});

export const PageQuery = openObject({ ...pageBS });

const amount = (description: string) => given(wireDecimal({ description }));

export const ValuationRecord = openObject({
  id: wireId(),
  name: wireText(),
  date: wireDate(),
  status: wireText(),
  currency: wireText(),
  faceValue: wireDecimal(),
  accruedInterest: wireDecimal(),
  withholdingTax: wireDecimal(),
  accruedNetInterest: wireDecimal(),
  paidNetInterest: wireDecimal({ description: 'Net interest paid out by then' }),
  value: wireDecimal({ description: 'Principal and accrued net interest, less interest paid out' }),
  terminationInterest: amount('Gross interest if terminated on that day'),
  terminationTax: amount('Tax on the gross interest'),
  terminationCharge: amount('Charge for the termination'),
  terminationValue: amount('Amount that the customer would receive'),
});

/** A minimal request body that places a deposit in the demonstration data. */
export const termInstrumentExample = {
  instrumentTypeName: 'FD-NGN',
  customerId: 1,
  faceValue: 100000,
};
