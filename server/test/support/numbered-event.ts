// Waits until all events have a position in the order that readers see.

import type { Database } from '../../src/platform/database/database.js';
import { selectWaitingSeconds } from '../../src/platform/events/sequence-queries.js';
import { waitFor } from './wait.js';

/**
 * Waits until every event has its number. A reader that starts "now" gets each event that is
 * numbered later, and a long transaction of another test in the same database server delays the
 * numbers.
 */
export async function allNumbered(db: Database): Promise<void> {
  await waitFor('all events to be numbered', async () => (await selectWaitingSeconds(db)) === 0);
}
