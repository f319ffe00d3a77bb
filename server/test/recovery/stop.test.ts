// SIGTERM ends the server within ten seconds in every state. The exit code is 0 if everything ended
// and 1 if something was abandoned. COUNTINGHOUSE_MESSAGES makes the backlog larger.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { queueMessages } from '../../src/modules/crm/message/message.js';
import type { NewMessage } from '../../src/modules/crm/message/new-message.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { openDatabaseWire, openSilentWire } from '../support/outside/silent-wire.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { childrenOf, postmasterOf } from '../support/process/embedded-process.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/process/exchange-process.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { type ServeProcess, startServe } from './serve-process.js';

const MESSAGES = Number(process.env.COUNTINGHOUSE_MESSAGES ?? 500);
const LOGGED_ON = `select count(*) from exchange_connection where state = 'LOGGED_ON'`;

let database: TestDatabase;
let folder: string;
const seconds: Record<string, number> = {};
const closing: (() => Promise<unknown> | undefined)[] = [];

before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-stop-'));
  await writeTestKeys(folder);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
  const figures = Object.entries(seconds).map(([state, each]) => [`s ${state}`, each]);
  sayProof('ends at SIGTERM', Object.fromEntries(figures));
});

async function serve(environment: Record<string, string> = {}): Promise<ServeProcess> {
  const common = { DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder };
  const server = await startServe({ ...common, ...environment });
  closing.push(async () => server.child.kill('SIGKILL'));
  return server;
}

async function serveOverWire() {
  const wire = await openDatabaseWire(database.url);
  closing.push(wire.close);
  return { wire, server: await serve({ DATABASE_URL: wire.url }) };
}

/**
 * Stops the server in this state, checks that it ends without a kill, and returns its exit code.
 */
async function stopIn(state: string, server: ServeProcess): Promise<number | null> {
  const ended = await server.stop();
  assert.equal(ended.signal, null, `it had to be killed: ${server.said()}`);
  seconds[state] = Math.round(ended.seconds * 10) / 10;
  return ended.code;
}

describe('SIGTERM ends the server', () => {
  it('with exit code 0 when nothing is in progress', async () => {
    const server = await serve();
    await server.ready();
    assert.equal(await stopIn('idle', server), 0, server.said());
    assert.doesNotMatch(server.said(), /did not end|failed to end/);
  });

  it('while the database refuses connections', async () => {
    const { wire, server } = await serveOverWire();
    await server.ready();
    wire.breakOff();
    await waitFor('a worker to notice', async () => /a round failed/.test(server.said()));
    await stopIn('database away', server);
  });

  it('while the database is behind a network that drops packets', async () => {
    const { wire, server } = await serveOverWire();
    await server.ready();
    wire.silence();
    // From now on, statements of workers and requests wait for a response that never arrives.
    const asked = fetch(`${server.url}/api/v1/finance/integrity`).catch(() => undefined);
    await waitFor('the server to know', async () => {
      const { status } = await fetch(`${server.url}/readyz`);
      return status === 503;
    });
    assert.equal(await stopIn('database silent', server), 1, server.said());
    await asked;
    assert.match(server.said(), /did not end in time and was abandoned/);
  });

  it('while the embedded PostgreSQL is suspended, which ends when it can', async () => {
    const data = await makePassingFolder('countinghouse-stop-');
    closing.push(() => rm(data, { recursive: true, force: true, maxRetries: 10 }));
    const server = await serve({ DATABASE_URL: '', COUNTINGHOUSE_DATA: data });
    await server.ready();
    const postmaster = await postmasterOf(data);
    const frozen = [postmaster, ...(await childrenOf(postmaster))];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const thaw = async () => {
      for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
    };
    closing.push(thaw);
    assert.equal(await stopIn('embedded PostgreSQL frozen', server), 1, server.said());
    await thaw();
    await waitFor('the embedded server to end', async () => {
      return (await postmasterOf(data).catch(() => undefined)) === undefined;
    });
  });

  it('with exit code 0 while the exchange answers no Logout', async () => {
    const exchangePort = await freePort();
    const exchange: ExchangeProcess = await startExchangeProcess(database.url, exchangePort);
    const wire = await openSilentWire({ host: '127.0.0.1', port: exchangePort });
    closing.push(exchange.kill, wire.close);
    const server = await serve({ COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: String(wire.port) });
    await waitFor('the session to be logged on', async () => {
      const { rows } = await database.db.pool.query(LOGGED_ON);
      return rows[0]?.count === 1n;
    });
    await server.ready();
    wire.silence();
    assert.equal(await stopIn('exchange silent', server), 0, server.said());
  });

  it(`with exit code 0 during a backlog of ${MESSAGES} jobs and as many mails`, async () => {
    // A mail server that accepts connections but never sends its greeting.
    const held = new Set<Socket>();
    const mute = createServer((socket) => void held.add(socket.on('error', () => undefined)));
    mute.listen(0, '127.0.0.1');
    closing.push(async () => {
      for (const socket of held) socket.destroy();
      mute.close();
    });
    await fillBacklog();
    const address = mute.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'no-reply@firm.example' };
    const server = await serve(mail);
    await server.ready();
    await waitFor('mails to be in progress', async () => held.size > 0);
    assert.equal(await stopIn('backlog', server), 0, server.said());
  });

  it('with requests and exports in progress, and clients that never read', async () => {
    const server = await serve();
    await server.ready();
    const sockets = [
      ...Array.from({ length: 20 }, () => mutter(server, exportRequest('csv'))),
      ...Array.from({ length: 4 }, () => mutter(server, exportRequest('xlsx'))),
      mutter(server, 'GET /api/v1/event/stream HTTP/1.1\r\nhost: a\r\n\r\n'),
      // The rest of this request body never arrives.
      mutter(
        server,
        'POST /api/v1/finance/cash-transaction/create HTTP/1.1\r\nhost: a\r\n' +
          'content-type: application/json\r\ncontent-length: 500\r\n\r\n{',
      ),
    ];
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
    });
    const blocker = await database.db.dedicated();
    closing.push(() => blocker.end());
    await blocker.query('begin; lock table journal in access exclusive mode');
    const asked = fetch(`${server.url}/api/v1/finance/integrity`).catch(() => undefined);
    await waitFor('a request to wait for the lock', async () => {
      const { rows } = await database.db.pool.query(
        'select count(*) as waiting from pg_locks where not granted and relation = $1::regclass',
        ['journal'],
      );
      return rows[0]?.waiting > 0n;
    });
    await stopIn('requests in progress', server);
    await asked;
  });
});

describe('SIGTERM ends the simulated exchange', () => {
  it('while its database is behind a network that drops packets', async () => {
    const wire = await openDatabaseWire(database.url);
    closing.push(wire.close);
    const { url } = wire;
    const exchange = await startExchangeProcess(url, await freePort());
    closing.push(exchange.kill);
    wire.silence();
    assert.equal(await exchange.end(), 1);
  });
});

describe('before the port closes', () => {
  const notice = { COUNTINGHOUSE_STOP_NOTICE_SECONDS: '60' };

  it('/readyz returns 503, and all requests are answered', async () => {
    const server = await serve(notice);
    await server.ready();
    const integrity = `${server.url}/api/v1/finance/integrity`;
    assert.equal((await fetch(integrity)).headers.get('connection'), 'keep-alive');
    server.child.kill('SIGTERM');
    const unready = await waitFor('the server to say that it leaves', async () => {
      const reply = await fetch(`${server.url}/readyz`).catch((error: unknown) => {
        throw new Error(`the server said: ${server.said()}`, { cause: error });
      });
      return reply.status === 503 && reply;
    });
    assert.match(await unready.text(), /The server is stopping/);
    assert.equal((await fetch(`${server.url}/livez`)).status, 200);
    const reply = await fetch(integrity);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('connection'), 'keep-alive');
    // Sends a second signal, because the notice period alone would take sixty seconds.
    assert.equal(await stopIn('after the second signal', server), 0, server.said());
  });

  it('a third signal ends the process at once, with exit code 1', async () => {
    const blocker = await database.db.dedicated();
    closing.push(() => blocker.end());
    await blocker.query('begin; lock table journal in access exclusive mode');
    const server = await serve(notice);
    await server.ready();
    const asked = fetch(`${server.url}/api/v1/finance/integrity`).catch(() => undefined);
    server.child.kill('SIGTERM');
    await waitFor('the server to say that it leaves', async () => {
      return (await fetch(`${server.url}/readyz`)).status === 503;
    });
    server.child.kill('SIGTERM');
    await waitFor('the port to close', async () => {
      return (await fetch(`${server.url}/livez`).catch(() => undefined)) === undefined;
    });
    assert.equal(await stopIn('after the third signal', server), 1, server.said());
    assert.match(server.said(), /a third signal/);
    await asked;
  });
});

describe('SIGTERM ends a start', () => {
  it('with exit code 0 between two steps of it', async () => {
    const server = await serve();
    await waitFor('the start', async () => /Preparing the database/.test(server.said()));
    assert.equal(await stopIn('starting', server), 0, server.said());
    assert.match(server.said(), /Stopped before the server was ready/);
  });

  it('while another node holds the lock of migrations', async () => {
    const blocker = await database.db.dedicated();
    closing.push(() => blocker.end());
    await blocker.query("select pg_advisory_lock(hashtext('countinghouse migrations'))");
    const server = await serve();
    await waitFor('the start to wait', async () => {
      const { rows } = await blocker.query(
        `select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
      );
      return rows[0]?.waiting > 0n;
    });
    assert.equal(await stopIn('waiting for migrations', server), 1, server.said());
  });

  it('while the database never answers', async () => {
    const wire = await openDatabaseWire(database.url);
    closing.push(wire.close);
    wire.silence();
    const server = await serve({ DATABASE_URL: wire.url });
    await waitFor('the start', async () => /Preparing the database/.test(server.said()));
    await stopIn('starting, database silent', server);
  });

  it('while the embedded database is created, which the next start completes', async () => {
    const data = await makePassingFolder('countinghouse-stop-');
    closing.push(() => rm(data, { recursive: true, force: true, maxRetries: 10 }));
    const server = await serve({ DATABASE_URL: '', COUNTINGHOUSE_DATA: data });
    await waitFor('the start', async () => /Starting the database server/.test(server.said()));
    assert.equal(await stopIn('making the cluster', server), 0, server.said());
  });
});

function exportRequest(format: string): string {
  return `GET /api/v1/security/audit/list/${format} HTTP/1.1\r\nhost: a\r\n\r\n`;
}

/** Opens a client that sends this text and reads nothing. */
function mutter({ port }: ServeProcess, text: string): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}

async function fillBacklog(): Promise<void> {
  const environment = { DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder };
  const flags = { logLevel: 'silent', allowUnsafeDatabase: true };
  const { context, close } = await openApp(readConfig(environment, flags));
  await context.db.query(sql`
    insert into job (kind, data, attempts_most)
    select 'job.purge', '{}', 5 from generate_series(1, ${MESSAGES}::integer)`);
  const [{ id: office } = { id: 0n }] = await context.db.query<{ id: bigint }>(
    sql`select id from business_office order by id limit 1`,
  );
  for (let start = 1; start <= MESSAGES; start += 500) {
    const length = Math.min(500, MESSAGES - start + 1);
    const messages = Array.from({ length }, (_, index) => mailOf(office, start + index));
    await systemWork(context, 'test', (work) => queueMessages(work, messages));
  }
  await close();
}

function mailOf(office: bigint, number: number): NewMessage {
  return {
    ...({
      officeId: office,
      purpose: 'SERVICE',
      channel: 'EMAIL',
      onceKey: `stop:${number}`,
    } as const),
    ...{ subject: 'Stop', text: `message #${number}` },
    recipient: { address: `p${number}@example.com` },
  };
}
