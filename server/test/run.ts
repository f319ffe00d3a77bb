// The test command: a database server, every test file in a process of its own, a line for each,
// where the time went, and one plain line of counts at the end.

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.js';
import { openDatabaseServer } from './runner/database-server.js';
import { runFiles } from './runner/run-files.js';
import {
  countsOf,
  type EndedFile,
  type Preparation,
  preparationUntilNow,
  timeLines,
} from './runner/summary.js';
import { keepTimings, timingsOf } from './runner/timing.js';

const LIMIT = {
  fileTimeMs: 300_000,
  /** More for each kill that was asked for. */
  fileTimePerKillMs: 60_000,
  /** Where a proof of the ledger is asked for in full. */
  fileTimeInFullMs: 3_600_000,
  /** Wait for test files to end after Ctrl-C, before the database server goes away under them. */
  abortWaitMs: 5_000,
} as const;

/** Read by the tests that kill: `support/kill.ts`. */
const KILLS_ASKED = 'COUNTINGHOUSE_KILLS';

/** Read by the proofs of the ledger: how many rounds, how many operations. */
const IN_FULL = ['COUNTINGHOUSE_ROUNDS', 'COUNTINGHOUSE_OPERATIONS'] as const;

/** Exit code of a program that a signal ended: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Where tests are written, and where the compiler puts them. */
const PLACES = [
  { sources: join(ROOT, 'server', 'test'), compiled: join(ROOT, 'server', 'dist', 'test') },
  { sources: join(ROOT, 'sdk', 'test'), compiled: join(ROOT, 'sdk', 'dist', 'test') },
] as const;

/** Bundles lie here, a folder for each run. */
const BUNDLES = join(ROOT, 'server', 'dist', 'bundle');

/**
 * Compiled test files. They are listed from the sources, so what is left of a deleted test never
 * runs.
 */
async function findTestFiles(filters: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { sources, compiled } of PLACES) {
    const names = await readdir(sources, { recursive: true }).catch(() => []);
    for (const name of names.sort()) {
      const wanted = filters.length === 0 || filters.some((filter) => name.includes(filter));
      if (name.endsWith('.test.ts') && wanted) {
        found.push(join(compiled, name.replace(/\.ts$/, '.js')));
      }
    }
  }
  return found;
}

function fileTimeMs(): number {
  const inFull = IN_FULL.some((name) => process.env[name] !== undefined);
  const kills = Number(process.env[KILLS_ASKED] ?? 0);
  const base = inFull ? LIMIT.fileTimeInFullMs : LIMIT.fileTimeMs;
  return base + LIMIT.fileTimePerKillMs * kills;
}

/**
 * Aborts at the first Ctrl-C. Test files get it too; `interrupted` settles when they have had time
 * to end.
 */
function onInterrupt(): { readonly signal: AbortSignal; readonly interrupted: Promise<undefined> } {
  const controller = new AbortController();
  const interrupted = new Promise<undefined>((resolve) => {
    const abort = () => {
      controller.abort();
      setTimeout(() => resolve(undefined), LIMIT.abortWaitMs).unref();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abort);
  });
  return { signal: controller.signal, interrupted };
}

/** Tells the test files where everything is. */
function setEnvironment(run: { readonly id: string; readonly url: string }, folder: string): void {
  process.env.TEST_DATABASE_URL = run.url;
  process.env.TEST_RUN = run.id;
  process.env.TEST_LOG_LEVEL ??= 'debug';
  process.env.TEST_BUNDLE = folder;
  // Failures are shown by their place in the sources.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
}

async function main(words: readonly string[]): Promise<number> {
  const names = words.includes('--names');
  const filters = words.filter((word) => word !== '--names');
  const files = await findTestFiles(filters);
  if (files.length === 0) {
    say(`no test file has one of these in its name: ${filters.join(', ')}`);
    return 2;
  }
  const { signal, interrupted } = onInterrupt();
  // The runner listens once for each file.
  setMaxListeners(files.length + 1, signal);
  const id = randomBytes(4).toString('hex');
  const folder = join(BUNDLES, id);
  say('starting a database server');
  const server = await openDatabaseServer(id);
  say(`database: ${server.described}`);
  setEnvironment({ id, url: server.url }, folder);
  let ended: readonly EndedFile[] | undefined;
  let before = preparationUntilNow();
  try {
    say(`bundling ${files.length} test files`);
    const bundled = await bundle(files, { root: ROOT, folder });
    before = preparationUntilNow();
    const limit = { timeoutMs: fileTimeMs(), signal, names };
    const running = runFiles(bundled, { ...limit, folder, alone: false, say });
    ended = await Promise.race([running, interrupted]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (ended === undefined || signal.aborted) return INTERRUPTED;
  return report(ended, before);
}

function report(ended: readonly EndedFile[], before: Preparation): number {
  keepTimings(timingsOf(ended));
  const { passed, failed, leaks, line } = countsOf(ended);
  for (const leak of leaks) say(`LOGGED personal data: ${leak}`);
  for (const { name, result } of ended) {
    for (const failure of result.failures) say(`FAILED ${name} ${failure}`);
  }
  for (const each of timeLines(ended, before)) say(each);
  say(line);
  return failed > 0 || passed === 0 ? 1 : 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Takes `--kills N` out of the words; the other ones choose files. */
function readWords(words: readonly string[]): readonly string[] {
  const [first, kills, ...filters] = words;
  if (first !== '--kills' || kills === undefined) return words;
  process.env[KILLS_ASKED] = kills;
  return filters;
}

process.exit(await main(readWords(process.argv.slice(2))));
