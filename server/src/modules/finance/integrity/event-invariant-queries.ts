// Numbered invariants for corporate action money: records agree with journals.

import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// The journals of corporate actions, each with its event.
const EVENT_JOURNAL: Sql = sql`
  select j.id as journal_id, coalesce(e.corporate_action_id, t.corporate_action_id,
    x.corporate_action_id, m.corporate_action_id,
    case when j.source_type = 'CORPORATE_ACTION' then j.source_id end) as event_id
  from journal j
  left join entitlement e on j.source_type = 'ENTITLEMENT' and e.id = j.source_id
  left join event_settlement t on j.source_type = 'EVENT_SETTLEMENT' and t.id = j.source_id
  left join election x on j.source_type = 'ELECTION' and x.id = j.source_id
  left join market_claim m on j.source_type = 'MARKET_CLAIM' and m.id = j.source_id
  where j.source_type in
    ('ENTITLEMENT', 'EVENT_SETTLEMENT', 'CORPORATE_ACTION', 'ELECTION', 'MARKET_CLAIM')`;

export const EVENT_INVARIANTS: readonly Invariant[] = [
  {
    number: 37,
    name: 'The amount paid on every entitlement is the amount in its journals.',
    checked: sql`select count(*) from entitlement`,
    broken: sql`
      select coalesce(e.id, p.source_id) as id,
        coalesce(e.paid_minor, 0) || ' is not ' || coalesce(p.minor, 0) as finding
      from entitlement e full join (
        select j.source_id, -sum(l.amount_minor) as minor
        from journal j join journal_line l on l.journal_id = j.id
        join account a on a.id = l.account_id and a.customer_id is not null
        where j.source_type = 'ENTITLEMENT' group by j.source_id
      ) p on p.source_id = e.id
      where coalesce(e.paid_minor, 0) <> coalesce(p.minor, 0)`,
  },
  {
    number: 38,
    name: 'The remaining cash of every corporate action is the balance of its journals.',
    checked: sql`select count(*) from event_funding`,
    broken: sql`
      select coalesce(f.corporate_action_id, b.event_id) as id, 'office '
        || coalesce(f.office_id, b.office_id) || ': ' || coalesce(f.minor, 0) || ' is not '
        || coalesce(b.minor, 0) as finding
      from (
        select corporate_action_id, office_id, currency,
          received_minor - paid_minor - rounding_minor as minor
        from event_funding
      ) f full join (
        select j.event_id, a.office_id, a.currency, -sum(l.amount_minor) as minor
        from (${EVENT_JOURNAL}) j join journal_line l on l.journal_id = j.journal_id
        join account a on a.id = l.account_id
          and a.client_money and a.class = 'LIABILITY' and not a.inline
        group by 1, 2, 3
      ) b on b.event_id = f.corporate_action_id and b.office_id = f.office_id
        and b.currency = f.currency
      where coalesce(f.minor, 0) <> coalesce(b.minor, 0)
      union all
      select a.id, 'closed with money of office ' || f.office_id
      from corporate_action a join event_funding f on f.corporate_action_id = a.id
      where a.progress = 'CLOSED' and (f.advanced_minor <> 0
        or f.received_minor - f.paid_minor - f.rounding_minor <> 0)`,
  },
];
