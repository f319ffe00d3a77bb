// Measures large and malicious bodies. The event loop's histogram shows how long a body blocks the
// server. A client in another process measures how long other callers wait.

import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type App, modulesOf } from '../../src/app/app.js';
import { makeClient, ROLE_NAMES } from '../../src/modules/identity/index.js';
import type { Context } from '../../src/platform/context.js';
import { PUBLIC, type Route } from '../../src/platform/http/route.js';
import type { Lives } from '../live-caller.js';
import { type LoopFigures, watchLoop } from '../loop.js';
import { EVIL_SHAPES } from './evil.js';

/** The message that instructs the sending process. */
export interface BodyOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly { readonly method: string; readonly path: string }[];
  /**
   * The size of malicious bodies in bytes, or which of the largest accepted bodies to send. Reads
   * have no body.
   */
  readonly bodies: number | 'none' | 'empty' | 'attachments' | { readonly importName: string };
  /** The shapes of malicious bodies. */
  readonly shapes: readonly string[];
  readonly requests: number;
  /** Requests per second. Zero sends them one after the other. */
  readonly perSecond: number;
}

/** The number of replies, by status. */
export interface Sent {
  readonly statuses: readonly (readonly [status: string, count: number])[];
}

/** The results of one measurement, including how long `/livez` took at the same time. */
export interface FloodFigures extends Sent, Lives, LoopFigures {
  readonly name: string;
}

/** The requests to send, and their callers. */
export interface Flood extends Pick<BodyOrder, 'bodies' | 'requests' | 'perSecond'> {
  readonly name: string;
  readonly isSignedIn: boolean;
  /** The paths to request. */
  readonly paths: BodyOrder['paths'];
  /** Undefined to use all shapes. */
  readonly shapes?: BodyOrder['shapes'];
  /** True if the bodies go to another process while the server is idle. */
  readonly isControl?: true;
}

const EVIL = { bodies: 1_000_000, perSecond: 30 } as const;
const SMALL_BYTES = 60_000;

/**
 * Returns the measurements of malicious bodies. In the first one the server is idle, while another
 * process receives the bodies.
 */
export function evilFloodsOf(app: App, seconds: number): readonly [Flood, ...Flood[]] {
  const writes = writesOf(app);
  const publicWrites = writesOf(app, (permission) => permission === PUBLIC);
  const evil = { ...EVIL, paths: publicWrites, requests: EVIL.perSecond * seconds } as const;
  const everywhere = { ...evil, paths: writes } as const;
  return [
    { ...evil, name: 'idle, evil bodies elsewhere', isSignedIn: false, isControl: true },
    { ...evil, name: 'evil, anonymous, public operations', isSignedIn: false },
    { ...evil, name: 'evil, signed in, public operations', isSignedIn: true },
    { ...everywhere, name: 'evil, anonymous, every write', isSignedIn: false },
    { ...everywhere, name: 'evil, signed in, every write', isSignedIn: true },
    { ...evil, bodies: SMALL_BYTES, name: 'evil and small, anonymous', isSignedIn: false },
  ];
}

/** Sends the bodies to the app, which runs in this process, and measures it. */
export async function measureFlood(app: App, flood: Flood): Promise<FloodFigures> {
  const { name, isSignedIn, isControl, shapes = Object.keys(EVIL_SHAPES), ...order } = flood;
  const [sender, asker, sink] = await Promise.all([
    startedSender(),
    started('../live-caller'),
    isControl && started('sink'),
  ]);
  const headers = isSignedIn ? await callerOf(app.context) : {};
  // Starting the first watch blocks the loop for so long that the watch would report its own start.
  watchLoop().stop();
  await setImmediate();
  const loop = watchLoop();
  asker.child.send(app.url);
  const url = sink ? String(sink.greeting) : app.url;
  const sent: Sent = await answerOf(sender.child, { ...order, shapes, url, headers });
  const blocks = loop.stop();
  const lives: Lives = await answerOf(asker.child, 'end');
  if (sink) sink.child.disconnect();
  return { name, ...blocks, ...lives, ...sent };
}

interface Started {
  readonly child: ChildProcess;
  /** The first message from the child process. */
  readonly greeting: unknown;
}

/** Starts a program in a child process and waits until it is ready. */
async function started(name: string): Promise<Started> {
  const self = fileURLToPath(import.meta.url);
  const child = fork(self.replace(/flood\.(ts|js)$/, `${name}.$1`), {
    execArgv: process.execArgv,
  });
  const [greeting]: unknown[] = await once(child, 'message');
  return { child, greeting };
}

/**
 * The sender simulates callers on other machines, so it runs at low priority and leaves the
 * processors to the server.
 */
async function startedSender(): Promise<Started> {
  const sender = await started('sender');
  const { pid } = sender.child;
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return sender;
}

async function answerOf<Answer>(child: ChildProcess, message: Serializable): Promise<Answer> {
  child.send(message);
  const [answer]: Answer[] = await once(child, 'message');
  if (answer === undefined) throw new Error('the other program did not answer');
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

/** Returns the operations that may have a body and need one of these permissions. */
export function writesOf(app: App, isWanted = (_permission: string) => true): BodyOrder['paths'] {
  return routesOf(app)
    .filter(({ method, permission }) => method !== 'GET' && isWanted(permission))
    .map((route) => ({ method: route.method, path: pathOf(route) }));
}

/** Returns every operation of the app. */
export function routesOf(app: App): readonly Route[] {
  return modulesOf(app.context).flatMap((module) => module.routes);
}

/** Returns a path to call an operation, with 1 for each parameter. */
export function pathOf({ mount, path }: Route): string {
  const concrete = path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '1');
  return `${mount === 'root' ? '' : '/api/v1'}/${concrete}`;
}
