// Creates orders from earlier days, so that a measurement runs on tables as large as a broker's.

import pg from 'pg';
import { vacuumAsUsual } from './autovacuum.js';

/** Adds executed orders with their instructions, spread over all portfolios with cash in naira. */
export async function fillOrders(url: string, count: number): Promise<void> {
  if (count === 0) return;
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(WITHOUT_CHECKS);
    await client.query(FILL_ORDERS, [count]);
    await client.query(FILL_INSTRUCTIONS);
    await client.query('commit');
    await vacuumAsUsual(client);
  } finally {
    await client.end();
  }
}

// Foreign key checks would take most of the time, so they are skipped if the role may skip them.
const WITHOUT_CHECKS = `
  do $$ begin
    perform set_config('session_replication_role', 'replica', true);
  exception when insufficient_privilege then null;
  end $$`;

const FILL_ORDERS = `
  with place as (
    select p.id as portfolio_id, p.office_id, p.customer_id, a.id as cash_account_id,
      row_number() over (order by p.id) - 1 as n, count(*) over () as places
    from portfolio p join account a on a.customer_id = p.customer_id
      and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'
  ), first as (
    select setval('trade_order_id', nextval('trade_order_id') + $1::bigint) - $1::bigint as id
  ), numbered as (
    select first.id + n as id, lpad((first.id + n)::text, 10, '0') as name, n
    from first, generate_series(1, $1::bigint - 1) n
  )
  insert into trade_order (id, name, label, office_id, customer_id, portfolio_id, security_id,
    exchange_id, order_term_id, cash_account_id, currency, business_date, order_type, price_type,
    order_base, order_origin, order_date, expire_date, quantity, limit_price, worst_price,
    instrument_type, commission_group_name, quantity_filled, quantity_pending, average_price,
    order_status, fix_order_status, resting_fix_status, status_at, cl_ord_id, order_value_minor,
    noted_total_minor, open_total_minor, created_by, created_at, modified_by, modified_at)
  select i.id, i.name, 'Filled', p.office_id, p.customer_id, p.portfolio_id, s.id, s.exchange_id,
    (select id from order_term where name = 'DAY'), p.cash_account_id, 'NGN', day.on_date, 'BUY',
    'LIMIT', 'QUANTITY', 'API', day.on_date, day.on_date, 100, 20, 20, s.security_type, 'STANDARD',
    100, 0, 20, 'EXECUTED', 'FILLED', 'FILLED', day.on_date, i.name || '-1', 200000, 210000, 0,
    'bench', day.on_date, 'bench', day.on_date
  from numbered i
  join place p on p.n = i.n % p.places
  join security s on s.name = 'ACCESS'
  cross join lateral (select date '2025-01-01' + (i.n % 300)::int as on_date) day`;

const FILL_INSTRUCTIONS = `
  insert into exchange_instruction (exchange_id, order_id, kind, cl_ord_id, state, created_at,
    sent_at)
  select exchange_id, id, 'NEW', cl_ord_id, 'SENT', created_at, created_at from trade_order
  where label = 'Filled'`;
