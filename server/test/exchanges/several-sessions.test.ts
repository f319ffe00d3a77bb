// A firm on two exchanges at once, with an office that has its own session. Every order is sent to
// its own exchange, waits while that session is down, and expires by that exchange's calendar.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEMO_SHARES } from '../../src/demo/security.js';
import { ALL_HOURS } from '../../src/exchanges/simulator/phase.js';
import { type Simulator, startSimulator } from '../../src/exchanges/simulator/server.js';
import { isTaxClass } from '../../src/modules/asset/index.js';
import { addExchange } from '../../src/modules/market/exchange/exchange.js';
import {
  AROUND_THE_CLOCK,
  createSecurity,
  ngxRules,
  recordFirstRules,
} from '../../src/modules/market/index.js';
import { type BusinessDate, businessDate } from '../../src/platform/calendar/business-date.js';
import { systemClock } from '../../src/platform/clock.js';
import type { Context } from '../../src/platform/context.js';
import { sql } from '../../src/platform/database/sql.js';
import { createLog } from '../../src/platform/log/log.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { systemWork } from '../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { closeDays } from '../support/end-of-day.js';
import { assertBooks, orderBody } from '../support/order.js';
import { freePort } from '../support/process/server-process.js';
import { waitFor } from '../support/wait.js';

const ORDER = '/api/v1/order/tradeorder';
const KEY = { beginString: 'FIX.4.4', targetCompId: 'BROKER1' } as const;

/** A foreign exchange: the simulator on its own database, connected over TCP. */
interface Foreign {
  readonly database: TestDatabase;
  readonly compId: string;
  readonly port: number;
  readonly day: { date: BusinessDate };
  simulator: Simulator | undefined;
}

describe('two exchanges at once', () => {
  let app: TestApp;
  let nasd: Foreign;
  let branch: Foreign;
  let offices: readonly string[] = [];

  before(async () => {
    nasd = await foreign('NASD');
    branch = await foreign('NGX');
    await open(nasd, [['NASDSHARE', '10.00']]);
    await open(branch, [['ACCESS', priceOf('ACCESS')]]);
    const common = { host: '127.0.0.1', beginString: 'FIX.4.4', sender: 'BROKER1' };
    app = await startTestApp(
      {
        demo: true,
        exchange: 'built-in',
        sessions: [
          { ...common, name: 'nasd', exchange: 'NASD', port: nasd.port, target: 'NASD' },
          {
            ...common,
            name: 'ngx-branch',
            exchange: 'NGX',
            offices: ['0000000002'],
            port: branch.port,
            target: 'NGX',
          },
        ],
      },
      addSecondExchange,
    );
    offices = (
      await app.db.query<{ name: string }>(sql`select name from business_office order by id`)
    ).map(({ name }) => name);
    const [day] = await app.db.query<{ business_date: BusinessDate }>(
      sql`select business_date from business_day`,
    );
    assert.ok(day);
    nasd.day.date = day.business_date;
    branch.day.date = day.business_date;
    for (const name of ['built-in', 'nasd', 'ngx-branch']) await connected(name, true);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
    for (const one of [nasd, branch]) {
      await one.simulator?.stop();
      await one.database.drop();
    }
  });

  async function foreign(compId: string): Promise<Foreign> {
    const day = { date: businessDate('2026-11-23') };
    const database = await createTestDatabase();
    return { database, compId, port: await freePort(), day, simulator: undefined };
  }

  // Opens a foreign exchange without a market maker, so orders rest until the test ends the day.
  async function open(one: Foreign, shares: readonly (readonly [string, string])[]) {
    one.simulator = await startSimulator({
      db: one.database.db,
      clock: systemClock,
      log: createLog('silent'),
      host: '127.0.0.1',
      port: one.port,
      securities: shares.map(([symbol, price]) => ({ symbol, previousClose: new Decimal(price) })),
      hours: () => ALL_HOURS,
      seed: null,
      sessions: [{ key: { ...KEY, senderCompId: one.compId } }],
      businessDate: () => one.day.date,
    });
  }

  function connected(name: string, isLoggedOn: boolean): Promise<unknown> {
    return waitFor(`session ${name}`, async () => {
      const [row] = await app.db.query<{ logged_on: boolean }>(
        sql`select logged_on from exchange_connection where session_name = ${name}`,
      );
      return (row?.logged_on ?? false) === isLoggedOn;
    });
  }

  /** Returns a portfolio in this office whose customer has money. */
  async function portfolioOf(office: string): Promise<string> {
    const [row] = await app.db.query<{ name: string }>(sql`
      select p.name from portfolio p join business_office o on o.id = p.office_id
      join account a on a.customer_id = p.customer_id and a.acct_type = 'CUSTOMER_CASH'
      join account_balance b on b.account_id = a.id
      where o.name = ${office} and b.balance_minor - b.held_minor > 10000000
      order by p.id limit 1`);
    assert.ok(row, `a portfolio of office ${office}`);
    return row.name;
  }

  const dealer = () => app.as('DEALER');
  const submit = (terms: object) => dealer().post(`${ORDER}/submit`, orderBody(terms));
  const atNasd = (changes: object = {}) => ({
    securityName: 'NASDSHARE',
    priceType: 'LIMIT',
    limitPrice: '9.50',
    ...changes,
  });

  async function read(id: number): Promise<Json> {
    return (await dealer().get(`${ORDER}/id/${id}`)).body;
  }

  function becoming(id: number, is: (order: Json) => boolean, what: string): Promise<Json> {
    return waitFor(`order ${id} to be ${what}`, async () => {
      const order = await read(id);
      return is(order) ? order : undefined;
    });
  }

  async function sent(terms: object): Promise<number> {
    const { status, body, text } = await submit(terms);
    assert.equal(status, 201, text);
    return body.id;
  }

  /** Returns how many ClOrdIDs a foreign exchange has received for an order. */
  async function seenAt(one: Foreign, id: number): Promise<number> {
    const [row] = await app.db.query<{ name: string }>(
      sql`select name from trade_order where id = ${BigInt(id)}`,
    );
    const [seen] = await one.database.db.query<{ count: bigint }>(sql`
      select count(*) as count from simulator_client_order
      where cl_ord_id like ${`${row?.name}-%`}`);
    return Number(seen?.count ?? 0n);
  }

  it('orders reach the right exchange, and those of an office its own session', async () => {
    const [home = '', other = ''] = offices;
    assert.equal(other, '0000000002');
    const ids = await Promise.all([
      sent({ portfolioName: await portfolioOf(home) }),
      sent({ portfolioName: await portfolioOf(home), ...atNasd() }),
      sent({ portfolioName: await portfolioOf(other), ...atNasd() }),
      sent({
        portfolioName: await portfolioOf(other),
        priceType: 'LIMIT',
        limitPrice: lowPrice('ACCESS'),
      }),
    ]);
    const [builtIn = 0, ...resting] = ids;
    await becoming(builtIn, ({ orderStatus }) => orderStatus === 'EXECUTED', 'executed');
    for (const id of resting) {
      await becoming(id, ({ orderStatus }) => orderStatus === 'EXECUTING', 'at its exchange');
    }
    const seen = await Promise.all(
      ids.map(async (id) => [await seenAt(nasd, id), await seenAt(branch, id)]),
    );
    assert.deepEqual(seen, [
      [0, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    for (const id of resting) {
      assert.equal((await dealer().put(`${ORDER}/cancel/id/${id}`)).status, 200);
      await becoming(id, ({ orderStatus }) => orderStatus === 'CANCELLED', 'cancelled');
    }
    assert.deepEqual([await seenAt(nasd, ids[2] ?? 0), await seenAt(branch, ids[3] ?? 0)], [2, 2]);
  });

  it('orders for one that is down wait while the other trades, and are sent later', async () => {
    await nasd.simulator?.stop();
    await connected('nasd', false);
    const waiting = await sent(atNasd());
    const shown = await becoming(waiting, ({ waitingFor }) => waitingFor === 'SESSION', 'waiting');
    assert.deepEqual([shown.orderStatus, shown.fixOrderStatus], ['BOOKED', 'NA']);
    const list = await dealer().get(`${ORDER}/list?waitingFor=SESSION`);
    assert.ok(list.body.result.some(({ id }: Json) => id === waiting));
    const other = await sent({});
    await becoming(other, ({ orderStatus }) => orderStatus === 'EXECUTED', 'executed');
    await open(nasd, [['NASDSHARE', '10.00']]);
    const gone = await becoming(
      waiting,
      ({ orderStatus }) => orderStatus === 'EXECUTING',
      'at its exchange',
    );
    assert.equal(gone.waitingFor, undefined);
    await dealer().put(`${ORDER}/cancel/id/${waiting}`);
    await becoming(waiting, ({ orderStatus }) => orderStatus === 'CANCELLED', 'cancelled');
  });

  it('over several days, a GTC order is re-entered and an unsent DAY order expires', async () => {
    await app.db.query(sql`
      update market_rule set terms = '{"longestDays": 0}'
      from exchange e where e.id = exchange_id and e.name = 'NASD' and rule = 'ORDER_LIFE'`);
    const lasting = await sent(atNasd({ orderTermName: 'GTC' }));
    await becoming(lasting, ({ orderStatus }) => orderStatus === 'EXECUTING', 'at its exchange');
    await nasd.simulator?.closeDay(nasd.day.date);
    await becoming(lasting, ({ fixOrderStatus }) => fixOrderStatus === 'EXPIRED', 'expired there');
    assert.equal((await read(lasting)).waitingFor, 'NEXT_ENTRY');
    await nasd.simulator?.stop();
    await connected('nasd', false);
    const forTheDay = await sent(atNasd());
    await closeDays(app.as('ADMIN'));
    const [day] = await app.db.query<{ business_date: BusinessDate }>(
      sql`select business_date from business_day`,
    );
    assert.ok(day);
    nasd.day.date = day.business_date;
    assert.equal((await read(forTheDay)).orderStatus, 'EXPIRED');
    await becoming(lasting, ({ waitingFor }) => waitingFor === 'SESSION', 'queued again');
    await open(nasd, [['NASDSHARE', '10.00']]);
    const again = await becoming(
      lasting,
      ({ fixOrderStatus }) => fixOrderStatus === 'NEW',
      'there',
    );
    assert.deepEqual(
      again.exchangeOrders.map((one: Json) => [one.entryNo, one.fixOrderStatus]),
      [
        [1, 'EXPIRED'],
        [2, 'NEW'],
      ],
    );
    assert.equal(await seenAt(nasd, lasting), 2);
    assert.equal(await seenAt(nasd, forTheDay), 0);
  });

  it('an order that no session carries is refused, with the exchange and the office', async () => {
    const lonely = await startTestApp({
      demo: true,
      exchange: 'none',
      sessions: [
        {
          name: 'nasd',
          exchange: 'NASD',
          host: '127.0.0.1',
          port: 1,
          beginString: 'FIX.4.4',
          sender: 'BROKER1',
          target: 'NASD',
        },
      ],
    });
    try {
      const { status, body } = await lonely.as('DEALER').post(`${ORDER}/submit`, orderBody());
      assert.equal(status, 422);
      assert.equal(body.msgCode, 'EXCHANGE_NOT_ROUTED');
      assert.deepEqual(body.msgArgs, ['NGX', offices[0]]);
    } finally {
      await lonely.stop();
    }
  });
});

async function addSecondExchange(context: Context): Promise<void> {
  await systemWork(context, 'test', async (work) => {
    await addExchange(work, {
      name: 'NASD',
      aliases: [],
      label: 'NASD OTC Securities Exchange',
      currency: 'NGN',
      timeZone: 'Africa/Lagos',
    });
    await recordFirstRules(work, 'NASD', ngxRules(AROUND_THE_CLOCK));
    await createSecurity(
      work,
      {
        exchange: 'NASD',
        name: 'NASDSHARE',
        label: 'A share of the second exchange',
        securityType: 'EQUITY',
        currency: 'NGN',
        previousClose: new Decimal('10.00'),
      },
      { isTaxClass },
    );
  });
}

function priceOf(security: string): string {
  const share = DEMO_SHARES.find(({ name }) => name === security);
  assert.ok(share);
  return share.price;
}

/**
 * Returns a price far below the market but within the price limits and on a tick, so that the order
 * rests.
 */
function lowPrice(security: string): string {
  return new Decimal(priceOf(security)).times('0.93').times(20).ceil().dividedBy(20).toFixed(2);
}
