// The outcome of each message in `fix_delivery`. A duplicate of a booked report, and a message with
// a work item, are not recorded as booked.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { put, reportsOf } from './row.js';
import { openStrangeStage, type StrangeStage } from './stage.js';

describe('the outcome of a report', () => {
  let stage: StrangeStage;
  before(async () => {
    stage = await openStrangeStage('FIX.4.4');
  });
  after(() => stage.close());

  it('distinguishes booked reports from duplicates and parked ones', async () => {
    const { desk, exchange } = stage;
    const { id, cl_ord_id } = await desk.submit();
    await exchange.hear('35=D', `11=${cl_ord_id}`);
    const { half, rest } = reportsOf('FIX.4.4');
    const told: readonly (readonly [outcome: string, line: string])[] = [
      ['BOOKED', half],
      ['DUPLICATE', half],
      ['PARKED', put(half, 31, '24.50')],
      ['PARKED', put(put(half, 11, 'NOT-OURS'), 17, 'OTHER')],
      ['KEPT', '35=B|34=#|148=The market closes at noon|33=1|58=today'],
      ['BOOKED', rest],
      ['DUPLICATE', rest],
      ['DUPLICATE', half],
    ];
    const [before] = await desk.db.query<{ id: bigint }>(
      sql`select coalesce(max(message_id), 0) as id from fix_delivery`,
    );
    for (const [place, [, line]] of told.entries()) {
      // The lines are sent in one packet, so that their messages are booked in one batch.
      const isLast = place === told.length - 1;
      const text = line.replaceAll('$', cl_ord_id).replaceAll('%', 'OUT-');
      exchange.say(isLast ? text : `+${text}`);
    }
    await stage.settled();
    const outcomes = await desk.db.query<{ outcome: string }>(sql`
      select outcome from fix_delivery where message_id > ${before?.id ?? 0n} order by position`);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      told.map(([outcome]) => outcome),
    );
    const { order_status, quantity_filled } = await desk.order(id);
    assert.deepEqual([order_status, quantity_filled], ['EXECUTED', 100n]);
  });
});
