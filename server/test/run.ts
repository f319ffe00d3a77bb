// The test command. Runs all test files and prints a line for each, how the time was spent, and one
// plain line of counts. With `--proofs`, runs the proofs at full volume.

import { parseArgs } from 'node:util';
import { findTestFiles } from './runner/find-files.js';
import { chosenProofs, environmentOf, type Proof, tableOf } from './runner/proof.js';
import { runFiles } from './runner/run-files.js';
import { inSession, type Outcome, say } from './runner/session.js';
import { countsOf, type EndedFile, timeLines } from './runner/summary.js';
import { keepTimings, timingsOf } from './runner/timing.js';

/** How long a file may be silent, in milliseconds. */
const SILENCE = {
  /** These limits are long, because a test gets little CPU time on a busy machine. */
  ofTestsMs: 900_000,
  ofProofsMs: 10_800_000,
} as const;

/** Exit code of a program ended by a signal: 128 plus the number of SIGINT. */
const INTERRUPTED = 130;

const OPTIONS = {
  /** Prints each test by name. */
  names: { type: 'boolean' },
  proofs: { type: 'boolean' },
  // Volumes of the proofs. Each proof has its own default.
  kills: { type: 'string' },
  operations: { type: 'string' },
  rounds: { type: 'string' },
  months: { type: 'string' },
  messages: { type: 'string' },
  people: { type: 'string' },
  readers: { type: 'string' },
  seed: { type: 'string' },
} as const;

const { values, positionals: words } = parseArgs({ options: OPTIONS, allowPositionals: true });

/** Runs the test files whose path contains one of the words. */
async function runTests(): Promise<number> {
  const files = await findTestFiles(words);
  if (files.length === 0) {
    say(`no test file has one of these in its name: ${words.join(', ')}`);
    return 2;
  }
  const outcome = await inSession(files, ({ bundled, ...session }) =>
    runFiles(bundled, { ...session, ...limits(SILENCE.ofTestsMs), alone: false }),
  );
  if (outcome !== undefined && words.length === 0) keepTimings(timingsOf(outcome.ended));
  return report(outcome, []);
}

/** Runs proofs one at a time, so that they do not distort each other's measurements. */
async function runProofs(): Promise<number> {
  const chosen = chosenProofs(words);
  const files = await findTestFiles(chosen.flatMap((proof) => proof.files));
  if (chosen.length === 0 || files.length === 0) {
    say(`no proof has one of these in its kind or files: ${words.join(', ')}`);
    return 2;
  }
  const outcome = await inSession(files, async ({ bundled, ...session }) => {
    const ended: EndedFile[] = [];
    for (const proof of chosen) {
      const own = { ...bundled, files: bundled.files.filter(({ name }) => belongsTo(name, proof)) };
      const run = { ...session, ...limits(SILENCE.ofProofsMs), alone: true };
      ended.push(...(await withEnvironment(proof, () => runFiles(own, run))));
    }
    return ended;
  });
  return report(outcome, tableOf(outcome?.ended ?? []));
}

function belongsTo(name: string, { files }: Proof): boolean {
  return files.some((part) => name.includes(part));
}

async function withEnvironment<Result>(proof: Proof, work: () => Promise<Result>): Promise<Result> {
  const environment = environmentOf(proof, values);
  say(`${proof.files.join(', ')}: ${JSON.stringify(environment)}`);
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

function limits(silenceMs: number) {
  return { silenceMs, names: values.names === true, say };
}

function report(outcome: Outcome, table: readonly string[]): number {
  if (outcome === undefined) return INTERRUPTED;
  const { ended, before } = outcome;
  const { passed, failed, leaks, line } = countsOf(ended);
  for (const leak of leaks) say(`LOGGED personal data: ${leak}`);
  for (const { name, result } of ended) {
    for (const failure of result.failures) say(`FAILED ${name} ${failure}`);
  }
  for (const each of [...timeLines(ended, before), ...table]) say(each);
  say(line);
  return failed > 0 || passed === 0 ? 1 : 0;
}

process.exit(await (values.proofs === true ? runProofs() : runTests()));
