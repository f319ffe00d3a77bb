// Numbered invariants of accounts: each account agrees with the chart, its rule and its lines.

import { sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

export const ACCOUNT_INVARIANTS: readonly Invariant[] = [
  {
    number: 22,
    name: 'Every account has a balance row with its currency, side and kind (customer or firm).',
    checked: sql`select count(*) from account`,
    broken: sql`
      select coalesce(a.id, b.account_id) as id,
        coalesce('known as ' || b.currency || ' ' || b.side || case
          when b.inline then ' of a customer' else ' of the firm' end, 'no balance') as finding
      from account a full join account_balance b on b.account_id = a.id
      where (a.currency, a.side, a.inline) is distinct from (b.currency, b.side, b.inline)`,
  },
  {
    number: 23,
    name:
      'The stored balance and version of every firm account match the last line added to the ' +
      'balance.',
    checked: sql`select count(*) from account where not inline`,
    broken: sql`
      select a.id, b.balance_minor || ' at version ' || b.version as finding
      from account a join account_balance b on b.account_id = a.id
      left join lateral (
        select account_version, balance_minor from ledger_fold
        where account_id = a.id order by account_version desc limit 1
      ) f on true
      where not a.inline and (b.version, b.balance_minor)
        is distinct from (coalesce(f.account_version, 0), coalesce(f.balance_minor, 0))`,
  },
  {
    number: 24,
    name:
      'Every customer account has the floor that its ' +
      'rule sets, and firm accounts have no floor.',
    checked: sql`select count(*) from account`,
    broken: sql`
      select a.id, 'floor ' || coalesce(b.floor_minor::text, 'of nothing') as finding
      from account a join account_balance b on b.account_id = a.id
      left join cash_account_rule r on r.account_id = a.id
      where b.floor_minor is distinct from case when a.inline
        then coalesce(r.minimum_minor + r.lien_minor - r.overdraft_minor, 0) end`,
  },
  {
    number: 25,
    name:
      'Every account has the properties that its code sets, ' +
      'and its proceeds account has the same owner.',
    checked: sql`select count(*) from account`,
    // In a family of codes, the name follows the last colon.
    broken: sql`
      select a.id, a.acct_type as finding
      from account a
      left join lateral (
        select class, client_money, inline from ledger_code c
        where c.code = a.acct_type
          or c.family and c.code = regexp_replace(a.acct_type, ':[^:]*$', '')
        order by c.code = a.acct_type desc limit 1
      ) c on true
      left join account u on u.id = a.unsettled_account_id
      where (a.class, a.client_money, a.inline) is distinct from (c.class, c.client_money, c.inline)
        or a.unsettled_account_id is not null and (u.customer_id, u.currency, u.acct_type)
          is distinct from (a.customer_id, a.currency, 'CUSTOMER_UNSETTLED')`,
  },
];
