// Numbered invariants of trades: the stored sums of an order's fills agree with its executions.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// Follows the references of each correction and bust, step by step.
const STEPS: Sql = sql`
  amendment as (
    select order_id, exec_id, exec_ref_id from execution_report where kind in ('CORRECT', 'CANCEL')
  ), step (order_id, exec_id, leads_to) as (
    select order_id, exec_id, exec_ref_id from amendment
    union
    select s.order_id, s.exec_id, a.exec_ref_id from step s
    join amendment a on a.order_id = s.order_id and a.exec_id = s.leads_to
  )`;

// Finds the fill that each correction and bust refers to. A circular chain has no fill, so its
// smallest ExecID is used.
const ABOUT: Sql = sql`
  about as (
    select s.order_id, s.exec_id, coalesce(
      min(s.leads_to) filter (where a.exec_id is null),
      min(s.leads_to collate "C") filter (where ring.exec_id is not null)) as fill
    from step s
    left join amendment a on a.order_id = s.order_id and a.exec_id = s.leads_to
    left join step ring on ring.order_id = s.order_id and ring.exec_id = s.leads_to
      and ring.leads_to = s.leads_to
    group by s.order_id, s.exec_id
  )`;

// A bust takes precedence over the latest correction, and a correction over the fill itself. Each
// belongs to the date of the fill or, if the fill is unknown, to the first date of its corrections.
const DECIDED: Sql = sql`
  execution as (
    select r.id, r.order_id, r.exec_id, r.kind, r.quantity, r.price, r.trade_date,
      coalesce(b.fill, r.exec_id) as fill
    from execution_report r
    left join about b on b.order_id = r.order_id and b.exec_id = r.exec_id
    where r.kind is not null and exists (select from amendment a where a.order_id = r.order_id)
  ), decided as (
    select distinct on (order_id, fill) order_id, kind, quantity, price,
      coalesce(min(trade_date) filter (where exec_id = fill) over fills, min(trade_date) over fills)
        as trade_date
    from execution window fills as (partition by order_id, fill)
    order by order_id, fill, array_position(array['TRADE', 'CORRECT', 'CANCEL'], kind) desc, id desc
  )`;

// Most orders have only fills, without corrections or busts.
const SUMS: Sql = sql`
  sums as (
    select order_id, trade_date, sum(quantity) as quantity, sum(price * quantity) as value,
      count(*) as fills
    from execution_report r
    where kind = 'TRADE' and not exists (select from amendment a where a.order_id = r.order_id)
    group by order_id, trade_date
    union all
    select order_id, trade_date, sum(quantity), sum(price * quantity), count(*)
    from decided where kind <> 'CANCEL' group by order_id, trade_date
  )`;

// Contract note lines on the accounts for amounts that custodians owe.
const CUSTODIAN_LINE: Sql = sql`
  select a.office_id, a.currency, l.amount_minor
  from account a
  join journal_line l on l.account_id = a.id
  join journal j on j.id = l.journal_id and j.source_type = 'CONTRACT_NOTE'
  where a.acct_type = 'RECEIVABLE:CUSTODIAN' or a.acct_type = (
    select code from account_mapping where entry = 'TRADE' and line = 'CUSTODIAN')`;

export const TRADE_INVARIANTS: readonly Invariant[] = [
  {
    number: 27,
    name: 'The stored fills of every order and trade date are the sums of its executions.',
    checked: sql`select count(*) from order_trade_day`,
    broken: sql`
      with recursive ${STEPS}, ${ABOUT}, ${DECIDED}, ${SUMS}
      select coalesce(d.order_id, s.order_id) as id,
        coalesce(d.trade_date, s.trade_date) || ': ' || coalesce(d.quantity, 0) || ' for '
          || coalesce(d.value, 0) || ' in ' || coalesce(d.fills, 0) || ' is not '
          || coalesce(s.quantity, 0) || ' for ' || coalesce(s.value, 0) || ' in '
          || coalesce(s.fills, 0) as finding
      from sums s full join order_trade_day d
        on d.order_id = s.order_id and d.trade_date = s.trade_date
      where (coalesce(d.quantity, 0), coalesce(d.value, 0), coalesce(d.fills, 0))
        is distinct from (coalesce(s.quantity, 0), coalesce(s.value, 0), coalesce(s.fills, 0))
      union all
      select t.id, 'filled ' || t.quantity_filled || ' is not ' || coalesce(sum(d.quantity), 0)
      from trade_order t left join order_trade_day d on d.order_id = t.id
      group by t.id having t.quantity_filled <> coalesce(sum(d.quantity), 0)
      union all
      select x.order_id, 'exchange order ' || x.entry_no || ': filled ' || x.quantity_filled
        || ' is not ' || coalesce(sum(r.quantity), 0)
      from exchange_order x left join execution_report r
        on r.order_id = x.order_id and r.entry_no = x.entry_no and r.kind = 'TRADE'
      where not exists (select from amendment a where a.order_id = x.order_id)
      group by x.order_id, x.entry_no
      having x.quantity_filled <> coalesce(sum(r.quantity), 0)`,
  },
  {
    number: 28,
    name: 'Every trade date refers to the contract note in force for it.',
    checked: sql`select count(*) from contract_note where reversed_at is null`,
    broken: sql`
      select coalesce(n.order_id, d.order_id) as id, coalesce(n.trade_date, d.trade_date)
        || ': note ' || coalesce(n.id::text, 'none') || ' is in force, not '
        || coalesce(d.contract_note_id::text, 'none') as finding
      from (
        select id, order_id, trade_date from contract_note where reversed_at is null
      ) n full join order_trade_day d on d.order_id = n.order_id and d.trade_date = n.trade_date
      where n.id is distinct from d.contract_note_id`,
  },
  {
    number: 29,
    name: 'The total of every order is the sum of its contract notes in force.',
    checked: sql`select count(*) from trade_order`,
    broken: sql`
      select t.id, 'noted ' || t.noted_total_minor || ' is not ' || coalesce(n.minor, 0) as finding
      from trade_order t left join (
        select order_id, sum(net_minor) as minor from contract_note where reversed_at is null
        group by order_id
      ) n on n.order_id = t.id
      where t.noted_total_minor <> coalesce(n.minor, 0)`,
  },
  {
    number: 43,
    name: 'Custodians owe the net amounts of the contract notes that they have not settled.',
    checked: sql`select count(*) from contract_note where custodian_settles`,
    broken: sql`
      select coalesce(n.office_id, b.office_id) as id, 'booked ' || coalesce(b.minor, 0) || ' '
        || coalesce(n.currency, b.currency) || ' is not ' || coalesce(n.minor, 0) as finding
      from (
        select office_id, currency,
          sum(case side when 'BUY' then net_minor else -net_minor end) as minor
        from contract_note
        where custodian_settles and settled_at is null and reversed_at is null group by 1, 2
      ) n full join (
        select office_id, currency, sum(amount_minor) as minor from (${CUSTODIAN_LINE}) x
        group by 1, 2
      ) b on b.office_id = n.office_id and b.currency = n.currency
      where coalesce(b.minor, 0) <> coalesce(n.minor, 0)`,
  },
];
