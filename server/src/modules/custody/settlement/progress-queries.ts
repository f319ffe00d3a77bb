// SQL for the progress of events from entitled to paid.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { CorporateActionRow } from '../record/queries.js';
import { takeBacksOf } from './amount-queries.js';

/**
 * Returns whether an event has amounts due (including elections that are pending or may still be
 * submitted), and whether any amount was paid.
 */
export async function countByState(
  tx: Tx,
  eventId: bigint,
  now: Instant,
): Promise<{ readonly due: boolean; readonly paid: boolean }> {
  const [row] = await tx.query<{ due: boolean; paid: boolean }>(sql`
    select exists (select from entitlement
        where corporate_action_id = ${eventId} and state = 'DUE')
      or exists (select from election
        where corporate_action_id = ${eventId} and state in ('SUBMITTED', 'INSTRUCTED'))
      or exists (select from corporate_action
        where id = ${eventId} and participation <> 'MAND' and deadline > ${now}) as due,
      exists (select from entitlement
        where corporate_action_id = ${eventId} and state = 'PAID') as paid`);
  return row ?? { due: false, paid: false };
}

/**
 * Selects the events that may have payments or reversals on a date, in order of payment date. An
 * event without a payment date is paid from its ex-date on.
 */
export function selectPayingEvents(
  on: Database,
  date: BusinessDate,
): Promise<{ readonly id: bigint }[]> {
  return on.query(sql`
    select a.id from corporate_action a
    where a.progress not in ('OPEN', 'CLOSED') and (
      a.status = 'CONFIRMED' and a.entitled_version = a.terms_version
        and coalesce(a.payment_date, a.ex_date) <= ${date} and (
        a.progress <> 'PAID' or exists (
          select from entitlement e where e.corporate_action_id = a.id and e.state = 'DUE'))
      or a.status in ('CONFIRMED', 'CANCELLED') and exists (
        select from entitlement e where e.corporate_action_id = a.id
          and e.state not in ('DUE', 'PAID') and (e.paid_minor <> 0 or e.paid_tax_minor <> 0)))
    order by coalesce(a.payment_date, a.ex_date), a.id`);
}

/** Stores the progress of an event. */
export async function storeProgress(
  tx: Tx,
  event: {
    readonly id: bigint;
    readonly progress: CorporateActionRow['progress'];
    readonly closedOn?: BusinessDate;
  },
  by: { readonly name: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update corporate_action set progress = ${event.progress},
      closed_on = ${event.closedOn ?? null}::date, version = version + 1,
      modified_by = ${by.name}, modified_at = ${by.at}
    where id = ${event.id} and progress <> ${event.progress}`);
}

/**
 * The open items of an event: due entitlements, including those that the registrar pays, and
 * reversals.
 */
interface OpenEvent {
  readonly due: bigint;
  readonly direct: boolean;
  readonly takesBack: boolean;
}

/** Counts the open items of an event. */
export async function countOpen(tx: Tx, eventId: bigint): Promise<OpenEvent> {
  const [row] = await tx.query<OpenEvent>(sql`
    select count(*) as due, coalesce(bool_or(e.route = 'DIRECT'), false) as direct,
      exists (${takeBacksOf([eventId])}) as "takesBack"
    from entitlement e where e.corporate_action_id = ${eventId} and e.state = 'DUE'`);
  return row ?? { due: 0n, direct: false, takesBack: false };
}
