// SQL for the term instruments that a customer has on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { ASSET_POSITION } from '../limits.js';
import { SELECT_INSTRUMENT, type TermInstrumentRow } from './queries.js';

/** An instrument in force on a date, with the interest settled by then, in minor units. */
interface TermPositionRow extends TermInstrumentRow {
  readonly settled_gross_minor: bigint;
  readonly settled_tax_minor: bigint;
  /** The net interest that has become principal. */
  readonly added_minor: bigint;
}

/**
 * Selects the instruments that are in force on a date by the ledger: from the date of the placement
 * to the day before the date on which the end is booked. Reads one row more than the limit.
 */
export function selectTermPositions(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<TermPositionRow[]> {
  return tx.query(sql`
    select i.*, s.gross as settled_gross_minor, s.tax as settled_tax_minor, s.added as added_minor
    from (${SELECT_INSTRUMENT}
      where t.customer_id = ${customerId} and t.status <> 'PENDING' and t.start_date <= ${date}
        and t.termination_reason is distinct from 'CANCELLED'
        and coalesce(
          (select j.transaction_date from journal j where j.id = t.settlement_journal_id),
          t.termination_date, 'infinity') > ${date}) i
    cross join lateral (
      select coalesce(sum(p.gross_minor), 0)::bigint as gross,
        coalesce(sum(p.tax_minor), 0)::bigint as tax,
        coalesce(sum(p.gross_minor - p.tax_minor) filter (where p.capitalised), 0)::bigint as added
      from term_interest_payment p where p.instrument_id = i.id and p.paid_on <= ${date}
    ) s
    order by i.id limit ${ASSET_POSITION.rowsMax + 1}`);
}
