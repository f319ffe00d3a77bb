// Wire shapes for the money available for orders. Amounts are in major units.

import { Type } from '@sinclair/typebox';
import { openObject, wireDecimal, wireId, wireText } from '../../../platform/http/shape/wire.js';

const balanceMembers = {
  amount: wireDecimal({ description: 'Available amount' }),
  purchasingPower: wireDecimal({ description: 'Equals amount; for clients of the original API' }),
  balance: wireDecimal({ description: 'Equals amount; for clients of the original API' }),
  currency: wireText(),
  customerId: wireId(),
};

export const TradeBalance = openObject({ ...balanceMembers, portfolioId: wireId() });

export const NetTradeBalance = openObject({
  ...balanceMembers,
  portfolioId: Type.Optional(wireId({ description: 'The requested portfolio, if any' })),
  clearedAmount: wireDecimal({ description: 'Cash less holds' }),
  unClearedAmount: wireDecimal({
    description: 'Proceeds that are not settled, and receipts before their value date',
  }),
});
