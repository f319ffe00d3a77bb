// The current business date: one row, which only the end of day moves forward.

import { assert } from '../assert.js';
import type { Database, Tx } from '../database/database.js';
import type { BusinessDate } from './business-date.js';
import { insertBusinessDate, selectBusinessDate } from './queries.js';

/**
 * Returns the current business date. Read it inside the operation's transaction, so that an end of
 * day happens either entirely before or entirely after the operation.
 */
export async function currentBusinessDate(on: Database | Tx): Promise<BusinessDate> {
  const date = await selectBusinessDate(on);
  assert(date, 'the business date is set at the first start');
  return date;
}

/**
 * Sets the first business date. Does nothing if a date is already set.
 * @param firstDate computes the date; called only if none is set
 */
export async function openBusinessDay(
  on: Database | Tx,
  firstDate: () => Promise<BusinessDate>,
): Promise<void> {
  if ((await selectBusinessDate(on)) !== undefined) return;
  await insertBusinessDate(on, await firstDate());
}
