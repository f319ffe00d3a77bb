// The last day of an order: the session it is for, or the date until which its term lets it live.

import { adjust, isBusinessDay } from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  dateOfInstant,
} from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { type FixTimeInForce, type MarketRules, ruleOn } from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import type { MarketMoment } from './trading-date.js';

/** What decides on the last day of an order. */
interface OrderLife {
  readonly timeInForce: FixTimeInForce;
  /** Calendar days that the term lives when no end is given; 0 when it does not say. */
  readonly defaultLifeDays: number;
  /** The most calendar days that the house lets the term live; left out, as any other. */
  readonly longestLifeDays?: number | undefined;
  /** The end that was asked for; the date in the exchange's time zone counts. */
  readonly endsAt: Instant | undefined;
  /** The date of the session that the order is for. */
  readonly tradingDate: BusinessDate;
  readonly businessDate: BusinessDate;
}

/**
 * The last day of an order. GTC and GTD live until the end asked for, which is a trading day; or by
 * the days of their term, at most those that the house allows, to the trading day before where that
 * falls on a closed one. Every other
 * term lives for one session, and an end that does not lie before it changes nothing.
 */
export function lastDayOf(life: OrderLife, rules: MarketRules): BusinessDate {
  const { timeInForce, tradingDate, endsAt } = life;
  const asked = endsAt === undefined ? undefined : dateOfInstant(endsAt, rules.timeZone);
  if (asked !== undefined && asked < tradingDate) {
    const detail = `lies before ${tradingDate}, the day that the order is for`;
    throw refuseMember(orderProblems.ORDER_DATE_PASSED, 'orderEndDate', detail);
  }
  const latest = addDays(life.businessDate, ORDER.lifeDaysMax);
  requireNear(tradingDate, latest, 'orderStartDate');
  if (timeInForce !== '1' && timeInForce !== '6') return tradingDate;
  if (asked === undefined) return usualEnd(life, rules);
  requireNear(asked, latestEnd(life), 'orderEndDate');
  requireTradingDay(asked, life, rules);
  return asked;
}

function latestEnd({ businessDate, longestLifeDays = ORDER.lifeDaysMax }: OrderLife): BusinessDate {
  return addDays(businessDate, Math.min(longestLifeDays, ORDER.lifeDaysMax));
}

// What an order holds is not free for anything else as long as it lives.
function requireNear(date: BusinessDate, latest: BusinessDate, member: string): void {
  if (date <= latest) return;
  throw refuseMember(orderProblems.ORDER_END_TOO_FAR, member, `must be ${latest} or before`);
}

function requireTradingDay(
  asked: BusinessDate,
  { tradingDate }: OrderLife,
  rules: MarketRules,
): void {
  // Hours around the clock make a closed day the business date, and so a trading day.
  if (asked === tradingDate || isBusinessDay(asked, rules.calendar)) return;
  const before = adjust(asked, 'PRECEDING', rules.calendar);
  const detail = `${asked} is closed; the trading day before is ${before}`;
  throw refuseMember(orderProblems.ORDER_END_NOT_TRADING_DAY, 'orderEndDate', detail);
}

function usualEnd(life: OrderLife, { calendar }: MarketRules): BusinessDate {
  const { timeInForce, defaultLifeDays, tradingDate } = life;
  if (timeInForce === '6' && defaultLifeDays === 0) {
    const detail = 'is required by the order term';
    throw refuseMember(orderProblems.ORDER_END_MISSING, 'orderEndDate', detail);
  }
  const days = defaultLifeDays || ORDER.goodTillCancelledDays;
  const latest = latestEnd(life);
  const [end = latest] = [addDays(tradingDate, days), latest].sort();
  const last = adjust(end, 'PRECEDING', calendar);
  if (last < tradingDate) return tradingDate;
  return last;
}

/**
 * On how many dates an order may be filled that lives from one date to another: the business days
 * between, or every day where the market trades around the clock.
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
