// A server that writes events and can be killed at any moment. It sends them by stream and webhook.
// For the control it also sends them directly after their commit, as programs without an outbox do.

import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { storeEvents } from '../../src/platform/events/queries.js';
import { until } from '../support/wait.js';

/** The load that the test requests from its node. */
export interface Load {
  readonly type: string;
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The URL to which the control publishes committed events. */
  readonly controlUrl: string;
}

const WRITERS = 4;
const PUBLISH_EVERY_MS = 20;

const [port = '0'] = process.argv.slice(2);
const config = readConfig(process.env, {
  port: Number(port),
  logLevel: 'silent',
  allowUnsafeDatabase: true,
  webhookLoopback: true,
});
const app = await startApp(config);

/** Committed but unpublished events. They exist only in memory and are lost with the process. */
const unpublished: number[] = [];

/** Writes transactions of 1 to 5 events that commit out of order. */
async function write(db: Database, load: Load, writer: number): Promise<void> {
  const total = load.perSecond * load.seconds;
  const began = performance.now();
  for (let next = writer; next < total; ) {
    const subjects: number[] = [];
    for (let more = 1 + Math.floor(Math.random() * 5); more > 0 && next < total; more -= 1) {
      subjects.push(load.first + next);
      next += WRITERS;
    }
    const events = subjects.map((id) => ({ type: load.type, subjectId: BigInt(id) }));
    const dueMs = (next / load.perSecond) * 1_000;
    await db.transaction(async (tx) => {
      await storeEvents(tx, events);
      for (let work = Math.random() * 10; work > 1; work -= 1) await tx.query(sql`select 1`);
    });
    unpublished.push(...subjects);
    await until(() => performance.now() - began >= dueMs);
  }
}

async function publish(url: string): Promise<void> {
  for (;;) {
    await pause(PUBLISH_EVERY_MS);
    const subjects = unpublished.splice(0);
    if (subjects.length === 0) continue;
    const sent = fetch(url, { method: 'POST', body: JSON.stringify({ id: 0, subjects }) });
    await sent.then((reply) => reply.arrayBuffer()).catch(() => undefined);
  }
}

process.on('message', (load: Load) => {
  void publish(load.controlUrl);
  const writers = Array.from({ length: WRITERS }, (_, at) => write(app.context.db, load, at));
  void Promise.all(writers).then(() => process.send?.('written'));
});
process.send?.('ready');
