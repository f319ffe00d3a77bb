// Re-enters orders under the new code of their security. Under the old code, they were cancelled at
// their exchange.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { inSavepoint } from '../../../platform/http/savepoint.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { SYSTEM } from '../../../platform/system-work.js';
import { OVERRIDE_AGENT } from './agent.js';
import { OVERRIDE_COMMISSION } from './commission-group.js';
import {
  lockRecoded,
  type RecodedOrder,
  storeNotReentered,
  storeReentered,
} from './recoded-queries.js';
import type { OrderRequest } from './request.js';
import { submitTradeOrder } from './submission.js';

/**
 * The permissions needed to keep a commission group and an agent that a person chose for the first
 * order.
 */
const REENTERING = {
  ...SYSTEM,
  permissions: new Set<string>([OVERRIDE_AGENT, OVERRIDE_COMMISSION]),
};

/**
 * Re-enters the next order that was cancelled for an event, for the units that were not filled. The
 * new order is `systemGenerated` and refers to the first one. An order is not re-entered if it is
 * refused, or if it was filled or expired before it could be cancelled. Each order is processed
 * once, because it is marked in the transaction that stores the new order. Returns whether there
 * was an order.
 */
export async function enterRecoded(work: Work, eventName: string): Promise<boolean> {
  const order = await lockRecoded(work.tx, eventName);
  if (order === undefined) return false;
  const why = order.order_status === 'CANCELLED' ? await enter(work, order, eventName) : 'ENDED';
  if (why !== undefined) await storeNotReentered(work.tx, order.id, { eventName, why });
  return true;
}

// Returns why the order is refused; undefined if it was re-entered.
async function enter(
  work: Work,
  order: RecodedOrder,
  eventName: string,
): Promise<string | undefined> {
  if (order.quantity <= 0n) return 'ENDED';
  const events: Work['events'] = [];
  const part = await inSavepoint(work.tx, (tx) =>
    submitTradeOrder({ ...work, tx, events, principal: REENTERING }, requestOf(order)),
  );
  if ('refused' in part) {
    const { kind, details } = part.refused;
    return details.detail === undefined ? kind.code : `${kind.code}: ${details.detail}`;
  }
  work.events.push(...events);
  const newId = present(part.done.id, 'a submitted order has an id');
  await storeReentered(work.tx, order.id, { eventName, newId });
  return undefined;
}

function requestOf(order: RecodedOrder): OrderRequest {
  const { limit_price: limit, stop_price: stop, order_end_date: end } = order;
  return {
    portfolioName: order.portfolio_name,
    securityName: order.security_name,
    orderType: order.order_type,
    priceType: priceTypeOf(order),
    quantityRequested: new Decimal(String(order.quantity)),
    orderTermName: order.order_term_name,
    ...(limit !== null && { limitPrice: limit }),
    ...(stop !== null && { stopPrice: stop }),
    ...(end !== null && { orderEndDate: end }),
    orderOrigin: order.order_origin,
    referenceOrderId: order.first_id,
    ...(order.description !== null && { description: order.description }),
    ...(order.settlement_instructions !== null && {
      settlementInstructions: order.settlement_instructions,
    }),
    commissionGroupName: order.commission_group_name,
    ...(order.agent_name !== null && { agentName: order.agent_name }),
    ...(order.custodian_name !== null && { custodianName: order.custodian_name }),
    doNotAdjust: order.do_not_adjust,
  };
}

// A stop order that was released was an ordinary order at the exchange.
function priceTypeOf({ price_type: type, stop_price: stop }: RecodedOrder) {
  if (stop !== null) return type;
  if (type === 'STOP') return 'MARKET';
  return type === 'STOP_LIMIT' ? 'LIMIT' : type;
}
