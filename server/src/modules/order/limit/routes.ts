// HTTP routes for order limits.

import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { closedObject, openObject, wireId } from '../../../platform/http/shape/wire.js';
import { changeReason, changeReply } from '../../change/index.js';
import { listOrderLimits, proposeOrderLimit } from './order-limit.js';
import { OrderLimitBody } from './schema.js';

/** The routes for order limits. */
export const orderLimitRoutes: readonly Route[] = [
  list({
    path: 'order/limit/list',
    operation: 'listOrderLimits',
    summary: 'Limits on orders, by customer group and currency',
    permission: 'order.limit.read',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS }),
    reply: openObject({ id: wireId(), ...OrderLimitBody.properties }),
    run: (call, { query }) => listOrderLimits(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'order/limit/propose',
    operation: 'proposeOrderLimit',
    summary: 'Propose limits on orders',
    description:
      'Sets all limits of a customer group in a currency. A general limit replaces an absent ' +
      'one. A second person approves the change.',
    permission: 'order.limit.propose',
    body: closedObject({ ...OrderLimitBody.properties, ...changeReason }),
    reply: changeReply,
    example: { customerGroup: 'STANDARD', currency: 'NGN', quantityMost: 5_000_000 },
    run: (work, { body: { reason, effectiveNote, ...limit } }) =>
      proposeOrderLimit(work, limit, { reason, effectiveNote }),
  }),
];
