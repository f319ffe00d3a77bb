// SQL that finds holders who have made no election and whose deadline is near.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { CUSTODY } from '../limits.js';
import type { CorporateActionRow } from '../record/queries.js';
import { eligibleUnits } from './choice-queries.js';

/** An event with a choice whose deadline is in the future. */
interface AwaitedEvent extends Pick<CorporateActionRow, 'id'> {
  readonly deadline: Instant;
  readonly deadline_date: BusinessDate;
  readonly exchange_id: bigint;
}

/** Selects the events with a choice whose deadline is after a given time, in id order. */
export function selectAwaited(on: Database, now: Instant): Promise<AwaitedEvent[]> {
  return on.query<AwaitedEvent>(sql`
    select a.id, a.deadline, (a.deadline at time zone e.time_zone)::date as deadline_date,
      s.exchange_id
    from corporate_action a join security s on s.id = a.security_id
    join exchange e on e.id = s.exchange_id
    where a.participation in ('CHOS', 'VOLU') and a.status in ('ANNOUNCED', 'CONFIRMED')
      and a.progress <> 'CLOSED' and a.deadline > ${now}
    order by a.id`);
}

/** A stored reminder. */
interface ReminderRow {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
}

/**
 * Stores a batch of reminders for portfolios that may elect but have no election. Skips portfolios
 * that have had this reminder, which is identified by its number of days. The caller has locked the
 * event.
 */
export function insertReminders(
  tx: Tx,
  event: Pick<CorporateActionRow, 'id' | 'kind' | 'security_id' | 'ex_date' | 'deadline'>,
  { date, daysLeft }: { readonly date: BusinessDate; readonly daysLeft: number },
): Promise<ReminderRow[]> {
  return tx.query<ReminderRow>(sql`
    insert into election_reminder (corporate_action_id, portfolio_id, customer_id, office_id,
      quantity, deadline, business_days_left, reminded_on)
    select ${event.id}, p.id, p.customer_id, p.office_id, u.units, ${event.deadline},
      ${daysLeft}, ${date}
    from holding h join portfolio p on p.id = h.portfolio_id
    cross join lateral (select ${eligibleUnits(event, date)} as units) u
    where h.security_id = ${event.security_id} and p.active and u.units > 0
      and not exists (select from election e
        where e.corporate_action_id = ${event.id} and e.portfolio_id = p.id
          and e.state not in ('CANCELLED', 'LAPSED'))
      and not exists (select from election_reminder r
        where r.corporate_action_id = ${event.id} and r.portfolio_id = p.id
          and r.deadline = ${event.deadline} and r.business_days_left = ${daysLeft})
    order by p.id limit ${CUSTODY.portfoliosPerBatch}
    returning id, portfolio_id, customer_id, office_id`);
}
