// The numbered invariants of the books, each as the query that finds what breaks it.

import { type Sql, sql } from '../../../platform/database/sql.js';

/**
 * What must always hold. `broken` selects what does not: `id`, and what was found, as `finding`.
 */
export interface Invariant {
  readonly number: number;
  readonly name: string;
  /** How many rows the check looked at. */
  readonly checked: Sql;
  readonly broken: Sql;
}

const SIDE: Sql = sql`case when a.class in ('ASSET', 'EXPENSE') then 1 else -1 end`;

// One row each. Said as values, not joined: what the server does not know yet about young tables
// must not make it compare every line with every other.
const FOLDED: Sql = sql`(select folded_journal_id from ledger_fold_state)`;
const OPEN_YEARS_FROM: Sql = sql`(
  select date_trunc('year', (hard_closed_through + 1)::timestamp)::date from period_closing)`;

// The version of a line stands in itself, or in the fold where its account is of the firm.
const WITH_FOLD: Sql = sql`
  left join ledger_fold f on f.journal_id = l.journal_id and f.line_no = l.line_no`;
const FIRST_AND_LAST: Sql = sql`
  min(coalesce(l.account_version, f.account_version)) as first,
  max(coalesce(l.account_version, f.account_version)) as last`;

// What a cash transaction `t` moves on the accounts that it names. Charges of a transfer may go to
// an account through which the transfer itself passes, so they count on the customer's alone.
const LEGS: Sql = sql`
  select account_id, sum(moved) as minor
  from (values
    (t.cash_account_id, t.fee_minor + t.early_withdrawal_minor
      + case t.trans_type when 'RECEIPT' then -t.amount_minor else t.amount_minor end),
    (t.contra_account_id,
      case t.trans_type when 'RECEIPT' then t.amount_minor when 'PAYMENT' then -t.amount_minor end),
    (t.fee_account_id, case when t.trans_type <> 'TRANSFER' then -t.fee_minor end),
    (t.early_withdrawal_account_id,
      case when t.trans_type <> 'TRANSFER' then -t.early_withdrawal_minor end),
    (t.counterparty_account_id,
      case t.trans_type when 'TRANSFER' then -coalesce(t.converted_minor, t.amount_minor) end)
  ) leg (account_id, moved)
  group by account_id`;

// The rows of which there is one each; without it, what is asked of it would be answered as if
// nothing were closed, folded or let go. -1 for one that is missing.
const STATES: Sql = sql`
  select 'no period closing' as what, count(*) - 1 as at from period_closing
  union all select 'no fold', count(*) - 1 from ledger_fold_state
  union all select 'no release of value dates', count(*) - 1 from value_date_release
  union all select 'no state of the chart', count(*) - 1 from chart_state`;

/** Those of journals and records; those of accounts are in `account-invariant.ts`. */
export const JOURNAL_INVARIANTS: readonly Invariant[] = [
  {
    number: 1,
    name: 'The lines of every journal sum to zero in each currency, and there are at least two.',
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
    name: 'The balance of every inline account is the sum of its lines.',
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
    name: 'Versions of an inline account count 1, 2, 3 in the order of its journals, balances too.',
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
    name: 'The version of every inline account is that of its last line.',
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
    name: 'What is held of every account is the sum of its holds.',
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
    name: 'No account is below its floor, but for exactly what the books forced.',
    checked: sql`select count(*) from account_balance where floor_minor is not null`,
    broken: sql`
      select account_id as id, 'available ' || (balance_minor - held_minor) as finding
      from account_balance
      where forced_minor <> greatest(0, floor_minor - (balance_minor - held_minor))`,
  },
  {
    number: 8,
    name: 'The books of every office balance by themselves, in each currency.',
    checked: sql`select count(*) from account`,
    broken: sql`
      select a.office_id as id, 'sum ' || sum(l.amount_minor) || ' ' || a.currency as finding
      from journal_line l join account a on a.id = l.account_id
      group by a.office_id, a.currency having sum(l.amount_minor) <> 0`,
  },
  {
    number: 9,
    name: 'Every line of a firm account is folded exactly once, or not due yet.',
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
    name: 'Folded lines count 1, 2, 3 in the order of journals, each with its balance.',
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
    name: "Every account's days are the sums of its folded lines, between their versions.",
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
    number: 12,
    name: 'A cash transaction moved its amount between its accounts exactly when posted.',
    checked: sql`select count(*) from cash_transaction`,
    broken: sql`
      select t.id, t.state as finding
      from cash_transaction t
      left join journal j on j.id = t.journal_id
      left join journal r on r.id = t.reversal_journal_id
      where (j.id is null) <> (t.journal_id is null)
        or (r.id is null) <> (t.reversal_journal_id is null)
        or j.source_id <> t.id or (r.id is not null and r.reversal_of_id is distinct from j.id)
        or j.office_id <> t.office_id or r.office_id <> t.office_id
        or t.state <> 'REVERSED'
          and exists (select from journal x where x.reversal_of_id = t.journal_id)
        or j.id is not null and exists (
          select from (${LEGS}) leg where leg.minor <> (
            select coalesce(sum(l.amount_minor), 0) from journal_line l
            where l.journal_id = j.id and l.account_id = leg.account_id))
        or (select count(*) from journal x
            where x.source_type = 'CASH_TRANSACTION' and x.source_id = t.id)
          <> case t.state when 'POSTED' then 1 when 'REVERSED' then 2 else 0 end`,
  },
  {
    number: 13,
    name: 'A cash transaction that takes money out holds it exactly while it waits.',
    checked: sql`select count(*) from cash_transaction where trans_type <> 'RECEIPT'`,
    broken: sql`
      select coalesce(t.id, h.source_id) as id,
        coalesce(t.state, 'nothing') || ' holds ' || coalesce(h.amount_minor, 0) as finding
      from cash_transaction t
      full join (select * from cash_hold where source_type = 'CASH_TRANSACTION') h
        on h.source_id = t.id
      where case
        when t.trans_type <> 'RECEIPT' and t.state in ('PENDING', 'APPROVED')
        then (h.account_id, h.amount_minor) is distinct from
          (t.cash_account_id, t.amount_minor + t.fee_minor + t.early_withdrawal_minor)
        else h.source_id is not null end`,
  },
  {
    number: 14,
    name: 'A journal made by hand is booked exactly when posted, with exactly its lines.',
    checked: sql`select count(*) from manual_journal`,
    broken: sql`
      select m.id, m.state as finding
      from manual_journal m
      left join journal j on j.id = m.journal_id
      where (m.state = 'POSTED') <> (j.id is not null)
        or j.source_type <> 'MANUAL_JOURNAL' or j.source_id <> m.id
        or j.id is not null and j.reversal_of_id is distinct from m.reverses_journal_id
        or (select count(*) from journal x
            where x.source_type = 'MANUAL_JOURNAL' and x.source_id = m.id)
          <> case m.state when 'POSTED' then 1 else 0 end
        or j.id is not null and exists (
          select from (select * from manual_journal_line where manual_journal_id = m.id) w
          full join (select * from journal_line where journal_id = j.id) l using (line_no)
          where (w.account_id, w.amount_minor)
            is distinct from (l.account_id, l.amount_minor))`,
  },
  {
    number: 15,
    name: 'An import of journals is booked whole when posted, and back when undone.',
    checked: sql`select count(*) from journal_import`,
    broken: sql`
      select i.id, i.state as finding
      from journal_import i
      cross join lateral (
        select count(*) filter (where reversal_of_id is null) as booked,
          count(*) filter (where reversal_of_id is not null) as undone
        from journal where source_type = 'JOURNAL_IMPORT' and source_id = i.id
      ) j
      where j.booked <> case
          when i.state in ('POSTED', 'UNDO_PENDING', 'UNDONE') then i.journal_count else 0 end
        or j.undone <> case i.state when 'UNDONE' then i.journal_count else 0 end`,
  },
  {
    number: 16,
    name: 'Nothing is left on income and expense from years that are hard closed.',
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
    name: 'By value date the days differ by exactly the folded lines whose two dates differ.',
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
    number: 18,
    name: 'A cash transaction is cleared exactly when a line of a bank statement is it.',
    checked: sql`select count(*) from bank_statement_line where transaction_id is not null`,
    broken: sql`
      select t.id, case when t.bank_stmt_cleared then 'cleared' else 'not cleared' end as finding
      from cash_transaction t
      left join bank_statement_line l on l.transaction_id = t.id and not l.of_reversal
      left join bank_statement_line r on r.transaction_id = t.id and r.of_reversal
      cross join lateral (
        select case t.trans_type when 'PAYMENT' then -1 else 1 end * t.amount_minor as minor
      ) moved
      where t.bank_stmt_cleared <> (l.id is not null)
        or l.account_id <> t.contra_account_id or r.account_id <> t.contra_account_id
        or l.amount_minor <> moved.minor or r.amount_minor <> -moved.minor
        or r.id is not null and t.state <> 'REVERSED'`,
  },
  {
    number: 19,
    name: 'What a posted transaction brings is held exactly until its value date.',
    checked: sql`select count(*) from cash_transaction where trans_type <> 'PAYMENT'`,
    // While the end of a day lets go of the next, what counts from then on may be held or not.
    broken: sql`
      select coalesce(t.id, h.source_id) as id,
        'value date ' || coalesce(j.value_date::text, 'of nothing')
          || ' holds ' || coalesce(h.amount_minor, 0) as finding
      from (
        select x.*, a.account_id as arrival_account_id, a.amount_minor as arrival_minor
        from cash_transaction x cross join lateral cash_arrival(x) a
      ) t
      left join journal j on j.id = t.journal_id
      full join (select * from cash_hold where source_type = 'VALUE_DATE') h on h.source_id = t.id
      cross join business_day d cross join value_date_release r
      where case
        when h.source_id is null then t.state = 'POSTED' and t.arrival_minor > 0
          and j.value_date > greatest(d.business_date, r.released_through)
        else (t.state = 'POSTED' and j.value_date > d.business_date
          and (h.account_id, h.amount_minor) = (t.arrival_account_id, t.arrival_minor))
          is not true
        end`,
  },
  {
    number: 20,
    name: 'A reversal moves every account by exactly the opposite of what it undoes.',
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
    name: 'Neither journals nor their fold are ahead of the numbers given, and no state is lost.',
    checked: sql`select count(*) from (${STATES}) state`,
    // The sequence is read as it is now, which is never behind what the snapshot shows.
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
