// Wire shapes of settlements with funds' custodians.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
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
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

const DIRECTIONS = ['PAYMENT', 'RECEIPT'] as const;
const STATUSES = ['PENDING', 'POSTED', 'REJECTED'] as const;

export const FundSettlementBody = closedObject({
  fundId: given(wireId({ description: 'Fund by id' })),
  fundName: given(wireText({ description: 'Fund by code' })),
  businessOfficeName: wireText({ description: 'Code of the office whose clients dealt' }),
  direction: wireChoice(DIRECTIONS, {
    description: 'PAYMENT to the custodian, or RECEIPT from it',
  }),
  amount: wireDecimal({ description: "In the fund's currency" }),
  reference: given(
    wireText({ description: 'Reference of the transfer at the bank or the custodian' }),
  ),
  label: given(wireText({ description: 'Display text; generated if absent' })),
});

/** An example that works with the demonstration data. */
export const fundSettlementExample = {
  fundName: 'CHMMF',
  businessOfficeName: '0000000003',
  direction: 'PAYMENT',
  amount: 1000,
  reference: 'TRF-20260105-1',
};

export const FundSettlementRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  businessOfficeName: wireText(),
  direction: wireChoice(DIRECTIONS),
  currency: wireText(),
  amount: wireDecimal(),
  reference: given(wireText()),
  status: wireChoice(STATUSES),
  settlementDate: given(wireDate({ description: 'The business date on which it was booked' })),
  journalId: given(wireId()),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText({ description: 'Reason for the rejection' })),
  ...stampShape,
});

export const FundSettlementList = closedObject({
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  u: given(wireChoice(STATUSES, { description: 'Filter by state' })),
  ...pageBS,
});

export const FundDueList = closedObject({
  f: naming('fund', given(wireId({ description: 'Filter by fund id' }))),
  ...pageBS,
});

/** The debt between an office and a fund. */
export const FundDueRecord = openObject({
  id: wireId({ description: 'Id of the control account' }),
  active: wireFlag(),
  name: wireText({ description: 'Code of the control account' }),
  label: wireText(),
  fundId: wireId(),
  fundName: wireText(),
  businessOfficeName: wireText(),
  currency: wireText(),
  owedToFund: wireDecimal({ description: 'Payable to the custodian' }),
  owedByFund: wireDecimal({ description: 'Receivable from the custodian' }),
});
