// Measures the close of a date for many customers, compared with a bare INSERT of as many rows: the
// first close, a close on which every price changed, a late price that affects all customers, and
// five years of one customer.

import { valueCustomers } from '../src/modules/wealth/day/close.js';
import { restateValues } from '../src/modules/wealth/day/restate.js';
import { returnOfCustomer } from '../src/modules/wealth/return/return.js';
import { addDays, type BusinessDate } from '../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import { SYSTEM } from '../src/platform/system-work.js';
import { watchMemory } from './memory.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results for one number of customers. Times are in milliseconds. */
export interface WealthFigures {
  readonly name: 'wealth';
  readonly customers: number;
  /** The positions of all customers, and the rows stored by the first close. */
  readonly lines: number;
  readonly rows: number;
  readonly insertMs: number;
  readonly closeMs: number;
  /** The time of the bare INSERT as a fraction of the time for the close. */
  readonly ratio: number;
  /** Processor time of this process per customer, in microseconds. */
  readonly cpuMicros: number;
  /** How much this process's memory grows during the close, in megabytes. */
  readonly memoryRise: number;
  readonly movedCloseMs: number;
  readonly restateMs: number;
  /** The time to compute one customer's return over five years of snapshots. */
  readonly fiveYearsMs: number;
}

/** Measures on a separate database. */
export function measureWealth(bench: {
  readonly databaseUrl: string | undefined;
  readonly customers: number;
}): Promise<WealthFigures> {
  return onOwnApp(bench.databaseUrl, (own) => measureOn(own, bench.customers));
}

async function measureOn(own: OwnApp, customers: number): Promise<WealthFigures> {
  const { client } = own;
  for (const fill of FILLS) {
    await client.query(fill, fill.includes('$1') ? [customers] : []);
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const first = await own.app.context.db.transaction(currentBusinessDate);
  const [cpu, memory] = [process.cpuUsage(), watchMemory()];
  const closeMs = await timed(() => close(own, first));
  const { user, system } = process.cpuUsage(cpu);
  const { before, most } = memory.stop();
  const { lines, rows } = await counts(own);
  await client.query('create table bare (like wealth_day including all)');
  await client.query('checkpoint');
  const insertMs = await timed(() => client.query('insert into bare select * from wealth_day'));
  const second = addDays(first, 1);
  await client.query(MOVED_PRICES, [second]);
  const movedCloseMs = await timed(() => close(own, second));
  await client.query(LATE_PRICE, [second]);
  const restateMs = await timed(() => restate(own, addDays(second, 1)));
  await client.query(FIVE_YEARS_OF_MONTHS, [first]);
  await client.query(FIVE_YEARS, [first]);
  const fiveYearsMs = await fiveYears(own, first);
  return {
    ...{ name: 'wealth', customers, lines, rows, insertMs, closeMs },
    ...{ ratio: insertMs / closeMs, cpuMicros: (user + system) / customers },
    ...{ memoryRise: most.rss - before.rss, movedCloseMs, restateMs, fiveYearsMs },
  };
}

function close({ app }: OwnApp, closing: BusinessDate): Promise<number> {
  return valueCustomers.run(app.context, { closing, next: addDays(closing, 1) });
}

function restate({ app }: OwnApp, closing: BusinessDate): Promise<number> {
  return restateValues.run(app.context, { closing, next: addDays(closing, 1) });
}

async function counts({ client }: OwnApp): Promise<{ lines: number; rows: number }> {
  const { rows } = await client.query(
    'select sum(lines)::integer as lines, count(*)::integer as rows from wealth_day',
  );
  return rows[0];
}

// The best of three runs, because the first one reads the pages and plans the statements.
async function fiveYears({ app: { context } }: OwnApp, end: BusinessDate): Promise<number> {
  const { db, clock } = context;
  const call = { context, db, principal: SYSTEM, requestId: 'bench', now: clock.now() };
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    times.push(
      await timed(() => returnOfCustomer(call, FIRST_CUSTOMER, { period: '5Y', ed: end })),
    );
  }
  return Math.min(...times);
}

const FIRST_CUSTOMER = 10_000_001n;

/**
 * Customers with cash, three shares and fund units. Every tenth customer has a deposit, and every
 * tenth has a bond.
 */
const FILLS: readonly string[] = [
  `insert into customer
    select (jsonb_populate_record(t.c, jsonb_build_object('id', 10000000 + n, 'name', 'W' || n,
      'portal_user_name', null, 'bvn', null, 'bvn_index', null))).*
    from generate_series(1, $1::bigint) n, (select c from customer c order by id limit 1) t (c)`,
  `insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
      customer_id, inline, unsettled_account_id, active, created_by, created_at, modified_by,
      modified_at)
    select 10000000 + n, 'W' || n, a.label, a.class, a.acct_type, a.client_money, a.currency,
      a.office_id, 10000000 + n, a.inline, null, true, 'bench', now(), 'bench', now()
    from generate_series(1, $1::bigint) n, (select * from account
      where acct_type = 'CUSTOMER_CASH' and currency = 'NGN' order by id limit 1) a`,
  `insert into account_balance
    select (jsonb_populate_record(t.b, jsonb_build_object('account_id', 10000000 + n,
      'balance_minor', 100000 + n % 9973, 'held_minor', 0, 'version', 1))).*
    from generate_series(1, $1::bigint) n, (select b from account_balance b
      join account a on a.id = b.account_id
      where a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN' order by a.id limit 1) t (b)`,
  `insert into account_day (account_id, transaction_date, debit_minor, credit_minor, line_count,
      first_version, last_version)
    select 10000000 + n, '2026-01-05', 0, 100000 + n % 9973, 1, 1, 1
    from generate_series(1, $1::bigint) n`,
  `insert into portfolio
    select (jsonb_populate_record(t.p, jsonb_build_object('id', 10000000 + n, 'name', 'W' || n,
      'customer_id', 10000000 + n))).*
    from generate_series(1, $1::bigint) n, (select p from portfolio p order by id limit 1) t (p)`,
  `with share as (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as shares
      from security s where not is_bond(security_type)
        and exists (select from security_price_day d where d.security_id = s.id)
    ), bond as (
      select min(id) as id from security s where is_bond(security_type)
        and exists (select from security_price_day d where d.security_id = s.id)
    ), held as (
      insert into holding (portfolio_id, security_id, quantity, cost_minor, moved_on)
      select 10000000 + n, s.id, 100 + n % 997, 250000, '2026-01-05'::date
      from generate_series(1, $1::bigint) n cross join generate_series(0, 2) k
      join share s on s.place = (n + k) % s.shares
      union all
      select 10000000 + n, bond.id, 10 + n % 97, 250000, '2026-01-05'::date
      from generate_series(1, $1::bigint) n, bond where n % 10 = 0 and bond.id is not null
      returning *
    )
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, source_line)
    select portfolio_id, security_id, 'OPENING', '2026-01-05', quantity, cost_minor, 'NGN',
      'OPENING', portfolio_id, security_id from held`,
  `with held as (
      insert into fund_holding
      select (jsonb_populate_record(t.h, jsonb_build_object('id', 10000000 + n, 'customer_id',
        10000000 + n, 'portfolio_name', 'W' || n, 'units', 1000 + n % 97, 'held_units', 0))).*
      from generate_series(1, $1::bigint) n,
        (select h from fund_holding h order by id limit 1) t (h)
      returning id, fund_id, units
    )
    insert into fund_unit_movement (fund_id, holding_id, source_type, source_id, moved_on, units,
      balance)
    select fund_id, id, 'FUND_TRANSACTION', id, '2026-01-05', units, units from held`,
  `insert into term_instrument
    select (jsonb_populate_record(t.i, jsonb_build_object('id', 10000000 + n, 'name', 'W' || n,
      'customer_id', 10000000 + n, 'portfolio_name', null))).*
    from generate_series(10, $1::bigint, 10) n, (select i from term_instrument i
      where status = 'RUNNING' and not loan_product and parent_id is null
      order by id limit 1) t (i)`,
  `insert into security_price_day (security_id, price_date, open, high, low, close, volume)
    select security_id, business_date, last, last, last, last, 1
    from security_price cross join business_day on conflict do nothing`,
  `insert into security_price_version (security_id, price_date, close, volume)
    select security_id, price_date, close, volume from security_price_day
    join business_day on business_date = price_date`,
];

const MOVED_PRICES = `
  insert into security_price_day (security_id, price_date, open, high, low, close, volume)
  select security_id, $1, last + 1, last + 1, last + 1, last + 1, 1 from security_price
  on conflict (security_id, price_date) do update set close = excluded.close`;

const LATE_PRICE = `
  update security_price_day set close = close + 1 where price_date = $1`;

// A month's partition cannot be attached in the statement that inserts into the table.
const FIVE_YEARS_OF_MONTHS = `
  select count(add_wealth_month(m::date)) from generate_series(
    date_trunc('month', $1::date - 1827), $1::date - 1, interval '1 month') m`;

const FIVE_YEARS = `
  with day as (
    select d::date as date from generate_series($1::date - 1827, $1::date - 1, interval '1 day') d
    where extract(isodow from d) < 6
  ), closed as (
    insert into wealth_close (value_date, searched_at, known_at, finished_at)
    select date, now(), now(), now() from day on conflict do nothing
  )
  insert into wealth_day (customer_id, portfolio_id, currency, value_date, version_no, cash_minor,
    paid_in_minor, lines, known_at, reason)
  select ${FIRST_CUSTOMER}, p.id, 'NGN', date, 1, 100000000 + (date - $1::date) * 1000, 0, 1, now(),
    'CLOSE'
  from day, (values (0), (10000001)) p (id) on conflict do nothing`;
