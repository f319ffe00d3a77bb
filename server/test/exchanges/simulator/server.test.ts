// The simulated exchange over TCP, with a scripted member as its client.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { ALL_HOURS } from '../../../src/exchanges/simulator/phase.js';
import {
  type Simulator,
  type SimulatorSettings,
  startSimulator,
} from '../../../src/exchanges/simulator/server.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { systemClock } from '../../../src/platform/clock.js';
import { createLog } from '../../../src/platform/log/log.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { cancel, newOrder, type Told } from './floor.js';
import { logOn } from './member.js';

let database: TestDatabase;
const running: Simulator[] = [];

async function simulator(change: Partial<SimulatorSettings> = {}): Promise<Simulator> {
  const started = await startSimulator({
    db: database.db,
    clock: systemClock,
    log: createLog('silent'),
    host: '127.0.0.1',
    port: 0,
    securities: [{ symbol: 'ACCESS', previousClose: new Decimal('22') }],
    hours: () => ALL_HOURS,
    seed: 'server test',
    stepIntervalMs: 0,
    businessDate: () => businessDate('2026-11-23'),
    sessions: [
      { key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER' } },
      { key: { beginString: 'FIX.4.2', senderCompId: 'NGX', targetCompId: 'BROKER' } },
    ],
    ...change,
  });
  running.push(started);
  return started;
}

const isFilled = (told: Told) => told[39] === '2';

before(async () => {
  database = await createTestDatabase();
});
after(async () => {
  for (const each of running) await each.stop();
  await database.drop();
});

describe('over TCP', () => {
  const numbers = { next: 1 };

  it('a market order is acknowledged and filled at once', async () => {
    const { port, stop } = await simulator();
    const member = await logOn(port, numbers);
    member.send(newOrder({ quantity: 1_000, price: 'MARKET' }));
    const told = await member.until(isFilled);
    assert.equal(told[0]?.[150], '0');
    assert.equal(told.at(-1)?.[14], '1000');
    await member.close();
    await stop();
  });

  it('fills arrive without a request as time passes', async () => {
    const { port, prices, stop } = await simulator({ stepIntervalMs: 100 });
    const member = await logOn(port, numbers);
    const [price] = prices();
    member.send(newOrder({ id: 'near', quantity: 1_000, price: price?.last ?? '' }));
    const told = await member.until(isFilled);
    const units = told.reduce((sum, report) => sum + Number(report[32] ?? 0), 0);
    assert.equal(units, 1_000);
    await member.close();
    await stop();
  });

  it('events during a disconnect of the member are sent at the next logon', async () => {
    const first = await simulator();
    const member = await logOn(first.port, numbers);
    member.send(newOrder({ id: 'far', price: '20.00' }));
    await member.until((told) => told[11] === 'far');
    await member.close();
    await first.closeDay(businessDate('2026-11-23'));
    await first.stop();

    const second = await simulator({ businessDate: () => businessDate('2026-11-24') });
    const again = await logOn(second.port, numbers);
    const [expired] = await again.until((told) => told[35] === '8');
    assert.deepEqual([expired?.[11], expired?.[150]], ['far', 'C']);
    again.send(cancel('c1', 'far'));
    const [late] = await again.until((told) => told[35] === '9');
    assert.deepEqual([late?.[102], late?.[39]], ['0', 'C']);
    await again.close();
    await second.stop();
  });

  it('operator events reach the member', async () => {
    const { port, bust, stop } = await simulator();
    const member = await logOn(port, numbers);
    member.send(newOrder({ id: 'to bust', price: 'MARKET' }));
    const filled = (await member.until(isFilled)).at(-1);
    assert.equal(await bust(filled?.[17] ?? ''), true);
    const [busted] = await member.until((told) => told[150] === 'H');
    assert.deepEqual([busted?.[19], busted?.[14], busted?.[39]], [filled?.[17], '0', '4']);
    await member.close();
    await stop();
  });

  it('an unsupported message gets a business reject', async () => {
    const { port, stop } = await simulator();
    const member = await logOn(port, numbers);
    member.send(
      outbound('AD', [
        [568, 'r1'],
        [569, '0'],
      ]),
    );
    await member.until((told) => told[35] === 'j' && told[380] === '3');
    await member.close();
    await stop();
  });

  it('a member may use FIX 4.2', async () => {
    const { port, stop } = await simulator();
    const member = await logOn(port, { next: 1 }, 'FIX.4.2');
    const { msgType, body } = newOrder({ price: 'MARKET' });
    member.send({ msgType, body: [[21, '1'], ...body] });
    const told = await member.until(isFilled);
    assert.equal(told.at(-1)?.[150], '2');
    await member.close();
    await stop();
  });
});

describe('prices', () => {
  it('are published after each commit and can be read', async () => {
    const heard: string[] = [];
    const { step, prices, stop } = await simulator({
      name: 'FEED',
      onPrice: ({ symbol, last }) => heard.push(`${symbol} ${last}`),
    });
    for (let at = 0; at < 10; at += 1) await step();
    const [price] = prices();
    assert.equal(heard.at(-1), `${price?.symbol} ${price?.last}`);
    assert.ok((price?.volume ?? 0n) > 0n);
    await stop();
  });
});
