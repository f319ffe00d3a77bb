// Fixture for webhook tests: an app that may send to loopback addresses, and callers that create
// endpoints.

import assert from 'node:assert/strict';
import { storeEvents } from '../../../src/platform/events/queries.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { type Receiver, startReceiver } from '../../support/outside/webhook-receiver.js';
import { waitFor } from '../../support/wait.js';

export const V1 = '/api/v1/webhook';
/**
 * Time limits in milliseconds: long enough for a busy machine, short enough for tests to wait for.
 */
export const DESK = { answerMs: 3_000, rightsMs: 500 } as const;

export interface MadeEndpoint {
  readonly id: number;
  readonly secret: string;
}

/** A receiver, its endpoint, and an event type that no other test stores. */
export interface Stage extends MadeEndpoint {
  readonly receiver: Receiver;
  readonly type: string;
  /** Stores an event for each subject, in one transaction. */
  store(subjectIds: readonly number[], officeId?: bigint): Promise<void>;
}

export interface WebhookDesk {
  readonly app: TestApp;
  readonly admin: Caller;
  /** Returns an event type that no other test stores. */
  nextType(): string;
  store(type: string, subjectIds: readonly number[], officeId?: bigint): Promise<void>;
  make(url: string, members?: object, by?: Caller): Promise<MadeEndpoint>;
  /** Runs a test with its own receiver, and an endpoint for one event type. */
  receiving(test: (stage: Stage) => Promise<void>): Promise<void>;
  endpoint(id: number): Promise<Json>;
  /** Lists an endpoint's deliveries, oldest first. */
  deliveries(endpointId: number, query?: string): Promise<Json[]>;
  /** Waits until this many deliveries are in a state, and returns them. */
  deliveriesIn(endpointId: number, state: string, count: number): Promise<Json[]>;
  /** Ends an endpoint's pause and makes its retries due. */
  hurry(endpointId: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the fixture. */
export async function openWebhookDesk(): Promise<WebhookDesk> {
  const app = await startTestApp({
    webhookLoopback: true,
    ...{ webhookAnswerMs: DESK.answerMs, webhookRightsMs: DESK.rightsMs },
  });
  const admin = app.as('ADMIN');
  const types = app.context.eventCatalogue.kinds
    .filter(({ permission }) => permission.startsWith('asset.'))
    .map(({ type }) => type);
  const desk: WebhookDesk = {
    app,
    admin,
    nextType: () => types.pop() ?? '',
    store: async (type, subjectIds, officeId) => {
      const events = subjectIds.map((id) => ({ type, subjectId: BigInt(id), officeId }));
      await app.db.transaction((tx) => storeEvents(tx, events));
    },
    make: async (url, members = {}, by = admin) => {
      const reply = await by.post(`${V1}/endpoint/create`, { url, ...members });
      assert.equal(reply.status, 201, reply.text);
      return { id: reply.body.id, secret: reply.body.result.secret };
    },
    receiving: async (run) => {
      const receiver = await startReceiver();
      try {
        const type = desk.nextType();
        const endpoint = await desk.make(receiver.url, { types: [type] });
        const store: Stage['store'] = (subjectIds, officeId) =>
          desk.store(type, subjectIds, officeId);
        await run({ ...endpoint, receiver, type, store });
        await admin.delete(`${V1}/endpoint/delete/id/${endpoint.id}`);
      } finally {
        await receiver.close();
      }
    },
    endpoint: async (id) => (await admin.get(`${V1}/endpoint/id/${id}`)).body,
    deliveries: async (endpointId, query = '') => {
      const path = `${V1}/delivery/list?endpointId=${endpointId}&s=500${query}`;
      return (await admin.get(path)).body.result.reverse();
    },
    deliveriesIn: (endpointId, state, count) =>
      waitFor(`${count} deliveries ${state}`, async () => {
        const found = await desk.deliveries(endpointId, `&state=${state}`);
        return found.length === count && found;
      }),
    hurry: async (endpointId) => {
      await app.db.pool.query(
        'update webhook_endpoint set not_before = clock_timestamp() where id = $1',
        [endpointId],
      );
      await app.db.pool.query(
        `update webhook_delivery set next_attempt_at = clock_timestamp()
          where endpoint_id = $1 and state = 'WAITING'`,
        [endpointId],
      );
      app.context.signals.raise('webhook');
    },
    stop: () => app.stop(),
  };
  return desk;
}

/** Returns consecutive numbers: 1, 2, 3, … */
export const count = (length: number, from = 1) => Array.from({ length }, (_, at) => from + at);
