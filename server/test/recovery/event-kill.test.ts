// Kills stream readers, webhook receivers and the server at random while events are written. No
// event is missing or out of order, and a repeated event has its original id. READERS, RECEIVERS,
// EVENTS_PER_SECOND, SECONDS and COUNTINGHOUSE_KILLS make the test larger.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.js';
import { readEvents } from '../support/event-reader.js';
import { type Receiver, startReceiver, verify } from '../support/outside/webhook-receiver.js';
import { killsOr } from '../support/process/kill.js';
import { programBeside } from '../support/process/program.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { until, waitFor } from '../support/wait.js';
import type { Load } from './event-node.js';

const READERS = Number(process.env.READERS ?? 4);
const RECEIVERS = Number(process.env.RECEIVERS ?? 2);
const PER_SECOND = Number(process.env.EVENTS_PER_SECOND ?? 100);
const SECONDS = Number(process.env.SECONDS ?? 2);
const KILLS = killsOr(1);
const TYPE = 'security.updated';
const EVENTS = PER_SECOND * SECONDS;
const CONTROL_ANSWERS_AFTER_MS = 300;
/** The maximum number of events between two deaths of one reader or receiver. */
const LIFE_EVENTS_MAX = EVENTS / 4;
/** The probability, at each check, that a dead receiver returns. */
const RETURN_CHANCE = 0.05;
const IN_TIME_MS = 60_000 + 60_000 * KILLS + (RECEIVERS * EVENTS * (KILLS + 1)) / 0.2;

/** The events that one reader or receiver has received over all its restarts. */
interface Seen {
  /** Ids in the order of their first arrival. */
  readonly ids: number[];
  readonly known: Map<number, string>;
  twice: number;
  deaths: number;
}

const nothingSeen = (): Seen => ({ ids: [], known: new Map(), twice: 0, deaths: 0 });

/** Stores each text once for all readers. One copy per reader would not fit in memory. */
const texts = new Map<string, string>();

function see(seen: Seen, id: number, text: string): void {
  const before = seen.known.get(id);
  if (before === undefined) {
    seen.ids.push(id);
    const kept = texts.get(text) ?? text;
    texts.set(kept, kept);
    seen.known.set(id, kept);
    return;
  }
  seen.twice += 1;
  assert.equal(text, before, 'what comes twice is the same');
}

let app: TestApp;
/**
 * This connection stays open, because under full load this process may not have the time to open
 * another one.
 */
let database: pg.Client;
let url: string;
let header: Record<string, string>;
let ended = false;

// The test app creates the database and callers; then only the node works on the database.
before(async () => {
  app = await startTestApp({ webhookLoopback: true });
  header = await app.header('AUDITOR');
  url = `http://127.0.0.1:${await freePort()}`;
  database = await app.db.dedicated();
});
after(async () => {
  await database?.end();
  await app?.database.drop();
});

async function startNode(): Promise<ChildProcess> {
  const { dataKey, dataIndexKey, dataFolder } = app.context.config;
  const child = spawn(
    process.execPath,
    [...programBeside(import.meta.url, 'event-node'), new URL(url).port],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: app.database.url,
        COUNTINGHOUSE_DATA: dataFolder,
        ...(dataKey === undefined ? {} : { COUNTINGHOUSE_DATA_KEY: dataKey }),
        ...(dataIndexKey === undefined ? {} : { COUNTINGHOUSE_INDEX_KEY: dataIndexKey }),
      },
    },
  );
  await once(child, 'message');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Resolves when a random number of further events has been seen, or the test has ended. */
function lived(seen: Seen): Promise<void> {
  const enough = seen.ids.length + 1 + Math.random() * LIFE_EVENTS_MAX;
  return waitFor(
    'events of one life',
    async () => ended || seen.ids.length >= enough,
    IN_TIME_MS,
  ).then(() => undefined);
}

/** Runs a program that follows the stream and dies repeatedly. */
async function follow(seen: Seen): Promise<void> {
  let last = '0';
  while (!ended) {
    const connect = () =>
      readEvents(
        `${url}/api/v1/event/stream?types=${TYPE}`,
        { ...header, 'last-event-id': last },
        ({ id, event }) => {
          see(seen, id, JSON.stringify(event));
          last = String(id);
        },
      ).catch(() => undefined);
    // Retries, because the node does not answer while it is down.
    const reader = await waitFor('a node', async () => ended || connect());
    if (reader === true) break;
    await Promise.race([reader.over, lived(seen)]);
    reader.kill();
    await reader.over;
    seen.deaths += 1;
  }
}

/** Runs a receiver that dies repeatedly, even in the middle of requests. */
async function receive(seen: Seen, first: Receiver, secret: string): Promise<void> {
  let receiver = first;
  while (!ended) {
    const { received, port } = receiver;
    receiver.answer((one, response) => {
      verify(secret, one);
      see(seen, one.json.id, one.id + one.body);
      response.writeHead(204).end();
    });
    await lived(seen);
    if (ended) break;
    await receiver.close();
    received.length = 0;
    seen.deaths += 1;
    await until(() => ended || Math.random() < RETURN_CHANCE);
    receiver = await startReceiver(port);
  }
  await receiver.close();
}

async function makeReceivers(): Promise<{ seen: Seen[]; done: Promise<void>[] }> {
  const seen: Seen[] = [];
  const done: Promise<void>[] = [];
  for (let at = 0; at < RECEIVERS; at += 1) {
    const receiver = await startReceiver();
    const reply = await app.as('ADMIN').post('/api/v1/webhook/endpoint/create', {
      ...{ url: receiver.url, types: [TYPE], since: 0 },
    });
    assert.equal(reply.status, 201, reply.text);
    const own = nothingSeen();
    seen.push(own);
    done.push(receive(own, receiver, reply.body.result.secret));
  }
  return { seen, done };
}

/**
 * The control: sends events after each commit, as programs without an outbox do, to a slow
 * listener.
 */
interface Control {
  readonly receiver: Receiver;
  readonly published: Set<number>;
  /** Returns true while the only sender waits for a response, so it cannot send more. */
  readonly isTelling: () => boolean;
}

async function startControl(): Promise<Control> {
  const receiver = await startReceiver();
  const published = new Set<number>();
  let telling = 0;
  receiver.answer(({ json }, response) => {
    for (const subject of json.subjects) published.add(subject);
    telling += 1;
    setTimeout(() => {
      telling -= 1;
      response.writeHead(204).end();
    }, CONTROL_ANSWERS_AFTER_MS);
  });
  return { receiver, published, isTelling: () => telling > 0 };
}

async function writtenEvents(): Promise<number> {
  const { rows } = await database.query<{ written: bigint }>(
    'select count(*) as written from outbox_event where type = $1',
    [TYPE],
  );
  return Number(rows[0]?.written ?? 0);
}

/** Resolves at a random point during the load, but not before the control has something to lose. */
async function momentToKill({ published, isTelling }: Control): Promise<void> {
  const enough = (await writtenEvents()) + EVENTS * (0.1 + 0.7 * Math.random());
  await waitFor('events that are committed and not published', async () => {
    const written = await writtenEvents();
    return isTelling() && written >= enough && written > published.size;
  });
}

/**
 * Keeps a node under load until it has written everything. Kills the node at random moments and
 * restarts it.
 */
async function loadAndKill(control: Control): Promise<void> {
  for (let life = 0; life <= KILLS; life += 1) {
    const child = await startNode();
    const load: Load = {
      ...{ type: TYPE, first: life * 1_000_000, perSecond: PER_SECOND, seconds: SECONDS },
      controlUrl: control.receiver.url,
    };
    const written = once(child, 'message');
    child.send(load);
    if (life < KILLS) {
      await momentToKill(control);
      await killed(child);
      // A dead node's leases expire with time; this simulates the expiry.
      await database.query('update webhook_endpoint set lease_until = clock_timestamp()');
    } else {
      await written;
      node = child;
    }
  }
}

let node: ChildProcess | undefined;

test(`${READERS} readers and ${RECEIVERS} receivers miss nothing after kills`, async () => {
  const receivers = await makeReceivers();
  await app.app.stop();
  const control = await startControl();
  const readers = Array.from({ length: READERS }, nothingSeen);
  const following = readers.map(follow);
  await loadAndKill(control);
  const all = await waitFor('every event to have its place', async () => {
    const { rows: found } = await database.query<{ position: bigint; subject: bigint }>(
      `select position, subject_id as subject from outbox_event e
        left join event_position on e.id = event_id where type = $1 order by position`,
      [TYPE],
    );
    return found.every(({ position }) => position !== null) && found;
  });
  const wanted = all.map(({ position }) => Number(position));
  const everybody = [...readers, ...receivers.seen];
  await waitFor(
    'all events at all readers and receivers',
    async () => everybody.every(({ ids }) => ids.length >= wanted.length),
    IN_TIME_MS,
  );
  ended = true;
  await Promise.all([...following, ...receivers.done]);
  if (node !== undefined) await killed(node);
  await control.receiver.close();
  for (const { ids } of everybody) assert.deepEqual(ids, wanted, 'all of them, in order');
  const lost = all.filter(({ subject }) => !control.published.has(Number(subject))).length;
  assert.ok(lost > 0, 'what is published after its commit, without an outbox, is lost by a kill');
  const sum = (of: readonly Seen[], what: 'twice' | 'deaths') =>
    of.reduce((total, seen) => total + seen[what], 0);
  sayProof('events over kills of all', {
    ...{ events: wanted.length, kills: KILLS, readers: READERS, receivers: RECEIVERS },
    'deaths of readers': sum(readers, 'deaths'),
    'deaths of receivers': sum(receivers.seen, 'deaths'),
    ...{ missing: 0, 'out of order': 0 },
    'came twice to readers': sum(readers, 'twice'),
    'came twice to receivers': sum(receivers.seen, 'twice'),
    'lost by the control': lost,
  });
});
