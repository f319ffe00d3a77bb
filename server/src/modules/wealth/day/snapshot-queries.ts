// SQL that reads a customer's snapshot on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { WealthClass } from '../valuation/line.js';
import { monthOf } from './value-queries.js';

/**
 * The value of a class in a portfolio, in minor units. Portfolio 0 contains everything outside
 * portfolios.
 */
interface ClassRow {
  readonly portfolio_id: bigint;
  readonly currency: string;
  readonly class: WealthClass;
  readonly minor: bigint;
}

/** Selects a customer's values on a closed date, using the versions known at a given time. */
export function selectDay(
  tx: Tx,
  customerId: bigint,
  { date, knownAt }: { readonly date: BusinessDate; readonly knownAt: string },
): Promise<ClassRow[]> {
  return tx.query(sql`
    select d.portfolio_id, d.currency, v.class, v.minor
    from (
      select distinct on (portfolio_id, currency) * from wealth_day
      where customer_id = ${customerId} and value_date between ${monthOf(date)} and ${date}
        and known_at <= ${knownAt}::timestamptz
      order by portfolio_id, currency, value_date desc, version_no desc
    ) d
    cross join lateral (values ('EQUITY', d.equity_minor), ('BOND', d.bond_minor),
      ('DEPOSIT', d.deposit_minor), ('PAPER', d.paper_minor), ('BILL', d.bill_minor),
      ('FUND', d.fund_minor), ('CASH', d.cash_minor), ('RECEIVABLE', d.receivable_minor),
      ('PAYABLE', d.payable_minor), ('LOAN', d.loan_minor)) v (class, minor)`);
}
