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
  label: given(wireText({ description: 'Human text; built if absent' })),
});

/** An example that is valid on the demonstration data. */
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
  decisionReason: given(wireText({ description: 'Why it was rejected' })),
  ...stampShape,
});

export const FundSettlementList = closedObject({
  f: naming('fund', given(wireId({ description: 'Only settlements with the fund with this id' }))),
  u: given(wireChoice(STATUSES, { description: 'Only in this state' })),
  ...pageBS,
});

export const FundDueList = closedObject({
  f: naming(
    'fund',
    given(wireId({ description: 'Only amounts due to or from the fund with this id' })),
  ),
  ...pageBS,
});

/** The debt between an office and a fund. */
export const FundDueRecord = openObject({
  id: wireId({ description: 'The control account' }),
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
