// The wire shape of order limits.

import { type Static, Type } from '@sinclair/typebox';
import { closedObject, wireDecimal, wireId, wireText } from '../../../platform/http/shape/wire.js';

/** The limits per order and per customer and day. An absent field means no limit at this level. */
export const OrderLimitBody = closedObject({
  customerGroup: Type.Optional(
    wireText({
      description: 'Code of the customer group; absent for every group without limits of its own',
    }),
  ),
  currency: wireText({ description: 'Currency of the securities and of the values', longest: 3 }),
  quantityMost: Type.Optional(wireId({ description: 'Maximum units in one order', least: 1 })),
  valueMost: Type.Optional(wireDecimal({ description: 'Maximum value of one order', least: 0.01 })),
  dayValueMost: Type.Optional(
    wireDecimal({
      description: "Maximum value of a customer's buys on one business date",
      least: 0.01,
    }),
  ),
});

/** The limits for a group in a currency. */
export type OrderLimit = Static<typeof OrderLimitBody>;
