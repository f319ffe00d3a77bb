// SQL for the securities and funds that are priced at the end of a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { isRecordedBy } from '../../finance/index.js';

/** A security with holdings. */
interface HeldSecurity {
  readonly id: bigint;
  readonly exchange_id: bigint;
  readonly currency: string;
}

export function selectHeldSecurities(tx: Tx): Promise<HeldSecurity[]> {
  return tx.query(sql`
    select s.id, s.exchange_id, s.currency
    from security s where exists (select from holding h where h.security_id = s.id)
    order by s.id`);
}

/** The latest approved value per unit of a fund on or before a date. */
interface FundPrice {
  readonly id: bigint;
  readonly exchange_id: bigint | null;
  readonly currency: string;
  readonly stale_days: number;
  readonly price: Decimal;
  readonly price_date: BusinessDate;
}

export function selectFundPrices(
  tx: Tx,
  { date, knownAt }: { readonly date: BusinessDate; readonly knownAt?: string | undefined },
): Promise<FundPrice[]> {
  return tx.query(sql`
    select f.id, f.exchange_id, f.currency, f.nav_stale_days as stale_days,
      n.nav_per_unit as price, n.valuation_date as price_date
    from fund f
    cross join lateral (
      select v.nav_per_unit, v.valuation_date from fund_nav v
      where v.fund_id = f.id and v.status = 'APPROVED' and v.valuation_date <= ${date}
        and ${isRecordedBy(sql`v.recorded_at`, knownAt)}
      order by v.valuation_date desc limit 1
    ) n
    order by f.id`);
}
