// The face value of a bond by date. A partial redemption lowers it.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type FaceValue, selectFaceValues } from './face-value-queries.js';

/** The face values of a bond after partial redemptions, in date order; usually empty. */
export type FaceValues = readonly Pick<FaceValue, 'validFrom' | 'faceValue'>[];

/** Reads the changed face values of bonds. Bonds without a partial redemption are left out. */
export async function faceValuesOf(
  on: Database | Tx,
  securityIds: readonly bigint[],
): Promise<Map<bigint, FaceValues>> {
  const found = new Map<bigint, FaceValue[]>();
  for (const row of await selectFaceValues(on, securityIds)) {
    const known = found.get(row.securityId);
    if (known === undefined) found.set(row.securityId, [row]);
    else known.push(row);
  }
  return found;
}

/**
 * Returns the face value of one unit on a date, in major units; null for a share. The SQL function
 * `face_value_on` calculates the same value.
 * @param issued the face value before the first change
 */
export function faceValueOn<Issued extends Decimal | null>(
  issued: Issued,
  changed: FaceValues | undefined,
  date: BusinessDate,
): Decimal | Issued {
  return changed?.findLast(({ validFrom }) => validFrom <= date)?.faceValue ?? issued;
}
