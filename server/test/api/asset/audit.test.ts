// Instruments and orders in the audit log: changes by people are recorded, changes by the end of
// day are not, even on a record that was last changed by a person.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import type { Database } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { readSources } from '../../support/source.js';
import { UPDATE } from './app.js';
import { BILL, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';
import { API, type FundApp, startFundApp } from './fund-app.js';

/** Returns the columns changed by each audited change to a record, oldest first. */
async function columnsChanged(db: Database, table: string, id: number): Promise<string[][]> {
  const rows = await db.query<{ columns: string[] }>(sql`
    select array(select c ->> 'column' from jsonb_array_elements(changes) c) as columns
    from audit_change where table_name = ${table} and record_id = ${BigInt(id)} order by id`);
  return rows.map(({ columns }) => columns);
}

async function closeDay(app: Pick<DiscountedApp, 'db' | 'closeUntil'>): Promise<void> {
  await app.closeUntil(addDays(await currentBusinessDate(app.db), 1));
}

describe('an instrument', () => {
  let app: DiscountedApp;
  before(async () => {
    app = await startDiscountedApp();
  });
  after(() => app.stop());

  const accruedOf = async (table: 'term_instrument' | 'discounted_instrument', id: number) => {
    const { rows } = await app.db.pool.query(
      `select accrued_minor, modified_by from ${table} where id = $1`,
      [id],
    );
    return rows[0];
  };

  it('has no row for the accrual of a deposit that a person changed last', async () => {
    const { id } = (await app.running()).body;
    const before = await columnsChanged(app.db, 'term_instrument', id);
    assert.deepEqual(before, [['post_journal_id', 'status']]);
    const { modified_by } = await accruedOf('term_instrument', id);
    await closeDay(app);
    const after = await accruedOf('term_instrument', id);
    assert.ok(after.accrued_minor > 0n);
    assert.equal(after.modified_by, modified_by);
    assert.deepEqual(await columnsChanged(app.db, 'term_instrument', id), before);
  });

  it('has a row for each change by a person, also between closes', async () => {
    const { id } = (await app.running()).body;
    for (const autoRollover of [true, false]) {
      const change = { id, autoRollover, rolloverRule: 'PRINCIPAL_ONLY' };
      const reply = await app.as('CLIENT').put(UPDATE, change);
      assert.equal(reply.status, 200, reply.text);
      await closeDay(app);
    }
    const [, first, second, ...more] = await columnsChanged(app.db, 'term_instrument', id);
    assert.ok(first?.includes('auto_rollover') && second?.includes('auto_rollover'));
    assert.deepEqual(more, []);
  });

  for (const path of [PAPER, BILL]) {
    it(`at ${path} has a row for a termination by a person, but not for the accrual`, async () => {
      const { id } = (await app.bought(path)).body;
      const before = await columnsChanged(app.db, 'discounted_instrument', id);
      assert.equal(before.length, 1);
      await closeDay(app);
      assert.ok((await accruedOf('discounted_instrument', id)).accrued_minor > 0n);
      assert.deepEqual(await columnsChanged(app.db, 'discounted_instrument', id), before);
      const ends = `${path}/terminate?id=${id}&c=${app.rich.id}`;
      const reply = await app.as('CLIENT').put(ends);
      assert.equal(reply.status, 200, reply.text);
      const [, termination, ...more] = await columnsChanged(app.db, 'discounted_instrument', id);
      assert.ok(termination?.includes('termination_reason'));
      assert.deepEqual(more, []);
    });
  }
});

describe('an order for a fund', () => {
  let app: FundApp;
  before(async () => {
    app = await startFundApp();
  });
  after(() => app.stop());

  it('has a row for an approval by a person, but not for an execution by the close', async () => {
    const fundName = await app.fund({ deals_on_approval: false });
    const customer = await app.depositor(1_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    const approved = await columnsChanged(app.db, 'fund_transaction', id);
    assert.equal(approved.length, 1);
    assert.ok(approved[0]?.includes('approved_by'));
    await app.value(fundName, 100);
    await closeDay(app);
    const shown = await app.as('CLIENT').get(`${API}/fundtransaction/id/${id}`);
    assert.equal(shown.body.status, 'EXECUTED');
    assert.deepEqual(await columnsChanged(app.db, 'fund_transaction', id), approved);
  });

  it('has a row for its execution if a person caused it', async () => {
    const fundName = await app.fund();
    const customer = await app.depositor(1_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    await app.value(fundName, 100);
    const changes = await columnsChanged(app.db, 'fund_transaction', id);
    assert.ok(changes.at(-1)?.includes('execution_date'), JSON.stringify(changes));
  });
});

// The audit triggers fire only for statements that set modified_by.
describe('the statements of the program', () => {
  const AUDITED = 'term_instrument|discounted_instrument|fund_transaction|fund_distribution';
  const BY_THE_CLOSE = new Set([
    ...['accrued_to', 'accrued_minor', 'version', 'overdue_on', 'start_due_on'],
  ]);

  it('set modified_by in audited tables, except in statements that only a close runs', () => {
    const update = new RegExp(
      `update (?:${AUDITED})(?: \\w)? set\\s([^;\`]*?)\\b(?:from|where) `,
      'g',
    );
    const program = readSources().filter(({ path }) => path.startsWith('server/src/'));
    const sets = program.flatMap(({ text }) =>
      [...text.matchAll(update)].map(([, set = '']) => set),
    );
    assert.ok(sets.length >= 9, String(sets.length));
    const unsigned = sets.filter((set) => !set.includes('modified_by = '));
    for (const set of unsigned) {
      const columns = [...set.matchAll(/(\w+) = /g)].map(([, column = '']) => column);
      assert.deepEqual(
        columns.filter((column) => !BY_THE_CLOSE.has(column)),
        [],
      );
    }
    assert.equal(unsigned.length, 4);
  });
});
