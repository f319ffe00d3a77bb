// Numbered invariants of settlement: the accounts of trades that have not settled agree with their
// contract notes.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// The contract notes that have not settled, each with the amount owed for the securities.
const OPEN: Sql = sql`
  select office_id, currency, side, cash_account_id, custodian_settles, net_minor,
    consideration_minor + accrued_minor as dirty_minor
  from contract_note where settled_at is null and reversed_at is null`;

// The codes to which trades are booked until they settle. The balance of a code is not compared if
// another entry line is mapped to it too, because it then includes other records.
const CLEARING_CODES: Sql = sql`
  select own.code from (
    select code from account_mapping where entry = 'TRADE' and line = 'CLEARING'
    union select 'CLEAR:CSCS'
  ) own
  where not exists (
    select from account_mapping m where m.code = own.code and (m.entry, m.line)
      <> ('TRADE', 'CLEARING'))`;

// The amounts booked for each contract note on accounts for settlement, at the clients' bank, and
// on the customer's accounts. These are all client money accounts that notes use. The code of an
// account does not matter, because a line of an entry can be mapped to another code, but not to one
// of another class.
const BOOKED: Sql = sql`
  select j.source_id as note_id,
    coalesce(sum(l.amount_minor) filter (where not a.inline and a.class <> 'ASSET'), 0) as clearing,
    coalesce(sum(l.amount_minor) filter (where not a.inline and a.class = 'ASSET'), 0) as bank,
    coalesce(sum(l.amount_minor) filter (where a.acct_type = 'CUSTOMER_CASH'), 0) as cash,
    coalesce(sum(l.amount_minor) filter (where a.acct_type = 'CUSTOMER_UNSETTLED'), 0)
      as unsettled
  from journal j
  join journal_line l on l.journal_id = j.id
  join account a on a.id = l.account_id and a.client_money
  where j.source_type = 'CONTRACT_NOTE'
  group by j.source_id`;

// The amounts that must be booked for each contract note. Debits are positive. The amount for the
// securities is first on the settlement account and then at the bank. If a custodian settles the
// trade, its payment follows the same path in the opposite direction, and nothing is booked to the
// customer.
const DUE: Sql = sql`
  select n.id as note_id,
    case when n.settled_at is null then securities.minor else 0 end as clearing,
    case when n.settled_at is null then 0 else securities.minor end as bank,
    case when n.custodian_settles then 0 when n.side = 'BUY' then n.net_minor
      when n.settled_at is null then 0 else -n.net_minor end as cash,
    case when n.custodian_settles or n.side = 'BUY' or n.settled_at is not null then 0
      else -n.net_minor end as unsettled
  from contract_note n
  cross join lateral (
    select case n.side when 'BUY' then -1 else 1 end * (n.consideration_minor + n.accrued_minor
      - case when n.custodian_settles then n.net_minor else 0 end) as minor
  ) securities
  where n.reversed_at is null`;

export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 46,
    name:
      'Unsettled proceeds and settlement accounts equal the contract notes that have not ' +
      'settled.',
    checked: sql`
      select count(*) from contract_note where settled_at is null and reversed_at is null`,
    broken: sql`
      with open as materialized (${OPEN})
      select coalesce(b.account_id, o.account_id) as id, 'unsettled ' || coalesce(b.minor, 0)
        || ' is not ' || coalesce(o.minor, 0) as finding
      from (
        select account_id, balance_minor as minor from account_balance
        join account a on a.id = account_id where a.acct_type = 'CUSTOMER_UNSETTLED'
      ) b
      full join (
        select a.unsettled_account_id as account_id, sum(net_minor) as minor
        from open join account a on a.id = cash_account_id
        where open.side = 'SELL' and not custodian_settles group by 1
      ) o using (account_id)
      where coalesce(b.minor, 0) <> coalesce(o.minor, 0)
      union all
      select office_id, 'settlement accounts in ' || currency || ': ' || coalesce(b.minor, 0)
        || ' is not ' || coalesce(o.minor, 0)
      from (
        select a.office_id, a.currency, sum(firm_balance(a.id)) as minor
        from account a where a.acct_type in (${CLEARING_CODES}) group by 1, 2
      ) b
      full join (
        select office_id, currency,
          sum(case side when 'BUY' then dirty_minor else -dirty_minor end) as minor
        from open where exists (select from (${CLEARING_CODES}) c) group by 1, 2
      ) o using (office_id, currency)
      where coalesce(b.minor, 0) <> coalesce(o.minor, 0)`,
  },
  {
    number: 47,
    name:
      'Every contract note is booked on settlement accounts until it settles, and at the bank ' +
      'after that.',
    checked: sql`select count(*) from contract_note`,
    broken: sql`
      select note_id as id, 'settlement ' || coalesce(b.clearing, 0) || ', bank '
        || coalesce(b.bank, 0) || ', cash ' || coalesce(b.cash, 0) || ', unsettled '
        || coalesce(b.unsettled, 0) || ' is not ' || coalesce(d.clearing, 0) || ', '
        || coalesce(d.bank, 0) || ', ' || coalesce(d.cash, 0) || ', '
        || coalesce(d.unsettled, 0) as finding
      from (${BOOKED}) b full join (${DUE}) d using (note_id)
      where (coalesce(b.clearing, 0), coalesce(b.bank, 0), coalesce(b.cash, 0),
          coalesce(b.unsettled, 0))
        is distinct from (coalesce(d.clearing, 0), coalesce(d.bank, 0), coalesce(d.cash, 0),
          coalesce(d.unsettled, 0))`,
  },
];
