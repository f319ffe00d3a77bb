// The calendar of the firm's business days.

import {
  type BusinessCalendar,
  calendarOf as calendarWith,
} from '../../../platform/calendar/business-calendar.js';
import type { Tx } from '../../../platform/database/database.js';
import { calendarOf } from '../../market/index.js';
import { homeExchangeId } from '../../order/index.js';

/** Returns the calendar of the home exchange, which the end of day also uses. */
export async function homeCalendar(tx: Tx): Promise<BusinessCalendar> {
  const id = await homeExchangeId(tx);
  return id === undefined ? calendarWith([]) : calendarOf(tx, id);
}
