// Breaks each invariant of the books in the database, with the triggers that would prevent it
// disabled. The integrity report and the metrics must show the breach.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { watchIntegrity } from '../../../src/modules/finance/integrity/watch.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { foldAll } from '../../support/ledger.js';
import { waitFor } from '../../support/wait.js';
import { type CashDesk, type Customer, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
let customer: Customer;
/** The ids of the last receipt's journal and of a pending payment (`waiting`). */
let journalId: bigint;
let waiting: bigint;
/** The id of a receipt with a later value date. */
let coming: bigint;
/** The ids of the receipt's clients' bank account and of a reversed receipt. */
let bank: bigint;
let reversed: bigint;
/** The id of the customer's account for unsettled proceeds. */
let unsettled: bigint;

before(async () => {
  desk = await openCashDesk();
  customer = await desk.someoneWith(1_000);
  const later = { transType: 'RECEIPT', partnerId: customer.id, amount: 7 };
  const made = await desk.make({ ...later, valueDate: '2099-01-01T12:00:00Z' });
  assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
  coming = BigInt(made.id);
  const back = await desk.receive(customer, 3);
  assert.equal((await desk.client().put(step('reverse', back.id))).status, 200);
  reversed = BigInt(back.id);
  const { id } = await desk.receive(customer, 25);
  const [row] = await desk.app.db.query<{ journal_id: bigint; contra_account_id: bigint }>(
    sql`select journal_id, contra_account_id from cash_transaction where id = ${BigInt(id)}`,
  );
  journalId = row?.journal_id ?? 0n;
  bank = row?.contra_account_id ?? 0n;
  const [owner] = await desk.app.db.query<{ unsettled_account_id: bigint }>(
    sql`select unsettled_account_id from account where id = ${customer.account}`,
  );
  unsettled = owner?.unsettled_account_id ?? 0n;
  const payment = { transType: 'PAYMENT', partnerId: customer.id, amount: 10 };
  waiting = BigInt((await desk.make(payment)).id);
  await foldAll(desk.app.db);
});
after(() => desk.close());

async function broken(): Promise<readonly number[]> {
  const { body } = await desk.app.as('AUDITOR').get('/api/v1/finance/integrity');
  const found = body.invariants.filter(({ holds }: Json) => !holds);
  assert.equal(body.holds, found.length === 0);
  return found.map(({ number, violations, examples }: Json) => {
    assert.ok(violations >= examples.length && examples.length > 0);
    return number;
  });
}

/** Runs a change with the table's triggers disabled. `table` must be a trusted name. */
function tampering(table: Sql, change: Sql): Promise<void> {
  return desk.app.db.transaction(async (tx) => {
    await tx.query(sql`alter table ${table} disable trigger user`);
    await tx.query(change);
    await tx.query(sql`alter table ${table} enable trigger user`);
  });
}

interface Breach {
  readonly table: Sql;
  readonly breaking: () => Sql;
  readonly mending: () => Sql;
  /** The numbers of the invariants that the change breaks. */
  readonly names: readonly number[];
}

/** Adds 1 to a column of an account's row, and subtracts it again to repair the books. */
function added(
  [table, column]: readonly [Sql, Sql],
  names: readonly number[],
  account = () => customer.account,
): Breach {
  const add = (by: number) => sql`
    update ${table} set ${column} = ${column} + ${by}::integer where account_id = ${account()}`;
  return { table, breaking: () => add(1), mending: () => add(-1), names };
}

/** Like `added`, for the customer's balance. */
const ofBalance = (column: Sql, names: readonly number[]) =>
  added([sql`account_balance`, column], names);

/** Deletes the only row of a table, and inserts it again with default values. */
const stateLost = (table: Sql): Breach => ({
  table,
  breaking: () => sql`delete from ${table}`,
  mending: () => sql`insert into ${table} default values`,
  names: [21],
});

const BREACHES: Readonly<Record<string, Breach>> = {
  'a journal without lines': {
    table: sql`journal`,
    breaking: () => sql`
      insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
        source_id, created_by, created_at)
      select -1, office_id, transaction_date, value_date, 'tampered', 'TAMPER', 1, 'test',
        created_at from journal where id = ${journalId}`,
    mending: () => sql`delete from journal where id = -1`,
    names: [1],
  },
  'lines of another currency than their account': {
    table: sql`journal_line`,
    breaking: () => sql`update journal_line set currency = 'USD' where journal_id = ${journalId}`,
    mending: () => sql`update journal_line set currency = 'NGN' where journal_id = ${journalId}`,
    names: [2],
  },
  'a balance that is not the sum of its lines': ofBalance(sql`balance_minor`, [3]),
  'a running balance in the middle': {
    table: sql`journal_line`,
    breaking: () => sql`
      update journal_line set balance_minor = balance_minor + 1
      where journal_id = ${journalId} and account_version is not null`,
    mending: () => sql`
      update journal_line set balance_minor = balance_minor - 1
      where journal_id = ${journalId} and account_version is not null`,
    names: [4],
  },
  'a version that no line has': ofBalance(sql`version`, [5]),
  'a hold of nothing': ofBalance(sql`held_minor`, [6]),
  'an account that nothing forced below its floor': ofBalance(sql`forced_minor`, [7]),
  'an account moved to another office': {
    table: sql`account`,
    breaking: () => sql`
      update account set office_id = office_id + 1000 where id = ${customer.account}`,
    mending: () => sql`
      update account set office_id = office_id - 1000 where id = ${customer.account}`,
    names: [8],
  },
  'a line that was never folded': {
    table: sql`ledger_fold`,
    breaking: () => sql`
      update ledger_fold set journal_id = -journal_id where journal_id = ${journalId}`,
    mending: () => sql`
      update ledger_fold set journal_id = -journal_id where journal_id = -${journalId}::bigint`,
    names: [9, 11],
  },
  'a folded balance': {
    table: sql`ledger_fold`,
    breaking: () => sql`
      update ledger_fold set balance_minor = balance_minor + 1 where journal_id = ${journalId}`,
    mending: () => sql`
      update ledger_fold set balance_minor = balance_minor - 1 where journal_id = ${journalId}`,
    names: [10, 23],
  },
  'the sum of a day': {
    table: sql`account_day`,
    breaking: () => sql`
      update account_day set debit_minor = debit_minor + 1 where account_id = ${customer.account}`,
    mending: () => sql`
      update account_day set debit_minor = debit_minor - 1 where account_id = ${customer.account}`,
    names: [11],
  },
  'money with an impossible value date': {
    table: sql`account_value_shift`,
    breaking: () => sql`
      insert into account_value_shift (account_id, value_date, debit_minor, credit_minor,
        line_count, first_version, last_version)
      values (${customer.account}, '2026-01-01', 1, 0, 1, 1, 1)`,
    mending: () => sql`
      delete from account_value_shift
      where account_id = ${customer.account} and value_date = '2026-01-01'`,
    names: [17],
  },
  'a posted transaction whose journal is of another': {
    table: sql`journal`,
    breaking: () => sql`update journal set source_id = source_id + 1 where id = ${journalId}`,
    mending: () => sql`update journal set source_id = source_id - 1 where id = ${journalId}`,
    names: [12],
  },
  'a payment that holds less than it takes': {
    table: sql`cash_transaction`,
    breaking: () => sql`
      update cash_transaction set amount_minor = amount_minor + 1 where id = ${waiting}`,
    mending: () => sql`
      update cash_transaction set amount_minor = amount_minor - 1 where id = ${waiting}`,
    names: [13],
  },
  'a posted transaction of another amount than it moved': {
    table: sql`cash_transaction`,
    breaking: () => sql`
      update cash_transaction set amount_minor = amount_minor + 1 where journal_id = ${journalId}`,
    mending: () => sql`
      update cash_transaction set amount_minor = amount_minor - 1 where journal_id = ${journalId}`,
    names: [12],
  },
  'a transaction that is cleared by no line': {
    table: sql`cash_transaction`,
    breaking: () => sql`
      update cash_transaction set bank_stmt_cleared = true where journal_id = ${journalId}`,
    mending: () => sql`
      update cash_transaction set bank_stmt_cleared = false where journal_id = ${journalId}`,
    names: [18],
  },
  'money of a future day that is not held': {
    table: sql`cash_hold`,
    breaking: () => ofComing(sql`source_type = 'TAMPER'`),
    mending: () => ofComing(sql`source_type = 'VALUE_DATE'`),
    names: [19],
  },
  'more money of a future day than there is': {
    table: sql`cash_hold`,
    breaking: () => ofComing(sql`amount_minor = amount_minor + 1`),
    mending: () => ofComing(sql`amount_minor = amount_minor - 1`),
    names: [6, 19],
  },
  'money that is held past its day': {
    table: sql`journal`,
    breaking: () => dayOfComing(sql`transaction_date`),
    mending: () => dayOfComing(sql`date '2099-01-01'`),
    names: [17, 19],
  },
  'money held for a day by nothing': {
    table: sql`cash_hold`,
    breaking: () => ofComing(sql`source_id = -source_id`),
    mending: () => sql`
      update cash_hold set source_id = -source_id where source_id = -${coming}::bigint`,
    names: [19],
  },
  'an account without its balance': {
    table: sql`account_balance`,
    breaking: () => sql`delete from account_balance where account_id = ${unsettled}`,
    mending: () => sql`
      insert into account_balance (account_id, currency, side, inline, floor_minor)
        select id, currency, side, inline, 0 from account where id = ${unsettled}`,
    names: [22],
  },
  'the folded balance of an account of the firm': added(
    [sql`account_balance`, sql`balance_minor`],
    [23],
    () => bank,
  ),
  'the folded version of an account of the firm': added(
    [sql`account_balance`, sql`version`],
    [23],
    () => bank,
  ),
  'the last version of a day': added([sql`account_day`, sql`last_version`], [11]),
  'the first version of a day': added([sql`account_day`, sql`first_version`], [11], () => bank),
  'the last version of a value date': added([sql`account_value_shift`, sql`last_version`], [17]),
  'a fold of no line': {
    table: sql`ledger_fold`,
    breaking: () => sql`
      insert into ledger_fold (account_id, account_version, journal_id, line_no, balance_minor)
      select account_id, version + 1, -5, 1, balance_minor from account_balance
      where account_id = ${bank}`,
    mending: () => sql`delete from ledger_fold where journal_id = -5`,
    names: [9, 23],
  },
  'money that a transaction of nothing holds': {
    table: sql`cash_hold`,
    breaking: () => holdOfNothing(1),
    mending: () => holdOfNothing(-1),
    names: [13],
  },
  'a floor that no rule sets': ofBalance(sql`floor_minor`, [24]),
  'a posted transaction that names another account': {
    table: sql`cash_transaction`,
    breaking: () => sql`
      update cash_transaction set contra_account_id = ${customer.account}
      where journal_id = ${journalId}`,
    mending: () => sql`
      update cash_transaction set contra_account_id = ${bank} where journal_id = ${journalId}`,
    names: [12],
  },
  'a posted transaction in the books of another office': {
    table: sql`journal`,
    breaking: () => sql`update journal set office_id = office_id + 1 where id = ${journalId}`,
    mending: () => sql`update journal set office_id = office_id - 1 where id = ${journalId}`,
    names: [12],
  },
  'a reversal of nothing': {
    table: sql`journal`,
    breaking: () => reversalOf(sql`null`),
    mending: () =>
      reversalOf(sql`
        (select journal_id from cash_transaction where id = ${reversed})`),
    names: [12],
  },
  'a reversal of other lines': {
    table: sql`journal`,
    breaking: () => reversalOf(sql`${journalId}`),
    mending: () =>
      reversalOf(sql`
        (select journal_id from cash_transaction where id = ${reversed})`),
    names: [12, 20],
  },
  'a journal ahead of the numbers given': {
    table: sql`journal`,
    breaking: () => sql`
      insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
        source_id, created_by, created_at)
      select 9000000, office_id, transaction_date, value_date, 'tampered', 'TAMPER', 1, 'test',
        created_at from journal where id = ${journalId}`,
    mending: () => sql`delete from journal where id = 9000000`,
    names: [1, 21],
  },
  'books without what is closed': stateLost(sql`period_closing`),
  'books without what was let go': stateLost(sql`value_date_release`),
  'an account that the chart knows otherwise': {
    table: sql`account`,
    breaking: () => sql`update account set client_money = not client_money where id = ${bank}`,
    mending: () => sql`update account set client_money = not client_money where id = ${bank}`,
    names: [25],
  },
  'proceeds of another customer': {
    table: sql`account`,
    breaking: () => sql`
      update account set unsettled_account_id = ${bank} where id = ${customer.account}`,
    mending: () => sql`
      update account set unsettled_account_id = ${unsettled} where id = ${customer.account}`,
    names: [25],
  },
};

const ofComing = (change: Sql) => sql`update cash_hold set ${change}
  where source_id = ${coming} and source_type in ('VALUE_DATE', 'TAMPER')`;
const holdOfNothing = (sign: number) => sql`
  with held as (
    insert into cash_hold (source_type, source_id, account_id, amount_minor)
    select 'CASH_TRANSACTION', -1, ${customer.account}, 1 where ${sign}::integer > 0
  ), let_go as (
    delete from cash_hold where source_id = -1 and ${sign}::integer < 0
  )
  update account_balance set held_minor = held_minor + ${sign}::integer
  where account_id = ${customer.account}`;
const reversalOf = (original: Sql) => sql`
  update journal set reversal_of_id = ${original}
  where id = (select reversal_journal_id from cash_transaction where id = ${reversed})`;
const dayOfComing = (date: Sql) => sql`
  update journal set value_date = ${date}
  where source_type = 'CASH_TRANSACTION' and source_id = ${coming}`;

describe('integrity', () => {
  for (const [what, breach] of Object.entries(BREACHES)) {
    it(`names ${what}: ${breach.names}`, async () => {
      assert.deepEqual(await broken(), []);
      await tampering(breach.table, breach.breaking());
      const found = await broken();
      await tampering(breach.table, breach.mending());
      assert.deepEqual(found, breach.names);
      assert.deepEqual(await broken(), []);
    });
  }

  it('shows a caller restricted to an office only that office', async () => {
    const bound = desk.app.asOffice('AUDITOR', [customer.office_id]);
    const breach = ofBalance(sql`balance_minor`, [3]);
    await tampering(breach.table, breach.breaking());
    const { body } = await bound.get('/api/v1/finance/integrity');
    await tampering(breach.table, breach.mending());
    const third = body.invariants.find(({ number }: Json) => number === 3);
    assert.deepEqual([body.holds, third.violations, third.examples], [false, 1, []]);
    const offices = body.clientMoney.map((row: Json) => row.businessOfficeName);
    assert.deepEqual([...new Set(offices)], ['0000000001']);
  });

  it('checks the books automatically, but not while the program starts', async () => {
    const isPublished = async (app: TestApp) => {
      const { text } = await app.as('NOBODY').get('/metrics');
      return text.includes('countinghouse_state{name="integrity_checked_at"}');
    };
    const calm = await startTestApp({ workersLeftOut: [] });
    const wasCalm = !(await isPublished(calm));
    await calm.stop();
    const hasty = await startTestApp({
      loopIntervalsMs: { 'integrity-watch': 20 },
      workersLeftOut: [],
    });
    try {
      assert.ok(wasCalm);
      await waitFor('the books to be checked', async () => (await isPublished(hasty)) || undefined);
    } finally {
      await hasty.stop();
    }
  });

  it('publishes metrics: violations of each invariant, rows read, and the time', async () => {
    const { context } = desk.app;
    const figure = async (name: string) => {
      const { text } = await desk.app.as('NOBODY').get('/metrics');
      const found = new RegExp(`countinghouse_state\\{name="${name}"\\} (\\d+)`).exec(text);
      assert.ok(found?.[1], `${name} is published`);
      return Number(found[1]);
    };
    await watchIntegrity(context);
    assert.equal(await figure('integrity_broken_3'), 0);
    assert.ok((await figure('integrity_checked_3')) > 0);
    assert.ok(
      Math.abs((await figure('integrity_checked_at')) * 1_000 - context.clock.millis()) < 60_000,
    );
    const breach = ofBalance(sql`balance_minor`, [3]);
    await tampering(breach.table, breach.breaking());
    await watchIntegrity(context);
    assert.equal(await figure('integrity_broken_3'), 1);
    await tampering(breach.table, breach.mending());
    await watchIntegrity(context);
    assert.equal(await figure('integrity_broken_3'), 0);
  });
});
