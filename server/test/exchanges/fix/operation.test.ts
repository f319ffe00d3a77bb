// Operator tasks: TLS between our acceptor and our initiator, the message log, and a sequence
// reset.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import {
  type Initiator,
  startInitiator,
} from '../../../src/exchanges/fix/session/peer/initiator.js';
import { readMessages } from '../../../src/exchanges/fix/session/store/message-log-queries.js';
import { resetSequence } from '../../../src/exchanges/fix/session/store/queries.js';
import { readStatuses } from '../../../src/exchanges/fix/session/store/status-queries.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, echoApplication, receivedBy } from './certification/echo.js';

const LOG = { alarm: () => undefined, info: () => undefined };

describe('a session between our two sides over TLS', () => {
  let database: TestDatabase;
  let folder: string;
  let acceptor: Acceptor;
  let initiator: Initiator;

  before(async () => {
    database = await createTestDatabase();
    await createReceivedTable(database.db);
    folder = mkdtempSync(join(tmpdir(), 'fix-tls-'));
    const certificate = makeCertificate(folder);
    const common = { db: database.db, log: LOG, clock: SYSTEM_CLOCK };
    acceptor = await startAcceptor({
      ...common,
      port: 0,
      ...(certificate === undefined ? {} : { tls: certificate }),
      sessions: [
        {
          config: sessionConfig({
            role: 'acceptor',
            key: { beginString: 'FIXT.1.1', senderCompId: 'NGX', targetCompId: 'BRK' },
          }),
          application: echoApplication('exchange'),
        },
      ],
    });
    initiator = startInitiator({
      ...common,
      host: '127.0.0.1',
      port: acceptor.port,
      ...(certificate === undefined ? {} : { tls: { ca: certificate.cert } }),
      application: { onMessage: async () => [] },
      config: sessionConfig({
        role: 'initiator',
        key: { beginString: 'FIXT.1.1', senderCompId: 'BRK', targetCompId: 'NGX' },
        reconnectMaxMs: 200,
        logonFields: [[554, 'open sesame']],
      }),
    });
    await until(async () => initiator.session.isLoggedOn());
  });
  after(async () => {
    await initiator.stop();
    await acceptor.stop();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('carries orders, kept by order and by session, without the password', async () => {
    await initiator.session.send(async () => [
      outbound('D', [
        [11, 'tls-1'],
        [55, 'MTNN'],
      ]),
    ]);
    await until(async () => (await receivedBy(database.db, 'exchange')).includes('tls-1'));
    await until(async () => (await messagesOf('tls-1')).length === 4);
    const own = (await readStatuses(database.db)).find((one) => {
      return one.sessionKey.senderCompId === 'BRK';
    });
    assert.ok(own);
    const all = await readMessages(database.db, { sessionId: own.sessionId, limit: 50 });
    assert.deepEqual(all.map((one) => `${one.direction} ${one.msgType}`).reverse(), [
      'OUT A',
      'IN A',
      'OUT D',
      'IN D',
    ]);
    const rows = await database.db.pool.query('select raw from fix_message');
    assert.equal(
      rows.rows.some((row) => row.raw.includes('open sesame')),
      false,
    );
  });

  it('resets both numbers when an operator resets both sides', async () => {
    const statuses = await readStatuses(database.db);
    await database.db.transaction(async (tx) => {
      for (const { sessionId } of statuses) await resetSequence(tx, sessionId, Date.now());
    });
    const outcome = initiator.session.send(async () => [
      outbound('D', [
        [11, 'lost'],
        [55, 'X'],
      ]),
    ]);
    await assert.rejects(outcome, /owned by another node/);
    await until(async () => initiator.session.isLoggedOn());
    await initiator.session.send(async () => [
      outbound('D', [
        [11, 'after'],
        [55, 'MTNN'],
      ]),
    ]);
    await until(async () => (await receivedBy(database.db, 'exchange')).includes('after'));
    const status = await initiator.session.status();
    assert.deepEqual([status.roll, status.nextOut], [2, 3]);
  });

  const messagesOf = (clOrdId: string) => readMessages(database.db, { clOrdId, limit: 50 });

  it('is dropped when the right to it is lost, and logs on again', async () => {
    const fenceNow = async () => {
      const { rows } = await database.db.pool.query(
        `select fence from fix_session where sender_comp_id = 'BRK'`,
      );
      return Number(rows[0].fence);
    };
    const before = await fenceNow();
    await database.db.pool.query(`
      select pg_terminate_backend(l.backend_pid) from fix_session_lease l
      join fix_session s on s.id = l.session_id where s.sender_comp_id = 'BRK'`);
    await until(async () => (await fenceNow()) > before && initiator.session.isLoggedOn());
  });
});

/**
 * Makes a certificate for the loopback address. If openssl is missing, the tests run over plain
 * TCP.
 */
function makeCertificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  try {
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
