// The size of an order: the requested quantity, or the number of whole lots that the requested
// value buys.

import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, formatMoney, parseMinor } from '../../../platform/money/money.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import { type PriceRules, tradeValue } from '../rule/price-rule.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import type { FoundContext } from './context.js';
import type { OrderRequest } from './request.js';

/** The size of an order. */
interface OrderSize {
  readonly quantity: bigint;
  /** The requested value, if the order was placed by value. */
  readonly valueRequestedMinor: bigint | undefined;
}

/** The data from which an order's size is computed. */
interface Sizing {
  readonly context: FoundContext;
  readonly prices: PriceRules;
  /** The price by which the requested value is divided. The order's hold uses this price too. */
  readonly worstPrice: Decimal;
}

/** Runs the size checks that need no read. */
export function requireSize(request: OrderRequest): void {
  if (request.orderBase === 'VALUE') requireValueBase(request);
  else requireWhole(request.quantityRequested);
}

/** Returns the size in whole lots, within the limit per order. */
export function sizeOf(request: OrderRequest, sizing: Sizing): OrderSize {
  const size =
    request.orderBase === 'VALUE' ? sizeOfValue(request, sizing) : requestedSize(request, sizing);
  requireQuantityLimit(size.quantity, sizing.context);
  return size;
}

function requireWhole(requested: Decimal | undefined): void {
  if (requested === undefined) throw wrong('quantityRequested', 'is required');
  if (requested.isInteger() && requested.greaterThan(0)) return;
  throw wrong('quantityRequested', 'must be a whole number above zero');
}

function requireValueBase({ priceType, orderValue }: OrderRequest): void {
  if (!PRICE_TYPE[priceType].takesValue) {
    const detail = 'must be QUANTITY for a stop order';
    throw refuseMember(orderProblems.ORDER_BASE_NOT_OFFERED, 'orderBase', detail);
  }
  if (orderValue === undefined) throw wrong('orderValue', 'is required if orderBase is VALUE');
  if (!orderValue.greaterThan(0)) throw wrong('orderValue', 'must be greater than zero');
}

function wrong(member: string, detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, member, detail);
}

function requestedSize({ quantityRequested }: OrderRequest, { prices }: Sizing): OrderSize {
  const quantity = BigInt(quantityRequested?.toFixed() ?? 0);
  if (quantity % prices.lot !== 0n) {
    const detail = `must be a multiple of ${prices.lot}`;
    throw refuseMember(orderProblems.QUANTITY_NOT_WHOLE_LOTS, 'quantityRequested', detail);
  }
  return { quantity, valueRequestedMinor: undefined };
}

function sizeOfValue({ orderValue }: OrderRequest, sizing: Sizing): OrderSize {
  const { context, prices, worstPrice } = sizing;
  const valueRequestedMinor = orderValue && parseMinor(orderValue, context.currency);
  if (orderValue === undefined || valueRequestedMinor === undefined) {
    const detail = `has more decimals than ${context.currency} allows`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, 'orderValue', detail);
  }
  const bond = { securityType: context.security_type, faceValue: context.face_value };
  const lotValue = tradeValue(worstPrice, prices.lot, bond);
  const lots = BigInt(orderValue.dividedBy(lotValue).floor().toFixed());
  if (lots > 0n) return { quantity: lots * prices.lot, valueRequestedMinor };
  const { currency } = context;
  const minor = decimalToMinor(lotValue, currency, 'UP');
  const detail = `one lot is worth ${formatMoney({ minor, currency })}`;
  throw refuseMember(orderProblems.VALUE_BELOW_ONE_LOT, 'orderValue', detail);
}

function requireQuantityLimit(quantity: bigint, { limits }: FoundContext): void {
  const most = limits.quantityMost ?? ORDER.quantityMax;
  if (quantity <= most) return;
  const detail = `must be at most ${most}`;
  throw refuseMember(orderProblems.QUANTITY_LIMIT_EXCEEDED, 'quantityRequested', detail);
}
