// Kills the server at each critical moment between the end of a day and the re-entry of its
// good-till orders. On the new day, every order must be at the exchange exactly once, with its
// remaining quantity.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DEMO_SHARES } from '../../src/demo/security.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { RUN } from '../support/end-of-day.js';
import { assertBooks, orderBody } from '../support/order.js';
import { momentsOf } from '../support/process/kill.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { until, waitFor } from '../support/wait.js';

const ORDERS = 24;
const LIVE = sql`('BOOKED', 'EXECUTING')`;
const QUEUED = sql`(t.fix_order_status = 'NA' or x.entered_on = d.business_date)`;

describe('kill -9 around re-entry', () => {
  let folder: string;
  let port: number;
  let database: TestDatabase;
  let server: ServerProcess;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-reentry-'));
    port = await freePort();
    database = await createTestDatabase(DEMO);
    await writeTestKeys(folder);
    server = await start();
    await database.db.query(sql`
      update market_rule set terms = '{"longestDays": 0}' where rule = 'ORDER_LIFE'`);
    const client = await server.as('CLIENT');
    for (let order = 0; order < ORDERS; order += 1) {
      const reply = await client.post('/api/v1/order/tradeorder/submit', lowOrder());
      assert.equal(reply.status, 201, reply.text);
    }
    await everyOrderIsThere();
  });
  after(async () => {
    await server.end('SIGTERM');
    await assertBooks(database);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = () =>
    startServerProcess(folder, port, {
      DATABASE_URL: database.url,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
    });

  // Returns an order far below the market but within the price limits and on a tick, so that it
  // rests.
  function lowOrder(): object {
    const price = DEMO_SHARES.find(({ name }) => name === 'ACCESS')?.price ?? '0';
    const limitPrice = new Decimal(price).times('0.92').times(20).ceil().dividedBy(20).toFixed(2);
    return orderBody({ priceType: 'LIMIT', limitPrice, orderTermName: 'GTC' });
  }

  async function count(condition: ReturnType<typeof sql>): Promise<number> {
    const [row] = await database.db.query<{ count: bigint }>(sql`
      select count(*) as count from trade_order t cross join business_day d
      left join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
      where t.order_status in ${LIVE} and ${condition}`);
    return Number(row?.count ?? 0n);
  }

  /**
   * Checks that every live order is at the exchange and was entered on the current business date.
   */
  function everyOrderIsThere(): Promise<unknown> {
    return waitFor('every order to be at the exchange', async () => {
      const there = await count(sql`x.entered_on = d.business_date and x.ended_at is null
        and t.fix_order_status in ('NEW', 'PARTIALLY_FILLED')`);
      return there > 0 && there === (await count(sql`true`));
    });
  }

  async function businessDate(): Promise<string> {
    const [day] = await database.db.query<{ business_date: string }>(
      sql`select business_date from business_day`,
    );
    return day?.business_date ?? '';
  }

  /**
   * Reads the exchange's own data for each order: how often it was entered, and its open quantity.
   */
  function atExchange() {
    return database.db.query<{ asked: bigint; committed: bigint; entered: bigint }>(sql`
      select t.quantity as asked, t.quantity_filled + coalesce(sum(s.quantity - s.filled)
          filter (where s.status in ('NEW', 'PARTIALLY_FILLED')), 0)::bigint as committed,
        count(*) filter (where s.business_date = d.business_date) as entered
      from trade_order t cross join business_day d
      join simulator_order s on s.cl_ord_id like t.name || '-%'
      where t.order_status in ${LIVE} group by t.id`);
  }

  const moments = [
    ['the date has moved', () => Promise.resolve(true)],
    // This also covers orders that have already been sent: on a busy machine they may be queued and
    // sent between two polls.
    ['some are queued again', async () => (await count(QUEUED)) > 0],
    ['some have left again', async () => (await count(sql`x.entered_on = d.business_date`)) > 0],
  ] as const;

  for (const [moment, isThen] of momentsOf(moments, 2)) {
    it(`each order is entered once if the kill comes as soon as ${moment}`, async () => {
      const before = await businessDate();
      const admin = await server.as('ADMIN');
      const asked = admin.post(RUN, {}).catch(() => undefined);
      await until(async () => (await businessDate()) !== before);
      await until(isThen);
      await server.end('SIGKILL');
      await asked;
      server = await start();
      await everyOrderIsThere();
      const orders = await atExchange();
      assert.ok(orders.length > 0);
      for (const { asked: quantity, committed, entered } of orders) {
        assert.equal(committed, quantity);
        assert.equal(entered, 1n);
      }
      const figures = { kills: 1, orders: orders.length, 'entered twice': 0 };
      sayProof(`re-entry killed as soon as ${moment}`, figures);
    });
  }
});
