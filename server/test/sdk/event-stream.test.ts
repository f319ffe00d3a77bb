// The SDK's event stream despite broken connections, stopping servers and withdrawn permissions:
// every event arrives once, in order.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApiEvent,
  type Client,
  type ConnectionChange,
  ConnectionError,
  createClient,
  type Fetch,
  isProblem,
} from '@countinghouse/sdk';
import { startApp } from '../../src/app/app.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { allNumbered } from '../support/numbered-event.js';
import { sdkClient } from '../support/sdk.js';
import { until, waitFor } from '../support/wait.js';

let app: TestApp;
let client: Client;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  client = await sdkClient(app, 'CLIENT');
  // Waits until the demonstration data's events have their positions, before the test reads any.
  await allNumbered(app.db);
});
after(() => app.stop());

async function makeLeads(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = { leadType: 'INDIVIDUAL', lastName: `Streamed ${at}` } as const;
    ids.push((await client.post('crm/lead/create', { body })).id ?? 0);
  }
  return ids;
}

/**
 * Returns a connection whose response bodies break after some bytes, possibly within a field or a
 * character.
 */
function breaking(bytesOf: () => number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    let left = bytesOf();
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.error(new TypeError('terminated'));
      },
    });
    return new Response(response.body?.pipeThrough(cut) ?? null, response);
  };
}

/** Options that make the client reconnect without a pause. */
const atOnce = { pause: async () => undefined };

async function take(count: number, events: AsyncIterable<ApiEvent>): Promise<ApiEvent[]> {
  const taken: ApiEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

describe('the event stream', () => {
  it('yields every event once and in order over connections that break anywhere', async () => {
    const since = await client.lastEventId();
    const wanted = await makeLeads(8);
    let connections = 0;
    const fetch = breaking(() => {
      connections += 1;
      return 250 + ((connections * 97) % 400);
    });
    const unlucky = await sdkClient(app, 'CLIENT', { fetch, ...atOnce });
    let dropped = 0;
    const onConnection = ({ state }: ConnectionChange) => {
      if (state === 'dropped') dropped += 1;
    };
    const types = ['lead.captured'] as const;
    const events = unlucky.events({ since, types, onConnection });
    const taken = await take(wanted.length, events);
    assert.deepEqual(
      taken.map(({ subjectId }) => subjectId),
      wanted,
    );
    assert.ok(dropped >= 3, `${dropped} connections broke`);
    const ids = taken.map(({ id }) => id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((left, right) => left - right),
    );
  });

  it('reconnects to another node when one stops, and reports the reason', async () => {
    const flags = { ...app.context.config, port: 0 };
    const other = await startApp(flags);
    let node = other.url;
    const fetchFrom: Fetch = (url, init) => fetch(url.replace('http://node', node), init);
    const options = { baseUrl: 'http://node', fetch: fetchFrom, ...atOnce };
    const follower = await sdkClient(app, 'CLIENT', options);
    const changes: ConnectionChange[] = [];
    const since = await client.lastEventId();
    const types = ['lead.*'] as const;
    const onConnection = (change: ConnectionChange) => changes.push(change);
    const taking = take(6, follower.events({ since, types, onConnection }));
    const first = await makeLeads(3);
    await waitFor('the first connection', async () => changes.length > 0);
    node = app.url;
    await other.stop();
    const all = [...first, ...(await makeLeads(3))];
    assert.deepEqual(
      (await taking).map(({ subjectId }) => subjectId),
      all,
    );
    const drop = changes.find(({ state }) => state === 'dropped');
    assert.equal(drop?.state === 'dropped' && drop.reason, 'SERVER_STOPPING');
  });

  it('starts with the next event when no position is given', async () => {
    const since = await client.lastEventId();
    const types = ['lead.captured'] as const;
    await makeLeads(1);
    await take(1, client.events({ since, types }));
    const changes: ConnectionChange[] = [];
    const onConnection = (change: ConnectionChange) => changes.push(change);
    const taking = take(1, client.events({ types, onConnection }));
    await waitFor('the connection', async () => changes.length > 0);
    const [next] = await makeLeads(1);
    assert.equal((await taking)[0]?.subjectId, next);
  });

  it('treats a silent connection as lost', async () => {
    const since = await client.lastEventId();
    const opened: string[] = [];
    const silentFirst: Fetch = async (url, init) => {
      opened.push(url);
      if (opened.length > 1) return fetch(url, init);
      const never = new ReadableStream({
        start: (controller) => {
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(never, { headers: { 'content-type': 'text/event-stream' } });
    };
    const waiting = await sdkClient(app, 'CLIENT', { fetch: silentFirst, ...atOnce });
    const [made] = await makeLeads(1);
    // A connection is also silent while its event has no number, so the test waits for the number
    // first.
    await allNumbered(app.db);
    const types = ['lead.captured'] as const;
    const [event] = await take(1, waiting.events({ since, types, silenceMaxMs: 1_000 }));
    assert.equal(event?.subjectId, made);
    assert.ok(opened.length >= 2, 'it connected again');
  });

  it('waits no longer than the given limit before it connects again', async () => {
    const waits: number[] = [];
    let opened = 0;
    const downForLong: Fetch = async (url, init) => {
      opened += 1;
      if (opened > 1 && opened < 15) throw new TypeError('fetch failed');
      if (opened >= 15) return fetch(url, init);
      return new Response('', { headers: { 'content-type': 'text/event-stream' } });
    };
    const patient = await sdkClient(app, 'CLIENT', { fetch: downForLong, ...atOnce });
    const since = await client.lastEventId();
    await makeLeads(1);
    const onConnection = (change: ConnectionChange) => {
      if (change.state === 'dropped') waits.push(change.retryInMs);
    };
    const types = ['lead.captured'] as const;
    await take(1, patient.events({ since, types, waitMaxMs: 3_000, onConnection }));
    assert.equal(waits.length, 14);
    assert.ok(Math.max(...waits) > 1_500 && Math.max(...waits) <= 3_000, waits.join(' '));
  });

  it('ends when the caller aborts it, while it waits and while it pauses', async () => {
    for (const baseUrl of [app.url, 'http://127.0.0.1:9']) {
      const ending = new AbortController();
      const changes: string[] = [];
      const own = await sdkClient(app, 'CLIENT', { baseUrl });
      const events = own.events({
        ...{ since: await client.lastEventId(), signal: ending.signal },
        onConnection: ({ state }) => changes.push(state),
      });
      const taking = take(1, events);
      await until(() => changes.length > 0);
      ending.abort();
      assert.deepEqual(await taking, []);
      assert.deepEqual(changes, [baseUrl === app.url ? 'connected' : 'dropped']);
    }
  });

  it('throws errors that a reconnection cannot fix', async () => {
    const stranger = createClient({ baseUrl: app.url });
    await assert.rejects(take(1, stranger.events()), (error: unknown) =>
      isProblem(error, 'INVALID_CREDENTIALS'),
    );
    await assert.rejects(
      take(1, client.events({ since: 999_999_999 })),
      (error: unknown) => isProblem(error, 'INVALID_REQUEST') && /last event/.test(error.message),
    );
    const nowhere = await sdkClient(app, 'CLIENT', { baseUrl: 'http://127.0.0.1:9', ...atOnce });
    await assert.rejects(take(1, nowhere.events()), ConnectionError);
  });
});
