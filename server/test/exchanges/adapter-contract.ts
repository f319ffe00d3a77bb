// The contract of `exchanges/adapter.ts` as tests that run against an adapter for any protocol and
// the exchange behind it.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { ExchangeAdapter, RunningAdapter } from '../../src/exchanges/adapter.js';
import { instructionTopic } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../src/modules/order/record/queries.js';
import { amendTradeOrder } from '../../src/modules/order/trade/amendment.js';
import { cancelTradeOrder } from '../../src/modules/order/trade/cancellation.js';
import type { OrderRequest } from '../../src/modules/order/trade/request.js';
import { submitTradeOrder } from '../../src/modules/order/trade/submission.js';
import type { Context } from '../../src/platform/context.js';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { systemWork } from '../../src/platform/system-work.js';
import { assertBooks } from '../support/order.js';
import { waitFor } from '../support/wait.js';

const STOP_MAX_MS = 10_000;
/** A price below the market price of 25.00 but within the price limits, so the order rests. */
const RESTING = '23.00';
const ROUNDS = 2;

/** An adapter that has not been started, with its context and exchange. Every price is 25.00. */
export interface AdapterStage {
  readonly context: Context;
  readonly adapter: ExchangeAdapter;
  /** The database of the simulated exchange, which has a market maker. */
  readonly exchange: Database;
  /**
   * A security that the exchange does not know when it first starts (after `unlist`, if present).
   */
  readonly unlisted: string;
  /** Removes the security from the exchange. Absent if the exchange never knew it. */
  readonly unlist?: () => Promise<unknown>;
  close(): Promise<void>;
}

/** Runs the contract tests against the adapter that `openStage` provides. */
export function adapterContract(name: string, openStage: () => Promise<AdapterStage>): void {
  describe(`the contract of adapters, by ${name}`, () => {
    let play: Play;

    before(async () => {
      play = playOf(await openStage());
    });
    after(async () => {
      await play.stop();
      await play.stage.close();
    });
    afterEach(() => assertBooks({ db: play.stage.context.db }));

    carriesOrders(() => play);
    stopsAndStarts(() => play);
  });
}

/** A stage whose adapter is running. */
interface Play {
  readonly stage: AdapterStage;
  readonly desk: ReturnType<typeof deskOf>;
  readonly exchange: ReturnType<typeof exchangeOf>;
  readonly now: () => RunningAdapter | undefined;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function playOf(stage: AdapterStage): Play {
  let running: RunningAdapter | undefined;
  return {
    stage,
    desk: deskOf(stage),
    exchange: exchangeOf(stage.exchange),
    now: () => running,
    start: async () => {
      running = await stage.adapter.start(stage.context);
    },
    stop: async () => running?.stop(),
  };
}

function carriesOrders(play: () => Play): void {
  it('a rejection by the exchange is reported with its text, and holds nothing', async () => {
    const { desk, stage, start, stop } = play();
    const { id, name: order } = await desk.submit({ securityName: stage.unlisted });
    await stage.unlist?.();
    await start();
    await desk.becomes(order, 'REJECTED');
    assert.match((await desk.order(order)).fix_message ?? '', /\w/);
    const held = await stage.context.db.query(
      sql`select from cash_hold where source_type = 'TRADE_ORDER' and source_id = ${id}`,
    );
    assert.deepEqual(held, []);
    await stop();
  });

  it('nothing is taken before the start, and then all waiting instructions in order', async () => {
    const { desk, exchange, start } = play();
    const names: string[] = [];
    for (let count = 0; count < 3; count += 1) names.push((await desk.submit()).name);
    assert.deepEqual(await exchange.entered(names), []);
    await start();
    for (const order of names) await desk.becomes(order, 'EXECUTING');
    assert.deepEqual(await exchange.entered(names), names);
  });

  it('it reports its connection to its caller and to all other callers', async () => {
    const { desk, now } = play();
    await waitFor('the connection', async () => now()?.isConnected());
    assert.equal(now()?.ready(), true);
    await waitFor('the note of it', () => desk.isNoted());
  });

  it('an order, its replacement and its cancel are sent in turn, each answered once', async () => {
    const { desk, exchange } = play();
    const { id, name: order } = await desk.submit();
    await desk.becomes(order, 'EXECUTING');
    await desk.amend(id, { quantityRequested: new Decimal(200) });
    await waitFor('the replacement', async () => (await desk.order(order)).quantity === 200n);
    await desk.cancel(id);
    await desk.becomes(order, 'CANCELLED');
    assert.deepEqual(await exchange.told(order), [`${order}-1`, `${order}-2`, `${order}-3`]);
    assert.deepEqual(await desk.reported(id), ['NEW', 'REPLACED', 'CANCELED']);
  });

  it('every fill of the exchange is booked once', async () => {
    const { desk, exchange } = play();
    const { name: order } = await desk.submit({ priceType: 'MARKET' });
    await desk.becomes(order, 'EXECUTED');
    const traded = await exchange.fills();
    assert.ok(traded.length > 0);
    assert.deepEqual(await desk.fills(), traded);
  });
}

function stopsAndStarts(play: () => Play): void {
  it('it stops in time, however often it is stopped, and takes nothing afterwards', async () => {
    const { desk, exchange, stage, now, stop } = play();
    const began = Date.now();
    await Promise.all([stop(), stop()]);
    await stop();
    assert.ok(Date.now() - began < STOP_MAX_MS);
    assert.equal(now()?.isConnected(), false);
    assert.equal(await desk.isNoted(), false);
    const { id, name: order } = await desk.submit();
    stage.context.signals.raise(instructionTopic(stage.adapter.sessionName));
    await desk.cancel(id);
    await desk.becomes(order, 'CANCELLED');
    assert.deepEqual(await exchange.told(order), []);
  });

  it('it loses and duplicates no order if it is stopped and started under load', async () => {
    const { desk, exchange, start, stop } = play();
    const orders: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await start();
      for (let count = 0; count < 2; count += 1) {
        orders.push((await desk.submit({ priceType: 'MARKET' })).name);
        const { id, name: order } = await desk.submit();
        await desk.cancel(id);
        orders.push(order);
      }
      await stop();
      orders.push((await desk.submit({ priceType: 'MARKET' })).name);
    }
    await start();
    for (const order of orders) await desk.ended(order);
    assert.deepEqual(await desk.fates(orders), await exchange.fates(orders));
    assert.deepEqual(await desk.fills(), await exchange.fills());
  });
}

/** Reads our side: the orders that users enter, and their bookings. */
function deskOf({ context, adapter }: AdapterStage) {
  const { db } = context;
  const order = async (name: string): Promise<OrderRow> => {
    const [row] = await db.query<OrderRow>(sql`${SELECT_ORDER} where t.name = ${name}`);
    assert.ok(row);
    return row;
  };
  const isIn = (name: string, statuses: readonly string[]) =>
    waitFor(`order ${name} to be ${statuses.join(' or ')}`, async () =>
      statuses.includes((await order(name)).order_status),
    );
  return {
    order,
    submit: (terms: Partial<OrderRequest> = {}) => submit(context, terms),
    amend: (id: bigint, terms: Partial<OrderRequest>) =>
      systemWork(context, 'test', (work) => amendTradeOrder(work, { ...request(terms), id })),
    cancel: (id: bigint) => systemWork(context, 'test', (work) => cancelTradeOrder(work, id)),
    becomes: (name: string, status: string) => isIn(name, [status]),
    ended: (name: string) => isIn(name, ['EXECUTED', 'CANCELLED']),
    /** Returns true if the session is recorded as connected. */
    isNoted: async () => {
      const [row] = await db.query<{ logged_on: boolean }>(sql`
        select logged_on from exchange_connection where session_name = ${adapter.sessionName}`);
      return row?.logged_on === true;
    },
    /** Returns the execution reports for an order, in booking order. */
    reported: async (id: bigint) => {
      const rows = await db.query<{ exec_type: string }>(
        sql`select exec_type from execution_report where order_id = ${id} order by id`,
      );
      return rows.map(({ exec_type }) => EXEC_TYPE[exec_type] ?? exec_type);
    },
    fills: () =>
      db.query<{ fill: string }>(sql`
        select exec_id || ' ' || quantity as fill from execution_report
        where kind = 'TRADE' order by 1`),
    /** Returns the filled quantity of each named order whose instruction was not withdrawn. */
    fates: (names: readonly string[]) =>
      db.query<{ fate: string }>(sql`
        select t.name || ' ' || t.quantity_filled as fate from trade_order t
        where t.name = any(${[...names]}::text[]) and not exists (
          select from exchange_instruction i where i.order_id = t.id and i.state = 'WITHDRAWN')
        order by 1`),
  };
}

/** Reads the exchange's side: its own order and trade records. */
function exchangeOf(db: Database) {
  return {
    /** Returns the names of these orders that reached the exchange, in order of arrival. */
    entered: async (names: readonly string[]) => {
      const rows = await db.query<{ name: string }>(sql`
        select split_part(cl_ord_id, '-', 1) as name from simulator_order
        where split_part(cl_ord_id, '-', 1) = any(${[...names]}::text[]) order by priority`);
      return rows.map(({ name }) => name);
    },
    /** Returns the ClOrdIDs that the exchange received for an order. */
    told: async (name: string) => {
      const rows = await db.query<{ cl_ord_id: string }>(sql`
        select cl_ord_id from simulator_client_order
        where split_part(cl_ord_id, '-', 1) = ${name} order by used_at, cl_ord_id`);
      return rows.map(({ cl_ord_id }) => cl_ord_id);
    },
    fills: () =>
      db.query<{ fill: string }>(
        sql`select exec_id || ' ' || quantity as fill from simulator_execution order by 1`,
      ),
    fates: (names: readonly string[]) =>
      db.query<{ fate: string }>(sql`
        select split_part(cl_ord_id, '-', 1) || ' ' || filled as fate from simulator_order
        where split_part(cl_ord_id, '-', 1) = any(${[...names]}::text[]) order by 1`),
  };
}

/** Names for the values of ExecType (150). */
const EXEC_TYPE: Readonly<Record<string, string>> = {
  '0': 'NEW',
  '4': 'CANCELED',
  '5': 'REPLACED',
};

function request(terms: Partial<OrderRequest>): OrderRequest {
  return {
    portfolioName: '0000000001',
    securityName: 'ACCESS',
    orderType: 'BUY',
    priceType: 'LIMIT',
    limitPrice: new Decimal(RESTING),
    quantityRequested: new Decimal(100),
    orderTermName: 'DAY',
    ...terms,
  };
}

async function submit(context: Context, terms: Partial<OrderRequest>) {
  const { id } = await systemWork(context, 'test', (work) =>
    submitTradeOrder(work, request(terms)),
  );
  const [row] = await context.db.query<{ id: bigint; name: string }>(
    sql`select id, name from trade_order where id = ${id ?? 0n}`,
  );
  assert.ok(row);
  return row;
}
