// SQL for the fund units that a customer holds on given dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { isRecordedBy } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';

/**
 * Units of a fund on a date, and the latest value per unit approved for that date or an earlier
 * one.
 */
export interface FundPosition {
  /** The date of the position. */
  readonly date: BusinessDate;
  readonly fundId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /** The exchange whose holidays are the fund's non-dealing days. Null means weekends only. */
  readonly exchangeId: bigint | null;
  readonly staleDays: number;
  /** Empty if the units are not in a portfolio. */
  readonly portfolioName: string;
  readonly units: Decimal;
  readonly price: Decimal | null;
  readonly priceDate: BusinessDate | null;
}

/**
 * Selects customers' units on several dates, based on the dates of their movements. For each date,
 * reads one row more than the limit, to detect an overflow.
 */
export function fundPositionsOn(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  dates: readonly BusinessDate[],
): Promise<FundPosition[]> {
  return tx.query(sql`
    select k.date, f.id as "fundId", f.name, f.label, f.currency, f.exchange_id as "exchangeId",
      f.nav_stale_days as "staleDays", h.portfolio_name as "portfolioName", m.units,
      n.nav_per_unit as price, n.valuation_date as "priceDate"
    from unnest(${[...dates]}::date[]) as k (date)
    cross join fund_holding h
    join fund f on f.id = h.fund_id
    cross join lateral (
      select coalesce(sum(u.units), 0) as units from fund_unit_movement u
      where u.holding_id = h.id and u.moved_on <= k.date
        and ${isRecordedBy(sql`u.recorded_at`, knownAt)}
    ) m
    left join lateral (
      select v.nav_per_unit, v.valuation_date from fund_nav v
      where v.fund_id = f.id and v.status = 'APPROVED' and v.valuation_date <= k.date
        and ${isRecordedBy(sql`v.recorded_at`, knownAt)}
      order by v.valuation_date desc limit 1
    ) n on true
    where h.customer_id = any(${[...customerIds]}::bigint[]) and m.units <> 0
    order by k.date, h.id
    limit ${(ASSET_POSITION.rowsMax + 1) * dates.length * customerIds.length}`);
}
