// Webhook endpoints: created, read, changed, enabled and disabled, and refused.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startApp } from '../../../src/app/app.js';
import { ConfigRefused, readConfig } from '../../../src/config/config.js';
import { sealedSecrets, sealSecret, secretsOf } from '../../../src/modules/webhook/secret.js';
import { makeSecret } from '../../../src/modules/webhook/signature.js';
import { sampleOf } from '../../../src/platform/events/sample.js';
import { Vault } from '../../../src/platform/vault/vault.js';
import type { Caller } from '../../support/app.js';
import { startReceiver } from '../../support/outside/webhook-receiver.js';
import { until } from '../../support/wait.js';
import { openWebhookDesk, V1, type WebhookDesk } from './desk.js';

let desk: WebhookDesk;
let admin: Caller;
let client: Caller;

before(async () => {
  desk = await openWebhookDesk();
  admin = desk.admin;
  client = desk.app.as('CLIENT');
});
after(() => desk?.stop());

const URL_ = 'http://127.0.0.1:65000/hook';
const create = (body: object = {}, headers: Record<string, string> = {}) =>
  admin.post(`${V1}/endpoint/create`, { url: URL_, ...body }, headers);
const disable = (id: number, headers: Record<string, string> = {}) =>
  admin.put(`${V1}/endpoint/disable/id/${id}`, undefined, headers);

describe('success', () => {
  test('only the reply to the creation contains the secret', async () => {
    const reply = await create({ label: 'Ours', types: ['trade-order.*', 'security.updated'] });
    assert.equal(reply.status, 201, reply.text);
    assert.match(reply.body.result.secret, /^whsec_/);
    const { id } = reply.body;
    assert.equal(reply.headers.get('location'), `${V1}/endpoint/id/${id}`);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const read = await admin.get(`${V1}/endpoint/id/${id}`);
    assert.equal(read.body.secret, undefined);
    assert.equal(read.body.label, 'Ours');
    assert.deepEqual(read.body.types, ['trade-order.*', 'security.updated']);
    assert.equal(read.body.state, 'ENABLED');
    assert.equal(read.headers.get('etag'), '"1"');
    const { rows } = await desk.app.db.pool.query(
      'select row_to_json(e)::text as text from webhook_endpoint e where id = $1',
      [id],
    );
    assert.ok(!rows[0].text.includes('whsec_'));
    assert.ok(!rows[0].text.includes(reply.body.result.secret.slice(6)));
  });

  test('a change is stored, and each change has its event', async () => {
    const { id } = (await create()).body;
    const change = { id, url: 'http://127.0.0.1:65001/hook', types: ['contract-note.issued'] };
    const updated = await admin.put(`${V1}/endpoint/update`, change, { 'if-match': '"1"' });
    assert.equal(updated.status, 200, updated.text);
    assert.equal(updated.body.result.url, change.url);
    assert.deepEqual(updated.body.result.types, change.types);
    const disabled = await disable(id);
    assert.equal(disabled.body.result.disabledReason, 'REQUESTED');
    assert.equal((await admin.put(`${V1}/endpoint/enable/id/${id}`)).status, 200);
    assert.equal((await admin.post(`${V1}/endpoint/rotate-secret/id/${id}`, {})).status, 200);
    assert.equal((await admin.delete(`${V1}/endpoint/delete/id/${id}`)).status, 200);
    assert.equal((await admin.get(`${V1}/endpoint/id/${id}`)).status, 404);
    const told = async () => {
      const { body } = await admin.get('/api/v1/event/list?types=webhook-endpoint.*&c=500');
      const mine = body.result.filter((event: { subjectId: number }) => event.subjectId === id);
      return mine.map(({ type }: { type: string }) => type.replace('webhook-endpoint.', ''));
    };
    await until(async () => (await told()).length === 6);
    const life = ['created', 'updated', 'disabled', 'enabled', 'secret-rotated', 'deleted'];
    assert.deepEqual(await told(), life);
  });

  test('an endpoint that begins with earlier events receives these too', async () => {
    const type = desk.nextType();
    await desk.store(type, [1, 2]);
    await until(async () => {
      const { body } = await admin.get(`/api/v1/event/list?types=${type}`);
      return body.result.length === 2;
    });
    const receiver = await startReceiver();
    await desk.make(receiver.url, { types: [type], since: 0 });
    await until(() => receiver.eventIds().length === 2);
    await receiver.close();
  });

  test('each caller sees its own, and a caller who may read API clients sees all', async () => {
    const { id } = await desk.make(URL_, {}, client);
    const idsOf = async (caller: Caller) => {
      const { body } = await caller.get(`${V1}/endpoint/list?s=500`);
      assert.equal(body.count, body.result.length);
      return body.result.map((each: { id: number }) => each.id);
    };
    assert.deepEqual(await idsOf(client), [id]);
    assert.ok((await idsOf(admin)).length > 1);
    assert.ok((await idsOf(desk.app.as('AUDITOR'))).includes(id));
    assert.deepEqual(await idsOf(desk.app.as('DEALER')), []);
    assert.deepEqual(await idsOf(desk.app.asOffice('ADMIN', [7n])), []);
    const page = await admin.get(`${V1}/endpoint/list?s=1`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    assert.notEqual((await admin.get(next ?? '')).body.result[0].id, page.body.result[0].id);
  });

  test('secrets are re-encrypted with the current data key, each bound to its row', async () => {
    const { context, db } = desk.app;
    // Uses an event type that no test stores, because an endpoint with deliveries cannot be
    // deleted.
    const { id } = await desk.make(URL_, { types: ['contract-note.issued'] });
    await disable(id);
    const index = randomBytes(32);
    const sealing = new Map([[1, randomBytes(32)]]);
    const vault = new Vault(context.clock);
    vault.unlock({ sealing, index }, [{ version: 1, sealsFromMs: 0 }]);
    const [secret, previous] = [makeSecret(), makeSecret()];
    const seal = (text: string) => sealSecret({ ...context, vault }, BigInt(id), text);
    await db.pool.query(
      `update webhook_endpoint set secret = $2, previous_secret = $3,
        previous_secret_until = now() + interval '1 hour' where id = $1`,
      [id, seal(secret), seal(previous)],
    );
    const both = new Map([...sealing, [2, randomBytes(32)]] as const);
    const known = [1, 2].map((version) => ({ version, sealsFromMs: 0 }));
    vault.unlock({ sealing: both, index }, known);
    const before = BigInt(id) - 1n;
    const batch = await db.transaction((tx) => sealedSecrets.sealNext({ tx, vault }, before));
    assert.deepEqual(batch, { last: BigInt(id), rows: 1 });
    const { rows } = await db.pool.query('select * from webhook_endpoint where id = $1', [id]);
    const [row] = rows;
    assert.ok([row.secret, row.previous_secret].every((text) => text.startsWith('v1.2.')));
    const open = (of: bigint) =>
      secretsOf({ ...context, vault }, { ...row, id: of, previousSecret: row.previous_secret });
    assert.deepEqual(open(BigInt(id)), [secret, previous]);
    assert.throws(() => open(1n));
    const again = await db.transaction((tx) => sealedSecrets.sealNext({ tx, vault }, before));
    assert.equal(again.rows, 0);
    await db.pool.query('delete from webhook_endpoint where id = $1', [id]);
  });

  test('every kind of event has a sample that fits its schema', () => {
    const { eventCatalogue } = desk.app.context;
    for (const kind of eventCatalogue.kinds) {
      eventCatalogue.check([{ type: kind.type, subjectId: 1n, data: sampleOf(kind) }]);
    }
  });
});

describe('400', () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['/url', { url: undefined }],
    ['/url', { url: [] }],
    ['/types', { types: 'trade-order.*' }],
    ['/surprise', { surprise: 1 }],
    ['/since', { since: 99_999_999 }],
  ];
  for (const [pointer, body] of wrong) {
    test(`${pointer} of ${JSON.stringify(body)}`, async () => {
      const reply = await create(body);
      assert.equal(reply.status, 400, reply.text);
      const pointers = reply.body.errors.map((error: { pointer: string }) => error.pointer);
      assert.ok(
        pointers.some((each: string) => each.startsWith(pointer)),
        pointers.join(),
      );
    });
  }

  test('a replay whose range ends before it begins is refused', async () => {
    const { id } = await desk.make(URL_);
    const range = { endpointId: id, since: 5_000_000 };
    const reply = await admin.post(`${V1}/delivery/replay-range`, range);
    assert.equal(reply.status, 400, reply.text);
    assert.equal(reply.body.errors[0].pointer, '/since');
  });
});

describe('401, 403, 404', () => {
  test('callers without credentials, and roles without the permission, are refused', async () => {
    const stranger = desk.app.as('NOBODY');
    assert.equal((await stranger.post(`${V1}/endpoint/create`, { url: URL_ })).status, 401);
    const dealer = desk.app.as('DEALER');
    assert.equal((await dealer.post(`${V1}/endpoint/create`, { url: URL_ })).status, 403);
  });

  test('the endpoint and deliveries of another caller are not found', async () => {
    const { id } = await desk.make(URL_);
    const asked = await admin.post(`${V1}/endpoint/ping/id/${id}`);
    for (const reply of [
      await client.get(`${V1}/endpoint/id/${id}`),
      await client.put(`${V1}/endpoint/update`, { id, label: 'Mine' }),
      await client.put(`${V1}/endpoint/update`, { id, url: 'https://10.0.0.1/' }),
      await client.put(`${V1}/endpoint/disable/id/${id}`),
      await client.post(`${V1}/endpoint/rotate-secret/id/${id}`, {}),
      await client.post(`${V1}/endpoint/ping/id/${id}`),
      await client.delete(`${V1}/endpoint/delete/id/${id}`),
      await client.get(`${V1}/delivery/id/${asked.body.id}`),
      await client.put(`${V1}/delivery/replay/id/${asked.body.id}`),
    ]) {
      assert.equal(reply.status, 404, reply.text);
      assert.equal(reply.body.msgCode, 'DOCUMENT_NOT_FOUND');
    }
    const { body } = await client.get(`${V1}/delivery/list?endpointId=${id}`);
    assert.deepEqual([body.msgCode, body.msgArgs], ['UNKNOWN_REFERENCE', ['endpointId']]);
  });
});

describe('409, 412', () => {
  test('WEBHOOK_WRONG_STATE shows the current state', async () => {
    const { id } = await desk.make(URL_);
    const asked = await admin.post(`${V1}/endpoint/ping/id/${id}`);
    const enabled = await admin.put(`${V1}/endpoint/enable/id/${id}`);
    assert.equal(enabled.status, 409);
    assert.deepEqual(enabled.body.msgArgs, ['ENABLED']);
    await disable(id);
    for (const reply of [
      await disable(id),
      await admin.post(`${V1}/endpoint/ping/id/${id}`),
      await admin.post(`${V1}/endpoint/test/id/${id}`, { type: 'security.updated' }),
      await admin.put(`${V1}/delivery/replay/id/${asked.body.id}`),
      await admin.post(`${V1}/delivery/replay-failed`, { endpointId: id }),
      await admin.post(`${V1}/delivery/replay-range`, { endpointId: id, since: 0 }),
    ]) {
      assert.equal(reply.status, 409, reply.text);
      assert.deepEqual(
        [reply.body.msgCode, ...reply.body.msgArgs],
        ['WEBHOOK_WRONG_STATE', 'DISABLED'],
      );
    }
  });

  test('a change to an outdated version is refused', async () => {
    const { id } = await desk.make(URL_);
    assert.equal((await disable(id, { 'if-match': '"7"' })).status, 412);
  });
});

describe('422', () => {
  test('WEBHOOK_TARGET_REFUSED is returned for a creation and a change', async () => {
    const { id } = await desk.make(URL_);
    const url = 'https://192.168.1.1/';
    const reply = await admin.put(`${V1}/endpoint/update`, { id, url });
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.msgCode, 'WEBHOOK_TARGET_REFUSED');
  });

  test('WEBHOOK_TYPE_UNKNOWN names the type', async () => {
    for (const types of [['security.updated', 'order.filled'], ['a', 'b.*'], ['*']]) {
      const reply = await create({ types });
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, 'WEBHOOK_TYPE_UNKNOWN');
    }
    const { id } = await desk.make(URL_);
    const sample = await admin.post(`${V1}/endpoint/test/id/${id}`, { type: 'no.such' });
    assert.deepEqual([sample.status, sample.body.errors[0].pointer], [422, '/type']);
  });

  test('WEBHOOK_TOO_MANY after fifty, however many requests arrive at once', async () => {
    const dealer = desk.app.asOffice('ADMIN', [9n]);
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => dealer.post(`${V1}/endpoint/create`, { url: URL_ })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 50);
    const refused = replies.filter(({ body }) => body.msgCode === 'WEBHOOK_TOO_MANY');
    assert.equal(refused.length, 10);
  });

  test('a replay to an unknown endpoint is refused', async () => {
    const reply = await admin.post(`${V1}/delivery/replay-failed`, { endpointId: 12_345_678 });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'UNKNOWN_REFERENCE');
  });
});

describe('keys and dry runs', () => {
  test('a repeated key creates no second endpoint and hides the secret', async () => {
    const headers = { 'idempotency-key': 'webhook-endpoint-0001' };
    const first = await create({}, headers);
    const second = await create({}, headers);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.body.id, first.body.id);
    assert.ok(first.body.result.secret);
    assert.equal(second.body.result.secret, undefined);
  });

  test('a dry run creates nothing', async () => {
    const before = (await admin.get(`${V1}/endpoint/list`)).body.count;
    const reply = await create({}, { prefer: 'dry-run' });
    assert.equal(reply.headers.get('preference-applied'), 'dry-run');
    assert.equal(reply.body.dryRun, true, reply.text);
    assert.equal(reply.body.result.secret, undefined);
    assert.equal((await admin.get(`${V1}/endpoint/list`)).body.count, before);
  });
});

describe('settings', () => {
  const refused = (environment: Record<string, string>, flags: object = {}) =>
    assert.throws(() => readConfig(environment, flags), ConfigRefused);

  test('loopback is permitted only with --demo or on a server that listens on loopback', () => {
    assert.equal(readConfig({}).webhookLoopback, false);
    assert.equal(readConfig({}, { demo: true }).webhookLoopback, true);
    const closed = { COUNTINGHOUSE_WEBHOOK_LOOPBACK: 'no' };
    assert.equal(readConfig(closed, { demo: true }).webhookLoopback, false);
    const open = { COUNTINGHOUSE_WEBHOOK_LOOPBACK: 'yes' };
    assert.equal(readConfig(open).webhookLoopback, true);
    refused({ ...open, HOST: '0.0.0.0' });
  });

  test('networks are parsed as networks', () => {
    const of = (text: string) => readConfig({ COUNTINGHOUSE_WEBHOOK_NETWORKS: text });
    assert.deepEqual(of('10.0.0.0/8, fd00::/8').webhookNetworks, ['10.0.0.0/8', 'fd00::/8']);
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'all', '10.0.0.0/8,,']) {
      refused({ COUNTINGHOUSE_WEBHOOK_NETWORKS: text });
    }
  });

  test('without authentication every caller owns all endpoints and receives all', async () => {
    const { context } = desk.app;
    const app = await startApp({ ...context.config, port: 0, noAuth: true });
    const receiver = await startReceiver();
    const reply = await fetch(`${app.url}${V1}/endpoint/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, types: [desk.nextType()] }),
    });
    assert.equal(reply.status, 201);
    await app.stop();
    await receiver.close();
  });
});
