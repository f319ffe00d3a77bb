// Future coupons and redemptions of a customer's bonds that are not announced yet.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { scheduledIncomeOf, scheduledTerms } from '../bond/scheduled.js';
import { computeExpected, type IncomeRow, selectHeldBonds } from './queries.js';

/**
 * Computes the scheduled income of a customer's bonds that is due after today, up to a date. Income
 * that already has an event is left out.
 */
export async function scheduledIncome(
  tx: Tx,
  customerId: bigint,
  { today, until }: { readonly today: BusinessDate; readonly until: BusinessDate },
): Promise<IncomeRow[]> {
  const bonds = await selectHeldBonds(tx, customerId);
  const dates = { first: addDays(today, 1), last: until };
  const rows: IncomeRow[] = [];
  for (const income of await scheduledIncomeOf(tx, bonds, dates)) {
    const { event, terms } = await scheduledTerms(tx, income);
    rows.push(...(await computeExpected(tx, { ...event, name: null }, { customerId, terms })));
  }
  return rows;
}
