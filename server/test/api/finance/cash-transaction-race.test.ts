// A cash transaction posted by concurrent callers moves its money once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type CashDesk, openCashDesk, POST } from './cash-desk.js';

const CALLERS = 10;
const ROUNDS = 5;

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

describe('a cash transaction posted by ten concurrent callers', () => {
  it('is posted by one of them, and the others get POSTED', async () => {
    const customer = await desk.someoneWith(ROUNDS * 10);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const payment = { transType: 'PAYMENT', partnerId: customer.id, amount: 10 };
      const { id } = await desk.make(payment);
      const replies = await Promise.all(
        Array.from({ length: CALLERS }, () => desk.client().put(`${POST}/${id}`)),
      );
      const posted = replies.filter(({ status }) => status === 200);
      const others = replies.filter(({ status }) => status !== 200);
      assert.equal(posted.length, 1);
      for (const { status, body } of others) {
        assert.deepEqual([status, body.msgArgs], [409, ['POSTED']]);
      }
      const [moved] = await desk.app.db.query<{ count: bigint }>(sql`
        select count(*) as count from journal
        where source_type = 'CASH_TRANSACTION' and source_id = ${BigInt(id)}`);
      assert.equal(moved?.count, 1n);
      assert.equal((await desk.balances(customer)).availableBalance, (ROUNDS - round) * 10);
    }
  });

  it('gives one reply to all callers with one key, and moves its money once', async () => {
    const customer = await desk.someoneWith(10);
    const payment = { transType: 'PAYMENT', partnerId: customer.id, amount: 10 };
    const { id } = await desk.make(payment);
    const key = { 'idempotency-key': `posted-at-once-${id}` };
    const replies = await Promise.all(
      Array.from({ length: CALLERS }, () => desk.client().put(`${POST}/${id}`, undefined, key)),
    );
    // While one posting is in progress, the others get a conflict and may retry.
    for (const { status, text } of replies) assert.ok([200, 409].includes(status), text);
    assert.ok(replies.some(({ status }) => status === 200));
    const again = await desk.client().put(`${POST}/${id}`, undefined, key);
    assert.equal(again.status, 200);
    assert.equal((await desk.balances(customer)).availableBalance, 0);
  });
});
