// Our initiator against QuickFIX's executor: every order filled once, over a cut, plain and by TLS.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BeginString } from '../../../src/exchanges/fix/session/dictionary.js';
import { fieldOf, outbound } from '../../../src/exchanges/fix/session/message.js';
import { fixTimestamp } from '../../../src/exchanges/fix/session/time.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  portOpen,
  programFolder,
  type RunningProgram,
  startBroker,
  startProgram,
  until,
} from './quickfix-program.js';

const PORTS = { plain: 45_001, tls: 45_002 } as const;
const VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;
const ORDERS = 200;
const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((file) => existsSync(file));

for (const kind of ['plain', 'tls'] as const) {
  const skip = kind === 'tls' && OPENSSL === undefined ? 'openssl is missing' : false;
  describe(`against QuickFIX executor, ${kind}`, { skip }, () => {
    let database: TestDatabase;
    let executor: RunningProgram;
    before(async () => {
      database = await createTestDatabase();
      executor = await startExecutor(kind);
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

function startExecutor(kind: 'plain' | 'tls'): Promise<RunningProgram> {
  const key = join(programFolder(), 'key.pem');
  const certificate = join(programFolder(), 'certificate.pem');
  if (kind === 'tls' && OPENSSL !== undefined) {
    const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost';
    execFileSync(OPENSSL, [...words.split(' '), '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
  }
  const settings = [
    '[DEFAULT]',
    'ConnectionType=acceptor',
    'SenderCompID=EXEC',
    `TargetCompID=BRK-${kind}`,
    'FileStorePath=@FOLDER',
    `SocketAcceptPort=${PORTS[kind]}`,
    'SocketReuseAddress=Y',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=N',
    'DefaultApplVerID=FIX.5.0',
    `ServerCertificateFile=${certificate}`,
    `ServerCertificateKeyFile=${key}`,
    ...VERSIONS.map((version) => `[SESSION]\nBeginString=${version}`),
  ];
  return startProgram('executor', settings, kind === 'tls' ? ['SSL'] : []);
}
