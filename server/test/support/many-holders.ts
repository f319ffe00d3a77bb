// Stores many holders of a share, each with a customer, a cash account and a portfolio.

import { type Sql, sql } from '../../src/platform/database/sql.js';
import type { Desk } from './order-desk.js';

/** The first id of the stored customers, accounts and portfolios. */
const FROM = 10_000_000;

function fills(securityName: string, holders: number): Sql[] {
  const numbers = sql`generate_series(1, ${holders}::bigint) n`;
  return [
    sql`
      insert into customer select r.*
      from ${numbers}, (select to_jsonb(c) as model from customer c order by id limit 1) m,
        lateral jsonb_populate_record(null::customer, m.model || jsonb_build_object('id',
          ${FROM} + n, 'name', 'M' || n, 'portal_user_name', null, 'bvn_index', null)) r`,
    sql`
      with opened as (
        insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
          customer_id, inline, created_by, created_at, modified_by, modified_at)
        select c.id, c.name, 'Many', 'LIABILITY', 'CUSTOMER_CASH', true, 'NGN', c.office_id, c.id,
          true, 'test', now(), 'test', now()
        from customer c where c.id > ${FROM} returning *
      )
      insert into account_balance (account_id, floor_minor, currency, side, inline)
      select id, 0, currency, side, inline from opened`,
    sql`
      insert into portfolio (id, name, label, office_id, customer_id, currency,
        portfolio_type_name, income_route, created_by, created_at, modified_by, modified_at)
      select c.id, c.name, 'Many', c.office_id, c.id, 'NGN', 'EXCHANGE', 'FIRM', 'test', now(),
        'test', now()
      from customer c where c.id > ${FROM}`,
    sql`
      with held as (
        insert into holding (portfolio_id, security_id, quantity, cost_minor, moved_on)
        select p.id, s.id, 100 + p.id % 997, 250000, '2026-01-05'
        from portfolio p, security s where p.id > ${FROM} and s.name = ${securityName} returning *
      )
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, currency, source_type, source_id)
      select portfolio_id, security_id, 'OPENING', '2026-01-05', quantity, cost_minor, 'NGN',
        'OPENING', portfolio_id
      from held`,
  ];
}

/** Stores the holders of a share. The firm pays their income. */
export async function addHolders(desk: Desk, securityName: string, holders: number): Promise<void> {
  for (const fill of fills(securityName, holders)) await desk.db.query(fill);
  await desk.db.query(sql`analyze`);
}
