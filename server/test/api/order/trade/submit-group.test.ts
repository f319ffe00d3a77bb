// Concurrent orders share one transaction. Each succeeds or fails on its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { type MarketDesk, openMarketDesk } from '../exchange/market-desk.js';
import { arrived, codes, portfolio, TRANSACTIONS_MAX, transactionsOf } from './request-group.js';

let desk: MarketDesk;
before(async () => {
  desk = await openMarketDesk();
});
after(() => desk.stop());
afterEach(() => assertBooks(desk));

// Submits the orders while an order of another customer is being submitted.
function submitted(bodies: readonly object[], headers: Record<string, string>[] = []) {
  return arrived(desk, {
    lock: sql`select from account_balance b join account a on a.id = b.account_id
      where a.customer_id = 9 and a.acct_type = 'CUSTOMER_CASH' for update of b`,
    first: () => desk.submit({ portfolioName: portfolio(9), quantityRequested: '1' }),
    others: bodies.map((body, place) => () => desk.submit(body, headers[place])),
  });
}

const together = async (bodies: readonly object[], headers: Record<string, string>[] = []) =>
  Promise.all(await submitted(bodies, headers));

const transactionsFor = (replies: readonly TestReply[]) =>
  transactionsOf(
    desk,
    'submitTradeOrder',
    replies.map(({ body }) => body.id),
  );

async function availableOf(customer: number): Promise<bigint> {
  const [row] = await desk.db.query<{ available: bigint }>(sql`
    select b.balance_minor - b.held_minor as available from account a
    join account_balance b on b.account_id = a.id
    where a.customer_id = ${customer} and a.acct_type = 'CUSTOMER_CASH'`);
  assert.ok(row);
  return row.available;
}

// Holds the rest of a customer's money for another record, so that exactly this much is available.
async function setAvailable(customer: number, minor: bigint): Promise<void> {
  const rest = (await availableOf(customer)) - minor;
  assert.ok(rest > 0n, 'the customer has more');
  await desk.db.query(sql`
    select set_hold('TEST', ${customer}, a.id, ${rest}) from account a
    where a.acct_type = 'CUSTOMER_CASH' and a.customer_id = ${customer}`);
}

describe('orders submitted at the same time', () => {
  it('are booked in a batch, each with its event, audit row, key and instruction', async () => {
    const headers = Array.from({ length: 30 }, (_, n) => ({
      'x-request-id': `request-of-${n}`,
      'idempotency-key': `submit-group-key-${n}`,
    }));
    const bodies = headers.map((_, n) => ({
      portfolioName: portfolio((n % 5) + 1),
      quantityRequested: String(n + 1),
    }));
    const replies = await together(bodies, headers);
    for (const reply of replies) assert.equal(reply.status, 201, reply.text);
    const transactions = await transactionsFor(replies);
    assert.ok(transactions <= TRANSACTIONS_MAX, `${transactions} transactions`);
    const ids = replies.map(({ body }) => body.id);
    assert.equal(new Set(ids).size, 30);
    const rows = await desk.db.query<Json>(sql`
      select t.id::int, t.quantity::int, x.request_id, a.request_id as audited,
        (select count(*)::int from exchange_instruction i
          where i.order_id = t.id and i.kind = 'NEW') as instructions
      from trade_order t
      join outbox_event x on x.subject_id = t.id and x.type = 'trade-order.booked'
      join audit_entry a on a.subject_id = t.id and a.operation = 'submitTradeOrder'
      where t.id = any(${ids}::bigint[])`);
    for (const [n, id] of ids.entries()) {
      const row = rows.find((each) => each.id === id);
      const told = {
        id,
        quantity: n + 1,
        request_id: `request-of-${n}`,
        audited: `request-of-${n}`,
      };
      assert.deepEqual(row, { ...told, instructions: 1 });
    }
    const again = await desk.submit(bodies[7], headers[7]);
    assert.equal(again.text, replies[7]?.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  it('spend the same money once', async () => {
    // With charges, two orders cost less than 6,000.00 and three cost more.
    await setAvailable(6, 600_000n);
    const buy = { portfolioName: portfolio(6), quantityRequested: '100' };
    const replies = await together([buy, buy, buy, buy, buy]);
    const refused = replies.filter(({ status }) => status === 422);
    assert.deepEqual(
      codes(refused),
      Array.from({ length: 3 }, () => '422 INSUFFICIENT_FUNDS'),
    );
    assert.match(refused[0]?.body.detail, /available balance is NGN [\d,.]+ too low\.$/);
    assert.ok((await availableOf(6)) >= 0n);
  });

  it('sell the same units once', async () => {
    const sell = { orderType: 'SELL', quantityRequested: '4000' };
    const replies = await together([sell, { ...sell, limitPrice: '25.50' }, sell, {}]);
    const refused = replies.filter(({ status }) => status !== 201);
    assert.deepEqual(codes(refused), ['422 INSUFFICIENT_HOLDING']);
    assert.equal(refused[0]?.body.detail, 'Only 2000 units are available.');
  });

  it('get a warning about a duplicate in the same transaction', async () => {
    const body = { portfolioName: portfolio(8), quantityRequested: '17' };
    const replies = await together([body, { ...body, limitPrice: '24.50' }, body, body]);
    assert.equal(await transactionsFor(replies), 1);
    const warnings = replies.flatMap((reply) => reply.body.warnings ?? []);
    assert.deepEqual(
      warnings.map(({ code }: Json) => code),
      ['LOOKS_LIKE_REPEAT', 'LOOKS_LIKE_REPEAT'],
    );
    assert.equal(replies[1]?.body.warnings, undefined);
    assert.equal(new Set(warnings.map(({ id }: Json) => id)).size, 2);
  });

  it('are stored although others are refused, and dry runs change nothing', async () => {
    const before = await availableOf(10);
    const good = { portfolioName: portfolio(10), quantityRequested: '5' };
    const replies = await together(
      [good, { portfolioName: 'none' }, good, { limitPrice: '99' }, { id: 7 }, good],
      [{}, {}, { 'idempotency-key': 'short' }, {}, {}, { prefer: 'dry-run' }],
    );
    assert.deepEqual(codes(replies), [
      '201 TRADE_ORDER_SUBMITTED',
      '422 UNKNOWN_REFERENCE',
      '400 INVALID_REQUEST',
      '422 PRICE_OUTSIDE_BAND',
      '400 INVALID_REQUEST',
      '200 TRADE_ORDER_SUBMITTED',
    ]);
    const [held] = await desk.db.query<{ minor: bigint }>(sql`
      select amount_minor as minor from cash_hold
      where source_type = 'TRADE_ORDER' and source_id = ${replies[0]?.body.id}`);
    assert.equal(before - (await availableOf(10)), held?.minor);
  });

  it('do not wait for an order whose account or customer is locked', async () => {
    const locks = [
      sql`select from account_balance b join account a on a.id = b.account_id
        where a.customer_id = 12 and a.acct_type = 'CUSTOMER_CASH' for update of b`,
      sql`select from customer where id = 12 for update`,
      sql`select from security where name = 'ZENITHBANK' for update`,
    ];
    const late = { portfolioName: portfolio(12), quantityRequested: '2' };
    for (const [n, lock] of locks.entries()) {
      let waiting: Promise<TestReply>[] = [];
      await desk.db.transaction(async (tx) => {
        await tx.query(lock);
        const body = n === 2 ? { ...late, securityName: 'ZENITHBANK' } : late;
        const free = Array.from({ length: 8 }, (_, place) => {
          return { portfolioName: portfolio(13), quantityRequested: String(place + n + 1) };
        });
        const [held, ...replies] = await submitted([
          { ...body, quantityRequested: String(n + 3) },
          ...free,
        ]);
        waiting = held === undefined ? [] : [held];
        const done = await Promise.all(replies);
        for (const each of done) assert.equal(each.status, 201, each.text);
        // A batch that waited for a lock would be rolled back and its orders submitted one by one.
        assert.ok((await transactionsFor(done)) <= TRANSACTIONS_MAX);
      });
      for (const reply of await Promise.all(waiting)) assert.equal(reply.status, 201, reply.text);
    }
  });

  it('leave an order that the floor of its account refuses to be submitted alone', async () => {
    await setAvailable(14, 500_000n);
    await desk.db.query(sql`
      update account_balance b set floor_minor = 300000 from account a
      where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH' and a.customer_id = 14`);
    const buy = { portfolioName: portfolio(14) };
    const replies = await together([
      { ...buy, quantityRequested: '100' },
      { ...buy, quantityRequested: '60' },
      { portfolioName: portfolio(15), quantityRequested: '3' },
    ]);
    assert.deepEqual(codes(replies), [
      '422 INSUFFICIENT_FUNDS',
      '201 TRADE_ORDER_SUBMITTED',
      '201 TRADE_ORDER_SUBMITTED',
    ]);
    await desk.db.query(sql`
      update account_balance b set floor_minor = 0 from account a
      where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH' and a.customer_id = 14`);
  });
});
