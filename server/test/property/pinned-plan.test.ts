// Functions that look up rows of a table which is empty when their plans are made: they go on to
// read a few rows while the table grows, without new statistics.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ROWS = 5_000;

/** Before a plan is kept, PostgreSQL tries five times what one for each call would cost. */
const CALLS = 8;

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = await database.db.dedicated();
  // In one transaction, so that nothing analyzes the tables meanwhile.
  await client.query('begin');
  await client.query(OPEN);
});
after(async () => {
  await client.end();
  await database.drop();
});

// What the rows below refer to would be hundreds of other rows.
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
        'exchange_order'::regclass)
    loop
      execute format('alter table %s drop constraint %I', k.owner, k.conname);
    end loop;
  end $$;
  analyze cash_hold, execution_report, exchange_instruction, exchange_order, business_day;`;

/** Rows of a table that this transaction has read so far, by whatever way. */
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
  /** The call, while the table is empty and after it has grown. */
  readonly call: string;
  readonly fill: string;
}

/** Rows read by one call on the full table, whose plan was made on the empty one. */
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
    await client.query('truncate cash_hold');
    await client.query('analyze cash_hold');
    await client.query('alter function set_hold reset all');
    assert.ok((await rowsPerCall(HOLD)) >= ROWS);
  });

  it('looks up the executions of an order', async () => {
    const read = await rowsPerCall({
      table: 'execution_report',
      call: "select * from booked_executions('{7,9}') order by id",
      fill: `insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status,
          cl_ord_id, kind, received_at)
        select 1, n / 10, n, 'F', '1', 'c', 'TRADE', now() from generate_series(1, ${ROWS}) n`,
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

  it('looks up no order while none awaits its entry of the next day', async () => {
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
