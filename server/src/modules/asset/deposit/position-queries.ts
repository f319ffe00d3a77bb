// SQL for the term instruments that a customer holds on given dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isKnownJournal } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';
import { SELECT_INSTRUMENT, type TermInstrumentRow } from './queries.js';

/** An instrument that was in force on at least one date in a range. */
export interface TermPositionRow extends TermInstrumentRow {
  /** The booking date of the end; null if it has not ended. */
  readonly ended_on: BusinessDate | null;
}

/** The first and last date of the range. */
interface DateRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/**
 * Selects the instruments that were in force on at least one date in a range. An instrument is in
 * force from its placement date to the day before its end is booked. Reads one row more than the
 * limit for all customers together, to detect an overflow.
 */
export function selectTermPositions(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  { from, to }: DateRange,
): Promise<TermPositionRow[]> {
  return tx.query(sql`
    select i.*, ended.ended_on
    from (${SELECT_INSTRUMENT}
      where t.customer_id = any(${[...customerIds]}::bigint[]) and t.status <> 'PENDING'
        and t.start_date <= ${to}
        and t.termination_reason is distinct from 'CANCELLED'
        and ${isKnownJournal(sql`t.post_journal_id`, knownAt)}) i
    cross join lateral (
      select case when ${isKnownJournal(sql`i.settlement_journal_id`, knownAt)} then coalesce(
        (select j.transaction_date from journal j where j.id = i.settlement_journal_id),
        i.termination_date) end as ended_on
    ) ended
    where ended.ended_on is null or ended.ended_on > ${from}
    order by i.id limit ${ASSET_POSITION.rowsMax * customerIds.length + 1}`);
}

/** Interest settled for an instrument, in minor units. */
export interface SettledRow {
  readonly instrument_id: bigint;
  readonly paid_on: BusinessDate;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly capitalised: boolean;
}

/** Selects the interest that was settled for instruments on or before a date. */
export function selectSettled(
  tx: Tx,
  ids: readonly bigint[],
  { to, knownAt }: { readonly to: BusinessDate; readonly knownAt: string | undefined },
): Promise<SettledRow[]> {
  return tx.query(sql`
    select instrument_id, paid_on, gross_minor, tax_minor, capitalised
    from term_interest_payment
    where instrument_id = any(${[...ids]}::bigint[]) and paid_on <= ${to}
      and ${isKnownJournal(sql`journal_id`, knownAt)}`);
}
