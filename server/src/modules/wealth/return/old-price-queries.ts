// SQL for the days in a range on which prices were traded or changed.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { closesKnownAt } from '../../market/index.js';

/** The close of a day. */
interface DealtClose {
  readonly security_id: bigint;
  readonly date: BusinessDate;
  readonly close: Decimal;
  /** Whether the security was traded. */
  readonly is_dealt: boolean;
}

/** The dates after one date and up to another, and the time after which closes are left out. */
interface ClosedRange {
  readonly after: BusinessDate;
  readonly to: BusinessDate;
  readonly knownAt: string | undefined;
}

/** Selects the closes of securities after one date and up to another, earliest first. */
export function selectDealtCloses(
  tx: Tx,
  securityIds: readonly bigint[],
  { after, to, knownAt }: ClosedRange,
): Promise<DealtClose[]> {
  return tx.query(sql`
    select security_id, price_date as date, close, volume > 0 as is_dealt
    from ${closesKnownAt(knownAt)} k
    where security_id = any(${[...securityIds]}::bigint[])
      and price_date > ${after} and price_date <= ${to}
    order by security_id, price_date`);
}
