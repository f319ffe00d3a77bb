// The test command: a database server, every test file through Node's own runner, one plain line at
// the end.

import { createHash, randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { chmod, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { type Bundle, bundle } from './bundle/bundle.js';
import { withSourcePlaces } from './bundle/place.js';
import { makePassingFolder } from './support/passing-folder.js';
import { personalDataIn } from './support/personal-data.js';

const LIMIT = {
  filesAtOnce: 2,
  slowestShown: 5,
  /** Pieces of personal data in logs that are shown. */
  leaksShown: 20,
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
  return shuffled(found);
}

/**
 * The same order in every run, in which neighbours have nothing in common: beside a file that waits
 * for a counterparty, a clock or a browser goes one that computes.
 */
function shuffled(files: readonly string[]): string[] {
  const place = (file: string) => createHash('sha256').update(relative(ROOT, file)).digest('hex');
  return files
    .map((file) => [place(file), file] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, file]) => file);
}

interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function openServer(run: string): Promise<Server> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') {
    say('database: the server of DATABASE_URL');
    return { url: given, stop: () => dropTemplatesOf(run, given) };
  }
  const folder = await makePassingFolder('countinghouse-test-');
  // The server may run under another user than ours, which must be able to pass through.
  await chmod(folder, 0o711);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const postgres = await startEmbeddedPostgres({
      dataFolder: join(folder, 'postgres'),
      // Nothing here outlives the run. Tests of durability start a server of their own.
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        max_connections: '200',
      },
    });
    const { host, port, user } = postgres.connection;
    say(`database: embedded PostgreSQL (${postgres.mode}), in ${folder}`);
    return {
      url: `postgresql://${user}@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
      stop: async () => {
        await postgres.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Filled templates are of one run only: `createTestDatabase` says why. */
async function dropTemplatesOf(run: string, url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [`ch_template_%_${run}_%`],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Personal data that was logged. */
  readonly leaks: string[];
  /** How long the tests of a file took. */
  readonly seconds: Map<string, number>;
}

function addTime({ seconds }: Count, test: TestEnd): void {
  if (test.nesting !== 0 || test.file === undefined) return;
  const name = relative(ROOT, test.file);
  seconds.set(name, (seconds.get(name) ?? 0) + test.details.duration_ms / 1_000);
}

interface TestEnd {
  readonly nesting: number;
  readonly file?: string | undefined;
  readonly details: { readonly duration_ms: number };
}

/** The files that the run waited for most, so that a slow one is noticed when it comes. */
function slowest({ seconds }: Count): string {
  return [...seconds]
    .sort(([, one], [, other]) => other - one)
    .slice(0, LIMIT.slowestShown)
    .map(([name, time]) => `${name} ${Math.round(time)} s`)
    .join(', ');
}

function fileTimeMs(): number {
  const inFull = IN_FULL.some((name) => process.env[name] !== undefined);
  const kills = Number(process.env[KILLS_ASKED] ?? 0);
  const base = inFull ? LIMIT.fileTimeInFullMs : LIMIT.fileTimeMs;
  return base + LIMIT.fileTimePerKillMs * kills;
}

function runFiles({ files, script }: Bundle, signal: AbortSignal): Promise<Count> {
  const count: Count = { passed: 0, failed: 0, skipped: 0, leaks: [], seconds: new Map() };
  const events = run({
    files: [...files],
    concurrency: LIMIT.filesAtOnce,
    timeout: fileTimeMs(),
    signal,
  });
  events.on('test:pass', (test) => {
    const { details, skip, todo } = test;
    addTime(count, test);
    if (details.type === 'suite') return;
    if (skip === undefined && todo === undefined) count.passed += 1;
    else count.skipped += 1;
  });
  events.on('test:fail', (test) => {
    const { details, file, name } = test;
    addTime(count, test);
    // A suite that fails by its tests alone adds nothing to them; one whose hook fails does.
    const cause: unknown = Object(details.error).failureType;
    if (details.type === 'suite' && cause === 'subtestsFailed') return;
    count.failed += 1;
    say(`FAILED ${file ? relative(ROOT, file) : ''} ${name}`);
  });
  const report = events.compose(withoutLog(count)).compose(new spec());
  report.pipe(withSourcePlaces(script)).pipe(process.stdout, { end: false });
  return new Promise((resolve, reject) => {
    report.on('end', () => resolve(count));
    report.on('error', reject);
  });
}

/**
 * Apps of the tests log all they have to say. It is looked through for what no log may hold, and
 * not shown.
 */
function withoutLog({ leaks }: Count): Transform {
  return new Transform({
    objectMode: true,
    transform: (event: { type: string; data: { message?: string } }, _, done) => {
      const isLog = event.type === 'test:stderr' && event.data.message?.startsWith('{"level"');
      if (isLog !== true) return done(null, event);
      const found = personalDataIn(event.data.message ?? '');
      if (found !== undefined) leaks.push(found);
      done();
    },
  });
}

/**
 * Aborts at the first Ctrl-C; test files get it too, and `interrupted` settles when they had their
 * time.
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

async function main(filters: readonly string[]): Promise<number> {
  const files = await findTestFiles(filters);
  if (files.length === 0) {
    say(`no test file has one of these in its name: ${filters.join(', ')}`);
    return 2;
  }
  say(`${files.length} test files, ${LIMIT.filesAtOnce} at a time`);
  const { signal, interrupted } = onInterrupt();
  // The runner listens once for each file.
  setMaxListeners(files.length + 1, signal);
  const id = randomBytes(4).toString('hex');
  const folder = join(BUNDLES, id);
  const server = await openServer(id);
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_RUN = id;
  process.env.TEST_LOG_LEVEL ??= 'debug';
  // Failures are shown by their place in the sources.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
  process.env.TEST_BUNDLE = folder;
  try {
    const bundled = await bundle(files, { root: ROOT, folder });
    const count = await Promise.race([runFiles(bundled, signal), interrupted]);
    if (count === undefined || signal.aborted) return INTERRUPTED;
    const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
    for (const leak of count.leaks.slice(0, LIMIT.leaksShown)) say(`LOGGED personal data: ${leak}`);
    count.failed += count.leaks.length === 0 ? 0 : 1;
    say(`slowest: ${slowest(count)}`);
    say(`${count.passed} passed, ${count.failed} failed${skipped}`);
    return count.failed > 0 || count.passed === 0 ? 1 : 0;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
