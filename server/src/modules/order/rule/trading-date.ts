// The date of an order: the date of the first session, from now on, in which the market accepts the
// order. If the order's term does not allow waiting, the order belongs to the current session or is
// refused.

import {
  addDays,
  type BusinessDate,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import {
  type AssetClass,
  END_OF_DAY,
  type FixTimeInForce,
  isTradingDay,
  type MarketRules,
  phaseAt,
  phaseTakes,
  ruleOn,
  stretchesOf,
  type TradingDay,
  type TradingPhase,
  timeOn,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import { PRICE_TYPE, type PriceType } from './price-type.js';

/** The market at the moment an order is placed. */
export interface MarketMoment {
  readonly rules: MarketRules;
  readonly assetClass: AssetClass;
  readonly businessDate: BusinessDate;
  readonly now: Instant;
}

/** The properties of an order that its date depends on. */
interface DatedOrder {
  readonly priceType: PriceType;
  readonly timeInForce: FixTimeInForce;
  /** The requested start, if there is one. */
  readonly startsAt: Instant | undefined;
}

/** Returns the current phase of the market. */
export function presentPhase({ rules, ...market }: MarketMoment): TradingPhase {
  const { businessDate: date, now } = market;
  const { timeZone, calendar } = rules;
  return phaseAt(dayOn({ rules, ...market }, date), { date, now, timeZone, calendar });
}

/**
 * Returns the date of the first session that accepts the order. Refuses auction orders without a
 * limit or after their auction, and immediate orders outside continuous trading.
 */
export function tradingDateOf(order: DatedOrder, market: MarketMoment): BusinessDate {
  requireAuctionLimit(order);
  requireContinuous(order, market);
  const starts = beginningOf(order, market);
  for (let day = 0; day <= ORDER.tradingDateDaysMax; day += 1) {
    const date = addDays(starts.date, day);
    const hours = dayOn(market, date);
    if (hours === undefined || !isTradingDay(date, hours, market.rules.calendar)) continue;
    const after = day === 0 ? starts.time : '';
    if (takesAfter(after, hours, order)) return date;
    requireOtherDay(order, date);
  }
  throw refuseMember(
    orderProblems.SECURITY_NOT_TRADABLE,
    'orderStartDate',
    'no trading session was found',
  );
}

function dayOn({ rules, assetClass }: MarketMoment, date: BusinessDate): TradingDay | undefined {
  return ruleOn(rules.classes[assetClass].TRADING_PHASES, date);
}

function requireAuctionLimit({ priceType, timeInForce }: DatedOrder): void {
  if (timeInForce !== '2' && timeInForce !== '7') return;
  if (PRICE_TYPE[priceType].takesAuction) return;
  throw refuseMember(orderProblems.AUCTION_ORDER_NEEDS_LIMIT, 'priceType', 'must be LIMIT');
}

// A stop order with an immediate term is not sent until it is released, and the market is trading
// at that time.
function requireContinuous(order: DatedOrder, market: MarketMoment): void {
  if (order.timeInForce !== '3' && order.timeInForce !== '4') return;
  if (PRICE_TYPE[order.priceType].needsStopPrice) return;
  const phase = presentPhase(market);
  const waits = order.startsAt !== undefined && order.startsAt > market.now;
  if (phase === 'CONTINUOUS' && !waits) return;
  throw refuseMember(
    orderProblems.IMMEDIATE_ORDER_NOT_CONTINUOUS,
    'orderTermName',
    waits ? 'the order has a later start time' : `the market is ${phase}`,
  );
}

interface Beginning {
  readonly date: BusinessDate;
  /** Local time on that date; empty means the start of the day. */
  readonly time: string;
}

// The business date determines the session, regardless of the clock. Before that calendar day, the
// session has not begun; after it, the session is over. If the market trades around the clock,
// every moment is within the session of the business date.
function beginningOf({ startsAt }: DatedOrder, market: MarketMoment): Beginning {
  const { rules, businessDate, now } = market;
  const { timeZone } = rules;
  const start = startsAt === undefined ? undefined : dateOfInstant(startsAt, timeZone);
  if (startsAt !== undefined && start !== undefined && start > businessDate) {
    return { date: start, time: timeOn(start, startsAt, timeZone) };
  }
  if (dayOn(market, businessDate)?.aroundTheClock === true) return { date: businessDate, time: '' };
  const from = start === businessDate && startsAt && startsAt > now ? startsAt : now;
  return { date: businessDate, time: timeOn(businessDate, from, timeZone) };
}

function takesAfter(time: string, hours: TradingDay, order: DatedOrder): boolean {
  if (time === END_OF_DAY) return false;
  const { timeInForce } = order;
  const { needsStopPrice, sentAs } = PRICE_TYPE[order.priceType];
  const kind = needsStopPrice
    ? ({ isLimited: true, timeInForce: '0' } as const)
    : { isLimited: sentAs === 'LIMIT', timeInForce };
  return stretchesOf(hours).some(({ until, phase }) => time < until && phaseTakes(phase, kind));
}

function requireOtherDay({ timeInForce }: DatedOrder, date: BusinessDate): void {
  if (timeInForce === '2') {
    const detail = `the opening auction on ${date} is over`;
    throw refuseMember(orderProblems.OPENING_PASSED, 'orderTermName', detail);
  }
  if (timeInForce === '7') {
    const detail = `the closing auction on ${date} is over`;
    throw refuseMember(orderProblems.CLOSING_PASSED, 'orderTermName', detail);
  }
}
