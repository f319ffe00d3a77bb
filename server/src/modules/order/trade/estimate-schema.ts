// Wire shape of the estimated cost or proceeds of an order. Amounts are in major units.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  wireDecimal,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { NoteChargeRecord } from '../schema.js';

/** In the reply to a dry run: the estimated cost or proceeds of the order. */
export const OrderEstimate = closedObject({
  consideration: wireDecimal({ description: 'At the limit, or at the last price' }),
  accruedCoupon: Type.Optional(wireDecimal({ description: 'Of a bond' })),
  charges: Type.Array(NoteChargeRecord, {
    description: 'The most that they come to over the notes of all trade dates',
  }),
  tradeDates: wireInteger({ description: 'On how many dates it may be filled by its last day' }),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal({ description: 'What a buy holds, and a sale pays' }),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
});
