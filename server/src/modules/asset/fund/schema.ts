// Wire shapes of funds. Their wire names appear nowhere else.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import type { Paging } from '../../../platform/http/route.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireReference,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { FUND } from './limits.js';

const given = Type.Optional;

const TRANS_TYPES = ['SUBSCRIPTION', 'REDEMPTION'] as const;
const STATUSES = ['PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'DELETED'] as const;
const INCOME_OPTIONS = ['REINVEST', 'PAY'] as const;

const fundMembers = {
  fundId: given(wireId({ description: 'Fund by id' })),
  fundName: given(wireReference({ description: 'Fund by code' })),
};

const amount = (description: string) => given(wireDecimal({ description }));

const ORDER_BASES = ['VALUE', 'QUANTITY'] as const;

const originalMembers = {
  transAmount: amount('For clients of the original API: `amount`'),
  transUnits: amount('For clients of the original API: `units`'),
  orderBase: given(
    wireChoice(ORDER_BASES, {
      description:
        'VALUE: the amount applies; QUANTITY: the units apply. The other one is an estimate. ' +
        'Default, if both are given: the amount for a subscription, the units for a redemption',
    }),
  ),
  currency: given(wireReference({ description: "ISO 4217; must be the fund's", longest: 3 })),
  transactionDate: given(
    wireInstant({ description: 'Stored and returned; does not affect the dealing date' }),
  ),
  description: given(
    wireText({
      description: 'Stored, returned, and shown on the ledger line',
      longest: FUND.descriptionLength,
    }),
  ),
  cashAccountControlId: given(
    wireId({ description: "Ignored: the fund's control account follows from the fund" }),
  ),
};

const orderMembers = {
  label: given(wireText({ description: 'Display text; generated from the terms if absent' })),
  transType: given(wireChoice(TRANS_TYPES, { description: 'The kind of order' })),
  ...fundMembers,
  customerId: given(wireId({ description: 'Customer by id' })),
  customerName: given(wireReference({ description: 'Customer by code' })),
  portfolioId: given(
    wireId({
      description: "Portfolio by id; if no customer is given, the portfolio's owner is used",
    }),
  ),
  portfolioName: given(
    wireReference({
      description:
        'Portfolio by code. If absent, a redemption takes units from the only portfolio ' +
        'that has any',
    }),
  ),
  cashAccountId: given(
    wireId({
      description: "Account to debit or credit; the customer's own in the currency if absent or 0",
    }),
  ),
  amount: amount('Money to invest, entry fee included; or the value of the units to redeem'),
  units: amount('Units to buy or redeem'),
  allUnits: given(wireFlag({ description: 'Redeems all units' })),
  incomeOption: given(
    wireChoice(INCOME_OPTIONS, {
      description: "Income option of the holding; the fund's own if absent",
    }),
  ),
  ...originalMembers,
};

/** The members of an order: an amount, a number of units, or all units. */
export const FundTransactionBody = openObject({
  id: given(wireId({ description: '0 or absent' })),
  ...orderMembers,
});

/**
 * The members of an order that can be changed. Members that are absent, zero or empty do not
 * change.
 */
export const FundTransactionUpdate = openObject({
  id: wireId({ description: 'Id of the pending order' }),
  ...orderMembers,
});

/** An example that works with the demonstration data. */
export const fundUpdateExample = { id: 2, amount: 120000 };

/** An example that works with the demonstration data. */
export const fundTransactionExample = {
  transType: 'SUBSCRIPTION',
  fundName: 'CHMMF',
  customerId: 1,
  amount: 50000,
};

/** An example that works with the demonstration data. */
export const fundRedemptionExample = {
  transType: 'REDEMPTION',
  fundName: 'CHMMF',
  customerId: 15,
  units: 10,
};

const sameAs = (member: string) => amount(`For clients of the original API: \`${member}\``);

const shownAsOriginal = {
  portfolioId: given(wireId()),
  portfolioLabel: given(wireText()),
  orderBase: wireChoice(ORDER_BASES, {
    description: 'VALUE or QUANTITY; QUANTITY also for an order for all units',
  }),
  transAmount: amount(
    'For clients of the original API: the ordered amount, otherwise `grossAmount`',
  ),
  transUnits: amount(
    'For clients of the original API: the ordered units, otherwise `executedUnits`',
  ),
  unitPrice: sameAs('navPerUnit'),
  transPrice: sameAs('price'),
  transValue: sameAs('grossAmount'),
  transConsideration: sameAs('netAmount'),
  transPenalty: sameAs('penaltyAmount'),
  transactionDate: given(wireInstant({ description: 'Value in the request' })),
  description: given(wireText({ description: 'Value in the request' })),
};

export const FundTransactionRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: wireFlag(),
  businessOfficeName: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  fundLabel: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioName: given(wireText()),
  ...shownAsOriginal,
  transType: wireChoice(TRANS_TYPES),
  currency: wireText(),
  amount: amount('As ordered'),
  units: amount('As ordered'),
  allUnits: given(wireFlag()),
  cashAccountId: wireId(),
  cashAccountName: wireText(),
  incomeOption: given(wireChoice(INCOME_OPTIONS)),
  status: wireChoice(STATUSES),
  orderDate: wireDate(),
  dealingDate: wireDate({ description: 'The date whose value is used' }),
  estimatedAmount: amount('Value at the price known at submission'),
  heldAmount: amount('Cash held'),
  heldUnits: amount('Units held'),
  fundVersion: given(
    wireInteger({ description: "Version of the fund's terms under which it was dealt" }),
  ),
  approvedBy: given(wireText()),
  approvedDttm: given(wireInstant()),
  navPerUnit: amount('Net asset value per unit at which it was dealt'),
  price: amount('Price per unit: net asset value and spread'),
  executedUnits: amount('Units bought or redeemed'),
  grossAmount: amount('Value of the units'),
  feeAmount: amount('Entry or exit fee'),
  vatAmount: amount('Value added tax on the fee'),
  penaltyAmount: amount('Penalty for lots that were not held long enough'),
  netAmount: amount('Taken from or paid to the cash account'),
  executionDate: given(wireDate()),
  journalId: given(wireId()),
  reason: given(wireText({ description: 'Reason for the rejection' })),
  ...stampShape,
});

export const ById = openObject({ id: wireId({ description: 'Id of the record' }) });

/** Unlike other lists, lists of fund orders number their pages from zero. */
export const PAGE_ZERO_BASED: Paging = { page: 'b', size: 's', zeroBased: true };

const pageZeroBased = {
  ...pageBS,
  b: given(wireInteger({ description: 'Page number, starting at 0' })),
};

const dates = {
  sd: given(wireDate({ description: 'Filter by date: on or after this date' })),
  ed: given(wireDate({ description: 'Filter by date: on or before this date' })),
};

export const FundTransactionList = openObject({
  c: naming('customer', wireId({ description: 'Customer id' })),
  ...pageZeroBased,
  p: given(wireText({ description: 'Filter by portfolio, by its id or code' })),
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  t: given(wireChoice(STATUSES, { description: 'Filter by state' })),
  ...dates,
});

export const AllFundTransactionList = closedObject({
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  t: given(wireChoice(STATUSES, { description: 'Filter by state' })),
  ...dates,
  ...pageZeroBased,
});

/** The body of a rejection by a second person. */
export const FundDecisionBody = closedObject({
  reason: given(wireText({ description: 'Reason for the rejection', longest: FUND.reasonLength })),
});

export const PageQuery = openObject({ ...pageBS });

export const FundHoldingList = closedObject({
  c: naming('customer', wireId({ description: 'Customer id' })),
  d: given(
    wireDate({
      description:
        'The units and the value per unit at the end of this date; default, and latest: the ' +
        'business date',
    }),
  ),
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  ...pageBS,
});

export const FundHoldingRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  fundLabel: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioName: given(wireText()),
  businessOfficeName: wireText(),
  currency: wireText(),
  units: wireDecimal(),
  heldUnits: given(
    wireDecimal({ description: 'Held for pending and approved redemptions; absent for the past' }),
  ),
  availableUnits: given(
    wireDecimal({
      description: 'Held for pending and approved ' + 'redemptions; absent for past dates',
    }),
  ),
  incomeOption: wireChoice(INCOME_OPTIONS),
  navPerUnit: amount('Latest approved net asset value per unit, on or before the date'),
  navDate: given(wireDate()),
  value: amount('Value of the units at that net asset value'),
});

export const FundNavBody = closedObject({
  ...fundMembers,
  valuationDate: given(wireDate({ description: 'Valuation date. Default: the business date' })),
  navPerUnit: wireDecimal({ description: 'Net asset value per unit' }),
});

/** An example that works with the demonstration data. */
export const fundNavExample = { fundName: 'CHEQF', navPerUnit: 128.1 };

const NAV_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;

export const FundNavRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  currency: wireText(),
  valuationDate: wireDate(),
  navPerUnit: wireDecimal(),
  status: wireChoice(NAV_STATUSES),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText({ description: 'Reason for the rejection' })),
  ...stampShape,
});

export const FundNavList = closedObject({
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  u: given(wireChoice(NAV_STATUSES, { description: 'Filter by state' })),
  ...dates,
  ...pageBS,
});

export const FundDistributionBody = closedObject({
  ...fundMembers,
  label: given(wireText({ description: 'Display text; generated if absent' })),
  incomePerUnit: wireDecimal({ description: 'Gross income per unit' }),
});

/** An example that works with the demonstration data. */
export const fundDistributionExample = { fundName: 'CHMMF', incomePerUnit: 0.75 };

const DISTRIBUTION_STATUSES = ['PENDING', 'APPROVED', 'PAID', 'REJECTED'] as const;

export const FundDistributionRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  currency: wireText(),
  incomePerUnit: wireDecimal(),
  status: wireChoice(DISTRIBUTION_STATUSES),
  recordDate: given(wireDate({ description: 'Holders at the time of approval are entitled' })),
  exDate: given(wireDate({ description: 'Values on and after this date exclude the income' })),
  holders: wireInteger(),
  holdersPaid: wireInteger(),
  grossAmount: wireDecimal({ description: 'Amount paid to date, including tax' }),
  taxAmount: wireDecimal(),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText({ description: 'Reason for the rejection' })),
  ...stampShape,
});

export const FundDistributionList = closedObject({
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  u: given(wireChoice(DISTRIBUTION_STATUSES, { description: 'Filter by state' })),
  ...pageBS,
});
