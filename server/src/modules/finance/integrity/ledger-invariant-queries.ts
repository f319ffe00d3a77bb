// Numbered invariants of the ledger: journals, balances, folds and days.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

const SIDE: Sql = sql`case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end`;

// Scalar subqueries are used instead of joins, because on new tables without statistics PostgreSQL
// could join every line with every other.
const FOLDED: Sql = sql`(select folded_journal_id from ledger_fold_state)`;
const OPEN_YEARS_FROM: Sql = sql`(
  select date_trunc('year', (hard_closed_through + 1)::timestamp)::date from period_closing)`;

// For a customer's account, each line stores its version. For a firm account, the fold stores it.
const WITH_FOLD: Sql = sql`
  left join ledger_fold f on f.journal_id = l.journal_id and f.line_no = l.line_no`;
const FIRST_AND_LAST: Sql = sql`
  min(coalesce(l.account_version, f.account_version)) as first,
  max(coalesce(l.account_version, f.account_version)) as last`;

// Tables with exactly one row. A missing row would look as if nothing were closed, folded or
// released, so it is reported as -1.
const STATES: Sql = sql`
  select 'no period closing' as what, count(*) - 1 as at from period_closing
  union all select 'no fold', count(*) - 1 from ledger_fold_state
  union all select 'no release of value dates', count(*) - 1 from value_date_release
  union all select 'no state of the chart', count(*) - 1 from chart_state`;

export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    number: 1,
    name: 'Every journal has at least two lines, and they sum to zero in each currency.',
    checked: sql`select count(*) from journal`,
    broken: sql`
      select j.id,
        'sum ' || coalesce(sum(l.amount_minor), 0) || ' ' || coalesce(l.currency, '') as finding
      from journal j left join journal_line l on l.journal_id = j.id
      group by j.id, l.currency
      having coalesce(sum(l.amount_minor), 0) <> 0 or count(l.line_no) < 2`,
  },
  {
    number: 2,
    name: 'Every line belongs to a journal and to an account of its currency.',
    checked: sql`select count(*) from journal_line`,
    broken: sql`
      select l.journal_id as id, 'line ' || l.line_no as finding
      from journal_line l
      left join journal j on j.id = l.journal_id left join account a on a.id = l.account_id
      where j.id is null or a.id is null or a.currency <> l.currency
        or a.inline <> (l.account_version is not null)`,
  },
  {
    number: 3,
    name: 'The balance of every customer account is the sum of its lines.',
    checked: sql`select count(*) from account where inline`,
    broken: sql`
      select a.id,
        b.balance_minor || ' is not ' || coalesce(sum(${SIDE} * l.amount_minor), 0) as finding
      from account a join account_balance b on b.account_id = a.id
      left join journal_line l on l.account_id = a.id
      where a.inline group by a.id, b.balance_minor
      having b.balance_minor <> coalesce(sum(${SIDE} * l.amount_minor), 0)`,
  },
  {
    number: 4,
    name:
      'In journal order, lines of customer accounts have consecutive versions and correct ' +
      'running balances.',
    checked: sql`select count(*) from journal_line where account_version is not null`,
    broken: sql`
      select account_id as id, 'version ' || account_version as finding from (
        select l.account_id, l.account_version, l.balance_minor,
          lag(l.account_version, 1, 0::bigint) over written + 1 as expected_version,
          lag(l.balance_minor, 1, 0::bigint) over written + ${SIDE} * l.amount_minor
            as expected_balance
        from journal_line l join account a on a.id = l.account_id where a.inline
        window written as (partition by l.account_id order by l.journal_id, l.line_no)
      ) line
      where account_version <> expected_version or balance_minor <> expected_balance`,
  },
  {
    number: 5,
    name: 'The version of every customer account is that of its last line.',
    checked: sql`select count(*) from account where inline`,
    broken: sql`
      select a.id, 'version ' || b.version as finding
      from account a join account_balance b on b.account_id = a.id
      where a.inline and b.version <> (
        select coalesce(max(account_version), 0) from journal_line l
        where l.account_id = a.id and l.account_version is not null)`,
  },
  {
    number: 6,
    name: 'The held amount of every account is the sum of its holds.',
    checked: sql`select count(*) from account_balance`,
    broken: sql`
      select account_id as id,
        coalesce(b.held_minor, 0) || ' is not ' || coalesce(h.minor, 0) as finding
      from account_balance b full join (
        select account_id, sum(amount_minor) as minor from cash_hold group by account_id
      ) h using (account_id)
      where coalesce(b.held_minor, 0) <> coalesce(h.minor, 0)`,
  },
  {
    number: 7,
    name: 'No account is below its floor, except by exactly its forced amount.',
    checked: sql`select count(*) from account_balance where floor_minor is not null`,
    broken: sql`
      select account_id as id, 'available ' || (balance_minor - held_minor) as finding
      from account_balance
      where forced_minor <> greatest(0, floor_minor - (balance_minor - held_minor))`,
  },
  {
    number: 8,
    name: 'The books of every office balance in each currency.',
    checked: sql`select count(*) from account`,
    broken: sql`
      select a.office_id as id, 'sum ' || sum(l.amount_minor) || ' ' || a.currency as finding
      from journal_line l join account a on a.id = l.account_id
      group by a.office_id, a.currency having sum(l.amount_minor) <> 0`,
  },
  {
    number: 9,
    name:
      'Every line of a firm account has been added to its stored balance exactly once, or is ' +
      'too recent.',
    checked: sql`select count(*) from journal_line where account_version is null`,
    broken: sql`
      select journal_id as id, 'line ' || line_no as finding
      from (select * from journal_line where account_version is null) l
      full join ledger_fold f using (journal_id, line_no)
      where l.account_id is null or f.account_id <> l.account_id
        or (f.account_id is not null) <> (journal_id <= ${FOLDED})`,
  },
  {
    number: 10,
    name:
      'In journal order, lines added to the balance of a firm account have consecutive ' +
      'versions and correct running balances.',
    checked: sql`select count(*) from ledger_fold`,
    broken: sql`
      select account_id as id, 'version ' || account_version as finding from (
        select f.account_id, f.account_version, f.balance_minor,
          lag(f.account_version, 1, 0::bigint) over written + 1 as expected_version,
          lag(f.balance_minor, 1, 0::bigint) over written + ${SIDE} * l.amount_minor
            as expected_balance
        from ledger_fold f
        join journal_line l on l.journal_id = f.journal_id and l.line_no = f.line_no
        join account a on a.id = f.account_id
        window written as (partition by f.account_id order by f.journal_id, f.line_no)
      ) line
      where account_version <> expected_version or balance_minor <> expected_balance`,
  },
  {
    number: 11,
    name:
      'Every account’s daily totals and versions match its lines of that day, except lines too ' +
      'recent to be included.',
    checked: sql`select count(*) from account_day`,
    broken: sql`
      select account_id as id, transaction_date::text as finding
      from account_day d
      full join (
        select l.account_id, j.transaction_date, count(*) as lines,
          sum(greatest(l.amount_minor, 0)) as debit, sum(greatest(-l.amount_minor, 0)) as credit,
          ${FIRST_AND_LAST}
        from journal_line l ${WITH_FOLD} join journal j on j.id = l.journal_id
        where l.journal_id <= ${FOLDED} group by l.account_id, j.transaction_date
      ) line using (account_id, transaction_date)
      where (d.debit_minor, d.credit_minor, d.line_count, d.first_version, d.last_version)
        is distinct from
          (line.debit::bigint, line.credit::bigint, line.lines, line.first, line.last)`,
  },
  {
    number: 16,
    name: 'Income and expenses of hard-closed years are zero.',
    checked: sql`select count(*) from account where class in ('INCOME', 'EXPENSE')`,
    broken: sql`
      select a.id, 'left ' || sum(l.amount_minor) as finding
      from journal j join journal_line l on l.journal_id = j.id
      join account a on a.id = l.account_id and a.class in ('INCOME', 'EXPENSE')
      where j.transaction_date < ${OPEN_YEARS_FROM}
      group by a.id having sum(l.amount_minor) <> 0`,
  },
  {
    number: 17,
    name:
      'Value date corrections are the sums of the lines whose booking and value dates differ, ' +
      'except lines too recent to be included.',
    checked: sql`select count(*) from account_value_shift`,
    broken: sql`
      select account_id as id, value_date::text as finding
      from account_value_shift s
      full join (
        select l.account_id, moved.day as value_date, sum(moved.sign) as lines,
          sum(moved.sign * greatest(l.amount_minor, 0)) as debit,
          sum(moved.sign * greatest(-l.amount_minor, 0)) as credit, ${FIRST_AND_LAST}
        from journal_line l ${WITH_FOLD}
        join journal j on j.id = l.journal_id and j.value_date <> j.transaction_date
        cross join lateral (values (j.value_date, 1), (j.transaction_date, -1)) moved (day, sign)
        where l.journal_id <= ${FOLDED} group by l.account_id, moved.day
      ) line using (account_id, value_date)
      where (s.debit_minor, s.credit_minor, s.line_count, s.first_version, s.last_version)
        is distinct from
          (line.debit::bigint, line.credit::bigint, line.lines, line.first, line.last)`,
  },
  {
    number: 20,
    name: 'A reversal moves every account by exactly the opposite of its original.',
    checked: sql`select count(*) from journal where reversal_of_id is not null`,
    broken: sql`
      select r.id, 'of journal ' || r.reversal_of_id as finding
      from journal r
      where r.reversal_of_id is not null and exists (
        select from journal_line l where l.journal_id in (r.id, r.reversal_of_id)
        group by l.account_id having sum(l.amount_minor) <> 0)`,
  },
  {
    number: 21,
    name:
      'No stored journal number is ahead of the sequence of journal numbers, and no single-row ' +
      'table is empty.',
    checked: sql`select count(*) from (${STATES}) state`,
    // A sequence is read outside the snapshot, so it is never behind the snapshot.
    broken: sql`
      select at as id, what as finding from (
        select what, at from (${STATES}) state
        union all select 'journal', max(id) from journal
        union all select 'folded', folded_journal_id from ledger_fold_state
        union all select 'to be folded', candidate_journal_id from ledger_fold_state
      ) reached
      where at < 0 or at > (select last_value from journal_id)`,
  },
];
