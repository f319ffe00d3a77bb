// One test run, with a database server and a folder of bundles that last as long as the run.

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundle, bundle } from '../bundle/bundle.js';
import { openDatabaseServer } from './database-server.js';
import { ROOT } from './find-files.js';
import { type EndedFile, type Preparation, preparationUntilNow } from './summary.js';

/**
 * How long test files may take to end after Ctrl-C before the database server stops, in
 * milliseconds.
 */
const ABORT_WAIT_MS = 5_000;

/** The folder that contains a folder of bundles for each run. */
const BUNDLES = join(ROOT, 'server', 'dist', 'bundle');

export interface Session {
  readonly bundled: Bundle;
  /** A signal that is aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The result of a session. Undefined if the session was interrupted. */
export type Outcome =
  | { readonly ended: readonly EndedFile[]; readonly before: Preparation }
  | undefined;

/** Bundles test files and runs `work` on them while a database server is available. */
export async function inSession(
  files: readonly string[],
  work: (session: Session) => Promise<readonly EndedFile[]>,
): Promise<Outcome> {
  const { signal, interrupted } = onInterrupt(files.length);
  const id = randomBytes(4).toString('hex');
  const folder = join(BUNDLES, id);
  say('starting a database server');
  const server = await openDatabaseServer(id);
  say(`database: ${server.described}`);
  setEnvironment({ id, url: server.url, folder });
  try {
    say(`bundling ${files.length} test files`);
    const bundled = await bundle(files, { root: ROOT, folder });
    const before = preparationUntilNow();
    const ended = await Promise.race([work({ bundled, signal }), interrupted]);
    return ended === undefined || signal.aborted ? undefined : { ended, before };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Handles interrupts. Test files receive the signal too; `interrupted` resolves once their time to
// end is over.
function onInterrupt(files: number) {
  const controller = new AbortController();
  // The runner adds a listener for each file.
  setMaxListeners(2 * files + 2, controller.signal);
  const interrupted = new Promise<undefined>((resolve) => {
    const abort = () => {
      controller.abort();
      setTimeout(() => resolve(undefined), ABORT_WAIT_MS).unref();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abort);
  });
  return { signal: controller.signal, interrupted };
}

interface Run {
  readonly id: string;
  readonly url: string;
  readonly folder: string;
}

/** Sets the environment of the test files. */
function setEnvironment({ id, url, folder }: Run): void {
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_RUN = id;
  process.env.TEST_LOG_LEVEL ??= 'debug';
  process.env.TEST_BUNDLE = folder;
  // Makes failures show their location in the sources.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
}
