// Kills the server during deliveries from two providers: WhatsApp (through the webhook) and an SMS
// centre. Both repeat unacknowledged deliveries. Every delivery is stored, none is lost, and none
// has its effect twice. COUNTINGHOUSE_KILLS and COUNTINGHOUSE_MESSAGES make the test larger.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { deliveryOf } from '../../src/gateways/fake/cloud-api.js';
import { type FakeSmsCentre, startFakeSmsCentre } from '../../src/gateways/fake/sms-centre.js';
import { signatureOf } from '../../src/gateways/whatsapp/webhook-signature.js';
import { sql } from '../../src/platform/database/sql.js';
import { packageFolder } from '../../src/platform/package-folder.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { killsOr } from '../support/process/kill.js';
import { mainProgram } from '../support/process/program.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';

const KILLS = killsOr(1);
const DELIVERIES = Number(process.env.COUNTINGHOUSE_MESSAGES ?? 240);
/** The number of deliveries in progress at the same time. */
const AT_ONCE = 8;
/** Every tenth delivery is sent a second time although it was acknowledged. */
const REPEATED_EVERY = 10;
const RETRY_MS = 50;
/** Longest time without progress, in milliseconds, even on a busy machine. */
const STILL_MAX_MS = 120_000;
/** The time in all messages. It is fixed, so that a repeated message has the same bytes. */
const SECONDS = String(Math.floor(Date.now() / 1_000));
const OURS = { phoneNumberId: '1', displayPhoneNumber: '2347005550100', appSecret: 'app' };

let database: TestDatabase;
let folder: string;
let centre: FakeSmsCentre;
let environment: Record<string, string>;
let server: ChildProcess | undefined;
let port = 0;
let acknowledged = 0;
let dieAt = Number.POSITIVE_INFINITY;

before(async () => {
  let last = 0;
  centre = await startFakeSmsCentre({
    ...{ systemId: 'firm', password: 'secret', deliversAll: false },
    ...{ nextId: () => String(++last), onMessage: async () => 0 },
  });
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-inbound-'));
  environment = {
    ...{ DATABASE_URL: database.url, COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes' },
    ...{ COUNTINGHOUSE_DATA: folder, COUNTINGHOUSE_LOG_LEVEL: 'error' },
    ...{ SMS_SMPP_URL: centre.url, SMS_FROM: '2442', WHATSAPP_PHONE_NUMBER_ID: '1' },
    ...{ WHATSAPP_ACCESS_TOKEN: 'token', WHATSAPP_APP_SECRET: OURS.appSecret },
    ...{ WHATSAPP_VERIFY_TOKEN: 'word', WHATSAPP_URL: 'http://127.0.0.1:9/v23.0' },
  };
  const { context, close } = await openApp(readConfig(environment, { logLevel: 'silent' }));
  await context.db.query(sql`
    insert into business_office (id, name, label, currency, time_zone, created_by, created_at,
      modified_by, modified_at)
    values (900001, 'KILL', 'Kill', 'NGN', 'Africa/Lagos', 'test', now(), 'test', now())`);
  await close();
});
after(async () => {
  server?.kill('SIGKILL');
  await centre.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  port = await freePort();
  const child = spawn(process.execPath, [...mainProgram(), 'serve'], {
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    ...{ stdio: ['ignore', 'ignore', 'pipe'], cwd: packageFolder() },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2_000);
  });
  server = child;
  await waitFor('the server to be ready, or killed', async () => {
    if (child.signalCode !== null) return true;
    assert.equal(child.exitCode, null, `the server ended by itself: ${said}`);
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return reply?.status === 200;
  });
}

/** The kinds of delivery, by the remainder of its number. */
const KINDS = ['SMS', 'TEXT', 'UNKNOWN_TYPE', 'UNKNOWN_FIELD', 'USER_ID'] as const;

const kindOf = (number: number) => KINDS[number % KINDS.length] ?? 'SMS';

/** Delivers once and returns whether the server has acknowledged it. */
async function attempt(number: number): Promise<boolean> {
  const text = `message #${number}`;
  const phone = `23480${String(30_000_000 + number)}`;
  const kind = kindOf(number);
  if (kind === 'SMS') {
    const members = { source_addr: phone, source_addr_ton: 1, destination_addr: '2442' };
    return centre.deliver({ ...members, short_message: text });
  }
  const message = {
    ...{ id: `wamid.${number}`, timestamp: SECONDS, future_member: { depth: [number] } },
    ...(kind === 'USER_ID' ? { from_user_id: `NG.${number}` } : { from: phone }),
    ...(kind === 'UNKNOWN_TYPE'
      ? { type: 'poll_vote', poll_vote: { words: text } }
      : { type: 'text', text: { body: text, future_member: 1 } }),
  };
  const { body } = deliveryOf(OURS, { messages: [message] });
  // The server treats a delivery without a known list as an unknown field.
  return post(kind === 'UNKNOWN_FIELD' ? body.replaceAll('"messages"', '"future"') : body);
}

async function post(body: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/webhooks/whatsapp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signatureOf(Buffer.from(body), OURS.appSecret),
      },
      body,
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Delivers like a provider: repeatedly until it is acknowledged. */
async function deliver(number: number): Promise<void> {
  while (!(await attempt(number))) await pause(RETRY_MS);
  acknowledged += 1;
  if (acknowledged === dieAt) server?.kill('SIGKILL');
  if (number % REPEATED_EVERY === 0 && kindOf(number) !== 'SMS') {
    while (!(await attempt(number))) await pause(RETRY_MS);
  }
}

async function deliverAll(): Promise<void> {
  let next = 1;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next <= DELIVERIES) {
      const number = next;
      next += 1;
      await deliver(number);
    }
  });
  await Promise.all(workers);
}

async function killWhileDelivering(isOver: () => boolean): Promise<number> {
  const share = Math.max(1, Math.floor(DELIVERIES / (KILLS + 1)));
  for (let kills = 0; kills < KILLS; kills += 1) {
    dieAt = Math.max(acknowledged, kills * share) + 1 + Math.floor(Math.random() * share);
    const child = server;
    await waitFor(
      'the kill',
      async () => child?.signalCode === 'SIGKILL' || isOver(),
      STILL_MAX_MS,
    );
    if (isOver()) return kills;
    await startServer();
  }
  return KILLS;
}

interface Count {
  readonly number: number;
  readonly count: bigint;
}

/** Counts the messages by the number in their text. */
const countStored = () =>
  database.db.query<Count>(sql`
    select substring(body from 'message #([0-9]+)')::integer as number, count(*) as count
    from (select body from message union all select body from whatsapp_message) m group by 1`);

/** Counts the work items by the number in their content. */
const countParked = () =>
  database.db.query<Count>(sql`
    select substring(content from 'message #([0-9]+)')::integer as number, count(*) as count
    from inbound_item where state = 'PARKED' group by 1`);

test(`${DELIVERIES} deliveries survive ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
  await startServer();
  let isOver = false;
  const delivering = deliverAll().then(() => {
    isOver = true;
  });
  const kills = await killWhileDelivering(() => isOver);
  await delivering;
  assert.equal(kills, KILLS, 'all was delivered before the last kill');
  await waitFor(
    'all items to be read',
    async () => {
      const [row] = await database.db.query<{ count: bigint }>(
        sql`select count(*) as count from inbound_item where state = 'WAITING'`,
      );
      return row?.count === 0n;
    },
    STILL_MAX_MS,
  );
  server?.kill('SIGTERM');
  const stored = new Map((await countStored()).map(({ number, count }) => [number, count]));
  const parked = new Map((await countParked()).map(({ number, count }) => [number, count]));
  for (let number = 1; number <= DELIVERIES; number += 1) {
    const isUnknown = kindOf(number) === 'UNKNOWN_FIELD';
    assert.equal(stored.get(number) ?? 0n, isUnknown ? 0n : 1n, `message #${number}`);
    assert.equal(parked.get(number) ?? 0n, isUnknown ? 1n : 0n, `work item #${number}`);
  }
  const [all] = await database.db.query<{ deliveries: bigint }>(
    sql`select count(*) as deliveries from inbound_delivery`,
  );
  sayProof('providers deliver to a server that is killed', {
    ...{ kills, deliveries: DELIVERIES, messages: stored.size, 'work items': parked.size },
    'stored raw, with repeats': all?.deliveries ?? 0n,
    ...{ lost: 0, doubled: 0 },
  });
});
