// Changes an exchange's holidays, one year at a time, under the four-eyes rule. Holidays declared
// at short notice immediately affect every check and settlement date.

import { isDeepStrictEqual } from 'node:util';
import type { Static } from '@sinclair/typebox';
import { type BusinessDate, yearOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refusalAt, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobKind } from '../../../platform/jobs/job.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { marketProblems } from '../problems.js';
import { holidayBody } from '../schema.js';
import { exchangeByCode, requireExchange } from './exchange.js';
import { addHolidays } from './holiday.js';
import { deleteHolidays, selectHolidays } from './queries.js';

const changedData = closedObject({ exchangeId: wireId({ description: 'The exchange' }) });

/** The job queued when a calendar has changed, so that modules move the dates that depend on it. */
export const CALENDAR_CHANGED: JobKind<typeof changedData> = {
  name: 'exchange-calendar.follow',
  data: changedData,
};

type HolidayTable = Static<typeof holidayBody>;

/** The change kind for holidays. The subject of a change is the exchange and the year. */
export const HOLIDAYS: ChangeKind = changeKind({
  name: 'holiday-year',
  label: 'Holidays in a year',
  body: holidayBody,
  present: presentYear,
  check: (work, { body }) => checkYear(work, body),
  apply: async (work, { subject, body }) => {
    const exchange = await requireExchange(work.tx, body.exchange, 'exchange');
    await deleteHolidays(work.tx, exchange.id, body.year);
    const holidays = body.holidays.map(({ date: holiday, label }) => ({ holiday, label }));
    await addHolidays(work.tx, exchange.id, holidays);
    await enqueue(work, CALENDAR_CHANGED, { data: { exchangeId: exchange.id } });
    return { id: exchange.id, name: subject };
  },
});

/** Proposes all holidays of a year; a second person approves them. */
export async function proposeHolidays(
  work: Work,
  proposal: HolidayTable & { readonly reason?: string; readonly effectiveNote?: string },
): Promise<Outcome> {
  const { reason, effectiveNote, ...table } = proposal;
  const exchange = await requireExchange(work.tx, table.exchange, 'exchange');
  return proposeChange(work, {
    kind: HOLIDAYS,
    subject: `${exchange.name}:${table.year}`,
    body: { ...table, exchange: exchange.name },
    reason,
    effectiveNote,
  });
}

/** Returns an exchange's holidays in a year. */
export async function readHolidays(call: Call, code: string, year: number): Promise<HolidayTable> {
  const exchange = await requireExchange(call.db, code, 'x');
  return tableOf(call.db, { exchange, year });
}

interface Year {
  readonly exchange: { readonly id: bigint; readonly name: string };
  readonly year: number;
}

async function tableOf(on: Database | Tx, { exchange, year }: Year): Promise<HolidayTable> {
  const rows = await selectHolidays(on, exchange.id, year);
  const holidays = rows.map(({ holiday: date, label }) => ({ date, label }));
  return { exchange: exchange.name, year, holidays };
}

async function presentYear(on: Database | Tx, subject: string): Promise<HolidayTable | undefined> {
  const [code = '', year] = subject.split(':');
  const exchange = await exchangeByCode(on, code);
  return exchange && tableOf(on, { exchange, year: Number(year) });
}

async function checkYear(work: Work, { exchange: code, year, holidays }: HolidayTable) {
  const dates = holidays.map(({ date }) => date);
  const isAscending = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date);
  if (!isAscending) throw wrong('must be in date order, without duplicates');
  if (dates.some((date) => yearOf(date) !== year)) throw wrong(`must all be in ${year}`);
  const exchange = await requireExchange(work.tx, code, 'exchange');
  const present = await tableOf(work.tx, { exchange, year });
  refuseRewritten(present.holidays, holidays, await currentBusinessDate(work.tx));
}

// Refuses changes to holidays on or before today, because they have taken effect.
function refuseRewritten(
  present: HolidayTable['holidays'],
  proposed: HolidayTable['holidays'],
  today: BusinessDate,
): void {
  const begun = (holidays: HolidayTable['holidays']) =>
    holidays.map(({ date }) => date).filter((date) => date <= today);
  if (isDeepStrictEqual(begun(present), begun(proposed))) return;
  throw refusalAt(marketProblems.HOLIDAY_PAST, 'holidays', {
    detail: `holidays on or before ${today} cannot be added, changed or removed`,
    args: ['holidays'],
  });
}

function wrong(detail: string) {
  return refuseMember(marketProblems.HOLIDAYS_WRONG, 'holidays', detail);
}
