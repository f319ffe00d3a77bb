// Concurrent amendments share one transaction. Each succeeds or fails on its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import {
  limitBody,
  type MarketDesk,
  openMarketDesk,
  TRADE_ORDER,
} from '../exchange/market-desk.js';
import { arrived, codes, portfolio, TRANSACTIONS_MAX, transactionsOf } from './request-group.js';

/** An amendment of an order, by default to 120 units. */
interface Amendment {
  readonly id: number;
  readonly changes?: object;
  readonly headers?: Record<string, string>;
}

describe('concurrent amendments', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  const amend = ({ id, changes, headers }: Amendment) =>
    desk.caller.put(
      `${TRADE_ORDER}/update`,
      limitBody({ id, quantityRequested: '120', ...changes }),
      headers,
    );

  // Sends the amendments while another order is being amended.
  async function amended(amendments: readonly Amendment[]) {
    const changes = { portfolioName: portfolio(9) };
    const { id: other } = await desk.accepted(changes);
    return arrived(desk, {
      lock: sql`select from trade_order where id = ${other} for update`,
      first: () => amend({ id: other, changes }),
      others: amendments.map((each) => () => amend(each)),
    });
  }

  const together = async (amendments: readonly Amendment[]) =>
    Promise.all(await amended(amendments));

  const made = async (changes: object): Promise<Json> => desk.accepted(changes);

  async function orderOf(id: number) {
    const [row] = await desk.db.query<Json>(sql`
      select t.quantity::int, t.limit_price::text, t.version::int, t.open_total_minor::int as open,
        coalesce(h.amount_minor, 0)::int as held
      from trade_order t
      left join cash_hold h on h.source_type = 'TRADE_ORDER' and h.source_id = t.id
      where t.id = ${id}`);
    return row;
  }

  it('change orders that were not sent, each with its hold, event, audit row and key', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      ids.push((await made({ portfolioName: portfolio((n % 6) + 1) })).id);
    }
    const amendments = ids.map((id, n) => ({
      id,
      changes: { portfolioName: portfolio((n % 6) + 1), quantityRequested: String(n + 1) },
      headers: { 'x-request-id': `request-of-${n}`, 'idempotency-key': `amend-group-key-${n}` },
    }));
    const replies = await together(amendments);
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    assert.ok((await transactionsOf(desk, 'updateTradeOrder', ids)) <= TRANSACTIONS_MAX);
    for (const [n, id] of ids.entries()) {
      const row = await orderOf(id);
      assert.deepEqual([row?.quantity, row?.version, row?.held], [n + 1, 2, row?.open]);
      const [event] = await desk.db.query<Json>(sql`
        select request_id from outbox_event
        where type = 'trade-order.amended' and subject_id = ${id}`);
      assert.equal(event?.request_id, `request-of-${n}`);
    }
    const [seventh] = amendments.slice(7);
    assert.ok(seventh);
    const again = await amend(seventh);
    assert.equal(again.text, replies[7]?.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await orderOf(seventh.id))?.version, 2);
  });

  it('queue one replacement for each order at the exchange, under its next ClOrdID', async () => {
    const orders = [];
    for (const n of [2, 3, 4, 5]) orders.push(await made({ portfolioName: portfolio(n) }));
    await desk.take();
    for (const { id } of orders) await desk.say(id, '0');
    const replies = await together(
      orders.map(({ id, portfolioName }) => ({ id, changes: { portfolioName } })),
    );
    assert.deepEqual(
      codes(replies),
      orders.map(() => '200 TRADE_ORDER_UPDATE_REQUESTED'),
    );
    const replaces = (await desk.take()).filter(({ kind }) => kind === 'REPLACE');
    const sent = replaces.map(({ clOrdId, origClOrdId }) => [clOrdId, origClOrdId]);
    const wanted = orders.map(({ name }) => [`${name}-2`, `${name}-1`]);
    assert.deepEqual(sent.sort(), wanted.sort());
    for (const { id, name } of orders) {
      const said = { type: '5', quantity: 120, clOrdId: `${name}-2`, origClOrdId: `${name}-1` };
      await desk.say(id, '0', said);
      assert.equal((await orderOf(id))?.quantity, 120);
    }
  });

  it('take effect although others of the batch are refused or repeated', async () => {
    const orders = [];
    for (const n of [2, 3, 4, 5, 6]) orders.push(await made({ portfolioName: portfolio(n) }));
    const [one, ended, stale, dear, twice] = orders.map(({ id, portfolioName }) => ({
      id,
      changes: { portfolioName },
    }));
    assert.ok(one && ended && stale && dear && twice);
    await desk.caller.put(`${TRADE_ORDER}/cancel/id/${ended.id}`);
    const replies = await together([
      one,
      ended,
      { ...stale, headers: { 'if-match': '"99"' } },
      { ...dear, changes: { ...dear.changes, quantityRequested: '40000000' } },
      { id: 987_654 },
      { id: one.id, changes: { ...one.changes, orderType: 'SELL' } },
      twice,
      { ...twice, changes: { ...twice.changes, quantityRequested: '130' } },
    ]);
    assert.deepEqual(codes(replies.slice(0, 6)), [
      '200 TRADE_ORDER_UPDATED',
      '409 ORDER_WRONG_STATE',
      '412 PRECONDITION_FAILED',
      '422 INSUFFICIENT_FUNDS',
      '404 DOCUMENT_NOT_FOUND',
      '422 ORDER_TERM_FIXED',
    ]);
    assert.match(replies[3]?.body.detail, /available balance is NGN [\d,.]+ too low\.$/);
    for (const reply of replies.slice(6)) assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      [await orderOf(one.id), await orderOf(stale.id), await orderOf(dear.id)].map((row) => [
        row?.quantity,
        row?.version,
      ]),
      [
        [120, 2],
        [100, 1],
        [100, 1],
      ],
    );
    assert.deepEqual((await orderOf(twice.id))?.version, 3);
  });

  it('take effect once although an internal error undoes their batch', async () => {
    const orders = [];
    for (const n of [2, 3, 4, 5]) orders.push(await made({ portfolioName: portfolio(n) }));
    const ids: number[] = orders.map(({ id }) => id);
    const [broken = 0, ...sound] = ids;
    await desk.db.query(sql`
      create function fail_amendment() returns trigger language plpgsql as
        $$ begin raise exception 'this order cannot be amended'; end $$`);
    // A trigger definition cannot have parameters.
    const trigger = `create trigger fail_amendment before update on trade_order
      for each row when (old.id = ${broken}) execute function fail_amendment()`;
    const owner = await desk.db.dedicated();
    await owner.query(trigger);
    const replies = await together(
      orders.map(({ id, portfolioName }, n) => ({
        id,
        changes: { portfolioName },
        headers: { 'idempotency-key': `amend-broken-key-${n}` },
      })),
    );
    await owner.query('drop trigger fail_amendment on trade_order');
    await owner.end();
    assert.deepEqual(codes(replies), [
      '500 INTERNAL_ERROR',
      ...sound.map(() => '200 TRADE_ORDER_UPDATED'),
    ]);
    const written = await desk.db.query<Json>(sql`
      select t.version::int,
        (select count(*)::int from outbox_event x
          where x.type = 'trade-order.amended' and x.subject_id = t.id) as events,
        (select count(*)::int from audit_entry a
          where a.operation = 'updateTradeOrder' and a.subject_id = t.id) as audited
      from trade_order t where t.id = any(${ids}::bigint[]) order by t.id`);
    const once = { version: 2, events: 1, audited: 1 };
    assert.deepEqual(written, [{ version: 1, events: 0, audited: 0 }, ...sound.map(() => once)]);
    const again = await amend({
      id: broken,
      changes: { portfolioName: orders[0]?.portfolioName },
      headers: { 'idempotency-key': 'amend-broken-key-0' },
    });
    assert.equal(again.status, 200, again.text);
  });

  it('hold the same money and units once', async () => {
    // The money is enough for either amendment of a pair, but not for both.
    const [account] = await desk.db.query<{ free: bigint }>(sql`
      select b.balance_minor - b.held_minor as free from account a
      join account_balance b on b.account_id = a.id
      where a.customer_id = 7 and a.acct_type = 'CUSTOMER_CASH'`);
    assert.ok(account);
    const pairs: Amendment[] = [];
    for (const changes of [
      { portfolioName: portfolio(7), quantityRequested: '10' },
      { orderType: 'SELL', quantityRequested: '10' },
    ]) {
      const more = changes.orderType === 'SELL' ? '6000' : units(account.free);
      for (let n = 0; n < 2; n += 1) {
        const { id } = await made(changes);
        pairs.push({ id, changes: { ...changes, quantityRequested: more } });
      }
    }
    // Either amendment of a pair may come first.
    const [one, other, third, fourth] = codes(await together(pairs));
    assert.deepEqual([one, other].toSorted(), [
      '200 TRADE_ORDER_UPDATED',
      '422 INSUFFICIENT_FUNDS',
    ]);
    assert.deepEqual([third, fourth].toSorted(), [
      '200 TRADE_ORDER_UPDATED',
      '422 INSUFFICIENT_HOLDING',
    ]);
  });

  it('do not wait for an order or account that another transaction has locked', async () => {
    const orders = [];
    for (const n of [2, 3, 4, 5]) orders.push(await made({ portfolioName: portfolio(n) }));
    const amendments = orders.map(({ id, portfolioName }) => ({ id, changes: { portfolioName } }));
    const [locked, poor, ...free] = amendments;
    assert.ok(locked && poor);
    let waiting: Promise<TestReply>[] = [];
    await desk.db.transaction(async (tx) => {
      await tx.query(sql`select from trade_order where id = ${locked.id} for update`);
      await tx.query(sql`
        select from account_balance where account_id in (
          select cash_account_id from trade_order where id = ${poor.id}) for update`);
      const replies = await amended([locked, poor, ...free]);
      waiting = replies.slice(0, 2);
      for (const reply of await Promise.all(replies.slice(2))) {
        assert.equal(reply.status, 200, reply.text);
      }
      const ids = free.map(({ id }) => id);
      // A batch that waited for a lock would be rolled back and its orders amended one by one.
      assert.ok((await transactionsOf(desk, 'updateTradeOrder', ids)) <= TRANSACTIONS_MAX);
    });
    for (const reply of await Promise.all(waiting)) assert.equal(reply.status, 200, reply.text);
  });
});

// Returns a quantity that costs about two thirds of the money at 25.00.
function units(freeMinor: bigint): string {
  return String((freeMinor * 2n) / 3n / 2_600n);
}
