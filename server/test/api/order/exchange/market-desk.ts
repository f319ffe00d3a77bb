// Fixture: a broker whose market has the NGX trading hours. No exchange is connected: the test
// moves the clock, takes instructions and sends reports itself.

import assert from 'node:assert/strict';
import { modulesOf, openApp } from '../../../../src/app/app.js';
import { type Config, readConfig } from '../../../../src/config/config.js';
import { NGX_TRADING_DAY } from '../../../../src/modules/market/index.js';
import { replaceRule } from '../../../../src/modules/market/rule/queries.js';
import { orderEndOfDay } from '../../../../src/modules/order/end-of-day.js';
import { UNROUTED } from '../../../../src/modules/order/exchange/session-route.js';
import { triggerStops } from '../../../../src/modules/order/exchange/stop-order.js';
import {
  applyExchangeReport,
  type Instruction,
  takeInstructions,
} from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import type { Context } from '../../../../src/platform/context.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { buildServer } from '../../../../src/platform/http/server.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Caller, callerOf, DEMO, type Json } from '../../../support/app.js';
import { TEST_KEYS } from '../../../support/data-key.js';
import { createTestDatabase } from '../../../support/database.js';
import { bringInstead } from '../../../support/holding.js';
import { orderBody } from '../../../support/order.js';
import { reportOf, type Said } from '../../../support/order-desk.js';

export type MarketDesk = Awaited<ReturnType<typeof openMarketDesk>>;

/** The base path for trade orders. */
export const TRADE_ORDER = '/api/v1/order/tradeorder';

/** The business date: Monday, 7 December 2026. The clock starts at 11:00 in Lagos. */
export const MONDAY = '2026-12-07';

/**
 * Opens the broker: every price is 25.00, and the first portfolio has 10,000 ACCESS.
 * @param exchangeRoutes the sessions that carry orders; none if absent
 */
export async function openMarketDesk(exchangeRoutes: Config['exchangeRoutes'] = []) {
  const database = await createTestDatabase(DEMO);
  const flags = { ...TEST_KEYS, port: 0, logLevel: 'silent', allowUnsafeDatabase: true } as const;
  const config = readConfig(
    { DATABASE_URL: database.url },
    { ...flags, demo: true, exchange: 'none' },
  );
  const opened = await openApp(config);
  let now = '';
  const clock = { now: () => now, millis: () => Date.parse(now) };
  const routed = { ...opened.context.config, exchangeRoutes };
  const context: Context = { ...opened.context, clock, config: routed };
  await prepare(context);
  let requests = 0;
  const server = await serve(context, () => {
    requests += 1;
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const caller: Caller = callerOf(url, {});
  const desk = {
    context,
    db: context.db,
    url,
    caller,
    /** The number of requests admitted so far. */
    requests: () => requests,
    /** A caller for a second person, who can approve. */
    second: callerOf(url, { authorization: 'second' }),
    /** Moves the clock to a local time on a date, and by default the business date as well. */
    at: async (time: string, date = MONDAY, business = date) => {
      now = new Date(Date.parse(`${date}T${time}:00.000Z`) - 3_600_000).toISOString();
      await context.db.query(
        sql`update business_day set business_date = ${businessDate(business)}`,
      );
    },
    submit: (changes: object = {}, headers: Record<string, string> = {}) =>
      caller.post(`${TRADE_ORDER}/submit`, limitBody(changes), headers),
    /** Submits an order that must be accepted and returns its record. */
    accepted: async (changes: object = {}): Promise<Json> => {
      const reply = await caller.post(`${TRADE_ORDER}/submit`, limitBody(changes));
      assert.equal(reply.status, 201, reply.text);
      return reply.body.result;
    },
    /** Proposes a change to reference data and approves it as the second person. */
    change: async (path: string, body: object): Promise<Json> => {
      const proposed = await caller.put(`/api/v1/${path}`, body);
      assert.equal(proposed.status, 201, proposed.text);
      const approve = `/api/v1/system/change/approve/id/${proposed.body.id}`;
      const approved = await desk.second.put(approve);
      assert.equal(approved.status, 200, approved.text);
      return approved.body.result;
    },
    /** Takes the instructions that an adapter would take now. */
    take: (): Promise<Instruction[]> =>
      context.db.transaction((tx) => takeInstructions(tx, UNROUTED, now)),
    ...exchangeOf(context),
    stop: async () => {
      await server.close();
      await opened.close();
      await database.drop();
    },
  };
  await desk.at('11:00');
  return desk;
}

// Returns functions that send exchange reports and set last prices.
function exchangeOf(context: Context) {
  return {
    say: async (id: number, status: string, said: Said = {}) => {
      const row = await orderRow(context, id);
      const report = reportOf(row.exchange_id, { row, status, said });
      return systemWork(context, 'test', (work) => applyExchangeReport(work, report));
    },
    trigger: async (last: string) => {
      await context.db.query(sql`update security_price set last = ${last}::numeric`);
      return systemWork(context, 'test', triggerStops);
    },
    endOfDay: async (closing: string, next: string) => {
      const day = { closing: businessDate(closing), next: businessDate(next) };
      for (const step of orderEndOfDay) await step.run(context, day);
      await context.db.query(sql`update business_day set business_date = ${day.next}`);
    },
    order: (id: number): Promise<OrderRow> => orderRow(context, id),
  };
}

// Starts a server whose caller has every permission. The authorization header selects the second
// person.
function serve(context: Context, letIn: () => void) {
  const modules = modulesOf(context);
  const permissions = new Set(
    modules.flatMap(({ routes }) => routes.map(({ permission }) => permission)),
  );
  return buildServer({
    context,
    modules,
    authenticate: async ({ authorization }) => {
      letIn();
      return {
        kind: 'user',
        id: authorization === 'second' ? 2n : 1n,
        name: authorization ?? 'first',
        permissions,
        offices: undefined,
      };
    },
  });
}

/** Returns a DAY limit buy of 100 ACCESS at 25.00, with these members replaced. */
export function limitBody(changes: object = {}): object {
  return orderBody({ priceType: 'LIMIT', limitPrice: '25.00', ...changes });
}

async function prepare(context: Context): Promise<void> {
  const [exchange] = await context.db.query<{ id: bigint }>(
    sql`select id from exchange where name = 'NGX'`,
  );
  assert.ok(exchange);
  const exchangeId = exchange.id;
  await context.db.transaction(async (tx) => {
    for (const assetClass of ['EQUITY', 'BOND'] as const) {
      const of = { exchangeId, assetClass, rule: 'TRADING_PHASES' } as const;
      await replaceRule(tx, of, [NGX_TRADING_DAY]);
    }
    await tx.query(sql`update security_price set previous_close = 25, last = 25`);
    await bringInstead(
      tx,
      sql`select p.id as portfolio_id, s.id as security_id, 10000 as quantity,
        20000000 as cost_minor
        from portfolio p, security s where p.name = '0000000001' and s.name = 'ACCESS'`,
    );
  });
}

async function orderRow(context: Context, id: number): Promise<OrderRow> {
  const [row] = await context.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${BigInt(id)}`);
  assert.ok(row);
  return row;
}
