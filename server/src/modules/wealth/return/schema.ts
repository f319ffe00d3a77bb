// Wire shapes of returns.

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
import { FLOW_TIMINGS } from './flow-timing.js';
import { UNAVAILABLE_REASONS } from './outcome.js';
import { RETURN_PARTS } from './part.js';
import { FEE_BASES, RETURN_METHODS } from './rate.js';
import { RETURN_PERIODS } from './span.js';

const given = Type.Optional;

export const ReturnQuery = closedObject({
  sd: given(
    wireDate({ description: 'First date; the opening is the close of the business day before' }),
  ),
  ed: given(wireDate({ description: 'Last date; default: the business date' })),
  period: given(
    wireChoice(RETURN_PERIODS, {
      description: 'Instead of `sd`: the period up to the last date; default: YTD',
    }),
  ),
  cu: given(wireText({ description: 'Currency; default: that of the office', longest: 3 })),
  fees: given(
    wireChoice(FEE_BASES, {
      description:
        'What the return is after. GROSS and NET leave out fees for processing and early debits; ' +
        'default: ALL, which leaves out nothing',
    }),
  ),
  method: given(
    wireChoice(RETURN_METHODS, {
      description: 'DAILY links the days; DIETZ weighs the flows of the range; default: DAILY',
    }),
  ),
  by: given(wireChoice(RETURN_PARTS, { description: 'Adds the returns of `parts`' })),
});

const outcome = {
  status: wireChoice(['AVAILABLE', 'UNAVAILABLE']),
  percent: given(wireDecimal({ description: 'Of the whole range' })),
  annualPercent: given(wireDecimal({ description: 'Per year; absent below one year' })),
  reason: given(wireChoice(UNAVAILABLE_REASONS, { description: 'Why there is no return' })),
  date: given(wireDate({ description: 'The date that has no value or no capital' })),
};

const TimeWeightedRecord = openObject({
  ...outcome,
  method: given(wireChoice(RETURN_METHODS)),
  flowTiming: given(wireChoice(FLOW_TIMINGS, { description: 'When in its day a flow counts' })),
  feeBasis: given(wireChoice(FEE_BASES)),
  investedDays: given(wireInteger({ description: 'Business days with capital' })),
  bridgedDays: given(wireInteger({ description: 'Business days without a complete value' })),
  daysWithoutCapital: given(Type.Array(wireDate({ description: 'Days with too little capital' }))),
  gaps: given(
    Type.Array(openObject({ from: wireDate(), to: wireDate() }), {
      description: 'Times without capital',
    }),
  ),
});

const MoneyWeightedRecord = openObject({
  ...outcome,
  candidates: given(Type.Array(wireDecimal({ description: 'Rates of which each would fit' }))),
});

const amounts = {
  openingValue: given(wireDecimal({ description: 'Absent if a part of it is not known' })),
  closingValue: given(wireDecimal({ description: 'Absent if a part of it is not known' })),
  paidIn: wireDecimal({ description: 'Money and units that came in from outside' }),
  paidOut: wireDecimal({ description: 'Money that went out' }),
  fees: wireDecimal({ description: 'Fees for processing and early debits, which reduce the gain' }),
  gain: given(
    wireDecimal({ description: '`closingValue` − `openingValue` − `paidIn` + `paidOut`' }),
  ),
};

/** The flows and returns of a range, beside its values. */
export const growth = {
  ...amounts,
  timeWeighted: TimeWeightedRecord,
  moneyWeighted: MoneyWeightedRecord,
};

const FlowRecord = openObject({
  source: wireText({ description: 'Kind of record that moved the money' }),
  paidIn: wireDecimal(),
  paidOut: wireDecimal(),
  fees: wireDecimal(),
});

const PartRecord = openObject({
  part: wireText({ description: 'The date, month or year' }),
  ...amounts,
  timeWeighted: TimeWeightedRecord,
});

/** How the wealth of a customer grew. */
export const CustomerReturn = openObject({
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  openingDate: wireDate({ description: 'Its closing value is the opening value' }),
  endDate: wireDate(),
  currency: wireText(),
  restating: given(wireFlag({ description: 'True while values of the range are computed again' })),
  ...growth,
  largeFlowDays: Type.Array(wireDate(), {
    description: 'Dates on which more than a tenth of the value before came in or went out',
  }),
  flows: Type.Array(FlowRecord, { description: 'By kind of record' }),
  parts: given(Type.Array(PartRecord)),
});
