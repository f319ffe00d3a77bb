// Processes of low priority that make documents and mails. Orders and requests go first: what runs
// here takes only the processor time that they leave.

import { closeSync, openSync } from 'node:fs';
import { availableParallelism, devNull } from 'node:os';
import { Tinypool } from 'tinypool';
import { BACKGROUND } from '../../limits.js';
import { assert } from '../assert.js';
import { commonProblems, refusal } from '../http/reply/problem.js';

/** A function that makes bytes: the module it stands in, and the name that exports it. */
interface Maker {
  /** `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
}

/** What a background process is sent. */
export interface BackgroundTask extends Maker {
  readonly input: object;
}

/** The function failed in the background process, as it said. */
class BackgroundFailure extends Error {}

const isSource = import.meta.url.endsWith('.ts');
const INSIDE = new URL(`./background-process.${isSource ? 'ts' : 'js'}`, import.meta.url).href;

// Processes are started by need and end when they were idle for a while.
let processes: Tinypool | undefined;

/**
 * Makes bytes in a background process. The input is copied, so it is data without functions.
 * A process that is killed is replaced, and the work is done again. Refuses with 503, which says
 * why, when too much waits, when the work takes too long, when processes die at it, and when none
 * can be started.
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
      assert(bytes instanceof Uint8Array, 'the work of a background process is bytes');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      // What the function threw comes as data; an error of this side says that the process is gone.
      if (!(error instanceof Error)) throw failureOf(error);
      detail = signal.aborted
        ? 'it takes too long to make'
        : `no process made it: ${error.message}`;
      startAnother();
    }
  }
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

// The pool loses count of its processes where the system has no handles for a new one, and the
// runtime then reports the failure where nobody can listen, so that is found out before.
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

// The pool starts a process only when it is sent work, and what waits for one that is gone would
// wait for that. So work is sent and taken back at once, which leaves the process.
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

// Where processes die before they have work, the next one is not started at once.
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
  // A process died while it was idle or starting; work that is sent starts another one, but what
  // waits already does not.
  pool.on('error', startAnotherLater);
  return pool;
}

// A process does not inherit how the program reads TypeScript, where it runs from its source.
function typeScriptReader(): string {
  const script = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
