// SQL for dealing: the values that orders can be dealt at, and the totals by fund and day.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The ids of a fund and of an approved value that its orders can be dealt at. */
export interface DueDealing {
  readonly fund_id: bigint;
  readonly nav_id: bigint;
}

/** Selects the approved values that have orders to deal and are recent enough on a given date. */
export function selectDueDealings(on: Database, date: BusinessDate): Promise<DueDealing[]> {
  return on.query(sql`
    select distinct f.id as fund_id, n.id as nav_id, n.valuation_date
    from fund_transaction t
    join fund f on f.id = t.fund_id
    join fund_nav n on n.fund_id = t.fund_id and n.valuation_date = t.dealing_date
      and n.status = 'APPROVED'
    where t.status = 'APPROVED' and t.dealing_date <= ${date}::date
      and ${date}::date - n.valuation_date <= f.nav_stale_days
    order by f.id, n.valuation_date`);
}

/** A batch's totals, which are added to the fund's totals for the day. */
interface DealtTotals {
  readonly fundId: bigint;
  readonly date: BusinessDate;
  readonly navId: bigint;
  readonly orders: number;
  readonly subscribedUnits: Decimal;
  readonly redeemedUnits: Decimal;
  readonly subscribedMinor: bigint;
  readonly redeemedMinor: bigint;
}

export async function addDealtTotals(tx: Tx, dealt: DealtTotals): Promise<void> {
  await tx.query(sql`
    insert into fund_dealing as d (fund_id, valuation_date, nav_id, orders, subscribed_units,
      redeemed_units, subscribed_minor, redeemed_minor)
    values (${dealt.fundId}, ${dealt.date}, ${dealt.navId}, ${dealt.orders},
      ${dealt.subscribedUnits.toFixed()}, ${dealt.redeemedUnits.toFixed()},
      ${dealt.subscribedMinor}, ${dealt.redeemedMinor})
    on conflict (fund_id, valuation_date) do update set orders = d.orders + excluded.orders,
      subscribed_units = d.subscribed_units + excluded.subscribed_units,
      redeemed_units = d.redeemed_units + excluded.redeemed_units,
      subscribed_minor = d.subscribed_minor + excluded.subscribed_minor,
      redeemed_minor = d.redeemed_minor + excluded.redeemed_minor`);
}
