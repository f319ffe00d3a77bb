// Low-priority processes that produce documents and mail with the CPU time that orders and requests
// leave unused.

import { closeSync, openSync } from 'node:fs';
import { availableParallelism, devNull } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Tinypool } from 'tinypool';
import { BACKGROUND } from '../../limits.js';
import { assert } from '../assert.js';
import { commonProblems, refusal } from '../http/reply/problem.js';

/** A function that produces bytes, identified by its module and exported name. */
interface Maker {
  /** The `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
}

/** The message sent to a background process. */
export interface BackgroundTask extends Maker {
  readonly input: object;
  /** The niceness at which the process does this work and all later work. */
  readonly niceness: number;
  /**
   * The time at which the caller is refused, in milliseconds since the epoch. No work starts after
   * this time.
   */
  readonly expiresAt: number;
}

/**
 * Thrown if the function failed in the background process. The message is that of the function's
 * error.
 */
class BackgroundFailure extends Error {}

const TOO_LONG = 'generating it takes too long';

const isSource = import.meta.url.endsWith('.ts');
const INSIDE = new URL(`./background-process.${isSource ? 'ts' : 'js'}`, import.meta.url).href;

// Processes start on demand, and end after being idle for a while.
let processes: Tinypool | undefined;

let niceness: number = BACKGROUND.niceness;

/** Sets the priority of work requested from now on. See `backgroundNiceness`. */
export function setBackgroundNiceness(value: number): void {
  niceness = value;
}

/**
 * Produces bytes in a background process. The input is copied, so it must be data without
 * functions. A killed process is replaced, and its work is repeated. Refuses with 503 and the
 * reason if too much is queued, the work takes too long, processes die while doing it, or none can
 * be started. A process whose caller was refused continues for a while, so that the process is
 * loaded when the caller tries again.
 */
export async function makeInBackground(
  maker: Maker,
  input: object,
  timeoutMs: number = BACKGROUND.timeoutMs,
): Promise<Buffer> {
  const expiresAt = Date.now() + timeoutMs;
  const work = generated({ ...maker, input, niceness, expiresAt });
  const timer = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail: TOO_LONG });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    for (const loser of [work, late]) loser.catch(() => undefined);
  }
}

async function generated(task: BackgroundTask): Promise<Buffer> {
  const signal = AbortSignal.timeout(BACKGROUND.abandonMs);
  let detail = 'too many documents are waiting to be generated';
  for (let attempt = 0; attempt < BACKGROUND.attemptsMax && !signal.aborted; attempt += 1) {
    processes ??= openProcesses();
    if (processes.queueSize >= BACKGROUND.waitingMax) break;
    try {
      const bytes: unknown = await sent(processes, task, signal);
      // By its clock, the process began too late, so there is no document.
      if (bytes === undefined) {
        detail = TOO_LONG;
        break;
      }
      assert(bytes instanceof Uint8Array, 'a background process returns bytes');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      // The function's error arrives as data. An Error on this side means that the process has
      // ended.
      if (!(error instanceof Error)) throw failureOf(error);
      detail = signal.aborted ? TOO_LONG : `no process generated it: ${error.message}`;
      startAnother();
    }
  }
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

// If the system has no file handles for a new process, the pool miscounts its processes and reports
// the failure where there is no listener. Handles are therefore checked first.
function sent(pool: Tinypool, task: BackgroundTask, signal: AbortSignal): Promise<unknown> {
  if (pool.threads.length < pool.options.maxThreads) assertHandles();
  return pool.run(task, { signal });
}

function assertHandles(): void {
  const handles: number[] = [];
  try {
    while (handles.length < BACKGROUND.handlesOfStart) handles.push(openSync(devNull, 'r'));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

// The pool starts a process only for new work, so work queued for a dead process would wait until
// then. Sending a task and cancelling it immediately starts a process, which keeps running.
function startAnother(): void {
  if (processes === undefined || processes.queueSize === 0) return;
  const taken = new AbortController();
  const nothing: BackgroundTask = {
    module: INSIDE,
    name: 'nothing',
    input: {},
    niceness,
    expiresAt: 0,
  };
  try {
    sent(processes, nothing, taken.signal).catch(() => undefined);
    taken.abort();
  } catch {
    startAnotherLater();
  }
}

// If processes die before they get work, the next one starts after a delay.
function startAnotherLater(): void {
  setTimeout(startAnother, BACKGROUND.restartMs);
}

function failureOf(error: unknown): BackgroundFailure {
  const isObject = typeof error === 'object' && error !== null && 'message' in error;
  return new BackgroundFailure(isObject ? String(error.message) : String(error), { cause: error });
}

function openProcesses(): Tinypool {
  const pool = new Tinypool({
    filename: INSIDE,
    name: 'make',
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: Math.min(BACKGROUND.processesMax, Math.max(1, availableParallelism() - 1)),
    idleTimeout: BACKGROUND.idleTimeoutMs,
    execArgv: [
      `--max-old-space-size=${BACKGROUND.processMegabytesMax}`,
      ...(isSource ? ['--import', typeScriptReader()] : []),
    ],
  });
  // A process died while idle or starting. New work would start another process, but queued work
  // would not.
  pool.on('error', startAnotherLater);
  return pool;
}

// When the program runs from source, the processes that it starts do not inherit its TypeScript
// loader.
function typeScriptReader(): string {
  const script = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
