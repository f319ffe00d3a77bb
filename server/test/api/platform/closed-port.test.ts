// A node that closes its port before it stops: requests on open connections are still answered, and
// each connection closes after a reply.

import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { after, before, it } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

it('a closing port answers on an open connection, closes it, and accepts no new one', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (by: Agent | undefined) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${app.url}/livez`, { agent: by ?? false }, (reply) => {
        reply.resume();
        reply.on('end', () => resolve(reply));
      }).on('error', reject);
    });
  assert.equal((await ask(agent)).headers.connection, 'keep-alive');
  app.app.refuse();
  await assert.rejects(async () => {
    for (;;) await ask(undefined);
  }, /ECONNREFUSED|ECONNRESET/);
  const last = await ask(agent);
  assert.equal(last.statusCode, 200);
  assert.equal(last.headers.connection, 'close');
  await assert.rejects(ask(agent), /ECONNREFUSED|ECONNRESET/);
  agent.destroy();
});
