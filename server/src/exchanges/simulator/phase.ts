// The phases of a trading day, as data, and which of them a moment falls in.

import { Temporal } from 'temporal-polyfill';
import { type BusinessCalendar, isBusinessDay } from '../../platform/calendar/business-calendar.js';
import { type BusinessDate, dateOfInstant } from '../../platform/calendar/business-date.js';
import type { Instant } from '../../platform/database/database.js';

export type Phase =
  | 'CLOSED'
  | 'PRE_OPEN'
  | 'OPENING_IMBALANCE'
  | 'CONTINUOUS'
  | 'PRE_CLOSE'
  | 'CLOSING_IMBALANCE';

/** When phases begin, in local time; before the first one the market is closed. */
export interface PhaseSchedule {
  readonly timeZone: string;
  readonly phases: readonly { readonly from: string; readonly phase: Phase }[];
}

/** NGX equities, from the exchange's page on its market structure. */
export const NGX_PHASES: PhaseSchedule = {
  timeZone: 'Africa/Lagos',
  phases: [
    { from: '09:30', phase: 'PRE_OPEN' },
    { from: '09:55', phase: 'OPENING_IMBALANCE' },
    { from: '10:00', phase: 'CONTINUOUS' },
    { from: '14:20', phase: 'PRE_CLOSE' },
    { from: '14:25', phase: 'CLOSING_IMBALANCE' },
    { from: '14:30', phase: 'CLOSED' },
  ],
};

/**
 * What may happen in a phase: whether orders come in, match on arrival, and may be at the market.
 */
export const PHASE_RULES: Record<Phase, { orders: boolean; matching: boolean; amends: boolean }> = {
  CLOSED: { orders: false, matching: false, amends: false },
  PRE_OPEN: { orders: true, matching: false, amends: true },
  OPENING_IMBALANCE: { orders: true, matching: false, amends: false },
  CONTINUOUS: { orders: true, matching: true, amends: true },
  PRE_CLOSE: { orders: true, matching: false, amends: true },
  CLOSING_IMBALANCE: { orders: true, matching: false, amends: false },
};

/** The phase at an instant: closed on weekends and holidays. */
export function phaseAt(
  schedule: PhaseSchedule,
  instant: Instant,
  calendar: BusinessCalendar,
): Phase {
  const date: BusinessDate = dateOfInstant(instant, schedule.timeZone);
  if (!isBusinessDay(date, calendar)) return 'CLOSED';
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(schedule.timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const begun = schedule.phases.filter(({ from }) => from <= time);
  return begun.at(-1)?.phase ?? 'CLOSED';
}

/** Whether the change of phase ends a call auction, so that its orders match now. */
export function endsAuction(before: Phase, after: Phase): boolean {
  const calling = before !== 'CLOSED' && !PHASE_RULES[before].matching;
  return calling && (after === 'CONTINUOUS' || after === 'CLOSED');
}
