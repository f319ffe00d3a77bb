// Types and checks for an event that is being paid.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { CorporateActionRow } from '../record/queries.js';
import type { FundingKey } from './funding-queries.js';

/** The event being paid, and its payment date. */
export interface Paying {
  readonly event: CorporateActionRow;
  readonly date: BusinessDate;
}

/**
 * Returns whether an event can be paid: its terms are final, its holders are entitled under them,
 * and its payment date has been reached. An event without a payment date is paid from its ex-date
 * on.
 */
export function isPayable({ event, date }: Paying): boolean {
  const isEntitled = event.entitled_version === event.terms_version;
  const from = event.payment_date ?? event.ex_date;
  return event.status === 'CONFIRMED' && isEntitled && from <= date;
}

/** Returns a name for a funding row. */
export function partOf(part: FundingKey): string {
  return `${part.office_id} ${part.currency}`;
}
