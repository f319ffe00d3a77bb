// Numbered invariants of records that move money: each record agrees with its journal and its
// holds.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// Selects the amounts that a cash transaction `t` moves on each account that it names. Charges of a
// transfer may go to an account that the transfer itself passes through, so they are checked only
// on the customer's side.
const LEGS: Sql = sql`
  select account_id, sum(moved) as minor
  from (values
    (t.cash_account_id, t.fee_minor + t.early_withdrawal_minor + t.tax_minor
      + case t.trans_type when 'RECEIPT' then -t.amount_minor else t.amount_minor end),
    (t.contra_account_id,
      case t.trans_type when 'RECEIPT' then t.amount_minor when 'PAYMENT' then -t.amount_minor end),
    (t.fee_account_id, case when t.trans_type <> 'TRANSFER' then -t.fee_minor end),
    (t.early_withdrawal_account_id,
      case when t.trans_type <> 'TRANSFER' then -t.early_withdrawal_minor end),
    (t.tax_account_id, -t.tax_minor),
    (t.counterparty_account_id,
      case t.trans_type when 'TRANSFER' then -coalesce(t.converted_minor, t.amount_minor) end)
  ) leg (account_id, moved)
  group by account_id`;

export const RECORD_INVARIANTS: readonly Invariant[] = [
  {
    number: 12,
    name:
      'A cash transaction has moved its amount between ' +
      'its accounts if and only if it is posted.',
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
    name: 'An outgoing cash transaction holds its amount if and only if it is pending or approved.',
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
    name:
      'A manual journal is in the ledger, with exactly the lines entered, if and only if its ' +
      'status is posted.',
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
    name:
      'All journals of an import are in the ledger once it is posted, and all are reversed ' +
      'once it is undone.',
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
    number: 18,
    name: 'A cash transaction is cleared if and only if a line of a bank statement matches it.',
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
    name: 'The money of a posted transaction is held until its value date, and no longer.',
    checked: sql`select count(*) from cash_transaction where trans_type <> 'PAYMENT'`,
    // While the end of day releases the next date's money, that money may or may not be held.
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
];
