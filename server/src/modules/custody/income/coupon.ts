// Future coupons and redemptions of a customer's bonds that are not announced yet.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { incomeOf, isAnnounced } from '../bond/income.js';
import { type BondRow, selectIncomeEvents } from '../bond/queries.js';
import { scheduledTerms } from '../bond/scheduled.js';
import type { BondIncome } from '../rule/bond-schedule.js';
import { computeExpected, type IncomeRow, selectHeldBonds } from './queries.js';

/**
 * Computes the scheduled income of a customer's bonds, after today and until a date. Income with an
 * event is left out.
 */
export async function scheduledIncome(
  tx: Tx,
  customerId: bigint,
  { today, until }: { readonly today: BusinessDate; readonly until: BusinessDate },
): Promise<IncomeRow[]> {
  const bonds = await selectHeldBonds(tx, customerId);
  const dates = { first: addDays(today, 1), last: until };
  const events = await selectIncomeEvents(
    tx,
    bonds.map(({ id }) => id),
    dates.first,
  );
  const rows: IncomeRow[] = [];
  for (const bond of bonds) {
    const own = events.filter((event) => event.security_id === bond.id);
    for (const due of incomeOf(bond, dates)) {
      if (due.date < dates.first || isAnnounced(own, due)) continue;
      rows.push(...(await expectedFrom(tx, customerId, { bond, due })));
    }
  }
  return rows;
}

async function expectedFrom(
  tx: Tx,
  customerId: bigint,
  { bond, due }: { readonly bond: BondRow; readonly due: BondIncome },
): Promise<IncomeRow[]> {
  const { event, terms } = await scheduledTerms(tx, bond, due);
  return computeExpected(tx, { ...event, name: null }, { customerId, terms });
}
