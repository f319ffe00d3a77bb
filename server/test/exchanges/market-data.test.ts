// Market data over an exchange's session: requested after each logon, updated as prices move,
// refreshed after a disconnect, and rejected by an exchange that offers none.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readMarketData } from '../../src/exchanges/fix/adapter/market-data.js';
import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../src/exchanges/fix/adapter/order-adapter.js';
import { sessionConfig } from '../../src/exchanges/fix/session/config.js';
import {
  type BodyValue,
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../src/exchanges/fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../../src/exchanges/fix/session/peer/acceptor.js';
import { ALL_HOURS } from '../../src/exchanges/simulator/phase.js';
import { type Simulator, startSimulator } from '../../src/exchanges/simulator/server.js';
import { applyMarketDays, type MarketDay } from '../../src/modules/market/index.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { systemClock } from '../../src/platform/clock.js';
import { sql } from '../../src/platform/database/sql.js';
import { createLog } from '../../src/platform/log/log.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Desk, openDesk } from '../support/order-desk.js';
import { storedPrice } from '../support/price.js';
import { freePort } from '../support/process/server-process.js';
import { waitFor } from '../support/wait.js';

const DATE = businessDate('2026-11-16');
const SHARES = ['ACCESS', 'ZENITHBANK', 'MTNN'] as const;
const KEY = { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' } as const;
const THEIRS = { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER' } as const;

describe('prices over a session', () => {
  let desk: Desk;
  let theirs: TestDatabase;
  let simulator: Simulator | undefined;
  let adapter: OrderAdapter | undefined;
  let port: number;

  before(async () => {
    // The port is not ephemeral, because the simulator reopens it after a disconnect.
    port = await freePort();
    desk = await openDesk();
    await desk.setDate(DATE);
    await desk.db.query(sql`update security_price set price_date = ${DATE}`);
    theirs = await createTestDatabase();
    await openSimulator();
    adapter = connect('moving', port);
  });
  after(async () => {
    await adapter?.stop();
    await simulator?.stop();
    await theirs.drop();
    await desk.stop();
  });

  async function openSimulator(): Promise<void> {
    simulator = await startSimulator({
      db: theirs.db,
      clock: systemClock,
      log: createLog('silent'),
      host: '127.0.0.1',
      port,
      securities: SHARES.map((symbol) => ({ symbol, previousClose: new Decimal(25) })),
      hours: () => ALL_HOURS,
      seed: '7',
      sessions: [{ key: THEIRS, heartBtIntSeconds: 30 }],
      businessDate: () => DATE,
      stepIntervalMs: 0,
    });
  }

  const connect = (name: string, at: number): OrderAdapter =>
    startOrderAdapter(desk.context, {
      name,
      exchangeId: desk.exchangeId,
      host: '127.0.0.1',
      port: at,
      marketData: true,
      session: { key: KEY, heartBtIntSeconds: 30, reconnectMaxMs: 200 },
    });

  const feed = async (name: string) => {
    const [row] = await desk.db.query<{ state: string; told_date: string | null }>(
      sql`select state, told_date from price_feed where session_name = ${name}`,
    );
    return row;
  };

  async function ours(symbol: string) {
    const [row] = await desk.db.query<{ id: bigint }>(
      sql`select id from security where name = ${symbol}`,
    );
    const price = await storedPrice(desk.db, row?.id ?? 0n);
    assert.ok(price);
    const text = (value: Decimal | null) => value?.toFixed(2) ?? null;
    const { open, high, low, last, volume } = price;
    return [text(open), text(high), text(low), text(last), String(volume)];
  }

  // Resolves to true if our prices match the exchange's for every security that has traded,
  // otherwise undefined.
  async function agree(): Promise<true | undefined> {
    for (const price of simulator?.prices() ?? []) {
      const text = (value: string | null) =>
        value === null ? null : new Decimal(value).toFixed(2);
      const { open, high, low, last, volume } = price;
      const told = [text(open), text(high), text(low), text(last), String(volume)];
      const own = await ours(price.symbol);
      if (price.volume > 0n && JSON.stringify(told) !== JSON.stringify(own)) return undefined;
    }
    return true;
  }

  it('follow last, open, high, low and volume of the exchange', async () => {
    for (let count = 0; count < 40; count += 1) await simulator?.step();
    const traded = simulator?.prices().filter(({ volume }) => volume > 0n) ?? [];
    assert.ok(traded.length > 0);
    await waitFor('the prices of the exchange', agree);
    const live = await feed('moving');
    assert.deepEqual([live?.state, live?.told_date], ['LIVE', DATE]);
    const [bar] = await desk.db.query<{ close: Decimal; volume: bigint }>(sql`
      select d.close, d.volume from security_price_day d join security s on s.id = d.security_id
      where s.name = ${traded[0]?.symbol ?? ''} and d.price_date = ${DATE}`);
    assert.equal(bar?.volume, traded[0]?.volume);
    assert.equal(bar?.close.toFixed(2), new Decimal(traded[0]?.last ?? 0).toFixed(2));
  });

  it('are current again after a disconnect, whatever has changed', async () => {
    await adapter?.stop();
    for (let count = 0; count < 30; count += 1) await simulator?.step();
    const [row] = await theirs.db.query<{ count: bigint }>(
      sql`select count(*) as count from simulator_report`,
    );
    assert.equal(row?.count, 0n);
    adapter = connect('moving', port);
    await waitFor('the prices of the exchange', agree);
  });

  it('are still sent after the exchange was restarted', async () => {
    await simulator?.stop();
    await openSimulator();
    await waitFor('the logon', async () => adapter?.session.isLoggedOn() || undefined);
    for (let count = 0; count < 20; count += 1) await simulator?.step();
    await waitFor('the prices of the exchange', agree);
  });

  describe('as messages', () => {
    const told = (day: Partial<MarketDay>) =>
      desk.db.transaction((tx) =>
        applyMarketDays(
          tx,
          { sessionName: 'by hand', exchangeId: desk.exchangeId, now: desk.context.clock.now() },
          [{ symbol: 'UBA', ...day }],
        ),
      );

    it('change nothing if sent twice, and keep other values in a partial update', async () => {
      const day = {
        date: DATE,
        last: new Decimal('25.40'),
        open: new Decimal('25.10'),
        high: new Decimal('25.60'),
        low: new Decimal('25.00'),
        volume: 700n,
      };
      assert.equal(await told(day), 1);
      assert.equal(await told(day), 1);
      assert.deepEqual(await ours('UBA'), ['25.10', '25.60', '25.00', '25.40', '700']);
      await told({ last: new Decimal('25.80'), volume: 800n });
      assert.deepEqual(await ours('UBA'), ['25.10', '25.80', '25.00', '25.80', '800']);
    });

    it('are ignored if they are for another day or an unknown security', async () => {
      const before = await ours('UBA');
      assert.equal(await told({ date: businessDate('2026-11-13'), last: new Decimal(9) }), 0);
      assert.equal(await told({ symbol: 'NOBODY', last: new Decimal(9) }), 0);
      assert.deepEqual(await ours('UBA'), before);
    });

    it('add the traded volume if they are increments', async () => {
      const fields: (readonly [number, string])[] = [
        [8, 'FIX.4.4'],
        [268, '3'],
        ...(
          [
            ['279', '0'],
            ['269', '2'],
            ['55', 'UBA'],
            ['270', '25.90'],
            ['271', '40'],
          ] as const
        ).map(([tag, value]) => [Number(tag), value] as const),
        ...(
          [
            ['279', '0'],
            ['269', '2'],
            ['270', '24.90'],
            ['271', '60.00'],
          ] as const
        ).map(([tag, value]) => [Number(tag), value] as const),
        ...(
          [
            ['279', '2'],
            ['269', '2'],
            ['270', '1.00'],
            ['271', '9'],
          ] as const
        ).map(([tag, value]) => [Number(tag), value] as const),
      ];
      const [day] = readMarketData({ beginString: 'FIX.4.4', msgType: 'X', fields }) ?? [];
      assert.equal(day?.traded, 100n);
      await told(day ?? {});
      assert.deepEqual(await ours('UBA'), ['25.10', '25.90', '24.90', '24.90', '900']);
    });

    it('change nothing if they are invalid', () => {
      const fields: (readonly [number, string])[] = [
        [55, 'UBA'],
        [268, '2'],
        [269, '2'],
        [270, '-5'],
        [269, 'B'],
        [271, 'many'],
      ];
      const [day] = readMarketData({ beginString: 'FIX.4.4', msgType: 'W', fields }) ?? [];
      assert.deepEqual([day?.last, day?.volume], [undefined, undefined]);
      assert.equal(readMarketData({ beginString: 'FIX.4.4', msgType: '8', fields }), undefined);
    });
  });
});

describe('an exchange without prices', () => {
  let desk: Desk;
  let theirs: TestDatabase;
  let exchange: Acceptor | undefined;
  let adapter: OrderAdapter | undefined;
  const heard: FixMessage[] = [];
  let answer: (message: FixMessage) => readonly OutboundMessage[] = () => [];

  before(async () => {
    desk = await openDesk();
    theirs = await createTestDatabase();
    exchange = await startAcceptor({
      db: theirs.db,
      log: { alarm: () => undefined, info: () => undefined },
      clock: SYSTEM_CLOCK,
      host: '127.0.0.1',
      port: 0,
      sessions: [
        {
          config: sessionConfig({ key: THEIRS, heartBtIntSeconds: 30, role: 'acceptor' }),
          application: {
            onMessage: async (_tx, message) => {
              heard.push(message);
              return message.msgType === 'V' ? answer(message) : [];
            },
          },
        },
      ],
    });
  });
  after(async () => {
    await adapter?.stop();
    await exchange?.stop();
    await theirs.drop();
    await desk.stop();
  });

  const says = (msgType: string, fields: readonly (readonly [number, BodyValue])[]) => {
    answer = (message) => [
      outbound(msgType, [
        [262, msgType === 'Y' ? fieldOf(message, 262) : undefined],
        [45, msgType === 'Y' ? undefined : fieldOf(message, 34)],
        ...fields,
      ]),
    ];
  };

  async function ask(): Promise<void> {
    await adapter?.stop();
    heard.length = 0;
    adapter = startOrderAdapter(desk.context, {
      name: 'without',
      exchangeId: desk.exchangeId,
      host: '127.0.0.1',
      port: exchange?.port ?? 0,
      marketData: true,
      session: { key: KEY, heartBtIntSeconds: 30, reconnectMaxMs: 200 },
    });
    await waitFor(
      'the request',
      async () => heard.some(({ msgType }) => msgType === 'V') || undefined,
    );
  }

  const state = (name: string) =>
    waitFor(`the state ${name}`, async () => {
      const [row] = await desk.db.query<{ state: string; message_text: string | null }>(
        sql`select state, message_text from price_feed where session_name = 'without'`,
      );
      return row?.state === name ? row : undefined;
    });

  it('gets one request for each security after a logon, and its orders continue', async () => {
    await ask();
    const asked = heard.filter(({ msgType }) => msgType === 'V');
    const symbols = asked.map((message) => fieldOf(message, 55));
    assert.equal(new Set(symbols).size, symbols.length);
    assert.equal((await state('ASKED')).message_text, null);
  });

  it('reports this by a BusinessMessageReject, which is stored and shown', async () => {
    says('j', [
      [372, 'V'],
      [380, '3'],
      [58, 'no market data here'],
    ]);
    await ask();
    assert.equal((await state('REFUSED')).message_text, 'no market data here');
    const [items] = await desk.db.query<{ count: bigint }>(
      sql`select count(*) as count from unmatched_report`,
    );
    assert.equal(items?.count, 0n);
  });

  it('reports this by a Reject of the session, which is not about an order', async () => {
    says('3', [
      [372, 'V'],
      [373, '11'],
      [58, 'invalid MsgType'],
    ]);
    await ask();
    assert.equal((await state('REFUSED')).message_text, 'invalid MsgType');
  });

  it('reports this by a MarketDataRequestReject; only unknown securities are refused', async () => {
    says('Y', [
      [281, '0'],
      [58, 'unknown symbol'],
    ]);
    await ask();
    await state('ASKED');
    says('Y', [
      [281, '4'],
      [58, 'not entitled'],
    ]);
    await ask();
    assert.equal((await state('REFUSED')).message_text, 'not entitled');
  });
});
