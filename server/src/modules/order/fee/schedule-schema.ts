// Wire shapes of fee schedules: flat rules, in which every field has a single type.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../../limits.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { ROUNDING_MODES } from '../../../platform/money/rounding.js';
import { changeReason } from '../../change/index.js';
import { ASSET_CLASSES } from '../../market/index.js';
import { FEE, ORDER } from '../limits.js';
import { CHARGE_SPANS, TRADE_SIDES } from './charge-rule.js';

const given = Type.Optional;

const BASES = [
  'CONSIDERATION',
  'DAY_TRADED',
  'CARRIED',
  'QUANTITY',
  'PER_ORDER',
  'PER_TRADE',
  'PER_CONTRACT_NOTE',
  'PER_DAY',
  'LINES',
  'EACH_LINE',
  'PER_STARTED',
] as const;
const UNIT_BASES = ['CONSIDERATION', 'QUANTITY'] as const;
const RATES = ['PERCENT', 'FLAT', 'SLAB', 'WHOLE'] as const;

const notNegative = (description: string) => wireDecimal({ description, least: 0 });
// A percentage above 100 must be a misplaced decimal point.
const percentOf = (description: string) => wireDecimal({ description, least: 0, most: 100 });
const code = wireText({ description: 'Code of a line, such as STAMP', longest: FEE.codeLongest });
const listOf = <Item extends typeof code>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: FEE.scopeItemsMax });
const assetClasses = Type.Array(
  wireChoice(ASSET_CLASSES, { description: 'Class of the traded security' }),
  { minItems: 1, maxItems: ASSET_CLASSES.length },
);
const validity = {
  validFrom: given(wireDate({ description: 'First trade date; default: no limit' })),
  validTo: given(wireDate({ description: 'Last trade date; default: no limit' })),
};

const Tier = closedObject({
  upTo: given(
    wireDecimal({ description: 'Upper end of the tier; absent for the last tier', least: 0 }),
  ),
  percent: percentOf('Rate of the tier, in percent'),
});

export const ChargeRuleBody = closedObject({
  code,
  label: given(wireText({ description: 'Name on contract notes' })),
  payee: wireText({ description: 'Payee: FIRM, or the payee of a levy', longest: FEE.codeLongest }),
  ledgerAccount: wireText({ description: "Account of the firm's chart, such as LIAB:VAT" }),
  base: wireChoice(BASES, { description: 'The base of the charge' }),
  baseCodes: given(listOf(code)),
  baseUnit: given(wireDecimal({ description: 'For PER_STARTED, the size of a unit' })),
  baseOf: given(
    wireChoice(UNIT_BASES, {
      description: 'For PER_STARTED, the measure that is divided into units',
    }),
  ),
  per: given(
    wireChoice(CHARGE_SPANS, {
      description:
        'What base, min, max and rounding apply to. ORDER: all notes of an order together, which ' +
        'cost as much as one note. NOTE: each note. DAY: all notes of a customer and date. ' +
        'Default: ORDER with PER_ORDER, DAY with PER_DAY, otherwise NOTE',
    }),
  ),
  rate: wireChoice(RATES, {
    description:
      'SLAB charges each part at the rate of its tier; WHOLE charges everything at one rate',
  }),
  percent: given(percentOf('For PERCENT, the percentage of the base')),
  amount: given(notNegative('For FLAT, the amount per unit of the base')),
  tiers: given(Type.Array(Tier, { minItems: 1, maxItems: FEE.tiersMax })),
  min: given(notNegative('Minimum amount, if anything is charged')),
  max: given(notNegative('Maximum amount')),
  maxPerDay: given(notNegative('Maximum amount per customer and trade date')),
  roundingMode: wireChoice(ROUNDING_MODES),
  roundingUnit: given(
    wireDecimal({ description: 'Multiple to round to; default: the minor unit' }),
  ),
  side: given(wireChoice(TRADE_SIDES)),
  assetClasses: given(assetClasses),
  channels: given(listOf(wireText({ description: 'Origin of the order', longest: 40 }))),
  customerGroups: given(listOf(wireText({ description: "The order's commission group" }))),
  ...validity,
});

const schedule = {
  name: wireText({ description: 'Code of the schedule', longest: FEE.codeLongest }),
  label: wireText({ description: 'Display name' }),
  currency: wireText({ description: 'ISO 4217', longest: 3 }),
  exchangeName: given(
    wireText({ description: 'Exchange of the trades, by code; default: every exchange' }),
  ),
  businessOffice: given(
    wireText({ description: 'Business office of the customers; default: every office' }),
  ),
  assetClasses,
  ...validity,
  rules: Type.Array(ChargeRuleBody, { minItems: 1, maxItems: FEE.rulesMax }),
};

/** A schedule as stored in a change. */
export const FeeScheduleBody = closedObject(schedule);

export const FeeScheduleProposal = closedObject({ ...schedule, ...changeReason });

export const FeeScheduleParams = closedObject({ id: wireId({ description: 'The version' }) });

export const FeeScheduleQuery = closedObject({
  name: naming('fee schedule', given(wireText({ description: 'Code of the schedule' }))),
  currency: given(wireCode({ description: 'ISO 4217', longest: 3 })),
  exchangeName: given(wireText({ description: 'Only schedules that apply to this exchange' })),
  assetClass: given(wireChoice(ASSET_CLASSES)),
  tradeDate: given(
    wireDate({ description: 'Only versions in force on this date; default: all versions' }),
  ),
  ...pageBS,
});

export const FeeScheduleRecord = openObject({
  id: wireId({ description: 'The version' }),
  version: wireInteger({ description: '1, 2, 3 and so on' }),
  ...schedule,
  createdBy: wireText({ description: 'The person who approved the version' }),
  createdDttm: wireInstant(),
});

export const EstimateQuery = closedObject({
  side: wireChoice(TRADE_SIDES),
  securityName: given(wireCode({ description: 'Code of the security' })),
  assetClass: given(
    wireChoice(ASSET_CLASSES, { description: 'Asset class, if no security is named' }),
  ),
  currency: naming(
    'currency',
    given(
      wireCode({ description: 'Currency, if no security is named; default: that of the security' }),
    ),
  ),
  exchangeName: given(
    wireText({ description: 'Exchange, if no security is named; default: that of the security' }),
  ),
  businessOffice: given(wireText({ description: "The customer's business office" })),
  commissionGroupName: given(wireText({ description: "The customer's commission group" })),
  orderOrigin: given(wireText({ description: 'Channel of the order', longest: 40 })),
  quantity: wireDecimal({ description: 'Number of units', least: 1 }),
  price: wireDecimal({ description: 'Price per unit; for a bond, per 100 of its face value' }),
  tradeDate: given(wireDate({ description: 'Trade date; default: the business date' })),
  tradeDates: given(
    wireInteger({
      description:
        'Number of notes, each with its own trade date, for which to return the maximum; ' +
        'default: 1',
      least: 1,
      most: ORDER.lifeDaysMax,
    }),
  ),
});

export const EstimateRecord = openObject({
  side: wireText(),
  tradeDate: wireDate(),
  currency: wireText(),
  tariffId: wireId({ description: 'The version of the fee schedule' }),
  tariffName: wireText(),
  tariffVersion: wireInteger(),
  consideration: wireDecimal(),
  charges: Type.Array(
    openObject({
      code: wireText(),
      onCode: given(wireText({ description: 'Code of the taxed line' })),
      label: wireText(),
      basis: wireText({ description: 'How the charge was calculated' }),
      payee: wireText(),
      amount: wireDecimal(),
    }),
    { maxItems: HTTP.pageSizeMax },
  ),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal({ description: 'Consideration plus (BUY) or less (SELL) charges' }),
});
