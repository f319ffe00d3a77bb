// Future coupons and redemptions of a customer's bonds that are not announced yet.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { incomeOf, isAnnounced } from '../bond/income.js';
import { type BondRow, selectIncomeEvents } from '../bond/queries.js';
import { entitlingTerms } from '../entitlement/terms.js';
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
  const event = { ...TERMS, kind: due.kind, security_id: bond.id, ...datesOf(due.date) };
  const rate = due.kind === 'INTR' ? { cash_per_unit: due.per100 } : { price_per_100: due.per100 };
  const option = { ...OPTION, currency: bond.currency, ...rate };
  const terms = await entitlingTerms(tx, event, [option]);
  return computeExpected(tx, { ...event, name: null }, { customerId, terms });
}

const datesOf = (date: BusinessDate) => ({ ex_date: date, payment_date: date });

// The terms common to all scheduled income.
const TERMS = {
  id: 0n,
  participation: 'MAND',
  status: 'CONFIRMED',
  ex_price: null,
  withheld_by: 'ISSUER',
  issuer_exempts: false,
  register_basis: 'SETTLED',
  terms_version: 1,
} as const;

const OPTION = {
  number: 1,
  type: 'CASH',
  is_default: true,
  cash_per_unit: null,
  new_units: null,
  old_units: null,
  new_security_id: null,
  cost_percent: null,
  first_day_price: null,
  ex_price: null,
  price: null,
  price_per_100: null,
  percent: null,
  fractions: 'RDDN',
  fraction_price: null,
  available_date: null,
} as const;
