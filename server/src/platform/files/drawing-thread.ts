// Threads that draw documents. Reckoning where the letters of a page go takes up to a tenth of a
// second, in which the thread that answers requests would answer nobody else.

import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { DRAWING } from '../../limits.js';
import { assert } from '../assert.js';
import { commonProblems, refusal } from '../http/problem.js';

/** A function that draws: the module it stands in, and the name that exports it. */
interface Drawing {
  /** `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
}

// Threads are started by need and end when nobody has asked for a while.
let threads: Tinypool | undefined;

/**
 * Draws in a thread and returns the bytes. What goes in is copied, so it is data without functions.
 * Refuses with 503 when too many drawings wait, or when one takes too long.
 */
export async function drawInThread(drawing: Drawing, input: object): Promise<Buffer> {
  threads ??= openThreads();
  if (threads.queueSize >= DRAWING.waitingMost) throw refusal(commonProblems.SERVICE_UNAVAILABLE);
  const signal = AbortSignal.timeout(DRAWING.timeoutMs);
  try {
    const options = { filename: drawing.module, name: drawing.name, signal };
    const bytes: unknown = await threads.run(input, options);
    assert(bytes instanceof Uint8Array, 'a drawing is bytes');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (signal.aborted) throw refusal(commonProblems.SERVICE_UNAVAILABLE);
    throw error;
  }
}

function openThreads(): Tinypool {
  const isSource = import.meta.url.endsWith('.ts');
  return new Tinypool({
    minThreads: 0,
    maxThreads: Math.min(DRAWING.threadsMost, Math.max(1, availableParallelism() - 1)),
    idleTimeout: DRAWING.idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: DRAWING.threadMegabytesMost },
    execArgv: isSource ? ['--import', typeScriptReader()] : [],
  });
}

// A thread does not inherit how the program reads TypeScript, where it runs from its source.
function typeScriptReader(): string {
  const script = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
