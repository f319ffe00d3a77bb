// Runs the programs in sdk/examples, unchanged and with only the SDK, against a real server.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { signWebhook } from '@countinghouse/sdk';
import { packageFolder } from '../../src/platform/package-folder.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { secretOf } from '../support/sdk.js';
import { waitFor } from '../support/wait.js';

const FOLDER = join(packageFolder(), '..', 'sdk', 'examples');
const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

let app: TestApp;
let environment: Record<string, string>;
before(async () => {
  app = await startTestApp({ demo: true });
  const { clientId, clientSecret } = await secretOf(app, 'CLIENT');
  environment = {
    COUNTINGHOUSE_URL: app.url,
    COUNTINGHOUSE_CLIENT_ID: clientId,
    COUNTINGHOUSE_CLIENT_SECRET: clientSecret,
  };
});
after(() => app.stop());

interface Program {
  readonly child: ChildProcess;
  readonly said: () => string;
}

function start(name: string, words: readonly string[], more: Record<string, string> = {}): Program {
  const child = spawn(
    process.execPath,
    ['--import', LOADER, join(FOLDER, `${name}.ts`), ...words],
    { env: { PATH: process.env.PATH, ...environment, ...more }, stdio: 'pipe', timeout: 120_000 },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  return { child, said: () => said };
}

async function run(name: string, ...words: readonly string[]) {
  const { child, said } = start(name, words);
  const [code] = await once(child, 'close');
  return { code, said: said() };
}

describe('the examples of the SDK', () => {
  it('place an order and follow it to its contract note', async () => {
    const { code, said } = await run('place-order', '0000000001', 'ACCESS');
    assert.equal(code, 0, said);
    assert.match(said, /^order \d{10} placed$/m);
    assert.match(said, /^trade-order\.executed$/m);
    assert.match(said, /^contract-note\.issued\nnote \d+: 100 at \d+(\.\d+)?, pay \d+\.\d+$/m);
    assert.match(said, /\.pdf: \d{4,} bytes\n$/);
  });

  it('print why an order was not placed, and exit with 1', async () => {
    const { code, said } = await run('place-order', '0000000001', 'NO-SUCH');
    assert.equal(code, 1);
    assert.match(said, /UNKNOWN_REFERENCE/);
  });

  it('read the whole ledger of an account over several pages', async () => {
    const finance = app.as('CLIENT');
    const customers = await finance.get('/api/v1/partner/customer/list?s=1');
    const path = `/api/v1/finance/account/customer/id/${customers.body.result[0].id}`;
    const account = (await finance.get(path)).body.result[0];
    for (let at = 1; at <= 12; at += 1) {
      const made = await finance.post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'RECEIPT', transMethod: 'BANK_TRANSFER', currency: account.currency },
        ...{ cashAccountId: account.id, amount: `${at}.10`, description: `Receipt ${at}` },
      });
      assert.equal(made.status, 201, made.text);
      const posted = `/api/v1/finance/cash-transaction/post/id/${made.body.id}`;
      assert.equal((await finance.put(posted)).status, 200);
    }
    const { code, said } = await run('page-ledger', String(account.id));
    assert.equal(code, 0, said);
    const [, lines] = /^(\d+) lines, which prove the balance$/m.exec(said) ?? [];
    assert.ok(Number(lines) >= 12, said);
  });

  it('receive webhooks: signed ones once, and no others', async () => {
    const secret = `whsec_${Buffer.from('a secret of twenty-four by').toString('base64')}`;
    const receiver = start('receive-webhooks', [], { WEBHOOK_SECRETS: secret, PORT: '0' });
    const port = await waitFor(
      'the receiver',
      async () => /listening on port (\d+)/.exec(receiver.said())?.[1],
    );
    const event = { id: 7, type: 'customer.created', subjectId: 12, data: {}, time: '' };
    const body = JSON.stringify(event);
    const sentAtSeconds = Math.floor(Date.now() / 1_000);
    const headers = await signWebhook(secret, { id: 'msg_1', sentAtSeconds, body });
    const send = (text: string) =>
      fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body: text });
    assert.equal((await send(body)).status, 204);
    assert.equal((await send(body)).status, 204);
    assert.equal((await send(body.replace('12', '13'))).status, 400);
    receiver.child.kill('SIGTERM');
    await once(receiver.child, 'close');
    const [, ...lines] = receiver.said().trim().split('\n');
    assert.deepEqual(lines, [
      'received: customer.created 12',
      'again: customer.created 12',
      'refused: SIGNATURE_WRONG',
    ]);
  });
});
