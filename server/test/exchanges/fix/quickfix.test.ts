// Our initiator against QuickFIX's own executor, an engine that nobody here wrote.
//
// Needs QUICKFIX_EXECUTOR (path of the program) and QUICKFIX_LIBRARY (folder of libquickfix), and,
// because the program listens on every interface, a network namespace of its own:
//   unshare -rn sh -c 'ip link set lo up; node --import tsx --test <this file>'
// with TEST_DATABASE_URL naming a Unix socket. Without them the test says "skipped".

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FixApplication } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import type { BeginString } from '../../../src/exchanges/fix/session/dictionary.js';
import { startInitiator } from '../../../src/exchanges/fix/session/initiator.js';
import { fieldOf, outbound } from '../../../src/exchanges/fix/session/message.js';
import { fixTimestamp, SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/time.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const EXECUTOR = process.env.QUICKFIX_EXECUTOR;
const LIBRARY = process.env.QUICKFIX_LIBRARY ?? '';
const PORTS = { plain: 45_001, tls: 45_002 } as const;
const VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;
const ORDERS = 200;

describe('against QuickFIX executor', { skip: EXECUTOR === undefined }, () => {
  let database: TestDatabase;
  let folder: string;
  const running: ChildProcess[] = [];

  before(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'quickfix-'));
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '2',
          '-subj',
          '/CN=localhost',
        ],
        ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
      ],
      { stdio: 'ignore' },
    );
    for (const kind of ['plain', 'tls'] as const) running.push(startExecutor(folder, kind));
    await Promise.all(Object.values(PORTS).map(portOpen));
  });
  after(async () => {
    for (const child of running) child.kill();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  for (const kind of ['plain', 'tls'] as const) {
    for (const version of VERSIONS) {
      it(`${version}, ${kind}: all orders filled once, over a cut, without a reset`, async () => {
        const fills: string[] = [];
        const alarms: string[] = [];
        const config = sessionConfig({
          role: 'initiator',
          key: { beginString: version, senderCompId: `BRK-${kind}`, targetCompId: 'EXEC' },
          reconnectMostMs: 200,
          defaultApplVerId: '7',
        });
        const initiator = startInitiator({
          db: database.db,
          config,
          application: fillCollector(fills),
          log: { alarm: (_, text) => alarms.push(text), info: () => undefined },
          clock: SYSTEM_CLOCK,
          host: '127.0.0.1',
          port: PORTS[kind],
          ...(kind === 'tls' ? { tls: { rejectUnauthorized: false } } : {}),
        });
        const sent: string[] = [];
        while (sent.length < ORDERS) {
          await until(() => initiator.session.isLoggedOn());
          const id = `${kind}-${version}-${sent.length}`;
          const outcome = await initiator.session.send(async () => [order(version, id)]);
          if (!outcome.sent) continue;
          sent.push(id);
          if (sent.length === ORDERS / 2) initiator.session.drop('cut by the test');
        }
        await until(() => fills.length >= ORDERS);
        const status = await initiator.session.status();
        await initiator.stop();
        assert.deepEqual([...new Set(fills)].sort(), [...sent].sort());
        assert.equal(fills.length, ORDERS);
        assert.equal(status.roll, 1);
        assert.deepEqual(
          alarms.filter((text) => /too low|rejected|refused/.test(text)),
          [],
        );
      });
    }
  }
});

function fillCollector(fills: string[]): FixApplication {
  return {
    onMessage: async (_, message) => {
      if (fieldOf(message, 39) === '2') fills.push(fieldOf(message, 11) ?? '');
      return [];
    },
  };
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

function startExecutor(folder: string, kind: 'plain' | 'tls'): ChildProcess {
  assert.ok(EXECUTOR !== undefined);
  const settings = [
    '[DEFAULT]',
    'ConnectionType=acceptor',
    'SenderCompID=EXEC',
    `TargetCompID=BRK-${kind}`,
    `FileStorePath=${join(folder, kind)}`,
    `SocketAcceptPort=${PORTS[kind]}`,
    'SocketReuseAddress=Y',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=N',
    'DefaultApplVerID=FIX.5.0',
    `ServerCertificateFile=${join(folder, 'cert.pem')}`,
    `ServerCertificateKeyFile=${join(folder, 'key.pem')}`,
    ...VERSIONS.map((version) => `[SESSION]\nBeginString=${version}`),
  ];
  const file = join(folder, `${kind}.cfg`);
  writeFileSync(file, `${settings.join('\n')}\n`);
  return spawn(EXECUTOR, kind === 'tls' ? [file, 'SSL'] : [file], {
    env: { ...process.env, LD_LIBRARY_PATH: LIBRARY },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function portOpen(port: number): Promise<void> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const probe = connect({ port, host: '127.0.0.1' });
        probe.once('connect', () => {
          probe.destroy();
          resolve(true);
        });
        probe.once('error', () => resolve(false));
      }),
  );
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail('it did not happen in ten seconds');
}
