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
  label: given(wireText({ description: 'Human text; built from the terms if absent' })),
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
        'number of days from the start date to this date. If the tenure gives a different end ' +
        'date, this date is ignored with a warning.',
    }),
  ),
  tenure: given(
    wireInteger({
      description: "Days; the type's default tenure if absent or 0",
      most: TERM_INSTRUMENT.tenureDaysMax,
    }),
  ),
  currency: given(wireReference({ description: "The type's currency", longest: 3 })),
  currentRate: given(
    wireDecimal({
      description: "Percent a year; the type's card rate if absent or 0, else a negotiated rate",
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
  loanProduct: given(wireFlag({ description: 'Set by the type' })),
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
  id: wireId({ description: 'The instrument' }),
  ...shownMembers,
  faceValue: given(face),
});

export type TermInstrumentMembers = Omit<Static<typeof TermInstrumentChange>, 'id'>;

const ownedMembers = {
  expectedStart: given(
    wireInstant({ description: 'While the instrument is PENDING: the first day of its term' }),
  ),
  terminationDate: given(wireInstant({ description: 'The day on which the instrument ended' })),
  expectedInterest: given(wireDecimal({ description: 'Gross interest for the whole term' })),
  expectedNetInterest: given(wireDecimal({ description: 'That amount less withholding tax' })),
  accruedInterest: given(
    wireDecimal({
      description:
        'Gross interest for the days before the business date; once ended, the interest paid',
    }),
  ),
  accruedNetInterest: given(wireDecimal({ description: 'That amount less withholding tax' })),
  interestPayment: given(
    wireChoice(INTEREST_PAYMENTS, { description: 'How the type settles interest' }),
  ),
  nextInterestDate: given(wireInstant({ description: 'The next interest payment date, if any' })),
  paidInterest: given(wireDecimal({ description: 'Gross interest settled before the end' })),
  paidNetInterest: given(wireDecimal({ description: 'That amount less withholding tax' })),
  terminationCharge: given(wireDecimal({ description: 'Charge for terminating it early' })),
  capitalisedInterest: given(wireDecimal({ description: 'Interest that became principal' })),
  rolledOver: given(wireFlag({ description: 'True if it rolled over into a child instrument' })),
  parentId: given(wireId({ description: 'The instrument that rolled over into this one' })),
};

/** Members that distinguish a term instrument's body from a lead's body on their shared path. */
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

/**
 * The specification's parameter set for term instruments, when listing one customer's instruments.
 */
export const TermInstrumentList = openObject({
  c: naming('customer', wireId({ description: 'Customer id' })),
  ...pageBS,
  u: given(wireChoice(TERM_STATUSES, { description: 'Only instruments in this state' })),
  sd: given(wireDate({ description: 'Only instruments that start on or after this day' })),
  ed: given(wireDate({ description: 'Only instruments that start on or before this day' })),
  id: naming('deposit or loan', given(wireId({ description: 'Only this instrument' }))),
  t: naming('deposit or loan', given(wireId({ description: 'Only this instrument' }))),
  d: given(wireDate({ description: 'Only instruments that start on this day' })),
  startDue: given(
    wireFlag({
      description: 'True: only pending instruments whose requested start has been reached',
    }),
  ),
});

/**
 * The specification's parameter set for term instruments, in operations on one instrument and day.
 */
export const InstrumentOnDay = openObject({
  t: given(wireId({ description: 'Id of the instrument' })),
  id: given(wireId({ description: 'Another name for t' })),
  d: given(wireDate({ description: 'The day; the business date if absent' })),
});

/** The specification's parameter set for term instruments, in a schedule. */
export const ScheduleQuery = closedObject({
  t: given(wireId({ description: 'Id of the instrument' })),
  id: given(wireId({ description: 'Another name for t' })),
  by: given(wireChoice(SCHEDULE_STEPS, { description: 'Accruals by DAY, or summed by PERIOD' })),
  ...pageBS,
});

/** One line of a schedule: a placement, an accrual, an interest payment date, or the end. */
export const ScheduleLine = openObject({
  id: wireId({ description: 'Number of the line' }),
  date: wireDate({ description: 'The day of the line; the last day of a period' }),
  fromDate: given(wireDate({ description: 'The first day of a period' })),
  kind: wireText({
    description:
      'PLACEMENT, ACCRUAL, INTEREST, CAPITALISATION, or how it ends: MATURED, ROLLED_OVER, ' +
      'PRELIQUIDATED',
  }),
  projected: wireFlag({
    description: 'True if the line is in the future; it then uses current terms and taxes',
  }),
  currency: wireText(),
  interest: wireDecimal({
    description: 'Interest earned; for an end, the interest beyond what was accrued',
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
  terminationInterest: amount('Gross interest if it were terminated on that day'),
  terminationTax: amount('Tax on that interest'),
  terminationCharge: amount('Charge for terminating it'),
  terminationValue: amount('Amount that the customer would receive'),
});

/** The smallest body that places a deposit on the demonstration data. */
export const termInstrumentExample = {
  instrumentTypeName: 'FD-NGN',
  customerId: 1,
  faceValue: 100000,
};
