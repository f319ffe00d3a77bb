// Our initiator against QuickFIX's executor, with and without TLS: every order is filled once, even
// if the connection is cut.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { fieldOf, outbound } from '../../../../src/exchanges/fix/session/message/message.js';
import { fixTimestamp } from '../../../../src/exchanges/fix/session/message/time.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { until } from '../../../support/wait.js';
import {
  hasOpenssl,
  portOpen,
  type RunningProgram,
  startBroker,
  startExecutor,
} from './program.js';

const PORTS = { plain: 45_001, tls: 45_002 } as const;
const VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;
const ORDERS = 200;

for (const kind of ['plain', 'tls'] as const) {
  const skip = kind === 'tls' && !hasOpenssl() ? 'openssl is missing' : false;
  describe(`against QuickFIX executor, ${kind}`, { skip }, () => {
    let database: TestDatabase;
    let executor: RunningProgram;
    before(async () => {
      database = await createTestDatabase();
      executor = await startExecutor({ client: `BRK-${kind}`, port: PORTS[kind], kind });
      await portOpen(PORTS[kind]);
    });
    after(async () => {
      executor.stop();
      await database.drop();
    });
    for (const version of VERSIONS) {
      it(`${version}: all orders filled once, over a cut, without a reset`, () =>
        fillAll(database, { version, kind }));
    }
  });
}

interface Run {
  readonly version: BeginString;
  readonly kind: 'plain' | 'tls';
}

async function fillAll({ db }: TestDatabase, { version, kind }: Run): Promise<void> {
  const broker = startBroker({
    db,
    beginString: version,
    senderCompId: `BRK-${kind}`,
    targetCompId: 'EXEC',
    port: PORTS[kind],
    tls: kind === 'tls',
  });
  const sent: string[] = [];
  while (sent.length < ORDERS) {
    await until(() => broker.session.isLoggedOn());
    const id = `${kind}-${version}-${sent.length}`;
    const outcome = await broker.session.send(async () => [order(version, id)]);
    if (!outcome.sent) continue;
    sent.push(id);
    if (sent.length === ORDERS / 2) broker.session.drop('cut by the test');
  }
  const fills = () =>
    broker.received
      .filter((report) => fieldOf(report, 39) === '2')
      .map((report) => fieldOf(report, 11) ?? '');
  await until(() => fills().length >= ORDERS);
  const status = await broker.session.status();
  await broker.stop();
  assert.deepEqual(fills().sort(), sent.sort());
  assert.equal(status.roll, 1);
  assert.deepEqual(
    broker.alarms.filter((text) => /too low|rejected|refused/.test(text)),
    [],
  );
}

function order(version: BeginString, id: string) {
  return outbound('D', [
    [11, id],
    [21, version === 'FIX.4.2' ? '1' : undefined],
    [38, 100],
    [40, '2'],
    [44, '12.5'],
    [54, '1'],
    [55, 'MTNN'],
    [59, '0'],
    [60, fixTimestamp(Date.now())],
  ]);
}
