// Forbidden webhook targets: every notation of an address that must not be reached is refused when
// it is set and again before sending. A local canary server must receive no requests.

import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { createHttpClient } from '../../../src/modules/webhook/http-client.js';
import { sealSecret } from '../../../src/modules/webhook/secret.js';
import { makeSecret } from '../../../src/modules/webhook/signature.js';
import { checkTarget, type Resolver, TargetRefused } from '../../../src/modules/webhook/target.js';
import { systemClock } from '../../../src/platform/clock.js';
import { storeEvents } from '../../../src/platform/events/queries.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { type Receiver, startReceiver } from '../../support/outside/webhook-receiver.js';
import { waitFor } from '../../support/wait.js';

const STRICT = { webhookNetworks: [], webhookLoopback: false };

/** Returns hosts that lead to this machine, to private networks, or to no host on the internet. */
function forbiddenHosts(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [
    // Loopback addresses in every notation that a URL parser accepts.
    ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001'],
    ...['0x7f.0.0.1', '0x7f.1', '017700000001', '0177.0.0.1', '0177.0x0.0.1', '127.0.0.1.'],
    ...['%31%32%37.0.0.1', '１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'loc%61lhost'],
    // Unspecified addresses, which lead to this machine.
    ...['0.0.0.0', '0', '0x0', '00000000000', '[::]', '[0:0:0:0:0:0:0:0]'],
    // IPv6 loopback, and IPv6 addresses that contain an IPv4 address.
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
    ...['[2001:0:7f00:1::]', '[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]'],
    // Private, shared, link-local (including the metadata service) and reserved addresses.
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '0xa000001'],
    ...['100.64.0.1', '100.127.255.255', '169.254.169.254', '0xa9fea9fe', '2852039166'],
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
    ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[fec0::1]', '[ff02::1]', '[100::1]'],
    ...['[2001:db8::1]', '[2001:2::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[2001:10::1]'],
    ...own,
  ];
}

/** URLs that are refused whatever host they contain. */
const forbiddenUrls = (port: number): readonly string[] => [
  ...['hook', '//127.0.0.1/', 'https://', 'https:///', 'https://[::1', 'https://1.1.1.1:99999/'],
  ...['file:///etc/passwd', 'ftp://1.1.1.1/', 'gopher://127.0.0.1:6379/_SET', 'data:text/plain,a'],
  ...[
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'ws://127.0.0.1/',
    'blob:https://1.1.1.1/',
  ],
  ...['https://user@1.1.1.1/', 'https://:secret@1.1.1.1/', 'https://1.1.1.1/#fragment'],
  ...['https://1.1.1.1:22/', 'https://1.1.1.1:25/', 'https://1.1.1.1:1023/', 'http://1.1.1.1/'],
  ...[`https://1.1.1.1@127.0.0.1:${port}/`],
  ...[`https:127.0.0.1:${port}`, `https:\\\\127.0.0.1:${port}`, `HTTPS://127.0.0.1:${port}/`],
  ...[
    ` https://127.0.0.1:${port}/ `,
    `ht\ntps://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/\u0009`,
  ],
];

let canary: Receiver;
let app: TestApp;

before(async () => {
  canary = await startReceiver();
  app = await startTestApp();
});
after(async () => {
  await app?.stop();
  await canary?.close();
});

const allForbidden = () => [
  ...forbiddenHosts().flatMap((host) => [
    `https://${host}:${canary.port}/hook`,
    `http://${host}:${canary.port}/hook`,
  ]),
  ...forbiddenUrls(canary.port),
];

describe('forbidden targets', () => {
  test('are refused when an endpoint is created, without a connection', async () => {
    const admin = app.as('ADMIN');
    const urls = allForbidden();
    assert.ok(urls.length >= 150, `${urls.length} forms`);
    for (const url of urls) {
      const { status, body } = await admin.post('/api/v1/webhook/endpoint/create', { url });
      assert.equal(status, 422, `${url}: ${status}`);
      assert.equal(body.msgCode, 'WEBHOOK_TARGET_REFUSED', url);
      assert.equal(body.errors[0].pointer, '/url');
    }
    assert.equal(canary.connections(), 0);
  });

  test('are refused when a message is sent, however they came into the table', async () => {
    const secret = (id: bigint) => sealSecret(app.context, id, makeSecret());
    const hosts = forbiddenHosts();
    const { rows } = await app.db.pool.query(`select id from principal where kind = 'client'`);
    for (const [at, host] of hosts.entries()) {
      const id = BigInt(1_000_000 + at);
      await app.db.pool.query(
        `insert into webhook_endpoint (id, name, label, url, types, owner_kind, owner_id, secret,
          position, created_by, created_at, modified_by, modified_at)
        values ($1::bigint, $1::bigint::text, $3, $3, '{security.updated}', 'client', $2, $4, 0,
          'test', now(), 'test', now())`,
        [id, rows[0].id, `https://${host}:${canary.port}/hook`, secret(id)],
      );
    }
    await app.db.transaction((tx) =>
      storeEvents(tx, [{ type: 'security.updated', subjectId: 1n, data: { name: 'X' } }]),
    );
    await waitFor('every endpoint to be tried', async () => {
      const { rows: tried } = await app.db.pool.query(
        `select e.url, a.fault, a.status from webhook_endpoint e
          join webhook_delivery d on d.endpoint_id = e.id
          join webhook_attempt a on a.delivery_id = d.id and a.number = 1`,
      );
      for (const { url, fault, status } of tried) {
        assert.equal(status, null, url);
        assert.match(fault, /not a public address|could not be resolved|ENOTFOUND|EAI_AGAIN/, url);
      }
      return tried.length === hosts.length;
    });
    assert.equal(canary.connections(), 0);
  });

  test('include a name that later resolves to another address', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1']];
    const resolver: Resolver = (_hostname, _options, callback) => {
      const found = answers.shift() ?? [];
      const addresses = found.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      callback(null, addresses);
    };
    const url = `https://rebinding.example:${canary.port}/hook`;
    await checkTarget(url, STRICT, resolver);
    const client = createHttpClient(STRICT, systemClock, resolver);
    const { signal } = new AbortController();
    for (let left = answers.length; left > 0; left -= 1) {
      const answer = await client.post({ url, headers: {}, body: '{}' }, signal);
      assert.equal(answer.status, undefined);
      assert.match(answer.fault ?? '', /which is not a public address/);
    }
    client.close();
    assert.equal(canary.connections(), 0);
  });
});

describe('allowed targets', () => {
  const found =
    (...addresses: string[]): Resolver =>
    (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  test('include public addresses, by name or number, on web ports', async () => {
    for (const url of [
      'https://app.example/hook?x=1',
      'https://app.example:8443/',
      'https://app.example:80/',
      'https://1.1.1.1/',
      'https://[2606:4700::1111]/',
    ]) {
      await checkTarget(url, STRICT, found('93.184.216.34', '2606:2800:220:1::1'));
    }
  });

  test('include the networks of the operator, and no address beyond them', async () => {
    const rule = { webhookNetworks: ['10.20.0.0/16', 'fd00:1::/64'], webhookLoopback: false };
    await checkTarget('https://10.20.255.1/', rule);
    await checkTarget('https://[::ffff:10.20.0.1]/', rule);
    await checkTarget('https://inside.example/', rule, found('fd00:1::5', '10.20.0.9'));
    for (const url of ['https://10.21.0.1/', 'https://[fd00:2::1]/', 'http://10.20.0.1/']) {
      await assert.rejects(checkTarget(url, rule), TargetRefused, url);
    }
    const mixed = found('10.20.0.9', '10.21.0.9');
    await assert.rejects(checkTarget('https://inside.example/', rule, mixed), TargetRefused);
  });

  test('include this machine, also without TLS, only if the setting allows it', async () => {
    const rule = { webhookNetworks: [], webhookLoopback: true };
    for (const host of ['127.0.0.1:9000', '[::1]:9000', 'localhost:9000']) {
      await checkTarget(`http://${host}/`, rule, found('127.0.0.1', '::1'));
      await checkTarget(`https://${host}/`, rule, found('127.0.0.1', '::1'));
    }
    for (const url of ['http://1.1.1.1/', 'http://10.0.0.1/', 'https://10.0.0.1/', 'http://0/']) {
      await assert.rejects(checkTarget(url, rule), TargetRefused, url);
    }
    const elsewhere = found('93.184.216.34');
    await assert.rejects(checkTarget('http://app.example/', rule, elsewhere), TargetRefused);
  });
});
