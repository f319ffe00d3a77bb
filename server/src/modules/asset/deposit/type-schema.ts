// Wire shapes of term instrument types: proposals and records.

import { type Static, Type } from '@sinclair/typebox';
import { DAY_CONVENTIONS } from '../../../platform/calendar/business-calendar.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason } from '../../change/index.js';
import { DAY_COUNTS } from '../instrument/day-count.js';
import { INTEREST_FREQUENCIES, INTEREST_PAYMENTS } from '../instrument/interest-payment.js';
import { TERM_INSTRUMENT, TERM_TYPE } from '../limits.js';
import { TYPE_ROLLOVER_RULES } from './rollover.js';
import { CHANGEABLE_MEMBERS } from './type.js';

const given = Type.Optional;
const amount = (description: string) => wireDecimal({ description, least: 0 });
const percent = (description: string) =>
  wireDecimal({ description, least: 0, most: TERM_INSTRUMENT.ratePercentMax });
const days = (description: string) =>
  wireInteger({ description, least: 1, most: TERM_INSTRUMENT.tenureDaysMax });

/** The early termination rules that a product may have. */
const LIQUIDATION_KINDS = [
  'TERM_RATE',
  'CARD_RATE',
  'LOWER_RATE',
  'ACCRUED_PERCENT',
  'PRINCIPAL_PERCENT',
  'EARNED',
  'FORFEIT_ALL',
  'BREAK_COST',
] as const;

const tier = closedObject({
  tenureFrom: given(days('Shortest tenure')),
  tenureTo: given(days('Longest tenure')),
  amountFrom: given(amount('Minimum principal')),
  amountTo: given(amount('Maximum principal')),
  rate: percent('Percent a year'),
});

const members = {
  name: wireText({ description: 'Code of the type, such as FD-NGN', longest: 30 }),
  label: wireText({ description: 'Human text', longest: 100 }),
  active: given(
    wireFlag({ description: 'If false, no new instruments are accepted; true if absent' }),
  ),
  aliases: given(wireAliases),
  currency: wireText({ description: 'ISO 4217', longest: 3 }),
  minimumAmount: amount('Minimum principal'),
  maximumAmount: given(amount('Maximum principal')),
  amountMultiple: given(amount('Principals must be a multiple of this')),
  tenures: given(
    Type.Array(days('Days'), {
      minItems: 1,
      maxItems: TERM_TYPE.tenuresMax,
      description: 'Offered tenures in days, ascending; any tenure if absent',
    }),
  ),
  defaultTenure: days('Tenure in days if the request has no tenure'),
  rateTiers: Type.Array(tier, {
    minItems: 1,
    maxItems: TERM_TYPE.tiersMax,
    description: 'Tiers by tenure and amount; the first that matches gives the rate',
  }),
  minimumRate: given(percent('Lowest negotiated rate; rates are not negotiable if absent')),
  maximumRate: given(percent('Highest negotiated rate')),
  dayCount: wireChoice(DAY_COUNTS, { description: 'How days are converted to a share of a year' }),
  compoundingsPerYear: given(
    wireInteger({ description: 'Absent: simple interest', least: 1, most: 366 }),
  ),
  interestPayment: given(
    wireChoice(INTEREST_PAYMENTS, {
      description: 'When interest is settled; AT_MATURITY if absent',
    }),
  ),
  interestFrequency: given(
    wireChoice(INTEREST_FREQUENCIES, { description: 'For PERIODIC and CAPITALISED' }),
  ),
  interestDays: given(days('For the frequency DAYS')),
  taxClass: given(
    wireText({ description: 'Class of the withholding tax rules; no tax if absent' }),
  ),
  taxExemptPayers: given(
    Type.Array(wireText({ description: 'Type of business partner, such as PENSION_FUND' }), {
      maxItems: TERM_TYPE.exemptPayersMax,
    }),
  ),
  earlyTermination: closedObject({
    rule: wireChoice(LIQUIDATION_KINDS, {
      description: 'Rule for the interest of a deposit that is terminated early',
    }),
    penaltyPoints: given(percent('Percentage points subtracted from the rate')),
    percent: given(
      wireDecimal({ description: 'Share that is forfeited or charged', least: 0, most: 100 }),
    ),
    coolingOffDays: given(
      wireInteger({
        description: 'Days within which the customer can cancel without interest or penalty',
        least: 0,
        most: TERM_INSTRUMENT.tenureDaysMax,
      }),
    ),
  }),
  rolloverRule: given(wireChoice(TYPE_ROLLOVER_RULES, { description: 'NONE if absent' })),
  autoRollover: given(
    wireFlag({ description: 'Rolls over unless the customer instructs otherwise' }),
  ),
  loanProduct: given(wireFlag({ description: 'The firm lends to the customer' })),
  changeableWhileRunning: given(
    Type.Array(wireText({ description: `One of ${CHANGEABLE_MEMBERS.join(', ')}` }), {
      maxItems: CHANGEABLE_MEMBERS.length,
      description: 'Members that may change while it is running; all possible ones if absent',
    }),
  ),
  ledger: given(
    closedObject({
      principal: wireText({ description: 'Such as TD:PRINCIPAL' }),
      interest: wireText({ description: 'Interest earned but not settled' }),
      upfront: wireText({ description: 'Interest settled but not earned' }),
      result: wireText({ description: 'Interest expense on deposits, interest income from loans' }),
      penalty: wireText({ description: 'Income from charges' }),
    }),
  ),
  holidayConvention: given(
    wireChoice(DAY_CONVENTIONS, {
      description: 'How dates on closed days are moved; NONE if ' + 'absent',
    }),
  ),
  accruesOverGap: given(wireFlag({ description: 'Interest runs up to the moved payment date' })),
  exchangeName: given(
    wireText({ description: 'Exchange whose holidays apply; weekends only if absent' }),
  ),
};

/** A type, as proposed and as stored in its versions. */
export const TermTypeBody = closedObject(members);

export type TermTypeMembers = Static<typeof TermTypeBody>;

/** A proposal: the whole type, with the reason. */
export const TermTypeProposal = closedObject({ ...members, ...changeReason });

/** A term instrument type as the API returns it; rates are in percent a year, tenures in days. */
export const TermInstrumentTypeRecord = openObject({
  id: wireId(),
  ...members,
  active: wireFlag(),
  version: wireInteger({ description: 'The version of the terms' }),
  ...stampShape,
});
