// Large and malicious bodies: how long one of them blocks the server's event loop (measured by the
// loop's own histogram), and how long other callers wait (measured by a client in another process).

import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { modulesOf } from '../../src/app/app.js';
import { HTTP } from '../../src/limits.js';
import { makeClient, ROLE_NAMES } from '../../src/modules/identity/index.js';
import type { Context } from '../../src/platform/context.js';
import { PUBLIC, type Route } from '../../src/platform/http/route.js';
import { watchBusiness, watchCollections } from '../busy-time.js';
import type { Lives } from '../live-caller.js';
import { openBenchServer } from '../own-server.js';
import { type Stage, setStage } from '../stage.js';
import { leadsOf } from '../table-export.js';
import { IMPORT_NAMES } from './heavy.js';

/** The message that tells the sending process what to send. */
export interface BodyOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly { readonly method: string; readonly path: string }[];
  /**
   * The size in bytes of malicious bodies, or which of the largest accepted bodies to send. Reads
   * have no body.
   */
  readonly bodies: number | 'none' | 'empty' | 'attachments' | { readonly importName: string };
  readonly requests: number;
  /** Requests per second. Zero sends them one after the other. */
  readonly perSecond: number;
}

/** The number of replies, by status. */
export interface Sent {
  readonly statuses: readonly (readonly [status: string, count: number])[];
}

/** The results of one measurement, including how long `/livez` took at the same time. */
export interface FloodFigures extends Sent, Lives {
  readonly name: string;
  /** The longest time for which the event loop served no request, in milliseconds. */
  readonly blockMs: number;
  /**
   * The longest block in processor time of the loop's thread, which other load on the machine does
   * not increase.
   */
  readonly busyMs: number;
  /** The longest garbage collection in wall time. */
  readonly collectionMs: number;
}

interface Flood extends Pick<BodyOrder, 'bodies' | 'requests' | 'perSecond'> {
  readonly name: string;
  readonly isSignedIn: boolean;
  /** The paths to request; undefined for all writes that the caller may send. */
  readonly paths?: BodyOrder['paths'];
}

const EVIL = { bodies: 1_000_000, perSecond: 30 } as const;
const SMALL = { bodies: 60_000, perSecond: 30 } as const;

/**
 * Returns the measurements in order. The first ones must run before any request has created data.
 */
function floodsOf(stage: Stage, seconds: number): readonly Flood[] {
  const requests = 30 * seconds;
  const attachments = { bodies: 'attachments', requests: 20, isSignedIn: true } as const;
  const pages = readsOf(stage, (permission) => permission === PUBLIC);
  const reads = readsOf(stage, (permission) => permission !== PUBLIC);
  return [
    { ...eachOnce(pages), name: 'each public page', bodies: 'none', isSignedIn: false },
    { ...eachOnce(writesOf(stage, true)), name: 'each write', bodies: 'empty', isSignedIn: true },
    {
      ...eachOnce(reads),
      name: 'each read, of the largest page',
      bodies: 'none',
      isSignedIn: true,
    },
    { ...EVIL, name: 'evil, anonymous', isSignedIn: false, requests },
    { ...SMALL, name: 'evil and small, anonymous', isSignedIn: false, requests },
    { ...EVIL, name: 'evil, signed in', isSignedIn: true, requests },
    ...IMPORT_NAMES.map((name) => ({
      ...{ name, bodies: { importName: name }, requests: 6, perSecond: 0, isSignedIn: true },
    })),
    { ...attachments, name: 'attachments, one by one', perSecond: 0 },
    { ...attachments, name: '20 attachments at once', perSecond: 1_000 },
  ];
}

function eachOnce(paths: BodyOrder['paths']) {
  return { paths, requests: paths.length, perSecond: 0 };
}

/** What to measure, and for how long. */
interface FloodPlan {
  readonly seconds: number;
  /** Selects the measurements whose names contain one of these words. All of them if empty. */
  readonly words: readonly string[];
}

/** Yields the results of one measurement after the other, all on the same stage. */
export async function* measureBodyFlood(
  databaseUrl: string | undefined,
  { seconds, words }: FloodPlan,
): AsyncGenerator<FloodFigures> {
  const server = await openBenchServer(databaseUrl);
  const stage = await setStage(server);
  await stage.app.context.db.transaction((tx) => tx.query(leadsOf(1, HTTP.pageSizeMax)));
  const isWanted = ({ name }: Flood) =>
    words.length === 0 || words.some((word) => name.includes(word));
  for (const flood of floodsOf(stage, seconds).filter(isWanted)) yield await measure(stage, flood);
  await stage.stop();
  await server.stop();
}

async function measure(stage: Stage, flood: Flood): Promise<FloodFigures> {
  const { name, isSignedIn, paths = writesOf(stage, isSignedIn), ...order } = flood;
  const [sender, asker] = await Promise.all([startedSender(), started('../live-caller')]);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const busy = watchBusiness();
  const collections = watchCollections();
  const headers = isSignedIn ? await callerOf(stage.app.context) : {};
  const { url } = stage.app;
  asker.send(url);
  const sent: Sent = await answerOf(sender, { ...order, url, headers, paths });
  delay.disable();
  const lives: Lives = await answerOf(asker, 'end');
  const blocks = { blockMs: delay.max / 1e6, busyMs: busy.stop() };
  return { name, ...blocks, collectionMs: collections.stop(), ...lives, ...sent };
}

/** Starts a program in a child process, and waits until it is ready for its order. */
async function started(name: string): Promise<ChildProcess> {
  const self = fileURLToPath(import.meta.url);
  const child = fork(self.replace(/flood\.(ts|js)$/, `${name}.$1`), {
    execArgv: process.execArgv,
  });
  await once(child, 'message');
  return child;
}

/**
 * The sender simulates callers on other machines, so it runs at low priority and leaves the
 * processors to the server.
 */
async function startedSender(): Promise<ChildProcess> {
  const sender = await started('sender');
  if (sender.pid !== undefined) setPriority(sender.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return sender;
}

async function answerOf<Answer>(child: ChildProcess, message: Serializable): Promise<Answer> {
  child.send(message);
  const [answer]: Answer[] = await once(child, 'message');
  if (answer === undefined) throw new Error('a program beside this one did not answer');
  return answer;
}

// Creates a caller with every permission and returns its headers.
export async function callerOf(context: Context): Promise<Record<string, string>> {
  const principal = {
    kind: 'system',
    id: 0n,
    name: 'bench',
    permissions: new Set<string>(),
  } as const;
  const { row, clientSecret } = await context.db.transaction((tx) =>
    makeClient(
      { context, tx, principal: { ...principal, offices: undefined }, now: context.clock.now() },
      { label: 'Bench', roles: ROLE_NAMES, officeIds: undefined },
    ),
  );
  const basic = Buffer.from(`${row.name}:${clientSecret}`).toString('base64');
  return { authorization: `Basic ${basic}` };
}

// Returns all public operations with a body or, if signed in, all operations with a body.
function writesOf(stage: Stage, isSignedIn: boolean): BodyOrder['paths'] {
  return routesOf(stage)
    .filter(({ method, permission }) => method !== 'GET' && (isSignedIn || permission === PUBLIC))
    .map((route) => ({ method: route.method, path: pathOf(route) }));
}

const PAGES = [
  ...['/', '/openapi.json', '/postman.json', '/asyncapi.json', '/events.json', '/llms.txt'],
  ...['/llms-full.txt', '/docs', '/docs/changelog', '/docs/glossary', '/docs/problems'],
  ...['/docs/operations/fix', '/problems/invalid-request', '/console/', '/unknown'],
];

// Returns the server's documents and its read-only operations.
function readsOf(stage: Stage, isWanted: (permission: string) => boolean): BodyOrder['paths'] {
  const routes = routesOf(stage).filter(
    ({ method, permission, endless }) => method === 'GET' && !endless && isWanted(permission),
  );
  const paths = routes.map((route) => {
    const size = route.paging === undefined ? '' : `?${route.paging.size}=${HTTP.pageSizeMax}`;
    return `${pathOf(route)}${size}`;
  });
  return [...(isWanted(PUBLIC) ? PAGES : []), ...paths].map((path) => ({ method: 'GET', path }));
}

function routesOf(stage: Stage): readonly Route[] {
  return modulesOf(stage.app.context).flatMap((module) => module.routes);
}

function pathOf({ mount, path }: Route): string {
  const concrete = path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '1');
  return `${mount === 'root' ? '' : '/api/v1'}/${concrete}`;
}
