// Webhook deliveries: arrivals, their order, and the handling of failures. Delivery is at least
// once: a stalled sender loses its lease and its messages are sent again with the same ids, so the
// tests count arrivals by id. Attempts are counted exactly, because only the lease holder records
// them.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { purgeDeliveries } from '../../../src/modules/webhook/purge.js';
import { callerOf } from '../../support/app.js';
import {
  firstArrivals,
  type Received,
  startReceiver,
  status,
  verify,
} from '../../support/outside/webhook-receiver.js';
import { until, waitFor } from '../../support/wait.js';
import { count, DESK, openWebhookDesk, V1, type WebhookDesk } from './desk.js';

let desk: WebhookDesk;

before(async () => {
  desk = await openWebhookDesk();
});
after(() => desk?.stop());

const run = (statement: string, values: readonly unknown[]) =>
  desk.app.db.pool.query(statement, [...values]);

/** Waits until every node has refreshed its cached permissions. */
function rightsAreOld(): Promise<void> {
  const fromMs = performance.now();
  return until(() => performance.now() - fromMs > DESK.rightsMs);
}

// The first two tests take as long as the time limits allow, so the tests run concurrently.
describe('delivery', { concurrency: 6 }, () => {
  test('an answer that never comes times out; other endpoints are not delayed', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      let unanswered = 0;
      receiver.answer((_, response) => {
        unanswered += 1;
        response.once('close', () => {
          unanswered -= 1;
        });
      });
      await store([9_000]);
      await until(() => unanswered > 0);
      await desk.receiving(async (other) => {
        let sentMeanwhile = 0;
        other.receiver.answer((_, response) => {
          if (unanswered > 0) sentMeanwhile += 1;
          response.writeHead(204).end();
        });
        // On a busy machine an event may arrive after the unanswered attempt has timed out, so the
        // test stores several.
        await waitFor('an event beside the silent one', async () => {
          const before = other.receiver.received.length;
          await other.store([9_001 + before]);
          await until(() => other.receiver.received.length > before);
          return sentMeanwhile > 0;
        });
      });
      await waitFor('a failure', async () => (await desk.endpoint(id)).failures > 0);
      const [delivery] = await desk.deliveries(id);
      assert.equal(delivery.fault, `no response within ${DESK.answerMs} ms`);
      assert.equal(delivery.status, undefined);
    }));

  test('an endpoint receives only events that its owner may see at the time', async () => {
    const receiver = await startReceiver();
    const type = desk.nextType();
    const { app } = desk;
    const made = await desk.admin.post('/api/v1/security/client/create', {
      label: 'Bound',
      roles: ['CLIENT'],
    });
    assert.equal(made.status, 201, made.text);
    const { name, id: clientId } = made.body.result;
    const secret = made.body.result.clientSecret;
    const header = Buffer.from(`${name}:${secret}`).toString('base64');
    const client = callerOf(app.url, { authorization: `Basic ${header}` });
    const { id } = await desk.make(receiver.url, { types: [type] }, client);
    await desk.store(type, [20_001]);
    await until(() => receiver.received.some(({ json }) => json.subjectId === 20_001));
    const bound = 'update principal set office_ids = array[7]::bigint[] where id = $1';
    await run(bound, [clientId]);
    await rightsAreOld();
    await desk.store(type, [20_002], 8n);
    await desk.store(type, [20_003], 7n);
    await until(() => receiver.received.some(({ json }) => json.subjectId === 20_003));
    assert.ok(!receiver.received.some(({ json }) => json.subjectId === 20_002));
    await run('update principal set active = false where id = $1', [clientId]);
    await rightsAreOld();
    await desk.store(type, [20_004], 7n);
    await waitFor('the end', async () => {
      const endpoint = await desk.endpoint(id);
      return endpoint.state === 'DISABLED' && endpoint.disabledReason === 'OWNER_ENDED';
    });
    assert.ok(!receiver.received.some(({ json }) => json.subjectId === 20_004));
    await receiver.close();
  });

  test('events arrive in order, signed, as the list shows them', () =>
    desk.receiving(async ({ receiver, id, secret, store, type }) => {
      await store(count(120, 1_000));
      await desk.store(desk.nextType(), [1]);
      await until(() => receiver.received.some(({ json }) => json.subjectId === 1_119));
      const mine = firstArrivals(receiver.received).filter(({ json }) => json.subjectId >= 1_000);
      assert.deepEqual(
        mine.map(({ json }) => json.subjectId),
        count(120, 1_000),
      );
      for (const received of mine) verify(secret, received);
      const since = mine[0]?.json.id - 1;
      const { body } = await desk.admin.get(`/api/v1/event/list?types=${type}&since=${since}&c=1`);
      const [event] = body.result;
      assert.deepEqual(mine[0]?.json, { ...event, timestamp: event.time });
      const [delivery] = await waitFor('the log', async () => {
        const all = await desk.deliveries(id, `&eventId=${event.id}`);
        return all.length === 1 && all;
      });
      assert.deepEqual([delivery.state, delivery.status, delivery.attempts], ['DELIVERED', 204, 1]);
      const one = await desk.admin.get(`${V1}/delivery/id/${delivery.id}`);
      assert.equal(one.body.body, mine[0]?.body);
      assert.equal(one.body.attemptLog[0].requestHeaders['webhook-id'], mine[0]?.id);
      assert.ok((await desk.endpoint(id)).lastEventId >= event.id);
    }));

  test('a receiver that was unavailable for a while receives everything in order', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      const from = 2_000;
      receiver.answer(status(503));
      await store(count(30, from));
      await until(() => receiver.received.length >= 2);
      const failing = await waitFor('failures', async () => {
        const endpoint = await desk.endpoint(id);
        return endpoint.failures >= 2 && endpoint;
      });
      assert.ok(failing.failingSinceDttm && failing.notBeforeDttm);
      // Only the first event was sent, because the others would fail in the same way.
      assert.equal(receiver.eventIds().length, 1);
      receiver.answer(status(200));
      await desk.hurry(id);
      const isOurs = (subject: number) => subject >= from && subject < from + 30;
      const subjects = () => [
        ...new Set(receiver.received.map(({ json }) => json.subjectId).filter(isOurs)),
      ];
      await until(() => subjects().length === 30);
      assert.deepEqual(subjects(), count(30, from));
      await waitFor('being well', async () => (await desk.endpoint(id)).failures === 0);
      const [first] = await desk.deliveries(id);
      assert.ok(first.attempts >= 3);
      const { body } = await desk.admin.get(`${V1}/delivery/id/${first.id}`);
      assert.equal(body.attemptLog.length, first.attempts);
      assert.equal(body.attemptLog.at(-1).status, 503);
      assert.equal(body.attemptLog.at(-1).answerBody, 'answer 503');
      assert.equal(new Set(receiver.received.slice(0, 3).map((each) => each.id)).size, 1);
    }));

  test('an event that is refused alone is parked, and the others continue', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      let isMended = false;
      receiver.answer(({ json }, response) => {
        response.writeHead(json.subjectId === 3_001 && !isMended ? 400 : 200).end();
      });
      await store([3_000, 3_001, 3_002, 3_003]);
      await waitFor('the third refusal', async () => {
        // Ends the endpoint's pause. The event is parked only after several refusals.
        await run('update webhook_endpoint set not_before = clock_timestamp() where id = $1', [id]);
        desk.app.context.signals.raise('webhook');
        return receiver.received.filter(({ json }) => json.subjectId === 3_001).length >= 3;
      });
      await until(() => receiver.received.some(({ json }) => json.subjectId === 3_003));
      const order = receiver.received.map(({ json }) => json.subjectId).filter((s) => s >= 3_000);
      assert.deepEqual([...new Set(order)], [3_000, 3_001, 3_002, 3_003]);
      const attempts = order.slice(0, order.indexOf(3_002)).filter((s) => s === 3_001);
      assert.ok(attempts.length >= 3, order.join());
      const [waiting] = await desk.deliveriesIn(id, 'WAITING', 1);
      assert.equal(waiting.attempts, 3);
      isMended = true;
      await desk.hurry(id);
      const delivered = await waitFor('the parked one', async () => {
        const { body } = await desk.admin.get(`${V1}/delivery/id/${waiting.id}`);
        return body.state === 'DELIVERED' && body;
      });
      assert.equal(delivered.attempts, 4);
    }));

  test('a message that is not accepted for three days is FAILED, and can be replayed', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(({ json }, response) => {
        response.writeHead(json.subjectId === 4_000 ? 500 : 200).end();
      });
      await store([4_000]);
      const [waiting] = await desk.deliveriesIn(id, 'WAITING', 1);
      await run(
        `update webhook_delivery set first_attempt_at = clock_timestamp() - interval '72 hours'
          where id = $1`,
        [waiting.id],
      );
      const [failed] = await waitFor('giving up', async () => {
        await desk.hurry(id);
        const found = await desk.deliveries(id, '&state=FAILED');
        return found.length === 1 && found;
      });
      assert.equal(failed.id, waiting.id);
      assert.ok(failed.endedDttm && failed.nextAttemptDttm === undefined);
      receiver.answer(status(202));
      await desk.hurry(id);
      const reply = await desk.admin.post(`${V1}/delivery/replay-failed`, { endpointId: id });
      assert.equal(reply.body.result.replayed, 1);
      const [delivered] = await desk.deliveriesIn(id, 'DELIVERED', 1);
      assert.equal(delivered.attempts, failed.attempts + 1);
      const ids = new Set(receiver.received.map((each) => each.id));
      assert.deepEqual([...ids], [failed.messageId]);
    }));

  test('410 disables the endpoint, and once it is enabled again no event is missing', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(status(410));
      await store([5_000, 5_001]);
      const disabled = await waitFor('being disabled', async () => {
        const endpoint = await desk.endpoint(id);
        return endpoint.state === 'DISABLED' && endpoint;
      });
      assert.equal(disabled.disabledReason, 'GONE');
      const { body } = await desk.admin.get(`/api/v1/security/audit/list?e=disableWebhookEndpoint`);
      assert.ok(body.result.some((entry: { subjectId: number }) => entry.subjectId === id));
      await store([5_002]);
      receiver.answer(status(204));
      assert.equal((await desk.admin.put(`${V1}/endpoint/enable/id/${id}`)).status, 200);
      await until(() => receiver.received.some(({ json }) => json.subjectId === 5_002));
      const subjects = [...new Set(receiver.received.map(({ json }) => json.subjectId))];
      assert.deepEqual(
        subjects.filter((subject) => subject >= 5_000 && subject < 5_003),
        [5_000, 5_001, 5_002],
      );
    }));

  test('an endpoint that fails for three days is disabled', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(status(500));
      await store([6_000]);
      await waitFor('a failure', async () => (await desk.endpoint(id)).failures > 0);
      await run(
        `update webhook_endpoint set failing_since = clock_timestamp() - interval '73 hours'
          where id = $1`,
        [id],
      );
      const disabled = await waitFor('being disabled', async () => {
        await desk.hurry(id);
        const endpoint = await desk.endpoint(id);
        return endpoint.state === 'DISABLED' && endpoint;
      });
      assert.equal(disabled.disabledReason, 'FAILING');
      const types = 'types=webhook-endpoint.disabled&c=500';
      const told = await waitFor('the event', async () => {
        const { body } = await desk.admin.get(`/api/v1/event/list?${types}`);
        return body.result.find((event: { subjectId: number }) => event.subjectId === id);
      });
      assert.deepEqual(told.data, { reason: 'FAILING' });
    }));

  test('429 with Retry-After slows it down', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(status(429, { 'retry-after': '120' }));
      await store([7_000]);
      const endpoint = await waitFor('a failure', async () => {
        const found = await desk.endpoint(id);
        return found.failures > 0 && found;
      });
      const pauseMs = Date.parse(endpoint.notBeforeDttm) - Date.now();
      assert.ok(pauseMs > 100_000 && pauseMs <= 120_000, String(pauseMs));
    }));

  test('a redirect is not followed', async () => {
    const canary = await startReceiver();
    await desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(status(307, { location: canary.url }));
      await store([8_000]);
      await waitFor('a failure', async () => (await desk.endpoint(id)).failures > 1);
      assert.equal(canary.connections(), 0);
      const [delivery] = await desk.deliveries(id);
      assert.equal(delivery.status, 307);
    });
    await canary.close();
  });

  test('only the beginning of a huge or endless answer is stored', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer(({ json }, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        if (json.subjectId === 10_000) response.end('x'.repeat(5_000_000));
        else response.write('half a word\u0000');
      });
      await store([10_000, 10_001]);
      const subjects = () => receiver.received.map(({ json }) => json.subjectId);
      await until(() => subjects().includes(10_001));
      const [huge, endless] = await waitFor('both', async () => {
        const all = await desk.deliveries(id, '&state=DELIVERED');
        return all.length >= 2 && all.slice(-2);
      });
      const bodyOf = async (delivery: { id: number }) =>
        (await desk.admin.get(`${V1}/delivery/id/${delivery.id}`)).body.attemptLog[0].answerBody;
      assert.equal((await bodyOf(huge)).length, 16_384);
      assert.equal(await bodyOf(endless), 'half a word');
    }));

  test('a receiver that disconnects during a delivery is retried', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      receiver.answer((_, response) => {
        response.socket?.destroy();
      });
      await store([11_000]);
      await waitFor('a failure', async () => (await desk.endpoint(id)).failures > 0);
      const [delivery] = await desk.deliveries(id);
      assert.match(delivery.fault, /ECONNRESET|socket hang up/);
      receiver.answer(status(200));
      await desk.hurry(id);
      await desk.deliveriesIn(id, 'DELIVERED', 1);
    }));
});

describe('requested messages', () => {
  test('a ping and a sample event arrive signed and marked as tests', () =>
    desk.receiving(async ({ receiver, id, secret, type }) => {
      const ping = await desk.admin.post(`${V1}/endpoint/ping/id/${id}`);
      assert.equal(ping.status, 201, ping.text);
      const sample = await desk.admin.post(`${V1}/endpoint/test/id/${id}`, { type });
      assert.equal(sample.status, 201, sample.text);
      await until(() => firstArrivals(receiver.received).length === 2);
      for (const received of receiver.received) verify(secret, received);
      assert.deepEqual(
        firstArrivals(receiver.received).map(({ json }) => [json.type, json.test]),
        [
          ['webhook-endpoint.pinged', true],
          [type, true],
        ],
      );
      const both = await desk.deliveriesIn(id, 'DELIVERED', 2);
      assert.deepEqual(
        both.map(({ attempts }) => attempts),
        [1, 1],
      );
      const [one] = both;
      assert.deepEqual([one.id, one.kind, one.eventId], [ping.body.id, 'PING', undefined]);
    }));

  test('a ping that fails is not retried and does not count as a failure of the endpoint', () =>
    desk.receiving(async ({ receiver, id }) => {
      receiver.answer(status(500));
      await desk.admin.post(`${V1}/endpoint/ping/id/${id}`);
      const [failed] = await desk.deliveriesIn(id, 'FAILED', 1);
      assert.equal(failed.attempts, 1);
      assert.equal((await desk.endpoint(id)).failures, 0);
    }));

  test('a message and a range of events are sent again, including events never sent', () =>
    desk.receiving(async ({ receiver, id, store }) => {
      await store([30_000, 30_001]);
      const [one, two] = await desk.deliveriesIn(id, 'DELIVERED', 2);
      let before = receiver.received.length;
      const since = () => firstArrivals(receiver.received.slice(before)).map((each) => each.id);
      const replay = await desk.admin.put(`${V1}/delivery/replay/id/${one.id}`);
      assert.equal(replay.status, 200, replay.text);
      await until(() => since().length > 0);
      assert.deepEqual(since(), [one.messageId]);
      // Waits until the deliveries are recorded, so that neither of them is sent again below.
      await desk.deliveriesIn(id, 'DELIVERED', 2);
      await run('delete from webhook_delivery where id = $1', [two.id]);
      before = receiver.received.length;
      const range = { endpointId: id, since: one.eventId - 1, until: two.eventId };
      const reply = await desk.admin.post(`${V1}/delivery/replay-range`, range);
      assert.deepEqual(reply.body.result, { replayed: 2 });
      await until(() => since().length >= 2);
      assert.deepEqual(since(), [one.messageId, two.messageId]);
    }));

  for (const [answered, code] of [
    ['taken', 200],
    ['refused', 500],
  ] as const) {
    test(`a message that is replayed while it is sent, and then ${answered}, is sent again`, () =>
      desk.receiving(async ({ receiver, id }) => {
        await desk.admin.post(`${V1}/endpoint/ping/id/${id}`);
        const [sent] = await desk.deliveriesIn(id, 'DELIVERED', 1);
        const replay = () => desk.admin.put(`${V1}/delivery/replay/id/${sent.id}`);
        let answerIt: (() => void) | undefined;
        receiver.answer((received, response) => {
          answerIt = () => status(code)(received, response);
        });
        await replay();
        await until(() => answerIt !== undefined);
        receiver.answer(status(200));
        const before = receiver.received.length;
        const reply = await replay();
        assert.equal(reply.status, 200, reply.text);
        answerIt?.();
        await until(() => receiver.received.length > before);
        const [ended] = await desk.deliveriesIn(id, 'DELIVERED', 1);
        const ids = receiver.received.map((each) => each.id);
        assert.ok(ids.length >= 3 && ids.length >= ended.attempts, `${ids.length} arrived`);
        assert.deepEqual([...new Set(ids)], [sent.messageId]);
      }));
  }

  test('after a rotation both secrets verify until the overlap is over', () =>
    desk.receiving(async ({ receiver, id, secret: before, store }) => {
      const rotate = (overlapHours: number) =>
        desk.admin.post(`${V1}/endpoint/rotate-secret/id/${id}`, { overlapHours });
      const reply = await rotate(24);
      assert.equal(reply.status, 200, reply.text);
      const now = reply.body.result.secret;
      const arrivalOf = async (subject: number) => {
        await store([subject]);
        const isIt = ({ json }: Received) => json.subjectId === subject;
        await until(() => receiver.received.some(isIt));
        return receiver.received.find(isIt);
      };
      const both = await arrivalOf(40_000);
      assert.equal(String(both?.headers['webhook-signature']).split(' ').length, 2);
      for (const secret of [before, now]) if (both) verify(secret, both);
      await rotate(0);
      const last = await arrivalOf(40_001);
      assert.equal(String(last?.headers['webhook-signature']).split(' ').length, 1);
      for (const secret of [before, now]) assert.throws(() => last && verify(secret, last));
    }));
});

describe('nodes', () => {
  test('one of two nodes sends to an endpoint; the other takes over when it stops', async () => {
    const { app } = desk;
    const type = desk.nextType();
    const second = await startApp(
      readConfig({ DATABASE_URL: app.database.url }, { ...app.context.config, port: 0 }),
    );
    const callers = [desk.admin, callerOf(second.url, await app.header('ADMIN'))];
    const places = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const receiver = await startReceiver();
        const { id } = await desk.make(receiver.url, { types: [type] }, callers[at % 2]);
        return { receiver, id };
      }),
    );
    const runs = async () => {
      const ids = places.map(({ id }) => id);
      const statement = 'select id, run from webhook_endpoint where id = any($1)';
      const { rows } = await run(statement, [ids]);
      return new Map(rows.map((row) => [Number(row.id), Number(row.run)]));
    };
    const allArrive = (events: number) =>
      until(() => places.every(({ receiver }) => receiver.eventIds().length === events));
    await desk.store(type, count(50, 50_000));
    await allArrive(50);
    for (const { id } of places) await desk.deliveriesIn(id, 'DELIVERED', 50);
    const before = await runs();
    for (const { receiver, id } of places) {
      // An endpoint that was claimed once had a single sender. If a node stalls and loses its
      // claim, the next node may repeat messages.
      if (before.get(id) === 1) assert.equal(receiver.received.length, 50);
    }
    await second.stop();
    await desk.store(type, count(50, 50_050));
    await allArrive(100);
    for (const { receiver } of places) {
      const subjects = firstArrivals(receiver.received).map(({ json }) => json.subjectId);
      assert.deepEqual(subjects, count(100, 50_000));
    }
    await Promise.all(places.map(({ receiver }) => receiver.close()));
  });
});

describe('age', () => {
  test('old deliveries are deleted, and those of removed endpoints with the endpoint', () =>
    desk.receiving(async ({ id, store }) => {
      await store([60_000, 60_001]);
      const [one] = await desk.deliveriesIn(id, 'DELIVERED', 2);
      await run(
        `update webhook_delivery set ended_at = clock_timestamp() - interval '31 days'
          where id = $1`,
        [one.id],
      );
      const purge = () =>
        purgeDeliveries.run(desk.app.context, {
          ...{ id: 1n, data: {}, attempt: 1 },
          signal: new AbortController().signal,
        });
      await purge();
      assert.equal((await desk.deliveries(id)).length, 1);
      await desk.admin.delete(`${V1}/endpoint/delete/id/${id}`);
      await purge();
      const { rows } = await run('select id from webhook_endpoint where id = $1', [id]);
      assert.equal(rows.length, 0);
    }));
});
