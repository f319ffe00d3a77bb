// Numbered invariants of wealth: snapshots agree with the ledger and with each other, and the units
// of a fund agree with its register.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// The account types for customers' money.
const MONEY: Sql = sql`('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')`;

// The latest close, and the journals recorded before it.
const CLOSE: Sql = sql`
  select c.value_date, c.known_at, known_journal(c.known_at) as known,
    (select folded_journal_id from ledger_fold_state) as folded
  from wealth_close c where c.finished_at is not null order by c.value_date desc limit 1`;

// Each office's customer money according to the close's snapshots, by currency and account type, as
// known when the close ran.
const STORED: Sql = sql`
  select u.office_id, latest.currency, money.acct_type, sum(money.minor) as minor
  from (
    select distinct on (w.customer_id, w.portfolio_id, w.currency) w.*
    from close join wealth_day w on w.value_date <= close.value_date
      and w.value_date >= date_trunc('month', close.value_date::timestamp)::date
      and w.known_at <= close.known_at
    order by w.customer_id, w.portfolio_id, w.currency, w.value_date desc, w.version_no desc
  ) latest
  cross join lateral (values ('CUSTOMER_CASH', latest.cash_minor),
    ('CUSTOMER_UNSETTLED', latest.unsettled_minor)) money (acct_type, minor)
  join customer u on u.id = latest.customer_id
  group by 1, 2, 3`;

// The lines that are booked for later dates or were recorded after the close, by account. They are
// materialized, so that no join sums them up again for each account.
const TAIL: Sql = sql`
  select l.account_id, -sum(l.amount_minor) as minor
  from close
  join journal j on j.id > least(close.folded, close.known)
    and (j.id > close.folded and j.transaction_date > close.value_date
      or j.id > close.known and j.transaction_date <= close.value_date)
  join journal_line l on l.journal_id = j.id
  group by l.account_id`;

// Each office's customer money according to the ledger: the current balances, less lines that are
// booked for later dates or were recorded after the close.
const BOOKED: Sql = sql`
  select u.office_id, a.currency, a.acct_type,
    sum(b.balance_minor - coalesce(later.minor, 0) - coalesce(tail.minor, 0)) as minor
  from close
  cross join account a
  join customer u on u.id = a.customer_id
  join account_balance b on b.account_id = a.id
  cross join lateral (
    select sum(d.credit_minor - d.debit_minor) as minor from account_day d
    where d.account_id = a.id and d.transaction_date > close.value_date
  ) later
  left join tail on tail.account_id = a.id
  where a.acct_type in ${MONEY}
  group by 1, 2, 3`;

export const WEALTH_INVARIANTS: readonly Invariant[] = [
  {
    number: 39,
    name:
      'The cash and the unsettled proceeds in the latest snapshots equal the ledger in each ' +
      'office and currency.',
    checked: sql`select count(*) from account where acct_type in ${MONEY}`,
    broken: sql`
      with close as materialized (${CLOSE}), tail as materialized (${TAIL}),
        stored as (${STORED}), booked as (${BOOKED})
      select office_id as id, acct_type || ' ' || currency || ': ' || coalesce(s.minor, 0)
        || ' in snapshots, ' || coalesce(b.minor, 0) || ' in the ledger' as finding
      from stored s full join booked b using (office_id, currency, acct_type)
      where coalesce(s.minor, 0) <> coalesce(b.minor, 0)`,
  },
  {
    number: 40,
    name: 'The units of every fund and holder are the sums of their movements.',
    checked: sql`select count(*) from fund_holding`,
    broken: sql`
      select h.id, 'holder: ' || h.units || ' is not ' || m.units as finding
      from fund_holding h cross join lateral (
        select coalesce(sum(u.units), 0) as units from fund_unit_movement u
        where u.holding_id = h.id
      ) m
      where h.units <> m.units
      union all
      select r.fund_id, 'register: ' || r.units || ' is not ' || m.units
      from fund_register r cross join lateral (
        select coalesce(sum(h.units), 0) as units from fund_holding h where h.fund_id = r.fund_id
      ) m
      where r.units <> m.units`,
  },
  {
    number: 41,
    name:
      'Every customer who was valued separately after a close had the same values as the ' +
      'snapshot.',
    checked: sql`select coalesce(sum(checked), 0)::bigint as count from wealth_close`,
    broken: sql`
      select to_char(value_date, 'YYYYMMDD')::bigint as id,
        differing || ' of ' || checked || ' customers differ' as finding
      from wealth_close where differing > 0`,
  },
  {
    number: 42,
    name:
      'Versions of a snapshot are consecutive, and each has a later time than the one ' + 'before.',
    checked: sql`select count(*) from wealth_day`,
    broken: sql`
      select customer_id as id, value_date || ', portfolio ' || portfolio_id || ', ' || currency
        || ': version ' || version_no || ' follows ' || coalesce(last_version, 0) as finding
      from (
        select w.*, lag(version_no) over versions as last_version,
          lag(known_at) over versions as last_known
        from wealth_day w
        window versions as (
          partition by customer_id, value_date, portfolio_id, currency order by version_no)
      ) w
      where version_no <> coalesce(last_version, 0) + 1 or known_at < last_known`,
  },
  {
    number: 45,
    name: 'For every customer checked after a close, the change in wealth equals flows plus gains.',
    checked: sql`select coalesce(sum(checked), 0)::bigint as count from wealth_close`,
    broken: sql`
      select to_char(value_date, 'YYYYMMDD')::bigint as id,
        unexplained || ' of ' || checked || ' customers have an unexplained change' as finding
      from wealth_close where unexplained > 0`,
  },
];
