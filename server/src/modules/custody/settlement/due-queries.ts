// SQL for the list of amounts due from events.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';

/** An event that may have amounts due. */
export interface DueEvent {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly kind: string;
  readonly status: string;
  readonly security_name: string;
  readonly payment_date: BusinessDate | null;
}

/** Selects events that are not closed, or one event; latest payment date first. */
export function selectDueEvents(
  on: Database,
  eventId: bigint | undefined,
  most: number,
): Promise<DueEvent[]> {
  return on.query<DueEvent>(sql`
    select a.id, a.name, a.label, a.kind, a.status, a.payment_date, s.name as security_name
    from corporate_action a join security s on s.id = a.security_id
    where case when ${eventId ?? null}::bigint is null then a.progress not in ('OPEN', 'CLOSED')
      else a.id = ${eventId ?? null} end
    order by coalesce(a.payment_date, a.ex_date) desc, a.id desc limit ${most}`);
}

/** Selects the codes of the offices that a caller may see, in id order. */
export async function selectOfficeNames(
  on: Database,
  offices: readonly bigint[] | undefined,
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await on.query<{ id: bigint; name: string }>(sql`
    select o.id, o.name from business_office o where ${inOffices(sql`o.id`, offices)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
