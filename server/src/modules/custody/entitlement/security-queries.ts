// SQL that reads the data of an event's security for entitlements.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type CorporateActionRow, selectEvents } from '../record/queries.js';

/** A security with its face value before a date, in major units. */
export interface EntitlingSecurity {
  readonly id: bigint;
  readonly name: string;
  readonly exchange_id: bigint;
  readonly currency: string;
  readonly face_value: Decimal | null;
  readonly tax_class: string | null;
}

/** Reads an event; undefined if there is none. */
export async function selectEvent(
  on: Database | Tx,
  id: bigint,
): Promise<CorporateActionRow | undefined> {
  const [event] = await selectEvents(on, sql`a.id = ${id}`);
  return event;
}

/**
 * Reads the security of each event as it was before the ex-date, in the order of the events. A
 * payment on the date of a partial redemption is computed on the face value before it.
 */
export async function selectSecuritiesBefore(
  on: Database | Tx,
  events: readonly { readonly security_id: bigint; readonly ex_date: BusinessDate }[],
): Promise<EntitlingSecurity[]> {
  const rows = await on.query<EntitlingSecurity>(sql`
    select s.id, s.name, s.exchange_id, s.currency, s.tax_class, coalesce((
      select f.face_value from security_face_value f
      where f.security_id = s.id and f.valid_from < e.ex_date
      order by f.valid_from desc limit 1), s.face_value) as face_value
    from unnest(${events.map((event) => event.security_id)}::bigint[],
      ${events.map((event) => event.ex_date)}::date[])
      with ordinality as e (security_id, ex_date, place)
    join security s on s.id = e.security_id
    order by e.place`);
  assert(rows.length === events.length, 'the security of an event exists');
  return rows;
}
