// Wire shapes of funds as reference data: their terms, proposals to change them, and the record.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
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
import { wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason } from '../../change/index.js';
import { FUND } from './limits.js';

const given = Type.Optional;
const percent = (description: string) => given(wireDecimal({ description }));
const days = (description: string) => given(wireInteger({ description }));

const exitFee = closedObject({
  belowDays: days('Applies to lots held for fewer days than this; if absent, to all lots'),
  percent: wireDecimal(),
});

const terms = {
  name: wireText({ description: 'Code; it is the same in every version', longest: 20 }),
  label: wireText({ description: 'Display name' }),
  active: given(wireFlag({ description: 'False if the fund is closed permanently' })),
  aliases: given(wireAliases),
  fundType: wireChoice(['MONEY_MARKET', 'EQUITY', 'BOND', 'BALANCED']),
  currency: wireText({ description: 'ISO 4217; never changes' }),
  priceDecimals: days('Decimals of net asset values and prices. Default: 4. Cannot be reduced'),
  unitsDecimals: days('Decimals of units. Default: 4. Cannot be reduced'),
  bidSpread: percent('Percent below the net asset value at which units are bought back'),
  offerSpread: percent('Percent above the net asset value at which units are sold'),
  entryFee: percent('Percent of a subscription'),
  exitFees: given(
    Type.Array(exitFee, {
      description: 'Exit fees by age of lot; the first matching row applies',
      maxItems: FUND.exitFeesMax,
    }),
  ),
  feeVat: percent('Value added tax on entry and exit fees, in percent'),
  minimumHoldingDays: days('Minimum holding period of a lot; younger lots pay the penalty'),
  earlyRedemptionPenalty: percent(
    'Penalty in percent of the value of lots held for less than the minimum',
  ),
  cutOffTime: wireText({
    description: 'Cut-off time as HH:mm; later orders move to the next dealing day',
  }),
  timeZone: wireText({ description: 'Time zone (IANA) of the cut-off' }),
  dealingWeekdays: Type.Array(wireInteger(), { description: 'ISO: 1 is Monday', maxItems: 7 }),
  exchange: given(
    wireText({
      description: 'Exchange whose holidays are non-dealing days; no holidays if absent',
    }),
  ),
  minimumFirstSubscription: given(
    wireDecimal({ description: "Minimum amount of a customer's first order" }),
  ),
  minimumNextSubscription: given(wireDecimal({ description: 'Minimum amount of later orders' })),
  minimumHoldingUnits: given(
    wireDecimal({ description: 'Minimum units that must remain after a redemption' }),
  ),
  subscriptionAllowed: given(wireFlag()),
  redemptionAllowed: given(wireFlag()),
  incomePolicy: wireChoice(['DISTRIBUTE', 'ACCUMULATE']),
  incomeOption: given(
    wireChoice(['REINVEST', 'PAY'], { description: 'Default income option of a holding' }),
  ),
  taxClass: given(wireText({ description: 'Tax class of the income; exempt if absent' })),
  navStaleDays: wireInteger({
    description: 'Maximum age, in days, of a value used for dealing',
  }),
  priceMargin: percent(
    'Margin in percent that is held on top of the estimate if the cost depends on the ' +
      'price. Default: 5',
  ),
  dealsOnApproval: given(
    wireFlag({
      description:
        'If true, orders are dealt when their value is approved; if false, at the end of day',
    }),
  ),
};

/** The body of a proposed change to a fund. */
export const FundTermsBody = closedObject(terms);

export const FundProposal = closedObject({ ...terms, ...changeReason });

export type FundTermsProposal = Static<typeof FundTermsBody>;

const asOriginal = 'For clients of the original API';

const shownAsOriginal = {
  cashAccountControlId: given(
    wireId({
      description:
        'The control account for subscriptions owed to the fund; absent if the caller can see ' +
        'none or several',
    }),
  ),
  baseCurrency: wireText({ description: `${asOriginal}: \`currency\`` }),
  currentValue: given(wireDecimal({ description: `${asOriginal}: \`navPerUnit\`` })),
  currentValueDate: given(wireDate({ description: `${asOriginal}: \`navDate\`` })),
  currOutstandQuant: wireDecimal({ description: `${asOriginal}: \`unitsInIssue\`` }),
  instrumentType: wireText({ description: 'FUND' }),
  assetCategory: wireText({ description: `${asOriginal}: \`fundType\`` }),
  securityExchange: given(wireText({ description: `${asOriginal}: \`exchange\`` })),
  fundState: wireChoice(['OPEN', 'CLOSED'], {
    description: 'OPEN if the fund accepts subscriptions',
  }),
  index: wireFlag({ description: 'Always false: a fund is not an index' }),
  marginable: wireFlag({ description: 'Always false: units cannot be used as collateral' }),
};

/** A fund with its latest approved value. Fees are in percent. */
export const FundRecord = openObject({
  id: wireId(),
  ...terms,
  navPerUnit: given(wireDecimal({ description: 'Latest approved net asset value per unit' })),
  navDate: given(wireDate()),
  offerPrice: given(wireDecimal({ description: 'Price of a unit for a buyer' })),
  bidPrice: given(wireDecimal({ description: 'Price of a unit for a seller' })),
  unitsInIssue: wireDecimal(),
  ...shownAsOriginal,
  version: wireInteger({
    description: 'Version number; system/change/version/list returns all versions',
  }),
  ...stampShape,
});

/** An example that works with the demonstration data. */
export const fundProposalExample = {
  name: 'CHBDF',
  label: 'Bond Fund',
  fundType: 'BOND',
  currency: 'NGN',
  entryFee: 1,
  exitFees: [{ belowDays: 180, percent: 1.5 }],
  feeVat: 7.5,
  cutOffTime: '13:00',
  timeZone: 'Africa/Lagos',
  dealingWeekdays: [1, 2, 3, 4, 5],
  exchange: 'NGX',
  minimumFirstSubscription: 50000,
  incomePolicy: 'DISTRIBUTE',
  navStaleDays: 5,
  reason: 'New fund, as set out in its trust deed',
};
