// A whole app on its own database and a free loopback port, with a caller for every role.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, type OpenApp, openApp, startApp } from '../../src/app/app.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { makeClient, ROLE_NAMES } from '../../src/modules/identity/index.js';
import type { Context } from '../../src/platform/context.js';
import { sql } from '../../src/platform/database/sql.js';
import { platformJobs } from '../../src/platform/jobs/purge.js';
import { insertDailyJobs } from '../../src/platform/jobs/queries.js';
import { parseJson } from '../../src/platform/json/json.js';
import { countingStart } from '../bundle/cost.js';
import { keysFor, TEST_KEYS } from './data-key.js';
import { createTestDatabase, type Filling, type TestDatabase } from './database.js';
import { sendRequest } from './http-request.js';
import { refusePersonalData } from './personal-data.js';
import { expectPublished } from './published/reply.js';

export interface TestReply {
  readonly status: number;
  readonly headers: globalThis.Headers;
  /** The reply's JSON with ordinary JavaScript numbers. */
  readonly body: Json;
  /** The raw text of the reply, for comparing exact digits. */
  readonly text: string;
}

/** The JSON of a reply, which tests read without type checks. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
export type Json = any;

export interface Caller {
  get(path: string, headers?: Record<string, string>): Promise<TestReply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  delete(path: string, headers?: Record<string, string>): Promise<TestReply>;
}

export interface TestApp {
  readonly app: App;
  readonly url: string;
  readonly database: TestDatabase;
  readonly db: TestDatabase['db'];
  readonly context: App['context'];
  /** Returns a caller with this role. 'NOBODY' sends no credentials. */
  as(role: string): Caller;
  /** Returns a caller with this role who is bound to these business offices. */
  asOffice(role: string, officeIds: readonly bigint[]): Caller;
  /**
   * Returns the header of a new caller, for connections that carry more than one request and reply.
   */
  header(role: string, officeIds?: readonly bigint[]): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * The size of the log buffer, in bytes. If each line were written separately, this would take a
 * fifth of a request-heavy test's time.
 */
const LOG_BUFFER_BYTES = 16_000;

/**
 * Workers that few tests need. Each polls and writes for every record that a test makes. A test
 * that needs them passes `workersLeftOut: []`.
 */
const LEFT_OUT = [
  ...['activity-due', 'audit-chain', 'campaign', 'integrity-watch', 'message-part'],
  'notification-intake',
];

// Documents are drawn at the tests' own priority, because with a lower one they would starve on a
// busy machine.
const FLAGS = { allowUnsafeDatabase: true, checkEvents: true, backgroundNiceness: 0 } as const;

/**
 * Returns the filling that gives a database its state after a first start, with or without the
 * demonstration data.
 */
function started(name: string, demo: boolean): Filling {
  return {
    name,
    run: async (url) => {
      const flags = { ...FLAGS, ...TEST_KEYS, demo, logLevel: 'silent' };
      const opened = await openApp(readConfig({ DATABASE_URL: url }, flags));
      const made = await makeCallers(opened.context);
      await finishDailyJobs(opened);
      await opened.close();
      const file = callersFile(name);
      if (file !== undefined) await writeFile(file, JSON.stringify(made));
    },
  };
}

/**
 * Marks today's daily jobs as done. Otherwise each app would run all of them at startup, and
 * compare every row with its row changes.
 */
async function finishDailyJobs({ context: { db }, modules }: OpenApp): Promise<void> {
  const handlers = [...platformJobs, ...modules.flatMap((module) => module.jobs ?? [])];
  const daily = handlers.filter(({ dailyAtUtc }) => dailyAtUtc !== undefined);
  await insertDailyJobs(
    db,
    daily.map(({ kind, attemptsMax }) => ({ kind, attemptsMax, atUtc: '00:00' })),
  );
  await db.query(sql`
    update job set state = 'DONE', finished_at = clock_timestamp()
    where kind = any(${daily.map(({ kind }) => kind)}::text[]) and state = 'QUEUED'`);
}

/** A database with the demonstration data. */
export const DEMO = started('demo', true);

const SHIPPED = started('shipped', false);

/**
 * Starts an app. With `demo`, its database holds the demonstration data.
 * @param prepare changes the database before the app starts
 */
export function startTestApp(
  flags: Partial<Config> = {},
  prepare?: (context: App['context']) => Promise<void>,
): Promise<TestApp> {
  return startTestAppWith({ prepare }, flags);
}

/** Starts an app like `startTestApp`, but replaces startup steps, such as the clock. */
export async function startTestAppWith(
  steps: Parameters<typeof startApp>[1],
  flags: Partial<Config> = {},
): Promise<TestApp> {
  const database = await createTestDatabase(flags.demo === true ? DEMO : SHIPPED);
  const config = readConfig(
    { DATABASE_URL: database.url },
    {
      port: 0,
      logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
      logBufferBytes: LOG_BUFFER_BYTES,
      lookUpMissesPerMinute: 1_000_000,
      // The minimum, because each connection reads the catalog and plans its statements again.
      databaseConnections: 4,
      workersLeftOut: LEFT_OUT,
      ...FLAGS,
      ...keysFor(flags.dataFolder),
      ...flags,
    },
  );
  const app = await countingStart(() => startApp(config, steps));
  const credentials = await callersOf(flags.demo === true ? DEMO : SHIPPED, app.context);
  return {
    app,
    url: app.url,
    database,
    db: database.db,
    context: app.context,
    as: (role) => callerOf(app.url, role === 'NOBODY' ? {} : (credentials[role] ?? unknown(role))),
    asOffice: (role, officeIds) => {
      const made = makeCaller(app.context, [role], officeIds);
      made.catch(() => undefined);
      return callerOf(app.url, made);
    },
    header: (role, officeIds) => makeCaller(app.context, [role], officeIds),
    stop: async () => {
      const figures = await app.context.metrics.registry.metrics();
      await app.stop();
      app.context.log.flush();
      await refusePersonalData(database.db, figures).finally(() => database.drop());
    },
  };
}

/** The headers of one caller per role. */
type Callers = Readonly<Record<string, Headers>>;

/** The headers that a caller sends with every request. */
type Headers = Record<string, string>;

/**
 * Returns the file that stores the callers of a filled template. Undefined outside a run of the
 * test command.
 */
function callersFile(template: string): string | undefined {
  const folder = process.env.TEST_BUNDLE;
  return folder === undefined ? undefined : join(folder, `callers-${template}.json`);
}

/** Returns the callers stored for the database's template, or creates new ones. */
async function callersOf({ name }: Filling, context: Context): Promise<Callers> {
  const file = callersFile(name);
  return file === undefined ? makeCallers(context) : JSON.parse(await readFile(file, 'utf8'));
}

// Creates an API client for each role, because checking a client's secret does not need argon2.
async function makeCallers(context: Context): Promise<Callers> {
  const made: Record<string, Headers> = {};
  for (const role of ROLE_NAMES) made[role] = await makeCaller(context, [role]);
  return made;
}

async function makeCaller(
  context: Context,
  roles: readonly string[],
  officeIds?: readonly bigint[],
): Promise<Headers> {
  const principal = {
    kind: 'system',
    id: 0n,
    name: 'test',
    permissions: new Set<string>(),
    offices: undefined,
  } as const;
  const { row, clientSecret } = await context.db.transaction((tx) =>
    makeClient(
      { context, tx, principal, now: context.clock.now() },
      { label: `Test ${roles.join(' ')}`, roles, officeIds },
    ),
  );
  return basic(row.name, clientSecret);
}

/** Returns the header for HTTP Basic authentication. */
export function basic(name: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
}

function unknown(role: string): never {
  throw new Error(`there is no role ${role}`);
}

/** Returns a caller that sends these headers with every request. */
export function callerOf(
  url: string,
  common: Record<string, string> | Promise<Record<string, string>>,
): Caller {
  const send = async (
    method: string,
    path: string,
    request: { body?: unknown; headers?: Record<string, string> },
  ): Promise<TestReply> => {
    const body = request.body === undefined ? undefined : textOf(request.body);
    const headers = {
      accept: '*/*',
      ...(await common),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    };
    const answer = await sendRequest(`${url}${path}`, { method, headers, body });
    const reply = { ...answer, body: jsonOf(answer.text) };
    expectPublished(method, path, reply);
    return reply;
  };
  return {
    get: (path, headers) => send('GET', path, { headers: headers ?? {} }),
    post: (path, body, headers) => send('POST', path, { body, headers: headers ?? {} }),
    put: (path, body, headers) => send('PUT', path, { body, headers: headers ?? {} }),
    delete: (path, headers) => send('DELETE', path, { headers: headers ?? {} }),
  };
}

function textOf(body: unknown): string {
  return typeof body === 'string'
    ? body
    : JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}

function jsonOf(text: string): Json {
  try {
    parseJson(text);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
