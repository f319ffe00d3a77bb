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
  name: wireText({ description: 'Code; the same in every version', longest: 20 }),
  label: wireText({ description: 'Display name' }),
  active: given(wireFlag({ description: 'False: closed permanently' })),
  aliases: given(wireAliases),
  fundType: wireChoice(['MONEY_MARKET', 'EQUITY', 'BOND', 'BALANCED']),
  currency: wireText({ description: 'ISO 4217; never changes' }),
  priceDecimals: days('Of net asset values and prices; 4 if absent; never lower than before'),
  unitsDecimals: days('Of units; 4 if absent; never lower than before'),
  bidSpread: percent('Percent below the net asset value at which units are bought back'),
  offerSpread: percent('Percent above the net asset value at which units are sold'),
  entryFee: percent('Percent of a subscription'),
  exitFees: given(
    Type.Array(exitFee, {
      description: 'By the age of lots; the first that matches applies',
      maxItems: FUND.exitFeesMax,
    }),
  ),
  feeVat: percent('Value added tax, percent of entry and exit fees'),
  minimumHoldingDays: days('Younger lots pay the penalty'),
  earlyRedemptionPenalty: percent('Percent of the value of lots held for less than the minimum'),
  cutOffTime: wireText({ description: 'HH:mm; later orders join the next dealing day' }),
  timeZone: wireText({ description: 'IANA zone of the cut-off' }),
  dealingWeekdays: Type.Array(wireInteger(), { description: 'ISO: 1 is Monday', maxItems: 7 }),
  exchange: given(
    wireText({ description: 'Exchange whose holidays close the fund; no holidays if absent' }),
  ),
  minimumFirstSubscription: given(wireDecimal({ description: 'Minimum amount of a first order' })),
  minimumNextSubscription: given(wireDecimal({ description: 'Minimum amount of a further order' })),
  minimumHoldingUnits: given(
    wireDecimal({ description: 'Minimum units that a redemption may leave' }),
  ),
  subscriptionAllowed: given(wireFlag()),
  redemptionAllowed: given(wireFlag()),
  incomePolicy: wireChoice(['DISTRIBUTE', 'ACCUMULATE']),
  incomeOption: given(
    wireChoice(['REINVEST', 'PAY'], { description: 'Default income option of a holding' }),
  ),
  taxClass: given(wireText({ description: 'Tax class of the income; exempt if absent' })),
  navStaleDays: wireInteger({
    description: 'Values older than this number of days are not used for dealing',
  }),
  priceMargin: percent(
    'Percent held in addition to the estimate, if the cost depends on the price; 5 if absent',
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
        'The control account of subscriptions owed to the fund; absent if the caller sees none ' +
        'or several of them',
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

/** A fund with its latest approved value; fees are in percent. */
export const FundRecord = openObject({
  id: wireId(),
  ...terms,
  navPerUnit: given(wireDecimal({ description: 'Latest approved net asset value per unit' })),
  navDate: given(wireDate()),
  offerPrice: given(wireDecimal({ description: 'Price of a unit for a buyer' })),
  bidPrice: given(wireDecimal({ description: 'Price of a unit for a seller' })),
  unitsInIssue: wireDecimal(),
  ...shownAsOriginal,
  version: wireInteger({ description: '1, 2, 3 and so on; system/change/version/list lists all' }),
  ...stampShape,
});

/** An example that is valid on the demonstration data. */
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
  reason: 'New fund, by its trust deed',
};
