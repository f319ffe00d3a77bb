// Functions whose query plans were made while a table was empty. They must still read only a few
// rows after the table has grown, without new statistics.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ROWS = 5_000;

/** PostgreSQL makes a custom plan for each of the first five calls, then keeps a generic plan. */
const CALLS = 8;

/** How often the control may try to keep the plan made for the empty table. */
const CONTROL_ATTEMPTS = 10;

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = await database.db.dedicated();
  // Uses one transaction so that autovacuum cannot analyze the tables in between.
  await client.query('begin');
  await client.query(OPEN);
});
after(async () => {
  await client.end();
  await database.drop();
});

// Disables triggers and foreign keys, which would require hundreds of other rows.
const OPEN = `
  insert into account (id, name, label, class, acct_type, currency, office_id, inline, created_by,
    created_at, modified_by, modified_at)
  values (1, 'one', 'One', 'LIABILITY', 'CUSTOMER_CASH', 'NGN', 1, true, 't', now(), 't', now());
  insert into account_balance (account_id, currency, side, inline, balance_minor)
  values (1, 'NGN', -1, true, 1000000000);
  insert into business_day (business_date) values ('2026-11-25');
  do $$ declare k record; begin
    for k in select conrelid::regclass as owner, conname from pg_constraint where contype = 'f'
      and conrelid in ('execution_report'::regclass, 'exchange_instruction'::regclass,
        'exchange_order'::regclass, 'order_trade_day'::regclass)
    loop
      execute format('alter table %s drop constraint %I', k.owner, k.conname);
    end loop;
  end $$;
  analyze cash_hold, execution_report, exchange_instruction, exchange_order, order_trade_day,
    business_day;`;

/** Returns how many rows of a table this transaction has read so far, whatever the plan. */
async function rowsRead(table: string): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::text as read
     from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return Number(rows[0]?.read);
}

interface Look {
  readonly table: string;
  /** The function call, made while the table is empty and again after it has grown. */
  readonly call: string;
  readonly fill: string;
}

/**
 * Returns how many rows one call reads from the full table with the plan made for the empty one.
 */
async function rowsPerCall({ table, call, fill }: Look): Promise<number> {
  for (let turn = 0; turn < CALLS; turn += 1) await client.query(call);
  await client.query(fill);
  const read = await rowsRead(table);
  await client.query(call);
  return (await rowsRead(table)) - read;
}

const HOLD: Look = {
  table: 'cash_hold',
  call: "select set_hold('PLAN', nextval('journal_id'), 1, 5)",
  fill: `insert into cash_hold (source_type, source_id, account_id, amount_minor)
    select 'FILL', n, 1, 5 from generate_series(1, ${ROWS}) n`,
};

describe('a plan that was made while the table was empty', () => {
  it('looks up one hold in set_hold, and would read all holds without its settings', async () => {
    assert.ok((await rowsPerCall(HOLD)) <= 2);
    await client.query('alter function set_hold reset all');
    // If other sessions change many tables at once, the server drops all plans and makes a new plan
    // for the full table, so several attempts are made.
    let most = 0;
    for (let attempt = 0; attempt < CONTROL_ATTEMPTS && most < ROWS; attempt += 1) {
      await client.query('truncate cash_hold');
      await client.query('analyze cash_hold');
      most = Math.max(most, await rowsPerCall(HOLD));
    }
    assert.ok(most >= ROWS, `${most} rows`);
  });

  it('looks up the holds of many orders in set_holds', async () => {
    const ids = "array[nextval('journal_id'), nextval('journal_id')]";
    const call = `select set_holds('PLAN', ${ids}, '{1,1}', '{5,7}')`;
    await client.query('truncate cash_hold');
    await client.query('analyze cash_hold');
    const read = await rowsPerCall({ ...HOLD, call });
    assert.ok(read <= 4, `${read} rows`);
  });

  it('releases the holds of many orders one by one in set_holds', async () => {
    const call = `select set_holds('PLAN', '{1,2}', '{1,1}', '{0,0}')`;
    const fill = `insert into cash_hold (source_type, source_id, account_id, amount_minor)
      select 'PLAN', n, 1, 5 from generate_series(1, ${ROWS}) n`;
    await client.query('truncate cash_hold');
    await client.query('analyze cash_hold');
    await client.query('update account_balance set held_minor = 5 * 2 where account_id = 1');
    const read = await rowsPerCall({ ...HOLD, call, fill });
    assert.ok(read <= 4, `${read} rows`);
  });

  it('looks up the executions of a fill', async () => {
    const read = await rowsPerCall({
      table: 'execution_report',
      call: "select * from executions_about('{7,9,9}', '{71,95,none}') order by id",
      fill: `insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status,
          cl_ord_id, kind, exec_ref_id, received_at)
        select 1, n / 10, n, 'F', '1', 'c', case when n % 10 = 6 then 'CORRECT' else 'TRADE' end,
          case when n % 10 = 6 then (n - 1)::text end, now() from generate_series(1, ${ROWS}) n`,
    });
    assert.ok(read <= 5, `${read} rows`);
  });

  it('looks up whether an order has a fill with equal figures', async () => {
    const read = await rowsPerCall({
      table: 'execution_report',
      call: 'select has_fill_alike(7, 10, 22.5), has_fill_alike(9, 11, 22.5)',
      fill: `insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status,
          cl_ord_id, kind, quantity, price, received_at)
        select 1, n / 100, 'l' || n, 'F', '1', 'c', 'TRADE', 10, n % 7 + 20.50, now()
        from generate_series(1, ${ROWS}) n`,
    });
    assert.ok(read <= 2, `${read} rows`);
  });

  it('looks up the fills of an order that were entered manually without an ExecID', async () => {
    const read = await rowsPerCall({
      table: 'execution_report',
      call: "select order_id from nameless_fills('{7,8}')",
      // All rows belong to one order, and some of them were entered manually.
      fill: `insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status,
          cl_ord_id, kind, quantity, price, received_at, unmatched_report_id, given_exec_id)
        select 1, 7, 'n' || n, 'F', '1', 'c', 'TRADE', 10, 22.5, now(),
          case when n % 100 = 9 then n end, case when n % 100 = 9 and n > 9 then 'n' || n end
        from generate_series(1, ${ROWS}) n`,
    });
    assert.ok(read <= 1, `${read} rows`);
  });

  it('looks up reports by their ExecID, or by a manually entered one', async () => {
    const read = await rowsPerCall({
      table: 'execution_report',
      call: "select * from reports_stored(1, '{6,6,6}', '{s71,none,none}', '{s71,g95,none}')",
      fill: `insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status,
          cl_ord_id, kind, quantity, price, received_at, unmatched_report_id, given_exec_id)
        select 1, 6, 's' || n, 'F', '1', 'c', 'TRADE', 10, 22.5, now(),
          case when n % 10 = 5 then n end, case when n % 10 = 5 then 'g' || n end
        from generate_series(1, ${ROWS}) n`,
    });
    assert.ok(read <= 2, `${read} rows`);
  });

  it('looks up the trade dates of an order', async () => {
    const read = await rowsPerCall({
      table: 'order_trade_day',
      call: "select * from trade_days_of('{7,9}') order by id",
      fill: `insert into order_trade_day (order_id, trade_date, quantity, value, fills, has_news)
        select n / 10, '2026-11-01'::date + n % 10, 5, 5, 1, true
        from generate_series(1, ${ROWS}) n`,
    });
    assert.equal(read, 20);
  });

  it('looks up the instructions of a ClOrdID', async () => {
    const read = await rowsPerCall({
      table: 'exchange_instruction',
      call: "select order_id from instructions_named(1, '{c7,c9,c9,none}')",
      fill: `insert into exchange_instruction (exchange_id, order_id, kind, cl_ord_id, state,
          created_at)
        select 1, n, 'NEW', 'c' || n, 'SENT', now() from generate_series(1, ${ROWS}) n`,
    });
    assert.equal(read, 2);
  });

  it('looks up no order while none awaits its re-entry', async () => {
    const call = 'select orders_await_reentry() as awaits';
    const read = await rowsPerCall({
      table: 'exchange_order',
      call,
      fill: `insert into exchange_order (order_id, entry_no, entered_on, last_day, quantity,
          fix_order_status)
        select n, 1, '2026-11-24', '2026-11-24', 5, 'NEW' from generate_series(1, ${ROWS}) n`,
    });
    assert.equal(read, 0);
    assert.equal((await client.query(call)).rows[0].awaits, false);
    await client.query('update exchange_order set awaits_reentry = true where order_id = 9');
    assert.equal((await client.query(call)).rows[0].awaits, true);
    for (const held of ["held_back_on = '2026-11-25'", "entered_on = '2026-11-25'"]) {
      await client.query('savepoint other');
      await client.query(`update exchange_order set last_day = '2026-11-25', ${held}`);
      assert.equal((await client.query(call)).rows[0].awaits, false, held);
      await client.query('rollback to other');
    }
  });
});
