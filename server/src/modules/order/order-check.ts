// The pre-trade checks: the same code for submit, validate and dry run, each refusal with its own
// code.

import type { Static } from '@sinclair/typebox';
import { assert } from '../../platform/assert.js';
import {
  addDays,
  type BusinessDate,
  dateOfInstant,
} from '../../platform/calendar/business-date.js';
import type { Principal } from '../../platform/context.js';
import { seesOffice } from '../../platform/context.js';
import type { Instant } from '../../platform/database/database.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../platform/http/problem.js';
import { Decimal } from '../../platform/money/decimal.js';
import { financeProblems } from '../finance/index.js';
import { costOf, type TradeCost } from './estimate.js';
import { ORDER } from './limit.js';
import type { OrderGround } from './order-load.js';
import { isOnTick, priceBand, tradeValue } from './price-rule.js';
import { orderProblems } from './problems.js';
import type { TradeOrderBody } from './schema.js';
import { mostAccruedOfTrades, settlesOn } from './settled-bond.js';

export type OrderRequest = Static<typeof TradeOrderBody>;

/** An order that passed every check, with what it will cost. */
export interface CheckedOrder {
  readonly ground: FoundGround;
  readonly quantity: bigint;
  /** Only where the price type has one. */
  readonly limitPrice: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
  readonly worstPrice: Decimal;
  readonly worstAccrued: Decimal;
  readonly securityName: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly expireDate: BusinessDate;
  readonly cost: TradeCost;
}

/** The ground with everything found. */
export type FoundGround = Pick<OrderGround, 'bond'> & {
  readonly [Name in Exclude<keyof OrderGround, 'bond'>]: NonNullable<OrderGround[Name]>;
};

/** Who asks, and when. */
export interface Asking {
  readonly principal: Principal;
  readonly now: Instant;
}

/** The code of the security, which old clients send as `instrument`. */
export function securityNameOf(request: OrderRequest): string {
  const { securityName, instrument } = request;
  if (securityName !== undefined && instrument !== undefined && securityName !== instrument) {
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'instrument', 'is not the securityName');
  }
  const name = securityName ?? instrument;
  if (name === undefined) throw missing('securityName');
  return name;
}

/** Runs every check of a new order; throws the first refusal, or returns what will be stored. */
export function checkOrder(
  request: OrderRequest,
  ground: OrderGround,
  asking: Asking,
): CheckedOrder {
  if (request.id !== undefined && request.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is given by the server');
  }
  const checked = checkTerms(request, ground, asking);
  requireOwnGroup(request, checked.ground);
  requireCover(request, checked);
  return checked;
}

/**
 * What can be refused before anything is read: prices that the price type needs, and the quantity.
 */
export function requireShape(request: OrderRequest): void {
  requirePrices(request);
  requireWhole(request.quantityRequested);
}

/** Every check of new or changed terms but the last one, whether money or units are there. */
export function checkTerms(
  request: OrderRequest,
  ground: OrderGround,
  asking: Asking,
): CheckedOrder {
  requireShape(request);
  const found = requireGround(request, ground, asking.principal);
  requireSameReferences(request, found);
  requireTradable(found);
  const quantity = requireQuantity(request.quantityRequested, found);
  requireOfferedTypes(request);
  requirePriceRules(request, found);
  const expireDate = expiryOf(request, found);
  const terms = {
    ground: found,
    quantity,
    ...pricesOf(request),
    worstPrice: worstPrice(request, found),
    worstAccrued: worstAccrued(request, found, expireDate),
    securityName: securityNameOf(request),
    commissionGroup: request.commissionGroupName ?? found.group_name,
    origin: request.orderOrigin?.toUpperCase() ?? 'API',
    expireDate,
  };
  return { ...terms, cost: requireValue(request, terms) };
}

// The group decides on the commission, so it is what the firm gave the customer, not what an
// order says.
function requireOwnGroup({ commissionGroupName }: OrderRequest, ground: FoundGround): void {
  if (commissionGroupName !== undefined && commissionGroupName !== ground.group_name) {
    mismatch('commissionGroupName');
  }
}

function missing(member: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, member, 'is required');
}

function requirePrices(request: OrderRequest): void {
  const { priceType } = request;
  const wantsLimit = priceType === 'LIMIT' || priceType === 'STOP_LIMIT';
  const wantsStop = priceType === 'STOP' || priceType === 'STOP_LIMIT';
  if (wantsLimit && request.limitPrice === undefined) throw missing('limitPrice');
  if (wantsStop && request.stopPrice === undefined) throw missing('stopPrice');
  for (const member of ['limitPrice', 'stopPrice'] as const) {
    const price = request[member];
    if (price === undefined) continue;
    // Old clients send 0 where a price does not apply.
    const applies = member === 'limitPrice' ? wantsLimit : wantsStop;
    if (price.isNegative() || (applies && price.isZero())) {
      throw refuseMember(commonProblems.INVALID_REQUEST, member, 'must be greater than zero');
    }
    if (price.decimalPlaces() > ORDER.priceDecimalsMost) {
      const detail = `must have at most ${ORDER.priceDecimalsMost} decimals`;
      throw refuseMember(commonProblems.TOO_MANY_DECIMALS, member, detail);
    }
  }
}

function unknown(member: string): Problem {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'names no record');
}

function requireGround(
  request: OrderRequest,
  ground: OrderGround,
  principal: Principal,
): FoundGround {
  const visible = ground.office_id !== null && seesOffice(principal, ground.office_id);
  if (ground.portfolio_id === null || !visible) throw unknown('portfolioName');
  if (ground.security_id === null) {
    throw unknown(request.securityName === undefined ? 'instrument' : 'securityName');
  }
  if (ground.order_term_id === null) throw unknown('orderTermName');
  if (ground.previous_close === null) throw refusal(orderProblems.SECURITY_WITHOUT_PRICE);
  if (ground.cash_account_id === null) {
    throw refusal(orderProblems.NO_CASH_ACCOUNT, { args: [ground.currency ?? ''] });
  }
  const found = {
    ...ground,
    available_quantity: ground.available_quantity ?? 0n,
    default_life_days: ground.default_life_days ?? 0,
    face_value: ground.face_value ?? new Decimal(1),
  };
  assert(isFound(found), 'what was found is complete');
  return found;
}

function isFound(ground: OrderGround): ground is FoundGround {
  return Object.values(ground).every((value) => value !== null);
}

function requireSameReferences(request: OrderRequest, ground: FoundGround): void {
  const { exchange } = request;
  const known = [ground.exchange_name, ...ground.exchange_aliases];
  if (exchange !== undefined && !known.includes(exchange.toUpperCase())) mismatch('exchange');
  if (request.customerName !== undefined && request.customerName !== ground.customer_name) {
    mismatch('customerName');
  }
  if (request.businessOffice !== undefined && request.businessOffice !== ground.office_name) {
    mismatch('businessOffice');
  }
  if (request.orderCurrency !== undefined && request.orderCurrency !== ground.currency) {
    const detail = `the security trades in ${ground.currency}`;
    throw refuseMember(orderProblems.CURRENCY_MISMATCH, 'orderCurrency', detail);
  }
}

function mismatch(member: string): never {
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, member, 'is not that of the other members');
}

function requireTradable(ground: FoundGround): void {
  if (!ground.portfolio_active) throw refusal(orderProblems.PORTFOLIO_INACTIVE);
  const approved = ground.customer_workflow_status === 'APPROVED';
  if (ground.customer_status !== 'ACTIVE' || !approved) {
    throw refusal(orderProblems.CUSTOMER_INACTIVE, { args: [ground.customer_status] });
  }
  if (!ground.exchange_active || !ground.security_active || ground.security_status !== 'TRADING') {
    throw refusal(orderProblems.SECURITY_NOT_TRADABLE, { args: [ground.security_status] });
  }
  const { bond } = ground;
  if (bond !== undefined && settlesOn(bond, ground.business_date) >= bond.coupon.maturityDate) {
    throw refusal(orderProblems.SECURITY_NOT_TRADABLE, { args: ['MATURED'] });
  }
  if (!ground.order_term_active) throw unknown('orderTermName');
}

/** The prices that the price type has; old clients send 0 for the others. */
function pricesOf({ priceType, limitPrice, stopPrice }: OrderRequest): {
  readonly limitPrice: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
} {
  const isLimited = priceType === 'LIMIT' || priceType === 'STOP_LIMIT';
  return {
    limitPrice: isLimited ? limitPrice : undefined,
    stopPrice: isStop(priceType) ? stopPrice : undefined,
  };
}

/** Whether orders of this price type wait here until the last price reaches their stop price. */
export function isStop(priceType: string): boolean {
  return priceType === 'STOP' || priceType === 'STOP_LIMIT';
}

function requireWhole(asked: Decimal): void {
  if (asked.isInteger() && asked.greaterThan(0)) return;
  const detail = 'must be a whole number above zero';
  throw refuseMember(commonProblems.INVALID_REQUEST, 'quantityRequested', detail);
}

function requireQuantity(asked: Decimal, ground: FoundGround): bigint {
  const member = 'quantityRequested';
  const quantity = BigInt(asked.toFixed());
  if (quantity > ORDER.quantityMost) {
    const detail = `must be at most ${ORDER.quantityMost}`;
    throw refuseMember(orderProblems.QUANTITY_LIMIT_EXCEEDED, member, detail);
  }
  if (quantity % ground.lot_size !== 0n) {
    const detail = `must be a multiple of ${ground.lot_size}`;
    throw refuseMember(orderProblems.QUANTITY_NOT_WHOLE_LOTS, member, detail);
  }
  return quantity;
}

// Value orders need a size at the time of the fill, which is not offered yet.
function requireOfferedTypes(request: OrderRequest): void {
  if (request.orderBase === 'VALUE') {
    throw refuseMember(orderProblems.ORDER_BASE_NOT_OFFERED, 'orderBase', 'take QUANTITY');
  }
}

function requirePriceRules(request: OrderRequest, ground: FoundGround): void {
  for (const member of ['limitPrice', 'stopPrice'] as const) {
    const price = pricesOf(request)[member];
    if (price === undefined || isOnTick(price, ground.previous_close)) continue;
    throw refuseMember(orderProblems.PRICE_OFF_TICK, member, 'is off the price increment');
  }
  const { limitPrice } = pricesOf(request);
  if (limitPrice === undefined) return;
  const { low, high } = priceBand(ground.previous_close);
  if (limitPrice.lessThan(low) || limitPrice.greaterThan(high)) {
    const detail = `must be from ${low.toFixed()} to ${high.toFixed()}`;
    throw refuseMember(orderProblems.PRICE_OUTSIDE_BAND, 'limitPrice', detail);
  }
}

const LIFE_DAYS_OF_GTC = 60;

function expiryOf(request: OrderRequest, ground: FoundGround): BusinessDate {
  const today = ground.business_date;
  const lasting = ground.fix_time_in_force === '1' || ground.fix_time_in_force === '6';
  const asked =
    request.orderEndDate === undefined ? undefined : dateOfInstant(request.orderEndDate, 'UTC');
  if (asked !== undefined && asked < today) {
    throw refuseMember(orderProblems.ORDER_DATE_PASSED, 'orderEndDate', 'lies in the past');
  }
  if (!lasting) return today;
  return asked ?? addDays(today, ground.default_life_days || LIFE_DAYS_OF_GTC);
}

/**
 * The price that the worst fill can have: the limit, or for a market buy the top of the day's band.
 */
function worstPrice(request: OrderRequest, ground: FoundGround): Decimal {
  const { limitPrice } = pricesOf(request);
  if (limitPrice !== undefined) return limitPrice;
  return request.orderType === 'BUY' ? priceBand(ground.previous_close).high : ground.last;
}

/**
 * What a bond has accrued at most when a buy settles, per 100, and at least when a sell does, which
 * is on the first day it can.
 */
function worstAccrued(
  { orderType }: OrderRequest,
  { bond, business_date: first }: FoundGround,
  last: BusinessDate,
): Decimal {
  if (bond === undefined) return new Decimal(0);
  return mostAccruedOfTrades(bond, { first, last: orderType === 'SELL' ? first : last });
}

function requireValue(request: OrderRequest, terms: Omit<CheckedOrder, 'cost'>): TradeCost {
  const { ground, quantity } = terms;
  const bond = { securityType: ground.security_type, faceValue: ground.face_value };
  const cost = costOf({
    side: request.orderType,
    quantity,
    value: tradeValue(terms.worstPrice, quantity, bond),
    accrued: tradeValue(terms.worstAccrued, quantity, bond),
    currency: ground.currency,
    tradeDate: ground.business_date,
    securityType: ground.security_type,
    commissionGroup: terms.commissionGroup,
    origin: terms.origin,
    executionCount: 1,
    firstNoteOfOrder: true,
  });
  if (cost.considerationMinor > ORDER.valueMinorMost) {
    const detail = 'is worth too much';
    throw refuseMember(orderProblems.VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
  }
  return cost;
}

// An early answer from what was read; the hold that follows decides, whatever happens in between.
function requireCover(request: OrderRequest, { ground, quantity, cost }: CheckedOrder): void {
  if (request.orderType === 'BUY' && ground.available_minor < cost.netMinor) {
    throw refusal(financeProblems.INSUFFICIENT_FUNDS);
  }
  if (request.orderType === 'SELL' && ground.available_quantity < quantity) {
    throw refuseMember(
      orderProblems.INSUFFICIENT_HOLDING,
      'quantityRequested',
      `${ground.available_quantity} units are available`,
    );
  }
}
