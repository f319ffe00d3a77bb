// Wire shapes of the types of discounted instruments and the issues of treasury bills.

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
import { changeReason } from '../../change/index.js';
import { DISCOUNTED } from '../limits.js';

const given = Type.Optional;

/** The day counts that the money markets quote discounts on. */
export const DISCOUNT_BASES = ['ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP'] as const;

export const QUOTATIONS = ['DISCOUNT_RATE', 'TRUE_YIELD'] as const;

const CONVENTIONS = ['NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING'] as const;

const common = {
  name: wireText({ description: 'Code, the same for every version', longest: 20 }),
  label: wireText({ description: 'What people call it' }),
  active: given(wireFlag({ description: 'False: nothing more is sold of it' })),
  currency: wireText({ description: 'ISO 4217; never changes' }),
  minimumAmount: wireDecimal({ description: 'Least face of one instrument' }),
  maximumAmount: given(wireDecimal({ description: 'Most face of one instrument' })),
  denomination: given(wireDecimal({ description: 'Faces are multiples of it' })),
  quotation: wireChoice(QUOTATIONS, { description: 'What its rates are; never changes' }),
  minimumRate: given(wireDecimal({ description: 'Least negotiated rate; absent: not negotiated' })),
  maximumRate: given(wireDecimal({ description: 'Most negotiated rate' })),
  minimumTerminationRate: wireDecimal({ description: 'Least discount rate of a termination' }),
  maximumTerminationRate: wireDecimal({ description: 'Most discount rate of a termination' }),
  dayCount: wireChoice(DISCOUNT_BASES, { description: 'Days and year of its rates' }),
  priceDecimals: given(
    wireInteger({ description: 'Of the price per 100; absent: the cost alone is rounded' }),
  ),
  priceRounding: given(
    wireChoice(ROUNDING_MODES, { description: 'Of the price; HALF_UP when absent' }),
  ),
  taxClass: given(wireText({ description: 'Class of its withholding tax; absent: exempt' })),
  holidayConvention: wireChoice(CONVENTIONS, { description: 'Where maturity is a holiday' }),
  exchange: given(wireText({ description: 'Whose holidays count; absent: weekends only' })),
};

const paper = {
  rate: wireDecimal({ description: 'Percent a year' }),
  tenures: given(
    Type.Array(wireInteger(), {
      description: 'Offered days; absent: any',
      maxItems: DISCOUNTED.tenuresMax,
    }),
  ),
  defaultTenure: wireInteger({ description: 'Days when none are asked for' }),
};

const issue = {
  auctionDate: wireDate(),
  settlementDate: wireDate({ description: 'First day of its term' }),
  maturityDate: wireDate(),
  stopRate: given(wireDecimal({ description: 'Percent a year; known from the auction on' })),
};

/** A type of paper, as a change says it. */
export const PaperTypeBody = closedObject({ ...common, ...paper });

/** An issue of bills, as a change says it. */
export const BillIssueBody = closedObject({ ...common, ...issue });

export const PaperTypeProposal = closedObject({ ...common, ...paper, ...changeReason });

export const BillIssueProposal = closedObject({ ...common, ...issue, ...changeReason });

/** The result of an auction: all else of the issue stays. */
export const AuctionResult = closedObject({
  name: common.name,
  stopRate: wireDecimal({ description: 'Percent a year' }),
  ...changeReason,
});

export type PaperType = Static<typeof PaperTypeBody>;
export type BillIssue = Static<typeof BillIssueBody>;
export type AuctionOutcome = Static<typeof AuctionResult>;

/** A type of discounted instruments, or an issue of treasury bills; rates are percent a year. */
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
  version: wireInteger({ description: '1, 2, 3 and so on; system/change/version/list has all' }),
  state: given(wireText({ description: 'Of an issue: ANNOUNCED, AUCTIONED or MATURED' })),
  tenure: given(wireInteger({ description: 'Days of the issue' })),
  ...stampShape,
});

export const PaperTypeList = openObject({ ...pageBS });

export const BillIssueList = openObject({
  u: given(
    wireChoice(['ANNOUNCED', 'AUCTIONED', 'MATURED'], { description: 'Only in this state' }),
  ),
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

/** Work on the demonstration data. */
export const discountedTypeExamples = {
  DISCOUNTED_INSTRUMENT: {
    ...example,
    name: 'CP-NGN-SHORT',
    label: 'Short commercial paper',
    rate: 18.25,
    tenures: [30, 60, 90],
    defaultTenure: 60,
    taxClass: 'COMMERCIAL_PAPER',
    reason: 'Asked for by the treasury desk',
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
