// Wire shapes of agents' statements.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  wireCode,
  wireDate,
  wireDecimal,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';

const filters = {
  agentName: naming(
    'agent',
    Type.Optional(wireCode({ description: 'Only earnings of this agent, by code' })),
  ),
  sd: Type.Optional(wireDate({ description: 'Booked from' })),
  ed: Type.Optional(wireDate({ description: 'Booked to, inclusive' })),
};

export const EarningQuery = closedObject({ ...filters, ...pageBS });

export const EarningSumQuery = closedObject(filters);

/** A line in an agent's statement. */
export const EarningRecord = closedObject({
  journalId: wireId({ description: 'The journal that booked the line' }),
  bookingDate: wireDate(),
  agentName: wireText(),
  agentLabel: wireText(),
  sharePercent: wireDecimal({ description: 'Share of the commission, on the trade date' }),
  amount: wireDecimal({ description: 'Amount; negative for the reversal of a contract note' }),
  currency: wireText(),
  contractNoteId: wireId(),
  contractNoteName: wireText(),
  orderId: wireId(),
  orderName: wireText(),
  customerName: wireText(),
  tradeDate: wireDate(),
});

export const EarningSums = closedObject({
  result: Type.Array(
    closedObject({
      agentName: wireText(),
      currency: wireText(),
      earned: wireDecimal(),
      takenBack: wireDecimal({
        description: 'Earnings reversed together with their contract notes',
      }),
      amount: wireDecimal({ description: 'Earned, less reversals' }),
      paid: wireDecimal({
        description: 'Amount paid by posted cash transactions with agentName, before tax',
      }),
      due: wireDecimal({ description: 'The amount less payments' }),
    }),
  ),
});
