// The event that income of a bond will become, for income that is not announced yet.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { EntitlingTerms } from '../entitlement/amount-queries.js';
import { type EventTerms, entitlingTerms, type OptionedEvent } from '../entitlement/terms.js';
import type { BondIncome } from '../rule/bond-schedule.js';
import type { BondRow } from './queries.js';

/** Income by the terms of a bond, without an event. */
interface Scheduled {
  readonly event: EventTerms & { readonly payment_date: BusinessDate };
  readonly terms: EntitlingTerms;
}

/** Loads the inputs of the entitlements from income that is only scheduled. */
export async function scheduledTerms(
  on: Database | Tx,
  bond: Pick<BondRow, 'id' | 'currency'>,
  income: BondIncome,
): Promise<Scheduled> {
  const scheduled = scheduledEvent(bond, income);
  return { event: scheduled.event, terms: await entitlingTerms(on, scheduled) };
}

/** Returns the event and the only option of income that is only scheduled. */
export function scheduledEvent(
  { id, currency }: Pick<BondRow, 'id' | 'currency'>,
  { kind, date, per100 }: BondIncome,
): OptionedEvent & Pick<Scheduled, 'event'> {
  const event = { ...TERMS, kind, security_id: id, ex_date: date, payment_date: date };
  const rate = kind === 'INTR' ? { cash_per_unit: per100 } : { price_per_100: per100 };
  return { event, options: [{ ...OPTION, currency, ...rate }] };
}

// The terms that all scheduled income has in common.
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
