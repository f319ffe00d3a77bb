// Kills the sender while it delivers messages over all three channels. Each message arrives, none
// reaches an address that opted out, and a repeated message has its original reference, so that a
// receiver can drop it. COUNTINGHOUSE_KILLS and COUNTINGHOUSE_MESSAGES make the test larger.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { startFakeCloudApi } from '../../src/gateways/fake/cloud-api.js';
import { startFakeMailServer } from '../../src/gateways/fake/mail-server.js';
import { startFakeSmsCentre } from '../../src/gateways/fake/sms-centre.js';
import { queueMessages } from '../../src/modules/crm/message/message.js';
import type { NewMessage } from '../../src/modules/crm/message/new-message.js';
import { sql } from '../../src/platform/database/sql.js';
import { packageFolder } from '../../src/platform/package-folder.js';
import { systemWork } from '../../src/platform/system-work.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { killsOr } from '../support/process/kill.js';
import { mainProgram } from '../support/process/program.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';

const KILLS = killsOr(1);
const MESSAGES = Number(process.env.COUNTINGHOUSE_MESSAGES ?? 90);
const OFFICE = 900_001n;
/** Every tenth message goes to a person who opts out after it was queued. */
const OPTED_OUT_EVERY = 10;
/** The longest time without a sent message, in milliseconds, even on a busy machine. */
const STILL_MAX_MS = 120_000;

interface Arrival {
  /** The number in the message's text. */
  readonly number: number;
  /** The reference by which a receiver can drop a repeated message. */
  readonly reference: string;
}

const arrivals: Arrival[] = [];
const closing: (() => Promise<void>)[] = [];
let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
let server: ChildProcess | undefined;
let dieAt = Number.POSITIVE_INFINITY;

// Records a message that the provider has accepted. The sender may die before it receives the
// response.
function arrive(text: string, reference: string): void {
  const number = Number(/message #(\d+)/.exec(text)?.[1]);
  arrivals.push({ number, reference });
  if (arrivals.length < dieAt) return;
  dieAt = Number.POSITIVE_INFINITY;
  server?.kill('SIGKILL');
}

before(async () => {
  const mail = await startFakeMailServer({
    onMail: async ({ raw }) => {
      const { text, messageId } = await PostalMime.parse(raw);
      arrive(text ?? '', messageId ?? '');
    },
  });
  let last = 0;
  const nextId = () => {
    last += 1;
    return `id-${last}`;
  };
  const centre = await startFakeSmsCentre({
    ...{ systemId: 'firm', password: 'secret', nextId, deliversAll: false },
    onMessage: async ({ to, text, reference }) => {
      arrive(text, `${to} ${reference}`);
      return 0;
    },
  });
  const cloud = await startFakeCloudApi({
    ...{ phoneNumberId: '1', accessToken: 'token', nextId },
    onMessage: async ({ text, reference }) => {
      arrive(text, reference ?? '');
      return undefined;
    },
  });
  closing.push(mail.close, centre.close, cloud.close);
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-sender-'));
  environment = {
    ...{ DATABASE_URL: database.url, COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes' },
    ...{ COUNTINGHOUSE_DATA: folder, COUNTINGHOUSE_LOG_LEVEL: 'error' },
    ...{ SMTP_URL: mail.url, SMTP_FROM: 'no-reply@firm.example', SMS_SMPP_URL: centre.url },
    ...{ WHATSAPP_URL: cloud.url, WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_ACCESS_TOKEN: 'token' },
    ...{ WHATSAPP_APP_SECRET: 'app', WHATSAPP_VERIFY_TOKEN: 'word' },
  };
  await fill();
});
after(async () => {
  server?.kill('SIGKILL');
  for (const close of closing) await close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const isOptedOut = (number: number) => number % OPTED_OUT_EVERY === 0;

/** Queues all messages, then stores the opt-outs. */
async function fill(): Promise<void> {
  const { context, close } = await openApp(readConfig(environment, { logLevel: 'silent' }));
  const { db } = context;
  await db.query(sql`
    insert into business_office (id, name, label, currency, time_zone, created_by, created_at,
      modified_by, modified_at)
    values (${OFFICE}, 'KILL', 'Kill', 'NGN', 'Africa/Lagos', 'test', now(), 'test', now())`);
  for (let start = 1; start <= MESSAGES; start += 500) {
    const length = Math.min(500, MESSAGES - start + 1);
    const messages = Array.from({ length }, (_, index) => messageOf(start + index));
    await systemWork(context, 'test', (work) => queueMessages(work, messages));
  }
  await db.query(sql`
    insert into suppressed_address (channel, address, purpose, reason, created_by, created_at)
    select channel, address, 'ALL', 'STAFF', 'test', now() from message_transport
    where split_part(once_key, ':', 2)::integer % ${OPTED_OUT_EVERY} = 0`);
  await close();
}

function messageOf(number: number): NewMessage {
  const phone = `+23480${String(30_000_000 + number)}`;
  const common = {
    ...({ officeId: OFFICE, purpose: 'SERVICE', onceKey: `kill:${number}` } as const),
    ...{ subject: 'Kill', text: `message #${number}` },
  };
  switch (number % 3) {
    case 0:
      return { ...common, channel: 'SMS', recipient: { address: phone } };
    case 1:
      return { ...common, channel: 'EMAIL', recipient: { address: `p${number}@example.com` } };
    default: {
      const parameters = [common.text];
      const whatsappTemplate = { name: 'kill', language: 'en', parameters };
      return { ...common, channel: 'WHATSAPP', recipient: { address: phone }, whatsappTemplate };
    }
  }
}

async function startServer(): Promise<void> {
  const port = await freePort();
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

async function pending(): Promise<bigint> {
  const [row] = await database.db.query<{ count: bigint }>(sql`
    select count(*) as count from message_transport where state in ('WAITING', 'SENDING')`);
  return row?.count ?? 0n;
}

/**
 * Waits until nothing is left to send or the sender is dead. Fails if sending makes no progress.
 */
async function sendingEnds(isDead: () => boolean): Promise<void> {
  for (let left = await pending(); left > 0n && !isDead(); left = await pending()) {
    const goesOn = async () => isDead() || (await pending()) < left;
    await waitFor('another message to be sent', goesOn, STILL_MAX_MS);
  }
}

test(`${MESSAGES} messages survive ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
  const sendable = MESSAGES - Math.floor(MESSAGES / OPTED_OUT_EVERY);
  let kills = 0;
  while (kills < KILLS) {
    // The sender dies at a random point within the next share of the messages.
    const share = Math.max(1, Math.floor(sendable / (KILLS + 1)));
    dieAt = arrivals.length + 1 + Math.floor(Math.random() * share);
    await startServer();
    const child = server;
    await sendingEnds(() => child?.signalCode === 'SIGKILL');
    assert.equal(child?.signalCode, 'SIGKILL', `all was sent before kill ${kills + 1}`);
    // The dead process's leases expire with time; this simulates the expiry.
    await database.db.query(sql`
      update message_transport set lease_until = clock_timestamp() where state = 'SENDING'`);
    kills += 1;
  }
  await startServer();
  await sendingEnds(() => false);
  server?.kill('SIGTERM');

  const referencesOf = new Map<number, string[]>();
  for (const { number, reference } of arrivals) {
    referencesOf.set(number, [...(referencesOf.get(number) ?? []), reference]);
  }
  for (let number = 1; number <= MESSAGES; number += 1) {
    const references = referencesOf.get(number) ?? [];
    if (isOptedOut(number)) assert.equal(references.length, 0, `#${number} opted out`);
    else assert.equal(new Set(references).size, 1, `#${number}: ${references.join(', ')}`);
  }
  const unknown = await database.db.query<{ count: bigint }>(sql`
    select count(*) as count from message_attempt where ended_at is null`);
  const copies = arrivals.length - referencesOf.size;
  assert.ok(copies >= KILLS, 'each kill came between the hand-over and its record');
  sayProof('sender of messages killed', {
    ...{ kills, messages: MESSAGES, arrived: referencesOf.size },
    'opted out': MESSAGES - sendable,
    'copies under the same name': copies,
    'attempts without an end': unknown[0]?.count ?? 0n,
  });
});
