// The current business date. Only the end of day advances it.

import { assert } from '../assert.js';
import type { Database, Tx } from '../database/database.js';
import type { BusinessDate } from './business-date.js';
import { insertBusinessDate, selectBusinessDate } from './queries.js';

/**
 * Returns the current business date. Read it in the operation's transaction, so that an end of day
 * happens either before or after the whole operation.
 */
export async function currentBusinessDate(on: Database | Tx): Promise<BusinessDate> {
  const date = await selectBusinessDate(on);
  assert(date, 'the business date is set at the first start');
  return date;
}

/**
 * Sets the first business date. Does nothing if a date is already set.
 * @param firstDate computes the date. Called only if none is set
 */
export async function openBusinessDay(
  on: Database | Tx,
  firstDate: () => Promise<BusinessDate>,
): Promise<void> {
  if ((await selectBusinessDate(on)) !== undefined) return;
  await insertBusinessDate(on, await firstDate());
}
