// Wire shape of what an order would cost, or bring. Amounts are of the major unit.

import { Type } from '@sinclair/typebox';
import { closedObject, wireDecimal, wireText } from '../../platform/http/wire.js';
import { NoteChargeRecord } from './schema.js';

/** Beside the order in a dry run: what it would cost, or bring. */
export const OrderEstimate = closedObject({
  consideration: wireDecimal({ description: 'At the limit, or at the last price' }),
  accruedCoupon: Type.Optional(wireDecimal({ description: 'Of a bond' })),
  charges: Type.Array(NoteChargeRecord),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal({ description: 'What a buy holds, and a sale pays' }),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
});
