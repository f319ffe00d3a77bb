// Stored work items: a repeated report has only one work item, even if it comes from several
// sessions, and items are counted only after the commit.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { storedReport } from '../../../../src/modules/order/report/stored-report-queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Desk, openDesk, reportOf } from '../../../support/order-desk.js';

describe('a work item', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(() => desk.stop());

  function items(clOrdId: string) {
    return desk.db.query<{ id: bigint; session_name: string; has_session: boolean }>(sql`
      select id, session_name, report ? 'sessionName' as has_session from unmatched_report
      where cl_ord_id = ${clOrdId} order by id`);
  }

  function unknown(row: OrderRow, clOrdId: string, execId: string) {
    const said = { clOrdId, execId, fill: [10, '25.00'] as const };
    return reportOf(desk.exchangeId, { row, status: '1', said });
  }

  it('covers the same report over another session', async () => {
    const row = await desk.send();
    const report = unknown(row, 'STRAY-1', 'S1');
    for (const sessionName of ['first', 'second', undefined]) {
      assert.equal(await desk.apply({ ...report, sessionName }), 'UNMATCHED');
    }
    await desk.apply({ ...unknown(row, 'STRAY-1', 'S2'), sessionName: 'second' });
    assert.deepEqual(
      (await items('STRAY-1')).map(({ session_name, has_session }) => [session_name, has_session]),
      [
        ['first', false],
        ['second', false],
      ],
    );
    const [item] = await items('STRAY-1');
    const stored = await systemWork(desk.context, 'test', (work) =>
      storedReport(work.tx, item?.id ?? 0n),
    );
    assert.equal(stored.sessionName, 'first');
  });
});
