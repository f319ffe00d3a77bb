// SQL for the maturity ladder.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { MATURITY_LADDER } from '../limits.js';

export const LADDER_STEPS = ['DAY', 'WEEK', 'MONTH'] as const;

export interface LadderFilter {
  readonly by: (typeof LADDER_STEPS)[number];
  readonly customerId: bigint | undefined;
  readonly portfolioName: string | undefined;
  readonly offices: readonly bigint[] | undefined;
}

interface RungRow {
  readonly from_date: BusinessDate;
  readonly kind: string;
  readonly currency: string;
  readonly instruments: bigint;
  readonly principal_minor: bigint;
  readonly accrued_minor: bigint;
}

export function selectRungs(db: Database, filter: LadderFilter): Promise<RungRow[]> {
  const { by, customerId = null, portfolioName = null, offices } = filter;
  return db.query(sql`
    with held as (
      select office_id, customer_id, portfolio_name, currency, payment_date,
        case when loan_product then 'LOAN' else 'TERM_INSTRUMENT' end as kind,
        face_value_minor + capitalised_minor as principal_minor,
        accrued_minor - interest_paid_minor as accrued_minor
      from term_instrument where status = 'RUNNING'
      union all
      select office_id, customer_id, portfolio_name, currency, payment_date, kind,
        face_value_minor, accrued_minor
      from discounted_instrument where status = 'RUNNING'
    )
    select date_trunc(${by.toLowerCase()}, h.payment_date::timestamp)::date as from_date, h.kind,
      h.currency, count(*) as instruments, sum(h.principal_minor)::bigint as principal_minor,
      sum(h.accrued_minor)::bigint as accrued_minor
    from held h
    where ${inOffices(sql`h.office_id`, offices)}
      and (${customerId}::bigint is null or h.customer_id = ${customerId})
      and (${portfolioName}::text is null or h.portfolio_name = ${portfolioName})
    group by 1, 2, 3 order by 1, 2, 3 limit ${MATURITY_LADDER.rungsMax + 1}`);
}
