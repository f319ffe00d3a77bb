// Kills the exchange repeatedly under load. No order is lost and none is filled twice.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { SILENT_LOG } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import {
  type Initiator,
  startInitiator,
} from '../../../src/exchanges/fix/session/peer/initiator.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killsOr } from '../../support/process/kill.js';
import { programBeside } from '../../support/process/program.js';
import { sayProof } from '../../support/proof.js';
import { until } from '../../support/wait.js';
import { newOrder, type Told, told } from './floor.js';

const KILLS = killsOr(1);
const ORDERS_PER_LIFE = 40;

const PROGRAM = programBeside(import.meta.url, 'exchange-process');

let database: TestDatabase;
const children: ChildProcess[] = [];

before(async () => {
  database = await createTestDatabase();
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

async function startExchange(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [...PROGRAM, database.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout ?? child, 'data');
  return { child, port: Number(String(line)) };
}

function connectTo(port: number, reports: Told[]): Initiator {
  const key = { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' } as const;
  return startInitiator({
    db: database.db,
    config: sessionConfig({ key, role: 'initiator', reconnectMaxMs: 200 }),
    log: SILENT_LOG,
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port,
    application: {
      onMessage: async (_tx, { msgType, fields }) => {
        reports.push(told({ msgType, body: fields }));
        return [];
      },
    },
  });
}

it('survives kill -9 with the correct outcome of every order', {
  timeout: 120_000 + 10_000 * KILLS,
}, async () => {
  const reports: Told[] = [];
  const sent: string[] = [];
  for (let life = 0; life <= KILLS; life += 1) {
    const { child, port } = await startExchange();
    const initiator = connectTo(port, reports);
    await until(() => initiator.session.isLoggedOn());
    const last = life === KILLS;
    for (let at = 0; at < ORDERS_PER_LIFE && initiator.session.isLoggedOn(); at += 1) {
      const id = `${life}-${at}`;
      const price = at % 2 === 0 ? 'MARKET' : '22.00';
      const order = newOrder({ id, quantity: 1_000, price, side: at % 3 === 0 ? '2' : '1' });
      const outcome = await initiator.session.send(async () => [order]);
      if (outcome.sent) sent.push(id);
      if (!last && at === 10 + ((life * 4) % 28)) child.kill('SIGKILL');
    }
    if (last) {
      const marketOrders = sent.filter((id) => Number(id.split('-')[1]) % 2 === 0);
      await until(() => isAccepted(sent, reports) && isFilled(marketOrders, reports));
      checkFates(sent, reports);
      const figures = { kills: KILLS, orders: sent.length, lost: 0, 'filled twice': 0 };
      sayProof('simulated exchange killed', figures);
    }
    await initiator.stop();
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

function isAccepted(sent: readonly string[], reports: readonly Told[]): boolean {
  const accepted = new Set(reports.filter((told) => told[150] === '0').map((told) => told[11]));
  return sent.every((id) => accepted.has(id));
}

function isFilled(sent: readonly string[], reports: readonly Told[]): boolean {
  const filled = new Set(reports.filter((told) => told[39] === '2').map((told) => told[11]));
  return sent.every((id) => filled.has(id));
}

function checkFates(sent: readonly string[], reports: readonly Told[]): void {
  const ids = reports.map((report) => report[17]);
  assert.equal(new Set(ids).size, ids.length, 'each ExecID comes once');
  for (const id of sent) {
    const own = reports.filter((report) => report[11] === id);
    assert.equal(own.filter((report) => report[150] === '0').length, 1, `${id} is accepted once`);
    const units = own.reduce((sum, report) => sum + Number(report[32] ?? 0), 0);
    const cumulated = Math.max(...own.map((report) => Number(report[14])));
    assert.equal(units, cumulated, `the fills of ${id} add up`);
    assert.ok(cumulated <= 1_000, `${id} is not overfilled`);
  }
}
