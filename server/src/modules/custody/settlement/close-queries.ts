// SQL that finds the events to close.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { takeBacksOf } from './amount-queries.js';

/** An event that may be closed, with its payment date. */
export interface ClosableEvent {
  readonly id: bigint;
  readonly exchange_id: bigint;
  readonly paid_from: BusinessDate;
  readonly claim_days: number;
}

/** Selects paid and cancelled events that may be closed on a date, in id order. */
export function selectClosable(on: Database, date: BusinessDate): Promise<ClosableEvent[]> {
  return on.query<ClosableEvent>(sql`
    select a.id, s.exchange_id, coalesce(a.payment_date, a.ex_date) as paid_from, a.claim_days
    from corporate_action a join security s on s.id = a.security_id
    where a.progress <> 'CLOSED' and coalesce(a.payment_date, a.ex_date) + a.claim_days <= ${date}
      and (a.progress = 'PAID' and a.status = 'CONFIRMED' or a.status = 'CANCELLED')
    order by a.id`);
}

/**
 * Returns whether an event still has amounts due or to be reversed, a pending settlement, election
 * or claim, or money left. Tax reclaims and customers' debts to the firm may take years. They keep
 * an event open only once a person requests their settlement.
 */
export async function hasOpenMoney(tx: Tx, eventId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ open: boolean }>(sql`
    select exists (select from entitlement
        where corporate_action_id = ${eventId} and state in ('DUE', 'PROVISIONAL'))
      or exists (select from election
        where corporate_action_id = ${eventId} and state in ('SUBMITTED', 'INSTRUCTED'))
      or exists (select from event_settlement
        where corporate_action_id = ${eventId} and state = 'PENDING')
      or exists (select from market_claim
        where corporate_action_id = ${eventId} and (state in ('SETTLING', 'WAIVING')
          or state = 'OPEN' and books and kind <> 'TAX_RECLAIM'))
      or exists (select from event_funding where corporate_action_id = ${eventId}
        and (received_minor - paid_minor - rounding_minor <> 0 or advanced_minor <> 0))
      or exists (${takeBacksOf([eventId])}) as open`);
  return row?.open ?? false;
}
