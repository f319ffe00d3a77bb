// SQL that reads the security data needed to compute an event's entitlements.

import { present } from '../../../platform/assert.js';
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
 * Reads a security as it was before a date. A payment on the date of a partial redemption is
 * computed from the face value before the redemption.
 */
export async function selectSecurityBefore(
  on: Database | Tx,
  id: bigint,
  date: BusinessDate,
): Promise<EntitlingSecurity> {
  const [row] = await on.query<EntitlingSecurity>(sql`
    select s.id, s.name, s.exchange_id, s.currency, s.tax_class, coalesce((
      select f.face_value from security_face_value f
      where f.security_id = s.id and f.valid_from < ${date}
      order by f.valid_from desc limit 1), s.face_value) as face_value
    from security s where s.id = ${id}`);
  return present(row, 'the security of an event exists');
}
