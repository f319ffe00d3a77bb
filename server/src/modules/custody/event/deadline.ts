// Determines the time with which event deadlines are compared.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';

/**
 * Returns the time with which deadlines are compared on a business date: the server's time or, in a
 * demonstration that has moved its business date ahead, the start of the business date.
 */
export function deadlineNow({ clock, config }: Context, date: BusinessDate): Instant {
  const now = clock.now();
  const start = `${date}T00:00:00.000Z`;
  return config.demo && start > now ? start : now;
}
