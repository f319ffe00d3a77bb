// The moment with which deadlines of events are compared.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';

/**
 * Returns the moment with which deadlines are compared on a business date: the time of the server.
 * In a demonstration whose business date was moved ahead of it, the beginning of the business date.
 */
export function deadlineNow({ clock, config }: Context, date: BusinessDate): Instant {
  const now = clock.now();
  const start = `${date}T00:00:00.000Z`;
  return config.demo && start > now ? start : now;
}
