// The last day of an order: the date of its session, or the date on which its term ends.

import { adjust, isBusinessDay } from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import {
  endsWithSession,
  type FixTimeInForce,
  type MarketRules,
  ruleOn,
  usualLifeDays,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import type { MarketMoment } from './trading-date.js';

/** The data from which an order's last day is computed. */
interface OrderLife {
  readonly timeInForce: FixTimeInForce;
  /**
   * The number of calendar days that the term lasts if no end is given; 0 if the term does not
   * define it.
   */
  readonly defaultLifeDays: number;
  /**
   * The maximum number of calendar days that the firm allows for the term; default: the general
   * maximum.
   */
  readonly longestLifeDays?: number | undefined;
  /** The requested end. Its date in the exchange's time zone is used. */
  readonly endsAt: Instant | undefined;
  /** The date of the order's session. */
  readonly tradingDate: BusinessDate;
  readonly businessDate: BusinessDate;
  /** The last date on which the security can be traded, if there is one. */
  readonly tradableTo?: BusinessDate | undefined;
}

/**
 * Returns the last day of an order. GTC and GTD orders remain valid until the requested end, which
 * must be a trading day. If no end is requested, they remain valid for their term's default number
 * of days, but no longer than the firm allows or the security can be traded. If the result is a
 * closed day, the trading day before it is used. All other orders are valid for one session: a
 * requested end before that session is refused, and a later end has no effect.
 */
export function lastDayOf(life: OrderLife, rules: MarketRules): BusinessDate {
  const { timeInForce, tradingDate, endsAt } = life;
  const requested = endsAt === undefined ? undefined : dateOfInstant(endsAt, rules.timeZone);
  if (requested !== undefined && requested < tradingDate) {
    const detail = `must not be before ${tradingDate}, the date of the order's session`;
    throw refuseMember(orderProblems.ORDER_DATE_PASSED, 'orderEndDate', detail);
  }
  const latest = addDays(life.businessDate, ORDER.lifeDaysMax);
  requireNear(tradingDate, latest, 'orderStartDate');
  if (endsWithSession(timeInForce)) return tradingDate;
  if (requested === undefined) return usualEnd(life, rules);
  requireNear(requested, latestEnd(life), 'orderEndDate');
  requireTradingDay(requested, life, rules);
  return requested;
}

function latestEnd(life: OrderLife): BusinessDate {
  const { businessDate, longestLifeDays = ORDER.lifeDaysMax, tradableTo } = life;
  const latest = addDays(businessDate, Math.min(longestLifeDays, ORDER.lifeDaysMax));
  return tradableTo !== undefined && tradableTo < latest ? tradableTo : latest;
}

// Money or units held for an order are unavailable for the order's whole life.
function requireNear(date: BusinessDate, latest: BusinessDate, member: string): void {
  if (date <= latest) return;
  throw refuseMember(orderProblems.ORDER_END_TOO_FAR, member, `must be on or before ${latest}`);
}

function requireTradingDay(
  requested: BusinessDate,
  { tradingDate }: OrderLife,
  rules: MarketRules,
): void {
  // If the market trades around the clock, a business date on a closed day is treated as a trading
  // day.
  if (requested === tradingDate || isBusinessDay(requested, rules.calendar)) return;
  const before = adjust(requested, 'PRECEDING', rules.calendar);
  const detail = `the exchange is closed on ${requested}; the previous trading day is ${before}`;
  throw refuseMember(orderProblems.ORDER_END_NOT_TRADING_DAY, 'orderEndDate', detail);
}

function usualEnd(life: OrderLife, { calendar }: MarketRules): BusinessDate {
  const { timeInForce, tradingDate } = life;
  const days = usualLifeDays({
    fixTimeInForce: timeInForce,
    defaultLifeDays: life.defaultLifeDays || null,
    longestLifeDays: life.longestLifeDays ?? null,
  });
  if (days === 0) {
    const detail = 'is required by the order term';
    throw refuseMember(orderProblems.ORDER_END_MISSING, 'orderEndDate', detail);
  }
  const latest = latestEnd(life);
  const [end = latest] = [addDays(tradingDate, days), latest].sort();
  const last = adjust(end, 'PRECEDING', calendar);
  if (last < tradingDate) return tradingDate;
  return last;
}

/**
 * Returns the number of dates on which an order can be filled: the business days of its life, or
 * every day if the market trades around the clock.
 */
export function tradeDatesOf(
  life: { readonly first: BusinessDate; readonly last: BusinessDate },
  market: Pick<MarketMoment, 'rules' | 'assetClass'>,
): number {
  let dates = 1;
  for (let date = addDays(life.first, 1); date <= life.last; date = addDays(date, 1)) {
    const phases = market.rules.classes[market.assetClass].TRADING_PHASES;
    const always = ruleOn(phases, date)?.aroundTheClock === true;
    if (always || isBusinessDay(date, market.rules.calendar)) dates += 1;
  }
  return dates;
}
