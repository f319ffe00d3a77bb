// SQL for estimating charges: reads the requested security and office.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The properties of a security that determine its charges. */
export interface ChargedSecurity {
  readonly security_type: string;
  readonly face_value: Decimal | null;
  readonly currency: string;
  readonly exchange_id: bigint;
}

/** Reads the security with this code or former code, as of a date; undefined if there is none. */
export async function selectSecurity(
  db: Database,
  { name, date }: { readonly name: string; readonly date: BusinessDate },
): Promise<ChargedSecurity | undefined> {
  const [row] = await db.query<ChargedSecurity>(sql`
    select s.security_type, face_value_on(s.id, ${date}) as face_value, s.currency, s.exchange_id
    from security s where s.id = security_id_of(${name})`);
  return row;
}
