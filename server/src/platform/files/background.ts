// Low-priority processes that produce documents and mails. They use only the processor time that
// orders and requests leave.

import { closeSync, openSync } from 'node:fs';
import { availableParallelism, devNull } from 'node:os';
import { Tinypool } from 'tinypool';
import { BACKGROUND } from '../../limits.js';
import { assert } from '../assert.js';
import { commonProblems, refusal } from '../http/reply/problem.js';

/** A function that produces bytes: its module, and its exported name. */
interface Maker {
  /** `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
}

/** The message to a background process. */
export interface BackgroundTask extends Maker {
  readonly input: object;
}

/** The function failed in the background process; the message is its own. */
class BackgroundFailure extends Error {}

const isSource = import.meta.url.endsWith('.ts');
const INSIDE = new URL(`./background-process.${isSource ? 'ts' : 'js'}`, import.meta.url).href;

// Processes are started on demand and end after an idle time.
let processes: Tinypool | undefined;

/**
 * Produces bytes in a background process. The input is copied, so it is data without functions. A
 * killed process is replaced, and the work is repeated. Refuses with 503 and the reason if too much
 * is queued, if the work takes too long, if processes die while doing it, and if none can be
 * started.
 */
export async function makeInBackground(maker: Maker, input: object): Promise<Buffer> {
  const task: BackgroundTask = { ...maker, input };
  const signal = AbortSignal.timeout(BACKGROUND.timeoutMs);
  let detail = 'too much waits to be made';
  for (let attempt = 0; attempt < BACKGROUND.attemptsMax && !signal.aborted; attempt += 1) {
    processes ??= openProcesses();
    if (processes.queueSize >= BACKGROUND.waitingMax) break;
    try {
      const bytes: unknown = await sent(processes, task, signal);
      assert(bytes instanceof Uint8Array, 'a background process returns bytes');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      // An error of the function arrives as data; an Error on this side means that the process is
      // gone.
      if (!(error instanceof Error)) throw failureOf(error);
      detail = signal.aborted
        ? 'it takes too long to make'
        : `no process made it: ${error.message}`;
      startAnother();
    }
  }
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

// If the system has no file handles for a new process, the pool miscounts its processes and reports
// the failure where no listener is. So handles are checked before.
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

// The pool starts a process only for new work, and work that was queued for a dead process would
// wait for that. So a task is sent and cancelled at once, which leaves the process running.
function startAnother(): void {
  if (processes === undefined || processes.queueSize === 0) return;
  const taken = new AbortController();
  const nothing: BackgroundTask = { module: INSIDE, name: 'nothing', input: {} };
  try {
    sent(processes, nothing, taken.signal).catch(() => undefined);
    taken.abort();
  } catch {
    startAnotherLater();
  }
}

// If processes die before they have work, the next one is not started at once.
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
  // A process died while it was idle or starting. New work starts another one, but queued work does
  // not.
  pool.on('error', startAnotherLater);
  return pool;
}

// A process does not inherit how the program reads TypeScript when it runs from its source.
function typeScriptReader(): string {
  const script = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
