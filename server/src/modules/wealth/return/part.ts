// Divides a range into days, months or years, each with its own return.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { DayTotal } from './day-total.js';

/** The periods into which a reply can divide a return. */
export const RETURN_PARTS = ['DAY', 'MONTH', 'YEAR'] as const;

export type ReturnPart = (typeof RETURN_PARTS)[number];

const LENGTH: Readonly<Record<ReturnPart, number>> = { DAY: 10, MONTH: 7, YEAR: 4 };

/** A part with its name, such as 2026-11, and its days, starting with the opening. */
interface Part {
  readonly name: string;
  readonly days: readonly DayTotal[];
}

/** Divides the days of a return, which start with the opening, into days, months or years. */
export function partsOf(days: readonly DayTotal[], by: ReturnPart): Part[] {
  const nameOf = (date: BusinessDate) => date.slice(0, LENGTH[by]);
  const parts: { name: string; days: DayTotal[] }[] = [];
  days.forEach((day, index) => {
    const before = days[index - 1];
    if (before === undefined) return;
    const name = nameOf(day.date);
    const part = parts.at(-1);
    if (part?.name === name) part.days.push(day);
    else parts.push({ name, days: [before, day] });
  });
  return parts;
}
