// A whole app on a database of its own and a free loopback port, and callers in every role.

import { type App, openApp, startApp } from '../../src/app.js';
import { type Config, readConfig } from '../../src/config.js';
import { makeClient, ROLE_NAMES } from '../../src/modules/identity/index.js';
import { parseJson } from '../../src/platform/json.js';
import { keysFor, TEST_KEYS } from './data-key.js';
import { createTestDatabase, type Filling, type TestDatabase } from './database.js';
import { refuseTold } from './personal-data.js';
import { expectPublished } from './published-reply.js';

export interface TestReply {
  readonly status: number;
  readonly headers: Headers;
  /** The reply as plain JavaScript (numbers as numbers). */
  readonly body: Json;
  /** The reply as it came, for exact digits. */
  readonly text: string;
}

/** JSON of a reply, read by tests without further ado. */
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
  /** A caller with this role; 'NOBODY' sends no credentials. */
  as(role: string): Caller;
  /** A caller with this role who is bound to these business offices. */
  asOffice(role: string, officeIds: readonly bigint[]): Caller;
  /** The header of a new caller, for what is not one request and one reply. */
  header(role: string, officeIds?: readonly bigint[]): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

const FLAGS = { allowUnsafeDatabase: true, checkEvents: true } as const;

/** A database as a first start leaves it, with the demonstration data or without. */
function started(name: string, demo: boolean): Filling {
  return {
    name,
    run: async (url) => {
      const flags = { ...FLAGS, ...TEST_KEYS, demo, logLevel: 'silent' };
      const opened = await openApp(readConfig({ DATABASE_URL: url }, flags));
      await opened.close();
    },
  };
}

/** A database with the demonstration data. */
export const DEMO = started('demo', true);

const SHIPPED = started('shipped', false);

/**
 * Starts an app. With `demo`, the database holds the demonstration data.
 * @param prepare what is done on the database before anything runs
 */
export async function startTestApp(
  flags: Partial<Config> = {},
  prepare?: (context: App['context']) => Promise<void>,
): Promise<TestApp> {
  const database = await createTestDatabase(flags.demo === true ? DEMO : SHIPPED);
  const config = readConfig(
    { DATABASE_URL: database.url },
    {
      port: 0,
      logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...FLAGS,
      ...keysFor(flags.dataFolder),
      ...flags,
    },
  );
  const app = await startApp(config, prepare);
  const credentials = await credentialsOfRoles(app);
  return {
    app,
    url: app.url,
    database,
    db: database.db,
    context: app.context,
    as: (role) =>
      callerOf(app.url, role === 'NOBODY' ? {} : (credentials.get(role) ?? unknown(role))),
    asOffice: (role, officeIds) => {
      const made = makeCaller(app, [role], officeIds);
      made.catch(() => undefined);
      return callerOf(app.url, made);
    },
    header: (role, officeIds) => makeCaller(app, [role], officeIds),
    stop: async () => {
      const figures = await app.context.metrics.registry.metrics();
      await app.stop();
      await refuseTold(database.db, figures).finally(() => database.drop());
    },
  };
}

// Every role gets an API client of its own, because a client's secret costs no argon2.
async function credentialsOfRoles(app: App): Promise<Map<string, Record<string, string>>> {
  const made = new Map<string, Record<string, string>>();
  for (const role of ROLE_NAMES) made.set(role, await makeCaller(app, [role]));
  return made;
}

async function makeCaller(
  app: App,
  roles: readonly string[],
  officeIds?: readonly bigint[],
): Promise<Record<string, string>> {
  const { context } = app;
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

/** The header of HTTP Basic. */
export function basic(name: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
}

function unknown(role: string): never {
  throw new Error(`there is no role ${role}`);
}

/** A caller that sends these headers with every request. */
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
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(await common),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, body: jsonOf(text), text };
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
