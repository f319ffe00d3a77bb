// The commands for integrators (call, listen and trigger), run as processes against a running
// server.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook, type WebhookMessage } from '@countinghouse/sdk';
import { startTestApp, type TestApp } from '../support/app.js';
import { allNumbered } from '../support/numbered-event.js';
import { mainProgram } from '../support/process/program.js';
import { type ClientSecret, secretOf } from '../support/sdk.js';
import { waitFor } from '../support/wait.js';

let app: TestApp;
let folder: string;
let client: ClientSecret;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-integrator-'));
  app = await startTestApp({ demo: true, exchange: 'none' });
  client = await secretOf(app, 'CLIENT');
});
after(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly told: () => string;
  readonly ended: Promise<number | null>;
}

function start(...words: readonly string[]): Running {
  const child = spawn(process.execPath, [...mainProgram(), ...words], {
    env: {
      PATH: process.env.PATH,
      COUNTINGHOUSE_DATA: folder,
      COUNTINGHOUSE_URL: app.url,
      COUNTINGHOUSE_CLIENT_ID: client.clientId,
      COUNTINGHOUSE_CLIENT_SECRET: client.clientSecret,
    },
    stdio: 'pipe',
    timeout: 120_000,
  });
  const said = { out: '', told: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.told += chunk.toString('utf8');
  });
  const ended = once(child, 'close').then(([code]) => code);
  return { child, out: () => said.out, told: () => said.told, ended };
}

async function run(...words: readonly string[]) {
  const running = start(...words);
  const code = await running.ended;
  return { code, out: running.out(), told: running.told() };
}

const LEAD = '{"leadType":"INDIVIDUAL","lastName":"Called"}';
const capture = (...words: readonly string[]) => run('call', 'captureLead', ...words);

describe('countinghouse call', () => {
  it('calls an operation by its name or its path, and prints its reply', async () => {
    const [made, list, missing] = await Promise.all([
      capture('--data', LEAD),
      run('call', 'order/security/list/active', '--param', 's=2'),
      run('call', 'order/tradeorder/id/999999'),
    ]);
    assert.equal(made.code, 0, made.told);
    assert.equal(JSON.parse(made.out).success, true);
    assert.equal(JSON.parse(list.out).result.length, 2, list.told);
    assert.equal(missing.code, 1);
    assert.equal(JSON.parse(missing.out).msgCode, 'DOCUMENT_NOT_FOUND');
  });

  it('reads the body from standard input, and sends its digits unchanged', async () => {
    const running = start('call', 'captureLead', '--data', '-');
    running.child.stdin?.end('{"leadType":"INDIVIDUAL","annualIncome":12345678901234567.89}');
    assert.equal(await running.ended, 1);
    const { msgCode, errors } = JSON.parse(running.out());
    assert.equal(msgCode, 'INVALID_REQUEST');
    assert.equal(errors[0].pointer, '/annualIncome');
  });

  it('supports dry runs, and runs a write once per idempotency key', async () => {
    const keyed = ['--data', LEAD, '--idempotency-key', 'lead-of-the-shell'];
    const [dry, first] = await Promise.all([
      capture('--data', LEAD, '--dry-run'),
      capture(...keyed),
    ]);
    assert.equal(JSON.parse(dry.out).dryRun, true);
    const again = await capture(...keyed);
    assert.equal(JSON.parse(again.out).id, JSON.parse(first.out).id);
  });

  it('ends with exit code 2 on wrong usage', async () => {
    const [unknown, torn] = await Promise.all([
      run('call', 'listTradeOrders', '--param', 'colour=red'),
      capture('--data', '{'),
    ]);
    assert.match(unknown.told, /parameters of .* are .*customerId/);
    assert.match(torn.told, /not valid JSON/);
    assert.deepEqual([unknown.code, torn.code], [2, 2]);
  });
});

interface Receiver {
  readonly url: string;
  readonly server: Server;
  readonly got: WebhookMessage[];
}

/** Starts a receiver that refuses its first message and accepts only signed messages. */
async function startReceiver(secretFrom: () => string): Promise<Receiver> {
  const got: WebhookMessage[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const accepts = asked > 1;
    const body = await textOfStream(request);
    if (accepts) {
      const message = await verifyWebhook(secretFrom(), { headers: request.headers, body });
      // The sender repeats a message if the response arrives late.
      if (!got.some(({ id }) => id === message.id)) got.push(message);
    }
    response.writeHead(accepts ? 204 : 503).end();
  });
  // With a keep-alive timeout, a late second attempt would find its connection closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/hook`, server, got };
}

describe('countinghouse listen and trigger', () => {
  it('prints events, forwards them signed, and prints where to continue', async (test) => {
    let listening: Running | undefined;
    const secretOfLine = () => /signed with (whsec_\S+)/.exec(listening?.told() ?? '')?.[1] ?? '';
    const receiver = await startReceiver(secretOfLine);
    test.after(() => {
      listening?.child.kill('SIGKILL');
      receiver.server.close();
    });
    // Waits until the events of the tests above have positions, because `listen` would otherwise
    // send them.
    await allNumbered(app.db);
    const types = 'test-event.*,lead.captured';
    listening = start('listen', '--types', types, '--forward', receiver.url);
    await waitFor('the connection', async () => /^connected$/m.test(listening?.told() ?? ''));
    const made = await run('trigger', 'trade-order.executed', '--subject', '4711');
    assert.equal(JSON.parse(made.out).type, 'trade-order.executed', made.told);
    await app.as('CLIENT').post('/api/v1/crm/lead/create', LEAD);
    await waitFor('both messages', async () => receiver.got.length === 2);
    const [pictured, real] = receiver.got;
    assert.deepEqual(
      [pictured?.event.type, pictured?.event.subjectId, pictured?.test],
      ['trade-order.executed', 4_711, true],
    );
    assert.deepEqual([real?.event.type, real?.test], ['lead.captured', false]);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0, listening.told());
    const lines = listening.out().trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).type),
      ['test-event.triggered', 'lead.captured'],
    );
    const lastId = JSON.parse(lines.at(-1) ?? '').id;
    assert.match(listening.told(), new RegExp(`continue with --since ${lastId}\n$`));
    assert.match(listening.told(), /→ 503\n.*→ 204/);
  });

  it('refuse invalid event types and URLs', async () => {
    const [type, place, unknown] = await Promise.all([
      run('listen', '--types', 'orders'),
      run('listen', '--forward', 'localhost', '--since', '0'),
      run('trigger', 'trade-order.eaten'),
    ]);
    assert.deepEqual([type.code, place.code], [2, 2]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.told, /UNKNOWN_REFERENCE/);
  });
});
