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
import { RETURN_TYPES } from '../../market/index.js';
import { FLOW_TIMINGS } from '../policy/schema.js';
import { asOfMember, asOfShown, householdMembers } from '../valuation/schema.js';
import { UNAVAILABLE_REASONS } from './outcome.js';
import { RETURN_PARTS } from './part.js';
import { FEE_BASES, RETURN_METHODS } from './rate.js';
import { RETURN_PERIODS } from './span.js';

const given = Type.Optional;

/** The dates and the currency of a return. */
export const spanMembers = {
  sd: given(
    wireDate({ description: 'First date; the opening is the close of the previous business day' }),
  ),
  ed: given(wireDate({ description: 'Last date; default: the business date' })),
  period: given(
    wireChoice(RETURN_PERIODS, {
      description: 'Period up to the last date, in place of `sd`; default: YTD',
    }),
  ),
  cu: given(wireText({ description: "Currency; default: the office's", longest: 3 })),
  asOf: asOfMember,
};

const request = {
  ...spanMembers,
  benchmark: given(
    wireText({ description: 'Code of a benchmark with which to compare the return', longest: 20 }),
  ),
  fees: given(
    wireChoice(FEE_BASES, {
      description:
        'The costs that the return includes. GROSS and NET exclude fees for processing and ' +
        'early debits; ALL includes everything; default: ALL',
    }),
  ),
  method: given(
    wireChoice(RETURN_METHODS, {
      description:
        'DAILY links daily returns; DIETZ weights the flows of the range; default: DAILY',
    }),
  ),
  by: given(
    wireChoice(RETURN_PARTS, {
      description: 'Adds `parts` with the returns of days, months or years',
    }),
  ),
};

/** The dates of a portfolio's return, and the options for computing it. */
export const PortfolioReturnQuery = closedObject(request);

/** Whether loans are included. */
export const loansMember = given(
  wireFlag({
    description:
      'False for the return on assets, which leaves out loans and treats drawings and ' +
      'repayments as flows from outside; default: true',
  }),
);

/** The dates of a return, and the options for computing it. */
export const ReturnQuery = closedObject({
  ...request,
  loans: loansMember,
});

const outcome = {
  status: wireChoice(['AVAILABLE', 'UNAVAILABLE']),
  percent: given(wireDecimal({ description: 'Return over the whole range, in percent' })),
  annualPercent: given(
    wireDecimal({ description: 'Return per year; absent for less than one year' }),
  ),
  reason: given(wireChoice(UNAVAILABLE_REASONS, { description: 'Why there is no return' })),
  date: given(wireDate({ description: 'The date without a value or without capital' })),
};

const TimeWeightedRecord = openObject({
  ...outcome,
  method: given(wireChoice(RETURN_METHODS)),
  flowTiming: given(
    wireChoice(FLOW_TIMINGS, {
      description:
        "Whether a flow is in its day's return from the start or the end, according to the " +
        "last day's policy",
    }),
  ),
  feeBasis: given(wireChoice(FEE_BASES)),
  investedDays: given(wireInteger({ description: 'Number of business days with capital' })),
  bridgedDays: given(
    wireInteger({ description: 'Number of business days without a complete value' }),
  ),
  daysWithoutCapital: given(Type.Array(wireDate({ description: 'Days with too little capital' }))),
  gaps: given(
    Type.Array(openObject({ from: wireDate(), to: wireDate() }), {
      description: 'Periods without capital',
    }),
  ),
});

const MoneyWeightedRecord = openObject({
  ...outcome,
  candidates: given(Type.Array(wireDecimal({ description: 'All valid rates' }))),
});

const BenchmarkRecord = openObject({
  code: wireText(),
  label: wireText(),
  returnType: wireChoice(RETURN_TYPES, {
    description: 'PRICE: without dividends; TOTAL: with dividends',
  }),
  currency: wireText({ description: 'Currency of the benchmark’s levels, which are converted' }),
  status: wireChoice(['AVAILABLE', 'UNAVAILABLE']),
  percent: given(wireDecimal({ description: 'Return of the benchmark over the range' })),
  reason: given(
    wireChoice(['BENCHMARK_MISSING', 'RATE_MISSING'], {
      description:
        'BENCHMARK_MISSING: one end of the range has no level, or a level over 7 days old',
    }),
  ),
  date: given(wireDate({ description: 'The date without a level or without a rate' })),
  excess: given(wireDecimal({ description: "The return less the benchmark's return" })),
  geometricExcess: given(
    wireDecimal({ description: 'The growth divided by the growth of the ' + 'benchmark' }),
  ),
});

const amounts = {
  openingValue: given(
    wireDecimal({ description: 'Value at the end; absent if any part is unknown' }),
  ),
  closingValue: given(
    wireDecimal({ description: 'Value at the opening; absent if any part is unknown' }),
  ),
  paidIn: wireDecimal({ description: 'Money and units received from outside' }),
  paidOut: wireDecimal({ description: 'Money and units paid out' }),
  fees: wireDecimal({ description: 'Fees for processing and early debits, which reduce the gain' }),
  income: given(
    wireDecimal({ description: 'Dividends, interest and discount before tax; negative for loans' }),
  ),
  priceGain: given(wireDecimal({ description: 'Gain from prices and values per unit' })),
  currencyGain: given(wireDecimal({ description: 'Gain from exchange rates' })),
  charges: given(wireDecimal({ description: 'Charges of trades and of fund orders' })),
  taxes: given(wireDecimal({ description: 'Tax withheld from income or expected on it' })),
  gain: given(
    wireDecimal({
      description:
        '`income` + `priceGain` + `currencyGain` − `charges` − `fees` − `taxes`, which is ' +
        '`closingValue` − `openingValue` − `paidIn` + `paidOut`',
    }),
  ),
};

/** The flows and returns of a range, without its values. */
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

/** A part of a return as a row of a file. */
export const PartRow = openObject({
  part: wireText({ description: 'The date, month or year' }),
  ...amounts,
  status: outcome.status,
  reason: outcome.reason,
  percent: given(wireDecimal({ description: 'The time-weighted return' })),
});

const body = {
  openingDate: wireDate({ description: 'Date whose closing value is the opening value' }),
  endDate: wireDate(),
  asOf: asOfShown,
  currency: wireText(),
  restating: given(wireFlag({ description: 'True while values in the range are being restated' })),
  ...growth,
  benchmark: given(BenchmarkRecord),
  largeFlowDays: Type.Array(wireDate(), {
    description: 'Dates on which the flows exceed a tenth of the previous value',
  }),
  flows: Type.Array(FlowRecord, { description: 'Flows by kind of record' }),
  parts: given(Type.Array(PartRecord)),
};

const customer = { customerId: wireId(), customerName: wireText(), customerLabel: wireText() };

/** The growth of a customer's wealth. */
export const CustomerReturn = openObject({ ...customer, ...body });

/** The growth of a portfolio, without cash. */
export const PortfolioReturn = openObject({
  ...customer,
  portfolioId: wireId(),
  portfolioName: wireText(),
  portfolioLabel: wireText(),
  cash: wireChoice(['EXCLUDED'], { description: "Whether the customer's cash is included" }),
  ...body,
});

/** The growth of a household's wealth. */
export const HouseholdReturn = openObject({ ...householdMembers, ...body });
