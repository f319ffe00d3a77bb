// People (a thousand in the proofs) with unique numbers and addresses, sent through the API in
// every valid way and in many invalid ways. No log, event or audit row may contain any of them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, callerOf, DEMO, type TestReply } from '../../support/app.js';
import { writeTestKeys } from '../../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rowsWith, tablesOf } from '../../support/personal-data.js';
import { mainProgram } from '../../support/process/program.js';
import { freePort } from '../../support/process/server-process.js';
import { waitFor } from '../../support/wait.js';

const PEOPLE = Number(process.env.COUNTINGHOUSE_PEOPLE ?? '138');
const AT_ONCE = 8;

/** Personal numbers, including document numbers with letters. All are encrypted like the BVN. */
const SECRET = `${digits('22977[0-9]{6}')}|CANARY-[0-9]{6}`;
const REACHED = `${digits('([+]?234|0)?7077[0-9]{6}')}|canary[.]example`;
const ANY = new RegExp(`${SECRET}|${REACHED}`);

// Digits inside a hexadecimal hash are not personal numbers.
function digits(pattern: string): string {
  return `(^|[^0-9a-f])${pattern}([^0-9a-f]|$)`;
}

/**
 * Tables for people and messages to them. They contain contact details in clear text, but never
 * personal numbers.
 */
const OF_PEOPLE = new Set([
  ...[
    'customer',
    'customer_match_key',
    'lead',
    'lead_match_key',
    'contact',
    'contact_match_key',
    'whatsapp_message',
  ],
  ...['message', 'activity', 'message_consent', 'consent', 'suppression', 'whatsapp_window'],
]);

interface Person {
  readonly nth: number;
  readonly bvn: string;
  readonly phone: string;
  readonly email: string;
  readonly document: string;
}

function person(nth: number): Person {
  const digits = String(nth).padStart(6, '0');
  const email = `person${digits}@canary.example`;
  return {
    nth,
    bvn: `22977${digits}`,
    phone: `07077${digits}`,
    email,
    document: `CANARY-${digits}`,
  };
}

let database: TestDatabase;
let folder: string;
let said = '';
let stop: () => Promise<void>;
let api: Caller;
let crm: Caller;
const refusals: TestReply[] = [];

before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-canary-'));
  await writeTestKeys(folder);
  const port = await freePort();
  const child = spawn(process.execPath, [...mainProgram(), 'serve', '--demo'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      COUNTINGHOUSE_STOP_NOTICE_SECONDS: '0',
      COUNTINGHOUSE_DATA: folder,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_EXCHANGE: 'none',
      COUNTINGHOUSE_LOG_LEVEL: 'trace',
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
  await waitFor('the server to be ready', isReady, 60_000);
  const file = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  api = callerOf(url, basic(file.clientId, file.clientSecret));
  const user = file.users.find(({ role }: { role: string }) => role === 'CRM');
  crm = callerOf(url, basic(user.username, user.password));
});
after(async () => {
  await stop?.();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function basic(name: string, secret: string) {
  return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
}

type Way = (of: Person) => Promise<TestReply>;

const keyOf = ({ nth }: Person) => ({ 'idempotency-key': `canary-key-${nth}-000000` });
const customerOf = ({ nth, bvn, phone, email, document }: Person) => ({
  ...{ firstName: 'Canary', lastName: `Nr ${nth}`, bvnCode: bvn, cellPhone: phone },
  ...{ emailAddress1: email, identificationNumber: document, taxIdentificationNumber: document },
  ...{ portalUserName: email, nexofKinEmailAddress: email, nextofKinPhone: phone },
});
const leadOf = ({ nth, bvn, phone, email }: Person) => ({
  ...{ firstName: 'Canary', lastName: `Lead ${nth}`, identifier: bvn, mobilePhone: phone },
  ...{ emailAddress1: email, officePhone: phone },
});
const text = ({ bvn, phone, email }: Person) => `Call ${phone} or ${email}, BVN ${bvn}`;

/** Valid requests. */
const WAYS: readonly Way[] = [
  (of) => api.post('/api/v1/partner/customer/create', customerOf(of), keyOf(of)),
  (of) => crm.post('/api/v1/crm/lead/create', leadOf(of), keyOf(of)),
  (of) =>
    api.post('/api/v1/order/terminstrument/submit', { leadType: 'INDIVIDUAL', ...leadOf(of) }),
  (of) =>
    crm.post('/api/v1/crm/whatsapp/create', {
      ...{ direction: 'INBOUND', from: of.phone, to: of.phone, body: text({ ...of, bvn: '' }) },
    }),
];

const quoted = JSON.stringify;

/** Requests that are refused: a value in the wrong place, a duplicate, or a malformed body. */
const WRONG_WAYS: readonly Way[] = [
  () => api.post('/api/v1/partner/customer/create', customerOf(person(0))),
  (of) =>
    api.post('/api/v1/partner/customer/create', { ...customerOf(of), birthDate: `${of.bvn}x` }),
  (of) => api.post('/api/v1/partner/customer/create', { ...customerOf(of), bvnCode: `${of.bvn}1` }),
  (of) => api.post('/api/v1/partner/customer/create', { ...customerOf(of), cellPhone: of.email }),
  (of) => api.post('/api/v1/partner/customer/create', { ...customerOf(of), emailAddress1: of.bvn }),
  (of) => api.post('/api/v1/partner/customer/create', { ...customerOf(of), status: of.document }),
  (of) => api.post('/api/v1/partner/customer/create', `{"bvnCode":"${of.bvn}","x":`),
  (of) => api.post('/api/v1/partner/customer/create', `{"a":"${of.bvn}","a":"${of.phone}"}`),
  (of) => api.post('/api/v1/partner/customer/create', `${of.bvn} ${of.email}`),
  (of) => crm.post('/api/v1/crm/lead/create', { ...leadOf(of), status: of.bvn }),
  (of) => crm.post('/api/v1/crm/lead/create', { ...leadOf(of), leadType: of.email }),
  (of) => crm.post('/api/v1/crm/lead/create', { ...leadOf(of), emailAddress1: `${of.phone}@` }),
  (of) => crm.put('/api/v1/crm/lead/update', { id: of.bvn, mobilePhone: of.phone }),
  (of) => crm.put('/api/v1/crm/lead/update', { id: `${of.email}`, identifier: of.bvn }),
  (of) => crm.put('/api/v1/crm/whatsapp/update', { id: of.bvn, body: text(of) }),
  (of) => api.get(`/api/v1/security/customer/bvn/22977${of.nth}99999`),
  (of) => api.get(`/api/v1/partner/customer/email-address/no-${of.email}`),
  (of) => api.get(`/api/v1/security/customer/username/no-${of.email}`),
  (of) => api.get(`/api/v1/partner/customer/list?status=${of.bvn}`),
  (of) => api.get(`/api/v1/partner/customer/list?b=${of.bvn}&search=${of.email}`),
  (of) => api.post('/api/v1/security/login/customer', { username: of.email, password: of.bvn }),
  (of) => api.post('/api/v1/finance/cash-transaction/create', { amount: of.bvn, notes: of.email }),
  (of) =>
    api.post('/api/v1/order/tradeorder/submit', { portfolioName: of.bvn, securityName: of.email }),
];

/** Sends a request for each person, several at a time. */
async function sendAll(
  people: readonly Person[],
  wayOf: (of: Person) => Way,
): Promise<TestReply[]> {
  const waiting = [...people];
  const replies: TestReply[] = [];
  const sender = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      replies.push(await wayOf(next)(next));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  refusals.push(...replies.filter(({ status }) => status >= 400));
  return replies;
}

const some = <Item>(list: readonly Item[], nth: number): Item => {
  const item = list[nth % list.length];
  assert.ok(item !== undefined);
  return item;
};

describe('people whose numbers occur nowhere else', () => {
  const people = Array.from({ length: PEOPLE }, (_, nth) => person(nth));

  it('are entered through the API', async () => {
    const replies = await sendAll(people, ({ nth }) => some(WAYS, nth));
    const refused = replies.filter(({ status }) => status >= 400);
    assert.deepEqual(refused.map((reply) => reply.text).slice(0, 3), []);
  });

  it('are refused, in every way, and searched by their numbers and addresses', async () => {
    const replies = await sendAll(people, ({ nth }) => some(WRONG_WAYS, nth));
    assert.equal(replies.filter(({ status }) => status < 400).length, 0);
    assert.equal(replies.filter(({ status }) => status >= 500).length, 0);
  });

  it('are sent to a failing database, with errors that quote their values', async () => {
    await database.db.query(sql`alter table customer add constraint probe check (title <> 'no')`);
    const body = (of: Person) => ({ ...customerOf(of), title: 'no', bvnCode: undefined });
    const failing = people.slice(0, 50).map(({ nth }) => person(900_000 + nth));
    const bugs = await sendAll(
      failing,
      () => (of) => api.post('/api/v1/partner/customer/create', body(of)),
    );
    assert.ok(
      bugs.every(({ status }) => status === 500),
      bugs[0]?.text,
    );
    assert.ok(said.includes('INTERNAL_ERROR') && said.includes('"constraint":"probe"'));
  });
});

describe('nothing of them', () => {
  it('is in the log, even at its most verbose level', () => {
    assert.ok(said.split('\n').length > 2 * PEOPLE, 'a line per request');
    assert.equal(ANY.exec(said)?.[0], undefined);
  });

  it('is in the text of a refusal', () => {
    assert.ok(refusals.length >= PEOPLE);
    for (const { text: words } of refusals) assert.ok(!ANY.test(words), words);
  });

  it('is in the metrics', async () => {
    const { text: words } = await api.get('/metrics');
    assert.ok(words.includes('http'));
    assert.ok(!ANY.test(words));
  });

  it('is in events, audit log, jobs, stored replies: any table but those of people', async () => {
    assert.ok((await rowsWith(database.db, 'customer', REACHED)).length > 0, 'the search finds');
    const found: string[] = [];
    for (const table of await tablesOf(database.db)) {
      const pattern = OF_PEOPLE.has(table) ? SECRET : `${SECRET}|${REACHED}`;
      for (const row of await rowsWith(database.db, table, pattern)) found.push(`${table} ${row}`);
    }
    assert.deepEqual(found, []);
  });

  it('is hidden from callers with the permission to see it', async () => {
    const known = person(0);
    const { body } = await api.get(`/api/v1/security/customer/bvn/${known.bvn}`);
    assert.equal(body.emailAddress1, known.email, quoted(body));
    assert.equal(body.bvnCode, known.bvn);
  });
});
