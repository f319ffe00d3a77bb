// The pre-trade checks, shared by submit, validate and dry run. Each refusal has its own code.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Principal } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { countedAre } from '../../../platform/http/reply/counted.js';
import {
  causedBy,
  commonProblems,
  type Problem,
  refusalAt,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney } from '../../../platform/money/money.js';
import { type Coded, isCodeOf } from '../../../platform/reference-data/code.js';
import { insufficientFunds } from '../../finance/index.js';
import { assetClassOf, SECURITY_TYPES, securityTypesIn } from '../../market/index.js';
import {
  dearestCost,
  hasFractions,
  scheduleToEstimate,
  type Trade,
  type TradeCost,
} from '../fee/trade-cost.js';
import { ORDER } from '../limits.js';
import { lastDateOfFace, maxAccruedOfTrades, tradedFace } from '../portfolio/settled-bond.js';
import { orderProblems } from '../problems.js';
import { lastDayOf, tradeDatesOf } from '../rule/order-end.js';
import { isOnTick, type PriceRules, priceRulesOn, tradeValue } from '../rule/price-rule.js';
import { PRICE_TYPE } from '../rule/price-type.js';
import { type MarketMoment, tradingDateOf } from '../rule/trading-date.js';
import { agentOf } from './agent.js';
import { groupNameOf, requireCommissionGroup } from './commission-group.js';
import type { FoundContext } from './context.js';
import type { OrderContext } from './context-queries.js';
import { custodianOf } from './custodian.js';
import type { OrderRequest } from './request.js';
import { requireSize, sizeOf } from './size.js';

/** An order that passed every check, with its cost. */
export interface CheckedOrder {
  readonly context: FoundContext;
  readonly quantity: bigint;
  /** The requested value, if the order was placed by value. */
  readonly valueRequestedMinor: bigint | undefined;
  /** The limit price, if the price type has one. */
  readonly limitPrice: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
  readonly worstPrice: Decimal;
  readonly worstAccrued: Decimal;
  readonly commissionGroup: string;
  /** The agent that earns a share of the commission; null if there is none. */
  readonly agentName: string | null;
  readonly origin: string;
  readonly expireDate: BusinessDate;
  /** The maximum number of dates on which the order may be filled. */
  readonly tradeDatesMax: number;
  readonly cost: TradeCost;
}

/** The caller and the time of the request. */
interface Requester {
  readonly principal: Principal;
  readonly now: Instant;
}

/** Returns the security's code. Old clients send it as `instrument`. */
export function securityNameOf(request: OrderRequest): string {
  const { securityName, instrument } = request;
  if (securityName !== undefined && instrument !== undefined && securityName !== instrument) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'instrument',
      'does not match securityName',
    );
  }
  const name = securityName ?? instrument;
  if (name === undefined) throw missing('securityName');
  return name;
}

/**
 * Runs every check on a new order except the check for money and units. Throws the first refusal,
 * or returns the order to store.
 */
export function checkNewOrder(
  request: OrderRequest,
  context: OrderContext,
  by: Requester,
): CheckedOrder {
  if (request.id !== undefined && request.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const checked = checkTerms(request, context, by);
  requireCommissionGroup(request, checked, by.principal);
  custodianOf(request, checked.context);
  return checked;
}

/**
 * Runs the checks that need no database read: the prices that the price type needs, and the
 * quantity.
 */
export function requireShape(request: OrderRequest): void {
  requirePrices(request);
  requireSize(request);
}

/** Runs every check on new or changed terms except the check for money and units. */
export function checkTerms(
  request: OrderRequest,
  context: OrderContext,
  by: Requester,
): CheckedOrder {
  requireShape(request);
  const named = requireContext(request, context, by.principal);
  requireSameReferences(request, named);
  requireTradable(named);
  const tradingDate = requireSession(request, named, by);
  requireTradableOn(tradingDate, named);
  const found = withFace(named, tradingDate);
  const expireDate = expiryOf(request, { context: found, tradingDate });
  const prices = requirePriceRules(request, { context: found, tradingDate });
  const worst = worstPrice(request, found, prices);
  const size = sizeOf(request, { context: found, prices, worstPrice: worst });
  const days = { first: tradingDate, last: expireDate };
  const terms = {
    context: found,
    ...size,
    ...pricesOf(request),
    worstPrice: worst,
    worstAccrued: worstAccrued(request, found, days),
    commissionGroup: groupNameOf(request, found),
    agentName: agentOf(request, found, by.principal),
    origin: request.orderOrigin?.toUpperCase() ?? 'API',
    expireDate,
    tradeDatesMax: tradeDatesOf(days, marketOf(found, by.now)),
  };
  return { ...terms, cost: requireValue(request, terms) };
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
    // Old clients send 0 for a price that does not apply.
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
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'is unknown');
}

function requireContext(
  request: OrderRequest,
  context: OrderContext,
  principal: Principal,
): FoundContext {
  const visible = context.office_id !== null && seesOffice(principal, context.office_id);
  if (context.portfolio_id === null || !visible) throw unknown('portfolioName');
  if (context.security_id === null) {
    throw unknown(request.securityName === undefined ? 'instrument' : 'securityName');
  }
  if (context.order_term_id === null) throw unknown('orderTermName');
  if (context.previous_close === null)
    throw refusalAt(orderProblems.SECURITY_WITHOUT_PRICE, 'securityName');
  if (context.cash_account_id === null) {
    throw refusalAt(orderProblems.NO_CASH_ACCOUNT, 'portfolioName', {
      args: [context.currency ?? ''],
    });
  }
  const found = {
    ...context,
    available_quantity: context.available_quantity ?? 0n,
    default_life_days: context.default_life_days ?? 0,
    longest_life_days: context.longest_life_days ?? ORDER.lifeDaysMax,
    face_value: context.face_value ?? new Decimal(1),
    security_isin: context.security_isin ?? '',
  };
  assert(isFound(found), 'the context is complete');
  return found;
}

function isFound(context: OrderContext): context is FoundContext {
  return Object.values(context).every((value) => value !== null);
}

function requireSameReferences(request: OrderRequest, context: FoundContext): void {
  const { exchange, portfolioId } = request;
  // Old clients send 0 for an unknown id.
  if (portfolioId && portfolioId !== context.portfolio_id) mismatch('portfolioId');
  if (isOther(exchange, { name: context.exchange_name, aliases: context.exchange_aliases })) {
    mismatch('exchange');
  }
  const { instrumentType } = request;
  if (instrumentType !== undefined && isOtherType(instrumentType, context)) {
    mismatch('instrumentType');
  }
  if (request.customerName !== undefined && request.customerName !== context.customer_name) {
    mismatch('customerName');
  }
  const office = { name: context.office_name, aliases: context.office_aliases };
  if (isOther(request.businessOffice, office)) mismatch('businessOffice');
  if (request.orderCurrency !== undefined && request.orderCurrency !== context.currency) {
    const detail = `must be ${context.currency}, the currency of the security`;
    throw refuseMember(orderProblems.CURRENCY_MISMATCH, 'orderCurrency', detail);
  }
}

function isOther(code: string | undefined, record: Coded): boolean {
  return code !== undefined && !isCodeOf(record, code);
}

function isOtherType(instrumentType: string, context: FoundContext): boolean {
  const types = securityTypesNamed(instrumentType);
  return types !== undefined && !types.some((type) => type === context.security_type);
}

/**
 * Returns the security types that a request names, or undefined if the name is unknown. Old clients
 * use other names, which are not compared with the security.
 */
export function securityTypesNamed(instrumentType: string): readonly string[] | undefined {
  const given = instrumentType.toUpperCase();
  const filter = [...SECURITY_TYPES, 'BOND' as const].find((each) => each === given);
  return filter && securityTypesIn(filter);
}

function mismatch(member: string): never {
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    member,
    'does not match the other members of the request',
  );
}

function requireTradable(context: FoundContext): void {
  if (!context.portfolio_active) throw refusalAt(orderProblems.PORTFOLIO_INACTIVE, 'portfolioName');
  const approved = context.customer_workflow_status === 'APPROVED';
  if (context.customer_status !== 'ACTIVE' || !approved) {
    throw refusalAt(orderProblems.CUSTOMER_INACTIVE, 'portfolioName', {
      args: [context.customer_status],
    });
  }
  if (
    !context.exchange_active ||
    !context.security_active ||
    context.security_status !== 'TRADING'
  ) {
    throw refusalAt(orderProblems.SECURITY_NOT_TRADABLE, 'securityName', {
      args: [context.security_status],
    });
  }
  if (!context.order_term_active) throw unknown('orderTermName');
}

// A right can be traded between two dates; a bond, as long as its trades settle before maturity.
function requireTradableOn(date: BusinessDate, { tradable, bond }: FoundContext): void {
  if (tradable === undefined) return;
  const isEarly = tradable.from !== undefined && date < tradable.from;
  if (!isEarly && date <= tradable.to) return;
  const ended = bond === undefined ? 'ENDED' : 'MATURED';
  throw refusalAt(orderProblems.SECURITY_NOT_TRADABLE, 'securityName', {
    args: [isEarly ? 'NOT_YET' : ended],
  });
}

function withFace(context: FoundContext, tradingDate: BusinessDate): FoundContext {
  const { bond } = context;
  return bond === undefined ? context : { ...context, face_value: tradedFace(bond, tradingDate) };
}

/** Returns the prices that the price type uses. Old clients send 0 for the others. */
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

/** A context, and the date of the order's session. */
interface DatedContext {
  readonly context: FoundContext;
  readonly tradingDate: BusinessDate;
}

function requireSession(
  request: OrderRequest,
  context: FoundContext,
  { now }: Requester,
): BusinessDate {
  const order = {
    priceType: request.priceType,
    timeInForce: context.fix_time_in_force,
    startsAt: request.orderStartDate,
  };
  return tradingDateOf(order, marketOf(context, now));
}

/** Returns the market in an order's context. */
export function marketOf(context: FoundContext, now: Instant): MarketMoment {
  const { rules, security_type: securityType, business_date: businessDate } = context;
  return { rules, assetClass: assetClassOf(securityType), businessDate, now };
}

function expiryOf(request: OrderRequest, { context, tradingDate }: DatedContext): BusinessDate {
  const life = {
    timeInForce: context.fix_time_in_force,
    defaultLifeDays: context.default_life_days,
    longestLifeDays: context.longest_life_days,
    endsAt: request.orderEndDate,
    tradingDate,
    businessDate: context.business_date,
    tradableTo: context.bond ? lastDateOfFace(context.bond, tradingDate) : context.tradable?.to,
  };
  return lastDayOf(life, context.rules);
}

// The next day's price limits refer to today's close. The last price is the best estimate of that
// close.
function requirePriceRules(
  request: OrderRequest,
  { context, tradingDate }: DatedContext,
): PriceRules {
  const isToday = tradingDate === context.business_date;
  const reference = isToday ? context.previous_close : context.last;
  const security = { reference, lotSize: context.lot_size };
  const classes = context.rules.classes[assetClassOf(context.security_type)];
  const prices = priceRulesOn(tradingDate, classes, security);
  for (const member of ['limitPrice', 'stopPrice'] as const) {
    const price = pricesOf(request)[member];
    if (price === undefined || isOnTick(price, prices.tick)) continue;
    throw refuseMember(
      orderProblems.PRICE_OFF_TICK,
      member,
      'is not a multiple of the price increment',
    );
  }
  const { limitPrice } = pricesOf(request);
  if (limitPrice === undefined) return prices;
  const { low, high } = prices;
  if (limitPrice.lessThan(low) || limitPrice.greaterThan(high)) {
    const detail = `must be between ${low.toFixed()} and ${high.toFixed()}`;
    throw refuseMember(orderProblems.PRICE_OUTSIDE_BAND, 'limitPrice', detail);
  }
  return prices;
}

/**
 * Returns the worst possible fill price: the limit, or for a market buy the upper end of the day's
 * price limits.
 */
function worstPrice(request: OrderRequest, context: FoundContext, prices: PriceRules): Decimal {
  const { limitPrice } = pricesOf(request);
  if (limitPrice !== undefined) return limitPrice;
  return request.orderType === 'BUY' ? prices.high : context.last;
}

/**
 * Returns the accrued interest on the worst settlement date, per 100. For a buy, this is the
 * maximum; for a sell, it is the accrued interest on the earliest possible date.
 */
function worstAccrued(
  { orderType }: OrderRequest,
  { bond }: FoundContext,
  days: { readonly first: BusinessDate; readonly last: BusinessDate },
): Decimal {
  if (bond === undefined) return new Decimal(0);
  const { first, last } = days;
  return maxAccruedOfTrades(bond, { first, last: orderType === 'SELL' ? first : last });
}

function requireValue(request: OrderRequest, terms: Omit<CheckedOrder, 'cost'>): TradeCost {
  const { context, quantity, tradeDatesMax } = terms;
  // Each unit is on exactly one note, so there cannot be more notes than units.
  const notesMax = quantity < BigInt(tradeDatesMax) ? Number(quantity) : tradeDatesMax;
  const bond = { securityType: context.security_type, faceValue: context.face_value };
  const trade: Trade = {
    side: request.orderType,
    quantity,
    value: tradeValue(terms.worstPrice, quantity, bond),
    accrued: tradeValue(terms.worstAccrued, quantity, bond),
    currency: context.currency,
    tradeDate: context.business_date,
    securityType: context.security_type,
    commissionGroup: terms.commissionGroup,
    origin: terms.origin,
    executionCount: notesMax,
    notesMax,
    hasFractions: hasFractions([terms.worstPrice], { ...bond, currency: context.currency }),
  };
  const place = { exchangeId: context.exchange_id, officeId: context.office_id };
  const { tariff } = context;
  const life = { tariff, last: terms.expireDate, place };
  const cost = dearestCost(trade, scheduleToEstimate(tariff, trade, place), life);
  const minor = context.limits.valueMaxMinor ?? ORDER.valueMinorMax;
  if (cost.considerationMinor > minor) {
    const most = formatMoney({ minor, currency: context.currency });
    const detail = `the order's value must be at most ${most}`;
    throw refuseMember(orderProblems.VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
  }
  return cost;
}

/**
 * Returns whether the order's custodian settles trades itself, so that the customer's money and
 * units are not needed. The custodian must have been checked.
 */
export function isSettledByCustodian(request: OrderRequest, context: FoundContext): boolean {
  return custodianOf(request, context)?.settles === true;
}

/** The money and units available to an order. */
export interface Available {
  readonly minor: bigint;
  readonly quantity: bigint;
}

/**
 * Refuses an order if there is not enough money or units. Without locks, this is only a preliminary
 * check. The final check is made when the hold is set.
 */
export function requireCover(
  request: OrderRequest,
  { context, quantity, cost }: CheckedOrder,
  available: Available,
): void {
  if (isSettledByCustodian(request, context)) return;
  if (request.orderType === 'BUY' && available.minor < cost.netMinor) {
    const minor = cost.netMinor - available.minor;
    const short = insufficientFunds({ minor, currency: context.currency });
    throw causedBy(short, request.orderBase === 'VALUE' ? 'orderValue' : 'quantityRequested');
  }
  if (request.orderType === 'SELL' && available.quantity < quantity) {
    throw refuseMember(
      orderProblems.INSUFFICIENT_HOLDING,
      'quantityRequested',
      `only ${countedAre(available.quantity, 'unit')} available`,
    );
  }
}
