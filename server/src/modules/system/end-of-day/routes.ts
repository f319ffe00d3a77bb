// The system module: the business date, end-of-day processing, and the demonstration clock.

import { Type } from '@sinclair/typebox';
import {
  calendarOf as calendarWith,
  nextBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context } from '../../../platform/context.js';
import { serverWatch } from '../../../platform/database/connection/server-watch.js';
import {
  type ClosedDay,
  closeDays,
  type EndOfDay,
  EndOfDayRunning,
} from '../../../platform/end-of-day/run.js';
import type { EndOfDayStep } from '../../../platform/end-of-day/step.js';
import { envelopeShape } from '../../../platform/http/reply/envelope.js';
import { commonProblems, refusal, refusalAt } from '../../../platform/http/reply/problem.js';
import { type Route, raw, read } from '../../../platform/http/route.js';
import {
  closedObject,
  wireDate,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import type { Module } from '../../../platform/module.js';
import { calendarOf, exchangeByCode } from '../../market/index.js';
import { endOfDayJob, endOfDayProblems, endOfDayRoutes, refusePassed } from './end-of-day.js';
import { insertClockMove } from './queries.js';

/** The exchange whose calendar determines the firm's business days. */
const HOME_EXCHANGE = 'NGX';
const ADVANCE_DAYS_MAX = 3_650;

/** The parts that the app passes to the system module. */
interface SystemParts {
  readonly steps: readonly EndOfDayStep[];
  /** True if the business date can be moved. If false, there is no route for moving it. */
  readonly demo: boolean;
}

/** Builds the system module. */
export function systemModule(parts: SystemParts): Module {
  return {
    name: 'system',
    summary: 'The business date, the end of day and the demonstration clock',
    routes: routesOf(parts),
    problems: endOfDayProblems,
    workers: [serverWatch],
    jobs: [endOfDayJob((context) => endOfDayOf(context, parts.steps))],
  };
}

/** Returns the end-of-day process, based on the home exchange's calendar. */
export function endOfDayOf(context: Context, steps: readonly EndOfDayStep[]): EndOfDay {
  return { context, steps, nextDay: (date) => nextBusinessDate(context, date) };
}

/**
 * Returns the next business day in the home exchange's calendar or, if there is no calendar, the
 * next weekday.
 */
async function nextBusinessDate(context: Context, date: BusinessDate): Promise<BusinessDate> {
  const home = await exchangeByCode(context.db, HOME_EXCHANGE);
  const calendar = home === undefined ? calendarWith([]) : await calendarOf(context.db, home.id);
  return nextBusinessDay(date, calendar);
}

function routesOf(parts: SystemParts): Route[] {
  const clock = read({
    path: 'system/clock',
    operation: 'getSystemClock',
    summary: 'The business date and the time of the server',
    permission: 'system.clock.read',
    reply: closedObject({
      businessDate: wireDate({ description: 'The open business day' }),
      now: wireInstant({ description: "Current time of the server's clock" }),
    }),
    run: async (call) => ({
      businessDate: await currentBusinessDate(call.db),
      now: call.now,
    }),
  });
  const always = [clock, ...endOfDayRoutes];
  return parts.demo ? [...always, moveClock(parts)] : always;
}

const movedReply = envelopeShape(
  closedObject({
    businessDate: wireDate({ description: 'New business date' }),
    daysClosed: wireInteger(),
    days: Type.Array(
      closedObject({
        closing: wireDate({ description: 'Business date that ended' }),
        next: wireDate({ description: 'Business date that began' }),
        steps: Type.Array(closedObject({ name: wireText(), records: wireInteger() })),
      }),
    ),
  }),
);

function moveClock(parts: SystemParts): Route {
  return raw({
    method: 'PUT',
    path: 'system/clock',
    operation: 'moveSystemClock',
    summary: 'Move business time forward; only in demo mode',
    description:
      'Runs the end of each day until `businessDate`, or for `advanceDays` calendar days.',
    permission: 'system.clock.move',
    problems: Object.values(endOfDayProblems),
    body: closedObject({
      businessDate: Type.Optional(wireDate({ description: 'Business date to reach' })),
      advanceDays: Type.Optional(
        wireInteger({
          description: 'Number of calendar days to advance',
          least: 1,
          most: ADVANCE_DAYS_MAX,
        }),
      ),
    }),
    example: { advanceDays: 1 },
    reply: movedReply,
    run: async (call, { body }) => {
      const today = await currentBusinessDate(call.db);
      const until =
        body.businessDate ??
        (body.advanceDays === undefined ? undefined : addDays(today, body.advanceDays));
      if (until === undefined) {
        throw refusalAt(commonProblems.INVALID_REQUEST, 'businessDate', {
          detail: 'businessDate or advanceDays is required',
          args: ['businessDate', 'advanceDays'],
        });
      }
      return closeUntil(call, parts, until);
    },
  });
}

async function closeUntil(call: Call, parts: SystemParts, until: BusinessDate): Promise<object> {
  const today = await currentBusinessDate(call.db);
  refusePassed(until, today, 'businessDate');
  const days = await closing(call, parts, until);
  // Each day is closed in several transactions, so the audit entry is written afterwards.
  await insertClockMove(call.db, {
    principal: call.principal,
    requestId: call.requestId,
    at: call.context.clock.now(),
    daysClosed: days.length,
  });
  const businessDate = await currentBusinessDate(call.db);
  return {
    success: true,
    msgCode: 'BUSINESS_DATE_MOVED',
    msgArgs: [businessDate],
    result: { businessDate, daysClosed: days.length, days },
  };
}

async function closing(call: Call, parts: SystemParts, until: BusinessDate): Promise<ClosedDay[]> {
  const request = { until, askedBy: call.principal.name, requestId: call.requestId };
  try {
    return await closeDays(endOfDayOf(call.context, parts.steps), request);
  } catch (error) {
    if (error instanceof EndOfDayRunning) {
      throw refusal(endOfDayProblems.END_OF_DAY_RUNNING, { args: ['RUNNING'] });
    }
    throw error;
  }
}
