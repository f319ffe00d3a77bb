// Concurrent notes for the same customer, portfolio and security, with charges that depend on the
// customer's other trades of the day. All take their locks in the same order, so they cannot
// deadlock.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderEndOfDay } from '../../../../src/modules/order/end-of-day.js';
import { applyExchangeReport } from '../../../../src/modules/order/index.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import type { Context } from '../../../../src/platform/context.js';
import type { Tx } from '../../../../src/platform/database/database.js';
import { type Sql, sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { reportOf } from '../../../support/order-desk.js';
import { reportOrder, sendOrder } from '../../../support/order-exchange.js';
import { waitFor } from '../../../support/wait.js';
import { type FeeDesk, feeDesk, percent } from '../fee/fee-desk.js';

describe('notes that are issued concurrently', () => {
  let app: TestApp;
  let desk: FeeDesk;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    desk = feeDesk(app);
    await desk.fund(1_000_000);
    const rules = [percent('COMMISSION', 1, { maxPerDay: 1_000 })];
    await desk.change({ rules, exchangeName: 'NGX', name: 'NGX_DAY_MAX' });
  });
  after(() => app.stop());

  /**
   * Pauses a transaction after its first statement that contains this text, until it is released.
   */
  function pausing(context: Context, text: string) {
    let letGo = () => {};
    let paused = () => {};
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    const isPaused = new Promise<void>((resolve) => (paused = resolve));
    const attempts = { count: 0 };
    const db: Context['db'] = {
      ...context.db,
      transaction: (work, options) =>
        context.db.transaction((tx) => {
          attempts.count += 1;
          const query: Tx['query'] = async <Row extends object>(statement: Sql) => {
            const rows = await tx.query<Row>(statement);
            if (statement.chunks.join('').includes(text)) {
              paused();
              await isLetGo;
            }
            return rows;
          };
          return work({ ...tx, query });
        }, options),
    };
    return { context: { ...context, db }, isPaused, letGo, attempts };
  }

  const isWaiting = async () => {
    const [row] = await app.db.query<{ count: bigint }>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return (row?.count ?? 0n) > 0n;
  };

  it('by the end of the day and by the end of an order wait for each other', async () => {
    const lasting = { priceType: 'LIMIT', limitPrice: '25.00', orderTermName: 'GTC' };
    const noted = await sendOrder(app, lasting);
    const ending = await sendOrder(app, { ...lasting, orderTermName: 'DAY' });
    await reportOrder(app, noted, { status: '1', fill: [40, '25.00'] });
    const closing = businessDate(await desk.today());
    const day = { closing, next: businessDate(desk.dayAfter(closing)) };
    const issue = orderEndOfDay.find(({ name }) => name === 'issue-contract-notes');
    assert.ok(issue);
    const dayEnd = pausing(app.context, 'pg_advisory_xact_lock');
    const booking = pausing(app.context, 'no such statement');
    const issuing = issue.run(dayEnd.context, day);
    await dayEnd.isPaused;
    const said = { row: ending, status: '2', said: { fill: [100, '25.00'] as const } };
    const report = reportOf(ending.exchange_id, said);
    const booked = systemWork(booking.context, 'test', (work) => applyExchangeReport(work, report));
    await waitFor('the report to wait', isWaiting);
    dayEnd.letGo();
    assert.equal(await issuing, 1);
    assert.equal(await booked, 'APPLIED');
    // One transaction for the batch, one for the empty batch after it, and one for the report: none
    // was retried.
    assert.deepEqual([dayEnd.attempts.count, booking.attempts.count], [2, 1]);
    const notes = await app.db.query(sql`
      select from contract_note where order_id in (${noted.id}, ${ending.id})`);
    assert.equal(notes.length, 2);
    await assertBooks(app);
  });
});
