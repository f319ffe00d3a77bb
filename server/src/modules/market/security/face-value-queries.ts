// SQL for the face values of bonds after partial redemptions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The face value of one unit of a bond, with its start date. */
export interface FaceValue {
  readonly securityId: bigint;
  readonly validFrom: BusinessDate;
  readonly faceValue: Decimal;
}

/** Selects the changed face values of securities, by security and date. */
export function selectFaceValues(
  on: Database | Tx,
  securityIds: readonly bigint[],
): Promise<FaceValue[]> {
  return on.query<FaceValue>(sql`
    select security_id as "securityId", valid_from as "validFrom", face_value as "faceValue"
    from security_face_value where security_id = any(${[...securityIds]}::bigint[])
    order by security_id, valid_from`);
}
