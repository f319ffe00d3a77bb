// Runs a server and an exchange as separate processes, each with its own database, under a stream
// of all kinds of orders. Kills one of them, and then checks the invariants.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from '../../src/platform/database/sql.js';
import { type Caller, DEMO, type Json } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { assertBooks, orderBody } from '../support/order.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/process/exchange-process.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';

const CALLERS = 4;
/**
 * The number of orders acknowledged before the kill. ORDERS_AFTER is the number that the server
 * accepts afterwards.
 */
const ORDERS_BEFORE = 32;
const ORDERS_AFTER = 8;
/** The amount of a receipt in naira. Ten million or more would need a second person's approval. */
const CASH = 9_000_000;
const SYMBOL = 'ACCESS';
const ORDER = '/api/v1/order/tradeorder';
/** The quantities of an order before and after its amendment. */
const QUANTITY = '10';
const AMENDED = '12';

export interface KillStage {
  readonly ours: TestDatabase;
  readonly theirs: TestDatabase;
  /** Sends orders from before the kill until after it, then restarts the killed process. */
  flowAndKill(victim: 'server' | 'exchange'): Promise<void>;
  /** Waits until both sides agree on every order, then checks every invariant. */
  assertTruth(): Promise<void>;
  /** Prints the results so far. */
  sayProof(name: string, kills: number): Promise<void>;
  close(): Promise<void>;
}

/** The exchange with which the server trades, and the invariants that must hold between them. */
export interface Counterparty {
  /**
   * Starts the exchange on its own database. An exchange without an order book fills market orders
   * at the given price.
   */
  start(url: string, port: number, price: string): Promise<ExchangeProcess>;
  /** True if the exchange accepts amendments. The flow then contains some. */
  readonly amends: boolean;
  assertTruth(sides: BothSides): Promise<void>;
}

export const SIMULATED: Counterparty = {
  start: startExchangeProcess,
  amends: true,
  assertTruth: async (sides) => {
    const { ours, theirs } = sides;
    await assertSameOrders(sides, fatesThere);
    await assertSameFills(ours, theirs);
    await assertSameTerms(sides);
    await Promise.all([assertNoSequenceError(ours), assertNoSequenceError(theirs)]);
  },
};

export async function openKillStage(counterparty = SIMULATED): Promise<KillStage> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-kill-'));
  const [ours, theirs] = await Promise.all([createTestDatabase(DEMO), createTestDatabase()]);
  await writeTestKeys(folder);
  const ports = { fix: await freePort(), http: await freePort() };
  const startServer = () =>
    startServerProcess(folder, ports.http, {
      DATABASE_URL: ours.url,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_EXCHANGE: 'fix',
      FIX_PORT: String(ports.fix),
      FIX_SENDER: 'BROKER1',
      FIX_TARGET: 'NGX',
    });
  const price = await closingPrice(ours);
  const startExchange = () => counterparty.start(theirs.url, ports.fix, price);
  let exchange: ExchangeProcess = await startExchange();
  let server: ServerProcess = await startServer();
  const close = async () => {
    const codes = [await server.end('SIGTERM'), await exchange.end()];
    await Promise.all([ours.drop(), theirs.drop()]);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(codes, [0, 0]);
  };
  await fund(server).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const answered: Answered = { acknowledged: new Set(), amended: new Set() };
  return {
    ours,
    theirs,
    flowAndKill: async (victim) => {
      const flow = await startFlow(server, ours, { answered, amends: counterparty.amends });
      await flow.takes(ORDERS_BEFORE);
      await (victim === 'server' ? server.end('SIGKILL') : exchange.kill());
      // If the exchange is killed, the server still accepts orders and queues them.
      if (victim === 'exchange') await flow.takes(ORDERS_AFTER);
      await flow.stop();
      if (victim === 'server') server = await startServer();
      else exchange = await startExchange();
    },
    assertTruth: async () => {
      await counterparty.assertTruth({ ours, theirs, ...answered });
      await assertBooks({ db: ours.db });
    },
    sayProof: async (name, kills) => sayProof(name, { kills, ...(await figuresOf(ours)) }),
    close,
  };
}

/** Returns the price at which an exchange without a book fills a market order. */
export async function closingPrice({ db }: TestDatabase): Promise<string> {
  const [price] = await db.query<{ close: string }>(sql`
    select p.previous_close::text as close
    from security s join security_price p on p.security_id = s.id where s.name = ${SYMBOL}`);
  assert.ok(price);
  return price.close;
}

function portfolioName(index: number): string {
  return String(index + 1).padStart(10, '0');
}

/**
 * Books enough money for every order of the longest run. Runs with more orders need more receipts.
 */
export async function fund(server: ServerProcess, receipts = 1): Promise<void> {
  const client = await server.as('CLIENT');
  for (let index = 0; index < CALLERS * receipts; index += 1) {
    const { body } = await client.post('/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      transMethod: 'BANK_TRANSFER',
      partnerName: portfolioName(index % CALLERS),
      currency: 'NGN',
      amount: CASH,
    });
    const posted = await client.put(`/api/v1/finance/cash-transaction/post/id/${body.id}`);
    assert.equal(posted.status, 200, posted.text);
  }
}

/** The orders whose submission was answered, and the orders whose amendment was answered. */
interface Answered {
  readonly acknowledged: Set<number>;
  readonly amended: Set<number>;
}

interface Flow {
  readonly answered: Answered;
  readonly amends: boolean;
}

// Starts callers that send orders until they are stopped or the kill breaks their connections. Only
// an order whose request was answered is treated as acknowledged.
export async function startFlow(server: ServerProcess, { db }: TestDatabase, flow: Flow) {
  const { acknowledged } = flow.answered;
  const client = await server.as('CLIENT');
  const [price] = await db.query<{ resting: string }>(sql`
    select trim_scale(round(p.previous_close * 0.93, 1))::text as resting
    from security s join security_price p on p.security_id = s.id where s.name = ${SYMBOL}`);
  assert.ok(price);
  let stopped = false;
  let turn = 0;
  const call = async () => {
    while (!stopped) {
      turn += 1;
      const id = await sendOne(client, { turn, resting: price.resting, flow });
      if (id === undefined) return;
      acknowledged.add(id);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, call));
  callers.catch(() => undefined);
  return {
    takes: async (orders: number) => {
      const wanted = acknowledged.size + orders;
      let failed: { readonly error: unknown } | undefined;
      callers.catch((error: unknown) => {
        failed = { error };
      });
      await waitFor('orders to be taken', async () => {
        if (failed !== undefined) throw failed.error;
        return acknowledged.size >= wanted;
      });
    },
    stop: async () => {
      stopped = true;
      await callers;
    },
  };
}

interface Turn {
  readonly turn: number;
  readonly resting: string;
  readonly flow: Flow;
}

/**
 * Sends one order. Out of every four, two fill immediately, one rests and is amended straight away
 * if the exchange accepts that, and one rests until it is cancelled straight away.
 * @returns undefined if the connection broke
 */
async function sendOne(client: Caller, { turn, resting, flow }: Turn): Promise<number | undefined> {
  const rests = turn % 4 >= 2 ? { priceType: 'LIMIT', limitPrice: Number(resting) } : {};
  const order = orderBody({
    portfolioName: portfolioName(turn % CALLERS),
    quantityRequested: QUANTITY,
    ...rests,
  });
  const reply = await client.post(`${ORDER}/submit`, order).catch(() => undefined);
  if (reply === undefined) return undefined;
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body;
  if (turn % 4 === 2 && flow.amends) {
    const body = { ...order, id, quantityRequested: AMENDED };
    const amended = await client.put(`${ORDER}/update`, body).catch(() => undefined);
    assert.ok(amended === undefined || amended.status === 200, amended?.text);
    if (amended !== undefined) flow.answered.amended.add(id);
  }
  if (turn % 4 !== 3) return id;
  const cancel = await client.put(`${ORDER}/cancel/id/${id}`).catch(() => undefined);
  assert.ok(cancel === undefined || cancel.status === 200, cancel?.text);
  return id;
}

/** Both databases, and the orders whose requests were answered. */
export interface BothSides {
  readonly ours: TestDatabase;
  readonly theirs: TestDatabase;
  readonly acknowledged: ReadonlySet<number>;
  readonly amended: ReadonlySet<number>;
}

export interface Fate {
  readonly status: string;
  readonly filled: string;
}

/**
 * Checks that both sides have the same orders with the same status and filled quantity. An order
 * cancelled before it was sent exists only on our side.
 */
export async function assertSameOrders(
  { ours, theirs, acknowledged }: BothSides,
  fatesOf: (theirs: TestDatabase) => Promise<Record<string, Fate>>,
): Promise<void> {
  let seen: readonly Record<string, Fate>[] = [];
  const look = async () => {
    seen = [await fatesHere(ours), await fatesOf(theirs)];
    return isDeepStrictEqual(seen[0], seen[1]);
  };
  await waitFor('both sides to agree on every order', look).catch(() => undefined);
  assert.deepEqual(seen[0], seen[1]);
  const rows = await ours.db.query<{ id: bigint }>(sql`select id from trade_order`);
  const stored = new Set(rows.map(({ id }) => Number(id)));
  assert.deepEqual(
    [...acknowledged].filter((id) => !stored.has(id)),
    [],
  );
}

/**
 * Checks that both sides have the same quantity for every order, and that each amendment whose
 * request was answered is in force.
 */
async function assertSameTerms({ ours, theirs, amended }: BothSides): Promise<void> {
  let seen: readonly Record<string, string>[] = [];
  const look = async () => {
    seen = [await quantitiesHere(ours), await quantitiesThere(theirs)];
    return isDeepStrictEqual(seen[0], seen[1]);
  };
  await waitFor('both sides to agree on every quantity', look).catch(() => undefined);
  assert.deepEqual(seen[0], seen[1]);
  const rows = await ours.db.query<{ id: bigint; quantity: string }>(sql`
    select id, quantity::text from trade_order`);
  const lost = rows.filter(({ id, quantity }) => amended.has(Number(id)) && quantity !== AMENDED);
  assert.deepEqual(lost, []);
}

async function quantitiesHere({ db }: TestDatabase): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; quantity: string }>(sql`
    select t.name, t.quantity::text from trade_order t
    where not exists (
      select from exchange_instruction i
      where i.order_id = t.id and i.kind = 'NEW' and i.state = 'WITHDRAWN')`);
  return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]));
}

async function quantitiesThere({ db }: TestDatabase): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; quantity: string }>(sql`
    select distinct split_part(c.cl_ord_id, '-', 1) as name, o.quantity::text as quantity
    from simulator_client_order c join simulator_order o using (exchange, order_id)`);
  return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]));
}

async function fatesHere({ db }: TestDatabase): Promise<Record<string, Fate>> {
  const rows = await db.query<{ name: string } & Fate>(sql`
    select t.name, t.fix_order_status as status, t.quantity_filled::text as filled
    from trade_order t
    where not exists (
      select from exchange_instruction i
      where i.order_id = t.id and i.kind = 'NEW' and i.state = 'WITHDRAWN')`);
  return fatesByName(rows);
}

async function fatesThere({ db }: TestDatabase): Promise<Record<string, Fate>> {
  const rows = await db.query<{ name: string } & Fate>(sql`
    select distinct split_part(c.cl_ord_id, '-', 1) as name,
      replace(o.status, 'CANCELED', 'CANCELLED') as status, o.filled::text as filled
    from simulator_client_order c join simulator_order o using (exchange, order_id)`);
  return fatesByName(rows);
}

export function fatesByName(rows: readonly ({ name: string } & Fate)[]): Record<string, Fate> {
  return Object.fromEntries(rows.map(({ name, status, filled }) => [name, { status, filled }]));
}

async function assertSameFills(ours: TestDatabase, theirs: TestDatabase): Promise<void> {
  const booked = await ours.db.query<Json>(sql`
    select exec_id, quantity::int as quantity from execution_report where kind = 'TRADE'`);
  const traded = await theirs.db.query<Json>(sql`
    select exec_id, quantity::int as quantity from simulator_execution`);
  const text = (rows: readonly Json[]) =>
    rows.map((row) => `${row.exec_id} ${row.quantity}`).sort();
  assert.ok(traded.length > 0);
  assert.deepEqual(text(booked), text(traded));
}

/** Checks that no sequence reset, rejected message or low sequence number was ever reported. */
async function assertNoSequenceError({ db }: TestDatabase): Promise<void> {
  const sessions = await db.query<Json>(sql`
    select roll from fix_session
    where target_comp_id in ('NGX', 'BROKER1') and next_out_seq_num > 1`);
  assert.deepEqual(sessions, [{ roll: 1 }]);
  const errors = await db.query<Json>(sql`
    select msg_type, convert_from(raw, 'LATIN1') as raw from fix_message
    where msg_type in ('3', 'j') or convert_from(raw, 'LATIN1') like '%too low%'`);
  assert.deepEqual(errors, []);
}

export async function figuresOf({ db }: TestDatabase): Promise<Record<string, number>> {
  const [row] = await db.query<Json>(sql`
    select (select count(*) from trade_order)::int as orders,
      (select count(*) from execution_report where kind = 'TRADE')::int as fills,
      (select count(*) from unmatched_report)::int as unmatched,
      count(*) filter (where direction = 'IN' and msg_type = 'A')::int as logons,
      count(*) filter (where msg_type = '2')::int as asked,
      count(*) filter (where direction = 'IN' and convert_from(raw, 'LATIN1') like
        '%' || chr(1) || '43=Y' || chr(1) || '%' and msg_type <> '4')::int as resent,
      count(*)::int as messages
    from fix_message`);
  return {
    ...{ orders: row.orders, fills: row.fills, messages: row.messages, logons: row.logons },
    ...{ 'resend requests': row.asked, 'messages received again': row.resent },
    'reports unmatched': row.unmatched,
  };
}
