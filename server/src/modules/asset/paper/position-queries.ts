// SQL for the commercial paper and bills that a customer holds on given dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isKnownJournal } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';
import { SELECT_DISCOUNTED } from './queries.js';
import type { DiscountedRow } from './record.js';

/**
 * Selects the instruments that were placed on or before the last date of a range and had not ended
 * before its first date. Reads one row more than the combined limit for all customers, to detect an
 * overflow.
 */
export function selectPaperPositions(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<DiscountedRow[]> {
  return tx.query(sql`${SELECT_DISCOUNTED}
    where t.customer_id = any(${[...customerIds]}::bigint[]) and t.status <> 'PENDING'
      and t.start_date <= ${to}
      and t.termination_reason is distinct from 'CANCELLED'
      and not exists (
        select from discounted_change c where c.instrument_id = t.id
          and c.kind in ('TERMINATION', 'MATURITY') and c.booked_date <= ${from}
          and ${isKnownJournal(sql`c.journal_id`, knownAt)})
      and not exists (
        select from discounted_change c where c.instrument_id = t.id and c.kind = 'PLACEMENT'
          and not ${isKnownJournal(sql`c.journal_id`, knownAt)})
    order by t.id limit ${ASSET_POSITION.rowsMax * customerIds.length + 1}`);
}

/** The termination or maturity of all or part of an instrument. Amounts are in minor units. */
export interface EndRow {
  readonly instrument_id: bigint;
  readonly is_part: boolean;
  /** The string `infinity` if the end was not yet known at the requested time. */
  readonly booked_date: BusinessDate;
  readonly face_minor: bigint;
  readonly cost_minor: bigint;
}

/**
 * Selects the full and partial terminations, and the maturities, of instruments. Each takes effect
 * on its booking date.
 */
export function selectEnds(
  tx: Tx,
  ids: readonly bigint[],
  knownAt: string | undefined,
): Promise<EndRow[]> {
  return tx.query(sql`
    select instrument_id, kind = 'PART_TERMINATION' as is_part, face_minor, cost_minor,
      case when ${isKnownJournal(sql`journal_id`, knownAt)} then booked_date
        else 'infinity' end as booked_date
    from discounted_change
    where instrument_id = any(${[...ids]}::bigint[]) and kind <> 'PLACEMENT'`);
}
