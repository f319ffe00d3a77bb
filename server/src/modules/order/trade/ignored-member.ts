// Warnings about members of an order request that have a value, but no effect.

import { dateOfInstant } from '../../../platform/calendar/business-date.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { endsWithSession } from '../../market/index.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import type { CheckedOrder } from './check.js';
import type { OrderRequest } from './request.js';

/** A request, with the order that results from it. */
interface Placed {
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

/** Warns of the members of a new order that have no effect. */
export function ignoredInNewOrder(placed: Placed): IgnoredMember[] {
  return [...ignoredTerms(placed), ...ignoredSize(placed)];
}

/**
 * Warns of prices that the price type does not use, and of an end that the order term does not use.
 * Zero means "not given" to clients of the original API.
 */
export function ignoredTerms({ request, checked }: Placed): IgnoredMember[] {
  const { priceType, orderTermName, orderEndDate } = request;
  const { needsLimitPrice, needsStopPrice } = PRICE_TYPE[priceType];
  const unused = [
    ...(needsLimitPrice ? [] : (['limitPrice'] as const)),
    ...(needsStopPrice ? [] : (['stopPrice'] as const)),
  ];
  const prices = unused
    .filter((member) => request[member]?.greaterThan(0) === true)
    .map((member) => ignoredMember(member, `the price type is ${priceType}`));
  const { context, expireDate } = checked;
  if (orderEndDate === undefined || !endsWithSession(context.fix_time_in_force)) return prices;
  if (dateOfInstant(orderEndDate, context.rules.timeZone) === expireDate) return prices;
  const why = `an order with the term ${orderTermName} ends with its session, on ${expireDate}`;
  return [...prices, ignoredMember('orderEndDate', why)];
}

// An amendment has no such warnings, because clients send back the size that they have read.
function ignoredSize({ request, checked }: Placed): IgnoredMember[] {
  const { orderBase = 'QUANTITY', orderValue, quantityRequested } = request;
  if (orderBase === 'VALUE') {
    const differs =
      quantityRequested?.greaterThan(0) && !quantityRequested.equals(`${checked.quantity}`);
    return differs ? [ignoredMember('quantityRequested', 'orderBase is VALUE')] : [];
  }
  if (orderValue === undefined || !orderValue.greaterThan(0)) return [];
  const minor = decimalToMinor(orderValue, checked.context.currency, 'HALF_UP');
  if (minor === checked.cost.considerationMinor) return [];
  return [ignoredMember('orderValue', 'orderBase is QUANTITY')];
}
