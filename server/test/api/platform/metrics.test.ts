// Who may read the process metrics: holders of a token, a separate address, or only this machine.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../../src/config/config.js';
import { refusedMetrics } from '../../../src/platform/http/metrics/access.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { freePort } from '../../support/process/server-process.js';

const TOKEN = 'a-token-of-the-scraper-0123456789';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('without a setting', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ trustedProxies: ['127.0.0.1/32'] });
  });
  after(() => app.stop());

  it('this machine reads the metrics, uncached', async () => {
    const reply = await app.as('NOBODY').get('/metrics');
    assert.equal(reply.status, 200);
    assert.match(reply.text, /^# HELP countinghouse_/m);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });

  const forwarded: readonly Record<string, string>[] = [
    { 'x-forwarded-for': '192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
  ];
  it('a request through a proxy gets 403, and the problem names the settings', async () => {
    for (const headers of forwarded) {
      const { status, body } = await app.as('ADMIN').get('/metrics', headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(body.detail, /COUNTINGHOUSE_METRICS_TOKEN/);
      assert.match(body.detail, /COUNTINGHOUSE_METRICS_ADDRESS/);
    }
  });

  it('a request from another machine is refused with 403', () => {
    const header = () => undefined;
    for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', '2001:db8::1', '']) {
      assert.equal(refusedMetrics({}, { address, header })?.kind.status, 403, address);
    }
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      assert.equal(refusedMetrics({}, { address, header }), undefined, address);
    }
  });
});

describe('with a token', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ metricsToken: TOKEN, trustedProxies: ['127.0.0.1/32'] });
  });
  after(() => app.stop());

  it('its holder reads the metrics from anywhere', async () => {
    const from = { ...bearer(TOKEN), 'x-forwarded-for': '192.0.2.7' };
    assert.equal((await app.as('NOBODY').get('/metrics', from)).status, 200);
  });

  it('no other caller can read them, not even this machine or administrators', async () => {
    const wrong = [`${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), ''];
    for (const headers of [{}, ...wrong.map(bearer)]) {
      const reply = await app.as('NOBODY').get('/metrics', headers);
      assert.equal(reply.status, 401, reply.text);
      assert.equal(reply.body.msgCode, 'INVALID_CREDENTIALS');
    }
    assert.equal((await app.as('ADMIN').get('/metrics')).status, 401);
  });
});

describe('with a separate address', () => {
  const read = (port: number, path = '/metrics', init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);

  async function withApp(
    flags: Parameters<typeof startTestApp>[0],
    check: (port: number, app: TestApp) => Promise<void>,
  ): Promise<void> {
    const port = await freePort();
    const app = await startTestApp({ ...flags, metricsAddress: `127.0.0.1:${port}` });
    try {
      await check(port, app);
    } finally {
      await app.stop();
    }
    await assert.rejects(read(port), 'the listener ends with the app');
  }

  it('only metrics are served there, and the port of the API answers 404 for them', async () => {
    await withApp({}, async (port, app) => {
      const reply = await read(port);
      assert.equal(reply.status, 200);
      assert.match(await reply.text(), /^# HELP countinghouse_/m);
      assert.equal((await read(port, '/metrics', { method: 'HEAD' })).status, 200);
      assert.equal((await read(port, '/metrics', { method: 'POST' })).status, 405);
      assert.equal((await read(port, '/livez')).status, 404);
      assert.equal((await app.as('NOBODY').get('/metrics')).status, 404);
      assert.equal((await app.as('NOBODY').get('/readyz')).status, 200);
    });
  });

  it('the token is required there, too', async () => {
    await withApp({ metricsToken: TOKEN }, async (port) => {
      const without = await read(port);
      assert.equal(without.status, 401);
      assert.equal(without.headers.get('www-authenticate'), 'Bearer');
      assert.equal((await read(port, '/metrics', { headers: bearer('wrong') })).status, 401);
      assert.equal((await read(port, '/metrics', { headers: bearer(TOKEN) })).status, 200);
    });
  });

  it('a port in use by another program ends the start with an explanation', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const starting = startTestApp({ metricsAddress: `127.0.0.1:${port}` });
    await assert.rejects(starting, /in use .* COUNTINGHOUSE_METRICS_ADDRESS/s);
    other.close();
  });
});

describe('the settings', () => {
  const of = (name: string, value: string) => () => readConfig({ [name]: value });

  it('refuse a token that could be guessed, and an address without a port', () => {
    assert.throws(of('COUNTINGHOUSE_METRICS_TOKEN', 'short'), /metricsToken/);
    assert.throws(of('COUNTINGHOUSE_METRICS_TOKEN', `${TOKEN} with a blank`), /metricsToken/);
    for (const wrong of ['127.0.0.1', ':9100', '::1:9100', 'http://host:9100', 'host:999999']) {
      assert.throws(of('COUNTINGHOUSE_METRICS_ADDRESS', wrong), /metricsAddress/, wrong);
    }
    for (const right of ['127.0.0.1:9100', '[::1]:9100', 'metrics.internal:9100']) {
      const config = readConfig({ COUNTINGHOUSE_METRICS_ADDRESS: right });
      assert.equal(config.metricsAddress, right);
    }
  });
});
