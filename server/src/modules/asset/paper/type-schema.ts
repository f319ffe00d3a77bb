// Wire shapes of discounted instrument types and treasury bill issues.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
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
import { ROUNDING_MODES } from '../../../platform/money/rounding.js';
import { wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason } from '../../change/index.js';
import { DISCOUNTED } from '../limits.js';

const given = Type.Optional;

/** The day count conventions that money markets use to quote discounts. */
export const DISCOUNT_BASES = ['ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP'] as const;

export const QUOTATIONS = ['DISCOUNT_RATE', 'TRUE_YIELD'] as const;

const CONVENTIONS = ['NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING'] as const;

const common = {
  name: wireText({ description: 'Code; it is the same in every version', longest: 20 }),
  label: wireText({ description: 'Display name' }),
  active: given(wireFlag({ description: 'False if it is no longer sold' })),
  aliases: given(wireAliases),
  currency: wireText({ description: 'ISO 4217; never changes' }),
  minimumAmount: wireDecimal({ description: 'Minimum face value of one instrument' }),
  maximumAmount: given(wireDecimal({ description: 'Maximum face value of one instrument' })),
  denomination: given(wireDecimal({ description: 'Face values must be multiples of this' })),
  quotation: wireChoice(QUOTATIONS, { description: 'How its rates are quoted; never changes' }),
  minimumRate: given(
    wireDecimal({ description: 'Lowest negotiated rate; rates are not negotiable if absent' }),
  ),
  maximumRate: given(wireDecimal({ description: 'Highest negotiated rate' })),
  minimumTerminationRate: wireDecimal({ description: 'Lowest discount rate for a termination' }),
  maximumTerminationRate: wireDecimal({ description: 'Highest discount rate for a termination' }),
  dayCount: wireChoice(DISCOUNT_BASES, { description: 'Day count convention of its rates' }),
  priceDecimals: given(
    wireInteger({
      description: 'Decimals of the price per 100; if absent, only the cost is rounded',
    }),
  ),
  priceRounding: given(
    wireChoice(ROUNDING_MODES, { description: 'How the price is rounded; HALF_UP if absent' }),
  ),
  taxClass: given(wireText({ description: 'Withholding tax class; exempt if absent' })),
  holidayConvention: wireChoice(CONVENTIONS, {
    description: 'How a maturity on a non-business day moves',
  }),
  exchange: given(
    wireText({ description: 'Exchange whose holiday calendar applies; weekends only if absent' }),
  ),
};

const paper = {
  rate: wireDecimal({ description: 'Annual rate in percent' }),
  tenures: given(
    Type.Array(wireInteger(), {
      description: 'Offered tenures in days; any if absent',
      maxItems: DISCOUNTED.tenuresMax,
    }),
  ),
  defaultTenure: wireInteger({ description: 'Default tenure in days' }),
};

const issue = {
  auctionDate: wireDate(),
  settlementDate: wireDate({ description: 'First day of its term' }),
  maturityDate: wireDate(),
  stopRate: given(
    wireDecimal({ description: 'Annual stop rate in percent; known once the issue is auctioned' }),
  ),
};

/** The body of a proposed change to a type. */
export const PaperTypeBody = closedObject({ ...common, ...paper });

/** The body of a proposed change to an issue. */
export const BillIssueBody = closedObject({ ...common, ...issue });

export const PaperTypeProposal = closedObject({ ...common, ...paper, ...changeReason });

export const BillIssueProposal = closedObject({ ...common, ...issue, ...changeReason });

/** The result of an auction. The rest of the issue stays the same. */
export const AuctionResult = closedObject({
  name: wireText({ description: 'Code of the issue' }),
  stopRate: wireDecimal({ description: 'Annual rate in percent' }),
  ...changeReason,
});

export type PaperType = Static<typeof PaperTypeBody>;
export type BillIssue = Static<typeof BillIssueBody>;
export type AuctionOutcome = Static<typeof AuctionResult>;

/** A discounted instrument type or treasury bill issue. Rates are in percent per year. */
export const DiscountedTypeRecord = openObject({
  id: wireId(),
  ...common,
  rate: given(wireDecimal({ description: 'Rate of the type' })),
  tenures: paper.tenures,
  defaultTenure: given(wireInteger()),
  auctionDate: given(wireDate()),
  settlementDate: given(wireDate()),
  maturityDate: given(wireDate()),
  stopRate: given(wireDecimal({ description: 'Stop rate of the auction' })),
  version: wireInteger({
    description: 'Version number; system/change/version/list returns all versions',
  }),
  state: given(wireText({ description: 'For an issue: ANNOUNCED, AUCTIONED or MATURED' })),
  tenure: given(wireInteger({ description: 'Days from settlement to maturity of the issue' })),
  ...stampShape,
});

export const PaperTypeList = closedObject({ ...pageBS });

export const BillIssueList = closedObject({
  u: given(wireChoice(['ANNOUNCED', 'AUCTIONED', 'MATURED'], { description: 'Filter by state' })),
  ...pageBS,
});

const example = {
  currency: 'NGN',
  minimumAmount: 100000,
  quotation: 'DISCOUNT_RATE',
  minimumTerminationRate: 0.01,
  maximumTerminationRate: 60,
  dayCount: 'ACT_365F',
  holidayConvention: 'FOLLOWING',
  exchange: 'NGX',
} as const;

/** Examples that work with the demonstration data. */
export const discountedTypeExamples = {
  DISCOUNTED_INSTRUMENT: {
    ...example,
    name: 'CP-NGN-SHORT',
    label: 'Short commercial paper',
    rate: 18.25,
    tenures: [30, 60, 90],
    defaultTenure: 60,
    taxClass: 'COMMERCIAL_PAPER',
    reason: 'Requested by the treasury desk',
  },
  TREASURY_BILL: {
    ...example,
    name: 'NTB-182-NEXT',
    label: 'Treasury bill 182 days',
    denomination: 1000,
    taxClass: 'TREASURY_BILL',
    auctionDate: '2040-03-07',
    settlementDate: '2040-03-08',
    maturityDate: '2040-09-06',
    reason: 'Calendar of the second half year',
  },
} as const;
