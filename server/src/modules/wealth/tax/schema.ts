// Wire shapes of the tax on gains.

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
import { COST_METHODS, DISPOSAL_KINDS } from '../gain/disposal.js';
import { RuleNote } from '../tax-rule/schema.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { TAX_BASES } from './indicative-tax.js';

const given = Type.Optional;
const amount = (description: string) => wireDecimal({ description });

export const CustomerById = closedObject({ id: wireId({ description: 'Id of the customer' }) });

export const TaxQuery = closedObject({
  y: given(
    wireInteger({
      description: 'Calendar year in which the tax year starts; default: the current one',
      least: 1960,
      most: 9999,
    }),
  ),
  otherIncome: given(
    wireDecimal({
      description: 'Other income of a person in the year, on top of which the gain is taxed',
      least: 0,
    }),
  ),
});

const kind = wireChoice(DISPOSAL_KINDS, { description: 'Kind of disposal' });
const tradeDate = wireDate({ description: 'Date of the contract' });
const quantity = wireText({ description: 'Units disposed of' });

const window = {
  from: wireDate({ description: 'First day' }),
  until: wireDate({ description: 'Last day' }),
  proceeds: amount('Proceeds of the window, before charges'),
  gain: amount('Net gain of the window'),
};
const WindowRecord = openObject(window);

const TestedWindowRecord = openObject({
  ...window,
  ruleVersion: wireInteger({ description: 'Version of the rule with the limits' }),
  proceedsLimit: given(amount('Proceeds at or above this amount are chargeable')),
  gainLimit: given(amount('A net gain above this amount is chargeable')),
  proceedsPercent: given(amount('Percentage of the limit used by the proceeds')),
  gainPercent: given(amount('Percentage of the limit used by the net gain; negative for a loss')),
  chargeable: wireFlag({ description: 'Whether the window makes its disposals chargeable' }),
});

const DisposalRecord = openObject({
  tradeDate,
  kind,
  portfolioId: wireId({ description: 'Id of the portfolio' }),
  securityId: wireId({ description: 'Id of the security' }),
  securityName: wireText({ description: 'Code of the security' }),
  label: wireText({ description: 'Name of the security' }),
  orderId: given(wireId({ description: 'The order; absent for a corporate action' })),
  ruleVersion: wireInteger({ description: 'Version of the rule in force on the trade date' }),
  quantity,
  proceeds: amount('Proceeds before charges'),
  charges: amount('Charges on the sale'),
  netProceeds: amount('Proceeds less charges'),
  cost: given(amount('Cost under the method of the rule; absent if unknown')),
  gain: given(amount('Net proceeds less cost')),
  otherMethodGain: given(amount('The gain under the other method')),
  taxBase: given(amount('Cost or, if higher, the value at the close of the reset date')),
  taxGain: given(amount('Net proceeds less tax base')),
  taxBaseUnknown: wireFlag({
    description: 'True if there is no close for units held on the reset date, or no known cost',
  }),
  closeDate: given(wireDate({ description: 'Date of the close used for the tax base' })),
  chargeable: wireFlag({
    description: 'Whether a window with the disposal is above the threshold',
  }),
  window: given(WindowRecord),
  reinvested: amount('Reinvested proceeds'),
  relieved: amount('The part of the gain relieved by reinvestment'),
});

const ClassRecord = openObject({
  rule: wireText({ description: 'Name of the rule, such as NG/EQUITY' }),
  ruleVersion: wireInteger({ description: 'Version in force on the last day of the year' }),
  assetClass: wireChoice(WEALTH_CLASSES, { description: 'The class of assets' }),
  currency: wireText({ description: 'Currency of the amounts' }),
  lotMethod: wireChoice(COST_METHODS, { description: 'Cost method' }),
  exempt: wireFlag({ description: 'Whether the class of payer is exempt' }),
  gains: amount('Gains of chargeable disposals'),
  losses: amount('Losses of chargeable disposals, as a positive amount'),
  relieved: amount('Gains relieved by reinvestment'),
  lossesUsed: amount('Losses of the year that reduce its gains'),
  carriedLossesUsed: amount('Losses of earlier years that reduce the gains'),
  carriedLosses: Type.Array(
    openObject({
      year: wireInteger({ description: 'Year of the loss' }),
      loss: amount('The remaining amount'),
    }),
    { description: 'Losses that can reduce gains of later years' },
  ),
  chargeableGain: amount('gains − relieved − lossesUsed − carriedLossesUsed'),
  unknownGains: wireInteger({
    description: 'Number of disposals with unknown gain, which no sum includes',
  }),
  indicativeTax: Type.Array(
    openObject({
      basis: wireChoice(TAX_BASES, {
        description:
          'RATE: one rate. GAIN_ALONE: the bands, assuming no other income. TOP_BAND: the ' +
          'highest rate. OTHER_INCOME: the bands on top of `otherIncome`',
      }),
      tax: amount('Indicative tax'),
      estimate: wireFlag({ description: 'True if the other income is unknown' }),
    }),
    {
      description:
        'Indicative tax; empty if the payer is exempt or the rule has no rate for the payer',
    },
  ),
  windows: Type.Array(TestedWindowRecord, {
    description:
      'Windows with a disposal of the year; only one window is listed for the same set of ' +
      'disposals',
  }),
  disposals: Type.Array(DisposalRecord, { description: 'Disposals of the year, by trade date' }),
  notes: Type.Array(RuleNote, {
    description: 'Provisions of the rule that have not been verified in the act',
  }),
});

const UntaxedRecord = openObject({
  tradeDate,
  kind,
  assetClass: wireChoice(WEALTH_CLASSES, { description: 'The class of assets' }),
  securityName: wireText({ description: 'Code of the security' }),
  currency: wireText({ description: 'Currency of the amounts' }),
  quantity,
  proceeds: amount('Proceeds before charges'),
  charges: amount('Charges on the sale'),
  cost: given(amount('Average cost; absent if unknown')),
  gain: given(amount('Proceeds less charges and cost')),
});

export const TaxRecord = openObject({
  customerId: wireId({ description: 'Id of the customer' }),
  customerName: wireText({ description: 'Code of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
  payerClass: wireText({ description: '`payerClass` of the customer, or else `partnerType`' }),
  year: wireInteger({ description: 'Calendar year in which the tax year starts' }),
  from: wireDate({ description: 'First day of the tax year' }),
  until: wireDate({ description: 'Last day of the tax year' }),
  status: wireChoice(['PROVISIONAL', 'FINAL'], {
    description:
      'PROVISIONAL until twelve months after the end of the year and until its hard close, ' +
      'because later disposals can make earlier ones chargeable',
  }),
  notice: wireText({ description: 'Note about the report' }),
  classes: Type.Array(ClassRecord, { description: 'Classes of assets taxed under a rule' }),
  untaxed: Type.Array(UntaxedRecord, {
    description: 'Disposals of the year to which no rule applies',
  }),
});
