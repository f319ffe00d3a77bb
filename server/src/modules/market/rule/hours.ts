// An exchange's current trading hours: its phase, when the phase ends, and when continuous trading
// opens next.

import { Temporal } from 'temporal-polyfill';
import { isBusinessDay } from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate, yearOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import {
  countActiveExchanges,
  type Exchange,
  selectActiveExchanges,
  selectHolidays,
} from '../exchange/queries.js';
import { MARKET } from '../limits.js';
import { type MarketRules, ruleOn, rulesOf } from './market-rule.js';
import type { AssetClass } from './schema.js';
import {
  END_OF_DAY,
  isTradingDay,
  phaseAt,
  stretchesOf,
  type TradingPhase,
  timeOn,
} from './trading-phase.js';

/** A market at a given time: its rules, and the date of the current session. */
interface HoursMoment {
  readonly rules: MarketRules;
  readonly assetClass: AssetClass;
  readonly date: BusinessDate;
  readonly now: Instant;
}

interface Hours {
  readonly phase: TradingPhase;
  /** Undefined while closed, and for a market that never closes. */
  readonly phaseEnds: Instant | undefined;
  /** Undefined during continuous trading, and if no session is found. */
  readonly nextOpening: Instant | undefined;
  readonly aroundTheClock: boolean;
}

/** Returns a market's phase at a given time, the end of that phase, and the next opening. */
function hoursAt(moment: HoursMoment): Hours {
  const { rules, date, now } = moment;
  const { timeZone, calendar } = rules;
  const day = dayOn(moment, date);
  const phase = phaseAt(day, { date, now, timeZone, calendar });
  const aroundTheClock = day?.aroundTheClock === true;
  if (phase === 'CONTINUOUS' && aroundTheClock) {
    return { phase, phaseEnds: undefined, nextOpening: undefined, aroundTheClock };
  }
  const time = timeOn(date, now, timeZone);
  const stretch = day && stretchesOf(day).find(({ until }) => time < until);
  const ends = phase === 'CLOSED' || stretch === undefined ? undefined : stretch.until;
  return {
    phase,
    phaseEnds: ends === undefined ? undefined : instantOf(date, ends, timeZone),
    nextOpening: phase === 'CONTINUOUS' ? undefined : nextOpening(moment, time),
    aroundTheClock,
  };
}

function dayOn({ rules, assetClass }: HoursMoment, date: BusinessDate) {
  return ruleOn(rules.classes[assetClass].TRADING_PHASES, date);
}

/** Finds the first start of continuous trading after a local time on the session's date. */
function nextOpening(moment: HoursMoment, time: string): Instant | undefined {
  const { rules, date: first } = moment;
  for (let days = 0; days <= MARKET.openingDaysMax; days += 1) {
    const date = addDays(first, days);
    const day = dayOn(moment, date);
    if (day === undefined || !isTradingDay(date, day, rules.calendar)) continue;
    const after = days === 0 ? time : '';
    const opens = stretchesOf(day).find(
      ({ from, phase }) => phase === 'CONTINUOUS' && (from > after || days > 0),
    );
    if (opens !== undefined) return instantOf(date, opens.from || '00:00', rules.timeZone);
  }
  return undefined;
}

function instantOf(date: BusinessDate, time: string, timeZone: string): Instant {
  const isNextDay = time === END_OF_DAY;
  const on = Temporal.PlainDate.from(isNextDay ? addDays(date, 1) : date);
  const plainTime = isNextDay ? '00:00' : time;
  const instant = on.toZonedDateTime({ timeZone, plainTime }).toInstant();
  return instant.toString({ smallestUnit: 'millisecond' });
}

/** Lists the trading hours of all active exchanges for an asset class. */
export async function listMarketHours(
  call: Call,
  assetClass: AssetClass,
  page: PageRequest,
): Promise<Page<object>> {
  const found = await selectActiveExchanges(call.db, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const date = await currentBusinessDate(call.db);
  const result: object[] = [];
  for (const exchange of rows) result.push(await hoursOf(call, { exchange, assetClass, date }));
  return { count: await countActiveExchanges(call.db), result, nextAfter };
}

interface Asked {
  readonly exchange: Exchange;
  readonly assetClass: AssetClass;
  readonly date: BusinessDate;
}

async function hoursOf(call: Call, { exchange, assetClass, date }: Asked): Promise<object> {
  const { id, name, label, currency, timeZone, weekend } = exchange;
  const rules = await rulesOf(call.db, id);
  const isOpenDay = isBusinessDay(date, rules.calendar);
  const holidays = isOpenDay ? [] : await selectHolidays(call.db, id, yearOf(date));
  return {
    ...{ id, exchange: name, label, currency, timeZone, weekend, businessDate: date, assetClass },
    ...hoursAt({ rules, assetClass, date, now: call.now }),
    holiday: holidays.find(({ holiday }) => holiday === date)?.label,
  };
}
