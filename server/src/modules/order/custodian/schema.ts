// Wire shapes of settlements with custodians, and of open contract notes.

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
  description: 'RECEIPT: the custodian paid. PAYMENT: it was paid',
});

export const CustodianSettlementBody = closedObject({
  custodianName: wireCode({ description: 'Custodian by code' }),
  direction,
  amount: wireDecimal({
    description:
      'In the currency of the notes. Exactly what the custodian owes for them, less what it is ' +
      'owed. Any other amount is refused',
  }),
  contractNoteIds: Type.Array(wireId(), {
    description: 'Contract notes of one business office and currency that are due',
    minItems: 1,
    maxItems: ORDER.notesPerCustodianSettlementMax,
  }),
  reference: given(
    wireText({ description: 'Reference of the transfer at the bank or the custodian' }),
  ),
  label: given(wireText({ description: 'Text for people; generated if absent' })),
});

export const SettlementRejection = closedObject({
  reason: given(wireText({ description: 'Why it is rejected' })),
});

export const SettlementReversal = closedObject({
  reason: wireText({ description: 'Why it is reversed' }),
});

export const CustodianSettlementRecord = openObject({
  id: wireId(),
  active: wireFlag({ description: 'False once it is rejected or reversed' }),
  name: given(wireText({ description: 'Its number; absent in a dry run' })),
  label: wireText(),
  custodianName: wireText(),
  custodianLabel: wireText(),
  businessOfficeName: wireText(),
  direction,
  currency: wireText(),
  amount: wireDecimal(),
  reference: given(wireText()),
  status: wireChoice(STATUSES),
  settlementDate: given(wireDate({ description: 'The business date on which it was booked' })),
  contractNotes: Type.Array(
    closedObject({
      contractNoteId: wireId(),
      contractNoteName: wireText(),
      orderType: wireChoice(SIDES),
      owedByCustodian: wireDecimal({ description: 'Negative for the proceeds of a sale' }),
      journalId: given(wireId()),
      reversed: wireFlag({
        description: 'True once the settlement or the note itself was reversed',
      }),
    }),
  ),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText({ description: 'Why it was rejected' })),
  reversedBy: given(wireText()),
  reversedDttm: given(wireInstant()),
  reversalReason: given(wireText()),
  ...stampShape,
});

/** The entry that a dry run of a create, an approval or a reversal shows. */
export const settlementEntry = {
  journalLines: given(
    Type.Array(
      closedObject({
        contractNoteId: wireId(),
        accountCode: wireText({ description: 'Of the chart' }),
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
    given(wireCode({ description: 'Only of this custodian, by code' })),
  ),
  u: given(wireChoice(STATUSES, { description: 'Only in this state' })),
};

export const CustodianSettlementList = closedObject({ ...settlementFilters, ...pageBS });

export const CustodianSettlementFilters = closedObject(settlementFilters);

const dueFilters = {
  custodianName: naming(
    'custodian',
    given(wireCode({ description: 'Only of this custodian, by code' })),
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
  overdue: wireFlag({ description: 'The settlement date has passed' }),
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
      contractNotes: wireInteger({ description: 'Open contract notes' }),
      owedByCustodian: wireDecimal(),
      owedToCustodian: wireDecimal(),
      balance: wireDecimal({
        description: 'Owed by the custodian, net: its part of RECEIVABLE:CUSTODIAN',
      }),
      overdue: wireDecimal({ description: 'The part whose settlement date has passed' }),
    }),
  ),
});
