// One run of the test command: a database server and a folder of bundles, for as long as it lasts.

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundle, bundle } from '../bundle/bundle.js';
import { openDatabaseServer } from './database-server.js';
import { gathered, ROOT } from './find-files.js';
import { type EndedFile, type Preparation, preparationUntilNow } from './summary.js';

/** Wait for test files to end after Ctrl-C, before the database server goes away under them. */
const ABORT_WAIT_MS = 5_000;

/** Bundles lie here, a folder for each run. */
const BUNDLES = join(ROOT, 'server', 'dist', 'bundle');

export interface Session {
  readonly bundled: Bundle;
  readonly folder: string;
  /** Aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** What a session did; undefined if it was interrupted. */
export type Outcome =
  | { readonly ended: readonly EndedFile[]; readonly before: Preparation }
  | undefined;

/** Bundles test files and works on them while a database server runs. */
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
    const bundled = await bundle(await gathered(files), { root: ROOT, folder });
    const before = preparationUntilNow();
    const ended = await Promise.race([work({ bundled, folder, signal }), interrupted]);
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

// Test files get the signal too; `interrupted` settles when they have had time to end.
function onInterrupt(files: number) {
  const controller = new AbortController();
  // The runner listens once for each file.
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

/** Tells the test files where everything is. */
function setEnvironment({ id, url, folder }: Run): void {
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_RUN = id;
  process.env.TEST_LOG_LEVEL ??= 'debug';
  process.env.TEST_BUNDLE = folder;
  // Failures are shown by their place in the sources.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
}
