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
    description: 'The maximum over the notes of all trade dates',
  }),
  tradeDates: wireInteger({ description: 'Maximum number of dates on which it may be filled' }),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal({ description: 'The amount that a buy holds, or that a sell brings' }),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
});
