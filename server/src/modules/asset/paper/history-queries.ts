// SQL that reads the whole life of one holding, the oldest row first.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { DISCOUNTED, TERM_INSTRUMENT } from '../limits.js';
import type { NewDiscountedChange } from './history.js';

/** What one day earned, in minor units. */
export interface DiscountedAccrual {
  readonly accrual_day: BusinessDate;
  readonly amount_minor: bigint;
}

/** The days that were accrued; a tenure limits their number. */
export function selectAccruals(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<DiscountedAccrual[]> {
  return on.query(sql`
    select accrual_day, amount_minor from discounted_accrual where instrument_id = ${instrumentId}
    order by accrual_day limit ${TERM_INSTRUMENT.tenureDaysMax}`);
}

/** The placement and every end of a part. */
export function selectChanges(
  on: Database | Tx,
  instrumentId: bigint,
): Promise<NewDiscountedChange[]> {
  return on.query(sql`
    select * from discounted_change where instrument_id = ${instrumentId}
    order by id limit ${DISCOUNTED.changesShownMax}`);
}
