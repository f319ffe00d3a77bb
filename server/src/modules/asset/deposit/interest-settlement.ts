// Computes interest paid upfront at the start, and stores its rows.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type InterestContext, type InterestSubject, plannedInterest } from './interest-plan.js';
import { insertInterestPayments } from './interest-settlement-queries.js';
import type { InterestSettlement } from './ledger-entry.js';

const NOTHING: InterestSettlement = { gross: 0n, tax: 0n };

/** Returns an instrument's upfront interest in minor units: either all of its interest or zero. */
export function aheadOf(subject: InterestSubject, interest: InterestContext): InterestSettlement {
  if (subject.interest_payment !== 'UPFRONT') return NOTHING;
  const [flow] = plannedInterest(subject, interest);
  return flow === undefined ? NOTHING : { gross: flow.gross.minor, tax: flow.tax.minor };
}

/** A new instrument's upfront interest, and the journal that booked it. */
interface PaidAhead {
  readonly id: bigint;
  readonly start_date: BusinessDate;
  readonly ahead: InterestSettlement;
  readonly journalId: bigint;
}

/** Stores the upfront interest of the instruments that paid any. */
export async function storeInterestAhead(tx: Tx, started: readonly PaidAhead[]): Promise<void> {
  await insertInterestPayments(
    tx,
    started
      .filter(({ ahead }) => ahead.gross !== 0n)
      .map(({ id, start_date, ahead, journalId }) => ({
        instrument_id: id,
        interest_date: start_date,
        paid_on: start_date,
        gross_minor: ahead.gross,
        tax_minor: ahead.tax,
        capitalised: false,
        journal_id: journalId,
      })),
  );
}
