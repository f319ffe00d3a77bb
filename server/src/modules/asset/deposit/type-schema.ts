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

/** The early termination rules that a product can have. */
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
  rate: percent('Annual rate in percent'),
});

const members = {
  name: wireText({ description: 'Code of the type, such as FD-NGN', longest: 30 }),
  label: wireText({ description: 'Display text', longest: 100 }),
  active: given(
    wireFlag({ description: 'If false, no new instruments are accepted; true if absent' }),
  ),
  aliases: given(wireAliases),
  currency: wireText({ description: 'ISO 4217', longest: 3 }),
  minimumAmount: amount('Minimum principal'),
  maximumAmount: given(amount('Maximum principal')),
  amountMultiple: given(amount('Principals must be multiples of this amount')),
  tenures: given(
    Type.Array(days('Days'), {
      minItems: 1,
      maxItems: TERM_TYPE.tenuresMax,
      description: 'Offered tenures in days, in ascending order; any tenure if absent',
    }),
  ),
  defaultTenure: days('Default tenure in days'),
  rateTiers: Type.Array(tier, {
    minItems: 1,
    maxItems: TERM_TYPE.tiersMax,
    description: 'Tiers by tenure and amount; the first matching tier applies',
  }),
  minimumRate: given(percent('Lowest negotiated rate; rates are not negotiable if absent')),
  maximumRate: given(percent('Highest negotiated rate')),
  dayCount: wireChoice(DAY_COUNTS, { description: 'Day count convention' }),
  compoundingsPerYear: given(
    wireInteger({ description: 'Absent: simple interest', least: 1, most: 366 }),
  ),
  interestPayment: given(
    wireChoice(INTEREST_PAYMENTS, {
      description: 'When interest is settled; AT_MATURITY if absent',
    }),
  ),
  interestFrequency: given(
    wireChoice(INTEREST_FREQUENCIES, { description: 'Required for PERIODIC and CAPITALISED' }),
  ),
  interestDays: given(days('Days between payments; required for the frequency DAYS')),
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
    wireFlag({ description: 'True if it rolls over unless the customer instructs otherwise' }),
  ),
  loanProduct: given(wireFlag({ description: 'True if the firm lends to the customer' })),
  changeableWhileRunning: given(
    Type.Array(wireText({ description: `One of ${CHANGEABLE_MEMBERS.join(', ')}` }), {
      maxItems: CHANGEABLE_MEMBERS.length,
      description:
        'Members that can change while the instrument runs; if absent, all that any type may ' +
        'allow',
    }),
  ),
  ledger: given(
    closedObject({
      principal: wireText({ description: 'Principal, such as TD:PRINCIPAL' }),
      interest: wireText({ description: 'Interest earned but not settled' }),
      upfront: wireText({ description: 'Interest settled but not earned' }),
      result: wireText({ description: 'Interest expense on deposits, interest income from loans' }),
      penalty: wireText({ description: 'Income from charges' }),
    }),
  ),
  holidayConvention: given(
    wireChoice(DAY_CONVENTIONS, {
      description: 'How dates on non-business days are moved; NONE if ' + 'absent',
    }),
  ),
  accruesOverGap: given(
    wireFlag({ description: 'If true, interest runs up to the adjusted payment date' }),
  ),
  exchangeName: given(
    wireText({ description: 'Exchange whose holiday calendar applies; weekends only if absent' }),
  ),
};

/** A type, as proposed and as stored in its versions. */
export const TermTypeBody = closedObject(members);

export type TermTypeMembers = Static<typeof TermTypeBody>;

/** A proposal: the whole type, with the reason. */
export const TermTypeProposal = closedObject({ ...members, ...changeReason });

/** A term instrument type as the API returns it. Rates are in percent per year, tenures in days. */
export const TermInstrumentTypeRecord = openObject({
  id: wireId(),
  ...members,
  active: wireFlag(),
  version: wireInteger({ description: 'The version of the terms' }),
  ...stampShape,
});
