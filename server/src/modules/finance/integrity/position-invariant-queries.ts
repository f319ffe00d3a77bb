// Numbered invariant of deposits, loans, commercial paper and bills: the balances of their accounts
// equal the principal and accrued interest of the active instruments.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// The codes to which product versions and entry lines are booked.
const CODES: Sql = sql`
  select c.code from term_instrument_type_version v
  cross join lateral (
    values (v.principal_account), (v.interest_account), (v.upfront_account)) c (code)
  union
  select m.code from account_mapping m where (m.entry, m.line) in (
    ('DISCOUNTED_INSTRUMENT', 'PLACEMENT'), ('DISCOUNTED_INSTRUMENT', 'DISCOUNT_PAYABLE'),
    ('TREASURY_BILL', 'PLACEMENT'), ('TREASURY_BILL', 'HOLDING'))`;

// The amounts of running instruments, positive on the account's normal side. Each version of a
// product has its own accounts.
const TERMS: Sql = sql`
  select t.office_id, t.currency, part.code, sum(part.minor) as minor
  from term_instrument t
  join term_instrument_type_version v on v.type_id = t.type_id and v.number = t.type_version
  cross join lateral (values
    (v.principal_account, t.face_value_minor + t.capitalised_minor),
    (v.interest_account,
      case when t.interest_payment <> 'UPFRONT' then t.accrued_minor - t.interest_paid_minor end),
    (v.upfront_account,
      case when t.interest_payment = 'UPFRONT' then t.interest_paid_minor - t.accrued_minor end)
  ) part (code, minor)
  where t.status = 'RUNNING' and part.minor is not null
  group by 1, 2, 3`;

// The firm's own commercial paper is booked at cost, and its accrued discount on a separate
// account. A bill is booked at cost plus accrued discount.
const PAPERS: Sql = sql`
  select t.office_id, t.currency, m.code, sum(part.minor) as minor
  from discounted_instrument t
  cross join lateral (values
    ('PLACEMENT', t.cost_minor + case t.kind when 'TREASURY_BILL' then t.accrued_minor else 0 end),
    ('HOLDING', t.cost_minor + t.accrued_minor),
    ('DISCOUNT_PAYABLE', t.accrued_minor)
  ) part (line, minor)
  join account_mapping m on m.entry = t.kind and m.line = part.line
  where t.status = 'RUNNING'
  group by 1, 2, 3`;

export const POSITION_INVARIANTS: readonly Invariant[] = [
  {
    number: 44,
    name: 'The account balances of active instruments equal their principal and accrued interest.',
    checked: sql`
      select (select count(*) from term_instrument where status = 'RUNNING')
        + (select count(*) from discounted_instrument where status = 'RUNNING') as count`,
    broken: sql`
      with running as (
        select office_id, currency, code, sum(minor) as minor
        from (select * from (${TERMS}) term union all select * from (${PAPERS}) paper) part
        group by 1, 2, 3
      ), booked as (
        select a.office_id, a.currency, a.acct_type as code, sum(firm_balance(a.id)) as minor
        from account a where a.acct_type in (select code from (${CODES}) c) and not a.inline
        group by 1, 2, 3
      )
      select office_id as id, code || ' ' || currency || ': ' || coalesce(r.minor, 0)
        || ' of running instruments, ' || coalesce(b.minor, 0) || ' in the ledger' as finding
      from running r full join booked b using (office_id, currency, code)
      where coalesce(r.minor, 0) <> coalesce(b.minor, 0)`,
  },
];
