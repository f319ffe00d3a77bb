// Wire shapes of custodian settlements and open contract notes.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { ORDER } from '../limits.js';

const given = Type.Optional;

const DIRECTIONS = ['RECEIPT', 'PAYMENT'] as const;
const STATUSES = ['PENDING', 'POSTED', 'REJECTED', 'REVERSED'] as const;
const SIDES = ['BUY', 'SELL'] as const;

const direction = wireChoice(DIRECTIONS, {
  description: 'RECEIPT: from the custodian; PAYMENT: to the custodian',
});

export const CustodianSettlementBody = closedObject({
  custodianName: wireCode({ description: 'Custodian by code' }),
  direction,
  amount: wireDecimal({
    description:
      'Amount in the currency of the notes: exactly the amount that the custodian owes for them, ' +
      'less the amount owed to it. Any other amount is refused',
  }),
  contractNoteIds: Type.Array(wireId(), {
    description: 'Contract notes of one business office and currency that are due',
    minItems: 1,
    maxItems: ORDER.notesPerCustodianSettlementMax,
  }),
  reference: given(
    wireText({ description: 'Reference of the transfer at the bank or the custodian' }),
  ),
  label: given(wireText({ description: 'Display text; generated if absent' })),
});

export const SettlementRejection = closedObject({
  reason: given(wireText({ description: 'Reason for the rejection' })),
});

export const SettlementReversal = closedObject({
  reason: wireText({ description: 'Reason for the reversal' }),
});

export const CustodianSettlementRecord = openObject({
  id: wireId(),
  active: wireFlag({ description: 'False once the settlement is rejected or reversed' }),
  name: given(wireText({ description: 'Number of the settlement; absent in a dry run' })),
  label: wireText(),
  custodianName: wireText(),
  custodianLabel: wireText(),
  businessOfficeName: wireText(),
  direction,
  currency: wireText(),
  amount: wireDecimal(),
  reference: given(wireText()),
  status: wireChoice(STATUSES),
  settlementDate: given(wireDate({ description: 'The business date of the booking' })),
  contractNotes: Type.Array(
    closedObject({
      contractNoteId: wireId(),
      contractNoteName: wireText(),
      orderType: wireChoice(SIDES),
      owedByCustodian: wireDecimal({
        description: 'Amount owed by the custodian; negative for a sale',
      }),
      journalId: given(wireId()),
      reversed: wireFlag({
        description: 'True once the settlement or the note itself was reversed',
      }),
    }),
  ),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText({ description: 'Reason for the rejection' })),
  reversedBy: given(wireText()),
  reversedDttm: given(wireInstant()),
  reversalReason: given(wireText()),
  ...stampShape,
});

/** The entry shown in the reply to a dry run that creates, approves or reverses a settlement. */
export const settlementEntry = {
  journalLines: given(
    Type.Array(
      closedObject({
        contractNoteId: wireId(),
        accountCode: wireText({ description: 'Chart code of the account' }),
        debitAmount: given(wireDecimal()),
        creditAmount: given(wireDecimal()),
      }),
      { description: 'Only in a dry run: the entry that the approval or the reversal would post' },
    ),
  ),
};

const settlementFilters = {
  custodianName: naming(
    'custodian',
    given(wireCode({ description: 'Only settlements of this custodian, by code' })),
  ),
  u: given(wireChoice(STATUSES, { description: 'Only in this state' })),
};

export const CustodianSettlementList = closedObject({ ...settlementFilters, ...pageBS });

export const CustodianSettlementFilters = closedObject(settlementFilters);

const dueFilters = {
  custodianName: naming(
    'custodian',
    given(wireCode({ description: 'Only notes of this custodian, by code' })),
  ),
  ed: given(wireDate({ description: 'Only notes that settle on this date or before' })),
};

export const CustodianDueList = closedObject({ ...dueFilters, ...pageBS });

export const CustodianDueQuery = closedObject(dueFilters);

/** A contract note that its custodian has not settled yet. */
export const CustodianDueRecord = openObject({
  id: wireId({ description: 'The contract note' }),
  active: wireFlag(),
  name: wireText({ description: 'Number of the contract note' }),
  label: wireText(),
  custodianName: wireText(),
  custodianLabel: wireText(),
  businessOfficeName: wireText(),
  orderId: wireId(),
  orderName: wireText(),
  customerName: wireText(),
  portfolioName: wireText(),
  securityName: wireText(),
  orderType: wireChoice(SIDES),
  quantity: wireText(),
  currency: wireText(),
  tradeDate: wireDate(),
  settlementDate: wireDate(),
  overdue: wireFlag({ description: 'True if the settlement date has passed' }),
  owedByCustodian: wireDecimal({ description: 'Net amount of a buy' }),
  owedToCustodian: wireDecimal({ description: 'Net amount of a sale' }),
  pendingSettlementName: given(
    wireText({ description: 'The settlement of the note that awaits approval' }),
  ),
});

export const CustodianSums = closedObject({
  result: Type.Array(
    closedObject({
      custodianName: wireText(),
      custodianLabel: wireText(),
      businessOfficeName: wireText(),
      currency: wireText(),
      contractNotes: wireInteger({ description: 'Number of open contract notes' }),
      owedByCustodian: wireDecimal(),
      owedToCustodian: wireDecimal(),
      balance: wireDecimal({
        description: 'Net amount that the custodian owes: its part of RECEIVABLE:CUSTODIAN',
      }),
      overdue: wireDecimal({ description: 'The part whose settlement date has passed' }),
    }),
  ),
});
