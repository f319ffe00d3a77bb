// The pre-trade checks: the same code for submit, validate and dry run, each refusal with its own
// code.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney } from '../../../platform/money/money.js';
import { insufficientFunds } from '../../finance/index.js';
import { assetClassOf } from '../../market/index.js';
import {
  dearestCost,
  hasFractions,
  scheduleToEstimate,
  type Trade,
  type TradeCost,
} from '../fee/trade-cost.js';
import { ORDER } from '../limits.js';
import { mostAccruedOfTrades, settlesOn } from '../portfolio/settled-bond.js';
import { orderProblems } from '../problems.js';
import { lastDayOf, tradeDatesOf } from '../rule/order-end.js';
import { isOnTick, type PriceRules, priceRulesOn, tradeValue } from '../rule/price-rule.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import { type MarketMoment, tradingDateOf } from '../rule/trading-date.js';
import type { FoundGround, OrderGround } from './context.js';
import type { OrderRequest } from './request.js';
import { requireSize, sizeOf } from './size.js';

/** An order that passed every check, with what it will cost. */
export interface CheckedOrder {
  readonly ground: FoundGround;
  readonly quantity: bigint;
  /** Where the order was given for a value. */
  readonly valueAskedMinor: bigint | undefined;
  /** Only where the price type has one. */
  readonly limitPrice: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
  readonly worstPrice: Decimal;
  readonly worstAccrued: Decimal;
  readonly securityName: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly expireDate: BusinessDate;
  /** On how many dates it may be filled. */
  readonly tradeDatesMax: number;
  readonly cost: TradeCost;
}

/** Who asks, and when. */
interface Asking {
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

/**
 * Runs every check of a new order but those on what is available; throws the first refusal, or
 * returns what will be stored.
 */
export function checkNewOrder(
  request: OrderRequest,
  ground: OrderGround,
  asking: Asking,
): CheckedOrder {
  if (request.id !== undefined && request.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is given by the server');
  }
  const checked = checkTerms(request, ground, asking);
  requireOwnGroup(request, checked.ground);
  return checked;
}

/**
 * What can be refused before anything is read: prices that the price type needs, and the quantity.
 */
export function requireShape(request: OrderRequest): void {
  requirePrices(request);
  requireSize(request);
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
  const tradingDate = requireSession(request, found, asking);
  const expireDate = expiryOf(request, { ground: found, tradingDate });
  const prices = requirePriceRules(request, { ground: found, tradingDate });
  const worst = worstPrice(request, found, prices);
  const size = sizeOf(request, { ground: found, prices, worstPrice: worst });
  const days = { first: tradingDate, last: expireDate };
  const terms = {
    ground: found,
    ...size,
    ...pricesOf(request),
    worstPrice: worst,
    worstAccrued: worstAccrued(request, found, days),
    securityName: securityNameOf(request),
    commissionGroup: request.commissionGroupName ?? found.group_name,
    origin: request.orderOrigin?.toUpperCase() ?? 'API',
    expireDate,
    tradeDatesMax: tradeDatesOf(days, marketOf(found, asking.now)),
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
  const { needsLimitPrice, needsStopPrice } = PRICE_TYPE[request.priceType];
  if (needsLimitPrice && request.limitPrice === undefined) throw missing('limitPrice');
  if (needsStopPrice && request.stopPrice === undefined) throw missing('stopPrice');
  for (const member of ['limitPrice', 'stopPrice'] as const) {
    const price = request[member];
    if (price === undefined) continue;
    // Old clients send 0 where a price does not apply.
    const applies = member === 'limitPrice' ? needsLimitPrice : needsStopPrice;
    if (price.isNegative() || (applies && price.isZero())) {
      throw refuseMember(commonProblems.INVALID_REQUEST, member, 'must be greater than zero');
    }
    if (price.decimalPlaces() > ORDER.priceDecimalsMax) {
      const detail = `must have at most ${ORDER.priceDecimalsMax} decimals`;
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
    longest_life_days: ground.longest_life_days ?? ORDER.lifeDaysMax,
    face_value: ground.face_value ?? new Decimal(1),
    security_isin: ground.security_isin ?? '',
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
  const { instrumentType } = request;
  if (instrumentType !== undefined && isOtherType(instrumentType, ground)) {
    mismatch('instrumentType');
  }
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

const SECURITY_TYPES: ReadonlyMap<string, string> = new Map([
  ['EQUITY', 'EQUITY'],
  ['BOND', 'BOND_NAT'],
  ['BOND_NAT', 'BOND_NAT'],
]);

// Old clients have words of their own for it; only one of ours can contradict the security.
function isOtherType(instrumentType: string, ground: FoundGround): boolean {
  const type = SECURITY_TYPES.get(instrumentType.toUpperCase());
  return type !== undefined && type !== ground.security_type;
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
  const { needsLimitPrice, needsStopPrice } = PRICE_TYPE[priceType];
  return {
    limitPrice: needsLimitPrice ? limitPrice : undefined,
    stopPrice: needsStopPrice ? stopPrice : undefined,
  };
}

/** A ground with the date of the session that the order is for. */
interface DatedGround {
  readonly ground: FoundGround;
  readonly tradingDate: BusinessDate;
}

function requireSession(request: OrderRequest, ground: FoundGround, { now }: Asking): BusinessDate {
  const order = {
    priceType: request.priceType,
    timeInForce: ground.fix_time_in_force,
    startsAt: request.orderStartDate,
  };
  return tradingDateOf(order, marketOf(ground, now));
}

/** The market as an order of this ground finds it. */
export function marketOf(ground: FoundGround, now: Instant): MarketMoment {
  const { rules, security_type: securityType, business_date: businessDate } = ground;
  return { rules, assetClass: assetClassOf(securityType), businessDate, now };
}

function expiryOf(request: OrderRequest, { ground, tradingDate }: DatedGround): BusinessDate {
  const life = {
    timeInForce: ground.fix_time_in_force,
    defaultLifeDays: ground.default_life_days,
    longestLifeDays: ground.longest_life_days,
    endsAt: request.orderEndDate,
    tradingDate,
    businessDate: ground.business_date,
  };
  return lastDayOf(life, ground.rules);
}

// The next day's prices refer to the close of this one, which is the last price for all we know.
function requirePriceRules(
  request: OrderRequest,
  { ground, tradingDate }: DatedGround,
): PriceRules {
  const isToday = tradingDate === ground.business_date;
  const reference = isToday ? ground.previous_close : ground.last;
  const security = { reference, lotSize: ground.lot_size };
  const classes = ground.rules.classes[assetClassOf(ground.security_type)];
  const prices = priceRulesOn(tradingDate, classes, security);
  for (const member of ['limitPrice', 'stopPrice'] as const) {
    const price = pricesOf(request)[member];
    if (price === undefined || isOnTick(price, prices.tick)) continue;
    throw refuseMember(orderProblems.PRICE_OFF_TICK, member, 'is off the price increment');
  }
  const { limitPrice } = pricesOf(request);
  if (limitPrice === undefined) return prices;
  const { low, high } = prices;
  if (limitPrice.lessThan(low) || limitPrice.greaterThan(high)) {
    const detail = `must be from ${low.toFixed()} to ${high.toFixed()}`;
    throw refuseMember(orderProblems.PRICE_OUTSIDE_BAND, 'limitPrice', detail);
  }
  return prices;
}

/**
 * The price that the worst fill can have: the limit, or for a market buy the top of the day's band.
 */
function worstPrice(request: OrderRequest, ground: FoundGround, prices: PriceRules): Decimal {
  const { limitPrice } = pricesOf(request);
  if (limitPrice !== undefined) return limitPrice;
  return request.orderType === 'BUY' ? prices.high : ground.last;
}

/**
 * What a bond has accrued at most when a buy settles, per 100, and at least when a sell does, which
 * is on the first day it can.
 */
function worstAccrued(
  { orderType }: OrderRequest,
  { bond }: FoundGround,
  days: { readonly first: BusinessDate; readonly last: BusinessDate },
): Decimal {
  if (bond === undefined) return new Decimal(0);
  const { first, last } = days;
  return mostAccruedOfTrades(bond, { first, last: orderType === 'SELL' ? first : last });
}

function requireValue(request: OrderRequest, terms: Omit<CheckedOrder, 'cost'>): TradeCost {
  const { ground, quantity, tradeDatesMax } = terms;
  // A unit has one note: there are no more notes than units.
  const notesMax = quantity < BigInt(tradeDatesMax) ? Number(quantity) : tradeDatesMax;
  const bond = { securityType: ground.security_type, faceValue: ground.face_value };
  const trade: Trade = {
    side: request.orderType,
    quantity,
    value: tradeValue(terms.worstPrice, quantity, bond),
    accrued: tradeValue(terms.worstAccrued, quantity, bond),
    currency: ground.currency,
    tradeDate: ground.business_date,
    securityType: ground.security_type,
    commissionGroup: terms.commissionGroup,
    origin: terms.origin,
    executionCount: notesMax,
    notesMax,
    hasFractions: hasFractions([terms.worstPrice], { ...bond, currency: ground.currency }),
  };
  const place = { exchangeId: ground.exchange_id, officeId: ground.office_id };
  const { tariff } = ground;
  const life = { tariff, last: terms.expireDate, place };
  const cost = dearestCost(trade, scheduleToEstimate(tariff, trade, place), life);
  const minor = ground.limits.valueMostMinor ?? ORDER.valueMinorMax;
  if (cost.considerationMinor > minor) {
    const detail = `must be worth at most ${formatMoney({ minor, currency: ground.currency })}`;
    throw refuseMember(orderProblems.VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
  }
  return cost;
}

/** The money and the units that an order can have. */
export interface Available {
  readonly minor: bigint;
  readonly quantity: bigint;
}

/**
 * Refuses an order that there is not enough for. Where nothing is locked this is an early answer;
 * the hold that follows decides, whatever happens in between.
 */
export function requireCover(
  request: OrderRequest,
  { ground, quantity, cost }: CheckedOrder,
  available: Available,
): void {
  if (request.orderType === 'BUY' && available.minor < cost.netMinor) {
    const minor = cost.netMinor - available.minor;
    throw insufficientFunds({ minor, currency: ground.currency });
  }
  if (request.orderType === 'SELL' && available.quantity < quantity) {
    throw refuseMember(
      orderProblems.INSUFFICIENT_HOLDING,
      'quantityRequested',
      `${available.quantity} units are available`,
    );
  }
}
