// Warnings about members of an order request that have a value but no effect.

import { dateOfInstant } from '../../../platform/calendar/business-date.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { endsWithSession } from '../../market/index.js';
import type { OrderRow } from '../record/order.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import { type CheckedOrder, securityTypesNamed } from './check.js';
import { orderDateOf } from './new-order.js';
import type { OrderRequest } from './request.js';

/** A request, with the order that results from it. */
interface Placed {
  readonly request: OrderRequest;
  readonly checked: CheckedOrder;
}

/** Warns about members of a new order that have no effect. */
export function ignoredInNewOrder(placed: Placed): IgnoredMember[] {
  return [...ignoredTerms(placed), ...ignoredSize(placed), ...ignoredExemption(placed)];
}

/**
 * Warns about members of an amendment that have no effect. A value that the order already had needs
 * no warning, because clients send back the values that they have read.
 */
export function ignoredInAmendment(placed: Placed, before: OrderRow): IgnoredMember[] {
  const { orderOrigin, orderValue, quantityRequested } = placed.request;
  const value = minorToDecimal(before.order_value_minor, before.currency);
  const isRead: Readonly<Record<string, boolean>> = {
    '/orderValue': orderValue?.equals(value) === true,
    '/doNotAdjust': before.do_not_adjust,
    '/quantityRequested': quantityRequested?.equals(`${before.quantity}`) === true,
  };
  const fixed = 'an amendment does not change it';
  return [
    ...ignoredTerms(placed),
    ...[...ignoredSize(placed), ...ignoredExemption(placed)].filter(
      ({ pointer }) => isRead[pointer] !== true,
    ),
    ...((orderOrigin?.toUpperCase() ?? before.order_origin) === before.order_origin
      ? []
      : [ignoredMember('orderOrigin', fixed)]),
    ...(isOtherDate(placed, before) ? [ignoredMember('orderDate', fixed)] : []),
  ];
}

// A date without a time means midnight.
function isOtherDate({ request, checked }: Placed, { order_date: stored }: OrderRow): boolean {
  const { context } = checked;
  const given = orderDateOf(request.orderDate, context) ?? stored;
  if (given === stored) return false;
  const { timeZone } = context.rules;
  const isDate = given.endsWith('T00:00:00.000Z');
  return !isDate || given.slice(0, 10) !== dateOfInstant(stored, timeZone);
}

/**
 * Warns about prices and end dates that the order's type and term do not use, and about an unknown
 * security type. Clients of the original API send zero for "not given".
 */
function ignoredTerms(placed: Placed): IgnoredMember[] {
  return [...ignoredPrices(placed), ...ignoredEnd(placed), ...ignoredType(placed)];
}

function ignoredPrices({ request }: Placed): IgnoredMember[] {
  const { priceType } = request;
  const { needsLimitPrice, needsStopPrice } = PRICE_TYPE[priceType];
  const unused = [
    ...(needsLimitPrice ? [] : (['limitPrice'] as const)),
    ...(needsStopPrice ? [] : (['stopPrice'] as const)),
  ];
  return unused
    .filter((member) => request[member]?.greaterThan(0) === true)
    .map((member) => ignoredMember(member, `the price type is ${priceType}`));
}

function ignoredEnd({ request, checked }: Placed): IgnoredMember[] {
  const { orderTermName, orderEndDate } = request;
  const { context, expireDate } = checked;
  if (orderEndDate === undefined || !endsWithSession(context.fix_time_in_force)) return [];
  if (dateOfInstant(orderEndDate, context.rules.timeZone) === expireDate) return [];
  const why = `an order with the term ${orderTermName} ends with its session, on ${expireDate}`;
  return [ignoredMember('orderEndDate', why)];
}

// A dividend lowers only the prices that `cutTerms` lowers, and only for an order that is still
// live on the ex-date.
function ignoredExemption({ request, checked }: Placed): IgnoredMember[] {
  const { doNotAdjust, orderType, priceType } = request;
  if (doNotAdjust !== true) return [];
  const { context, expireDate } = checked;
  const why = (text: string) => [ignoredMember('doNotAdjust', text)];
  if (context.bond !== undefined) return why('a bond pays no dividend');
  const { needsLimitPrice, needsStopPrice } = PRICE_TYPE[priceType];
  const isLowered = orderType === 'BUY' ? needsLimitPrice : needsStopPrice;
  if (!isLowered)
    return why(`a dividend does not change a ${orderType} order of type ${priceType}`);
  if (expireDate > context.business_date) return [];
  return why(`the order ends on ${expireDate}, before any future ex-date`);
}

// A known security type that contradicts the security has already been refused.
function ignoredType({ request, checked }: Placed): IgnoredMember[] {
  const { instrumentType = '' } = request;
  if (instrumentType === '' || securityTypesNamed(instrumentType) !== undefined) return [];
  const why = `the type is that of the security, ${checked.context.security_type}`;
  return [ignoredMember('instrumentType', why)];
}

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
