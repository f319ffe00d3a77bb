// Messages that identify their order only by OrderID. A person books a fill from the work item.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settleReport } from '../../../src/modules/order/work-item/settlement.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { drop, reportsOf } from './row.js';
import { openStrangeStage, type StrangeStage } from './stage.js';

describe('a message that names its order by the OrderID alone', () => {
  let stage: StrangeStage;
  before(async () => {
    stage = await openStrangeStage('FIX.4.4');
  });
  after(() => stage.close());

  it('is a work item of its order, and a fill is booked once when it is applied', async () => {
    const { desk, exchange } = stage;
    const { id, cl_ord_id } = await desk.submit();
    await exchange.hear('35=D', `11=${cl_ord_id}`);
    const { accepted, fill } = reportsOf('FIX.4.4');
    const said = (line: string) => line.replaceAll('$', cl_ord_id).replaceAll('%', `A${id}`);
    exchange.say(said(accepted));
    exchange.say(said(drop(fill, 11)));
    await stage.settled();
    const [item] = await desk.db.query<{ id: bigint; reason: string }>(
      sql`select id, reason from unmatched_report where order_id = ${id} and not resolved`,
    );
    assert.ok(item);
    assert.equal(item.reason, 'UNKNOWN_ORDER');
    await systemWork(desk.context, 'test', (work) =>
      settleReport(work, item.id, { act: 'APPLY', resolution: 'the OrderID is ours' }),
    );
    // The exchange identifies the order this time.
    exchange.say(said(fill));
    await stage.settled();
    const { order_status, quantity_filled } = await desk.order(id);
    assert.deepEqual([order_status, quantity_filled], ['EXECUTED', 100n]);
    const [open] = await desk.db.query<{ count: number }>(
      sql`select count(*)::int as count from unmatched_report where not resolved`,
    );
    assert.equal(open?.count, 0);
  });

  it('is the same work item if the session rejects it for an error', async () => {
    const { desk, exchange } = stage;
    const { id, cl_ord_id } = await desk.submit();
    await exchange.hear('35=D', `11=${cl_ord_id}`);
    const { accepted } = reportsOf('FIX.4.4');
    exchange.say(accepted.replaceAll('$', cl_ord_id).replaceAll('%', `A${id}`));
    const refusal = `35=9|34=#|37=O${cl_ord_id}|39=0|434=1`;
    exchange.say(refusal);
    exchange.say(`${refusal}|58=`);
    await exchange.hear('35=3');
    await stage.settled();
    const items = await desk.db.query<{ reason: string }>(
      sql`select reason from unmatched_report where order_id = ${id} order by id`,
    );
    assert.deepEqual(
      items.map(({ reason }) => reason),
      ['UNKNOWN_ORDER', 'UNKNOWN_ORDER'],
    );
  });
});
