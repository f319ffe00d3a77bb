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
import { changeReason } from '../../change/index.js';
import { FUND } from './limits.js';

const given = Type.Optional;
const percent = (description: string) => given(wireDecimal({ description }));
const days = (description: string) => given(wireInteger({ description }));

const exitFee = closedObject({
  belowDays: days('For lots held fewer days; absent: for all'),
  percent: wireDecimal(),
});

const terms = {
  name: wireText({ description: 'Code, the same for every version', longest: 20 }),
  label: wireText({ description: 'What people call it' }),
  active: given(wireFlag({ description: 'False: closed for good' })),
  fundType: wireChoice(['MONEY_MARKET', 'EQUITY', 'BOND', 'BALANCED']),
  currency: wireText({ description: 'ISO 4217; never changes' }),
  priceDecimals: days('Of net asset values and prices; 4 when absent, never fewer than before'),
  unitsDecimals: days('Of units; 4 when absent, never fewer than before'),
  bidSpread: percent('Percent below the net asset value at which units are bought back'),
  offerSpread: percent('Percent above the net asset value at which units are sold'),
  entryFee: percent('Percent of a subscription'),
  exitFees: given(
    Type.Array(exitFee, {
      description: 'By the age of lots, the first that fits',
      maxItems: FUND.exitFeesMax,
    }),
  ),
  feeVat: percent('Value added tax, percent of entry and exit fees'),
  minimumHoldingDays: days('Younger lots pay the penalty'),
  earlyRedemptionPenalty: percent('Percent of the lots that are too young'),
  cutOffTime: wireText({ description: 'HH:mm; later orders join the next dealing day' }),
  timeZone: wireText({ description: 'IANA zone of the cut-off' }),
  dealingWeekdays: Type.Array(wireInteger(), { description: 'ISO: 1 is Monday', maxItems: 7 }),
  exchange: given(wireText({ description: 'Whose holidays close it; absent: none' })),
  minimumFirstSubscription: given(wireDecimal({ description: 'Least amount of a first order' })),
  minimumNextSubscription: given(wireDecimal({ description: 'Least amount of a further order' })),
  minimumHoldingUnits: given(wireDecimal({ description: 'Fewer units may not be left' })),
  subscriptionAllowed: given(wireFlag()),
  redemptionAllowed: given(wireFlag()),
  incomePolicy: wireChoice(['DISTRIBUTE', 'ACCUMULATE']),
  incomeOption: given(
    wireChoice(['REINVEST', 'PAY'], { description: 'Of a holder who chose none' }),
  ),
  taxClass: given(wireText({ description: 'Class of the tax on income; absent: exempt' })),
  navStaleDays: wireInteger({ description: 'A value older than this many days deals nothing' }),
  priceMargin: percent('Held beyond the estimate of an order whose price decides its cost; or 5'),
  dealsOnApproval: given(wireFlag({ description: 'Else at the end of day' })),
};

/** A version of a fund, as a change says it. */
export const FundTermsBody = closedObject(terms);

export const FundProposal = closedObject({ ...terms, ...changeReason });

export type FundTermsWish = Static<typeof FundTermsBody>;

/** A fund with its latest approved value; fees are percent. */
export const FundRecord = openObject({
  id: wireId(),
  ...terms,
  navPerUnit: given(wireDecimal({ description: 'Latest approved net asset value per unit' })),
  navDate: given(wireDate()),
  offerPrice: given(wireDecimal({ description: 'What a unit costs' })),
  bidPrice: given(wireDecimal({ description: 'What a unit brings' })),
  unitsInIssue: wireDecimal(),
  version: wireInteger({ description: '1, 2, 3 and so on; system/change/version/list has all' }),
  ...stampShape,
});

/** Works on the demonstration data. */
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
