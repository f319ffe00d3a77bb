// The wire shape of an order's estimated cost or proceeds. Amounts are in major units.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  wireDecimal,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { NoteChargeRecord } from '../schema.js';

/** The estimated cost or proceeds of the order, in the reply to a dry run. */
export const OrderEstimate = closedObject({
  consideration: wireDecimal({ description: 'Value at the limit, or at the last price' }),
  accruedCoupon: Type.Optional(wireDecimal({ description: 'Accrued interest of a bond' })),
  charges: Type.Array(NoteChargeRecord, {
    description: 'Maximum total charges on the notes for all trade dates',
  }),
  tradeDates: wireInteger({
    description: 'Maximum number of dates on which the order may be filled',
  }),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal({ description: 'The hold of a buy, or the proceeds of a sell' }),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
});
