// Runs the test files of one process with Node's test runner.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { personalDataIn } from '../support/personal-data.js';

/** The outcome of one test file. */
export interface FileResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of the failed tests. */
  readonly failures: readonly string[];
  /** Lines that the tests printed or reported, excluding log lines. */
  readonly lines: readonly string[];
  /** Personal data found in log lines, which must not contain any. */
  readonly leaks: readonly string[];
  /**
   * The results and errors of each test. Empty if none failed, unless all results are requested.
   */
  readonly report: string;
}

export interface FileLimit {
  /** How long a process may go without a finished test or any output, in milliseconds. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** True to report each test by name even if all passed. */
  readonly names: boolean;
}

/**
 * The parts of a test runner event that are used here. Which are present depends on the event type.
 */
interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly message?: string;
    readonly skip?: string | boolean | undefined;
    readonly todo?: string | boolean | undefined;
    readonly details?: {
      readonly type?: string | undefined;
      readonly error?: unknown;
      readonly duration_ms?: number | undefined;
    };
  };
}

/** The result of one of several test files that ran in the same process. */
export interface EndedTestFile {
  readonly name: string;
  readonly result: FileResult;
  readonly wallSeconds: number;
}

/**
 * Runs the files of one process, and yields each file's result when it is known. Each file is a
 * suite with the file's name.
 * @param entry the program that declares the suites
 * @param names the names of the files
 */
export async function* runTestFiles(
  entry: string,
  names: readonly string[],
  limit: FileLimit,
): AsyncGenerator<EndedTestFile> {
  const missing = new Set(names);
  let part = newPart();
  let last: number | undefined;
  for await (const event of eventsOf(entry, limit)) {
    add(part, event);
    const { nesting, name = '', details } = event.data;
    const hasEnded = event.type === 'test:pass' || event.type === 'test:fail';
    if (!hasEnded || nesting !== 0 || !missing.has(name)) continue;
    const wallSeconds = (details?.duration_ms ?? 0) / 1_000;
    if (missing.size === 1) {
      // Output of the process after its last file belongs to that file.
      last = wallSeconds;
      continue;
    }
    missing.delete(name);
    yield { name, wallSeconds, result: await resultOf(part, limit) };
    part = newPart();
  }
  for (const name of missing) {
    const result = await resultOf(part, limit);
    yield {
      name,
      wallSeconds: last ?? 0,
      result: last === undefined ? unfinished(result) : result,
    };
    part = newPart();
  }
}

/** The events and the leaks of one file. */
interface Part {
  readonly events: TestEvent[];
  readonly leaks: string[];
}

const newPart = (): Part => ({ events: [], leaks: [] });

// Test apps log at the highest level so that leaks are found. Nothing else here reads the log.
function add({ events, leaks }: Part, event: TestEvent): void {
  if (!isLog(event)) events.push(event);
  else {
    const leak = personalDataIn(event.data.message ?? '');
    if (leak !== undefined) leaks.push(leak);
  }
}

function unfinished(result: FileResult): FileResult {
  return { ...result, failed: result.failed + 1, failures: [...result.failures, 'did not end'] };
}

async function resultOf({ events, leaks }: Part, { names }: FileLimit): Promise<FileResult> {
  const failures = events.filter(isFailedTest).map(({ data }) => data.name ?? '');
  const passed = events.filter(isPassedTest);
  const skipped = passed.filter(({ data }) => isSkipped(data)).length;
  return {
    passed: passed.length - skipped,
    failed: failures.length,
    skipped,
    failures,
    lines: events.flatMap(linesOf),
    leaks,
    report: names || failures.length > 0 ? await reportOf(events) : '',
  };
}

// Yields a process's events and aborts a silent process. The time that a process needs depends on
// its tests and on the machine, so a total limit would kill healthy ones. A hung one is silent.
async function* eventsOf(file: string, limit: FileLimit): AsyncGenerator<TestEvent> {
  const { silenceMs, signal } = limit;
  const silence = new AbortController();
  const timer = setTimeout(() => {
    silence.abort(new Error(`the process said nothing for ${silenceMs / 1000} s`));
  }, silenceMs);
  try {
    const stream: AsyncIterable<TestEvent> = run({
      files: [file],
      signal: AbortSignal.any([signal, silence.signal]),
    });
    for await (const event of stream) {
      // Log lines do not reset the timer, because a hung app still logs heartbeats.
      if (!isLog(event)) timer.refresh();
      yield event;
    }
  } finally {
    clearTimeout(timer);
  }
}

function isLog({ type, data }: TestEvent): boolean {
  return type === 'test:stderr' && data.message?.startsWith('{"level"') === true;
}

function isPassedTest({ type, data }: TestEvent): boolean {
  return type === 'test:pass' && data.details?.type !== 'suite';
}

// Returns true if a test failed. A suite is reported if its hook fails, but not if it fails only
// because of its tests.
function isFailedTest({ type, data }: TestEvent): boolean {
  if (type !== 'test:fail') return false;
  const cause: unknown = Object(data.details?.error).failureType;
  return data.details?.type !== 'suite' || cause !== 'subtestsFailed';
}

function isSkipped({ skip, todo }: TestEvent['data']): boolean {
  return skip !== undefined || todo !== undefined;
}

function linesOf({ type, data }: TestEvent): readonly string[] {
  const isPrinted = type === 'test:stdout' || type === 'test:stderr';
  // The runner reports a file's counts as diagnostics at the outermost level.
  const isReported = type === 'test:diagnostic' && (data.nesting ?? 0) > 0;
  if (!isPrinted && !isReported) return [];
  return (data.message ?? '').split('\n').filter((line) => line.trim() !== '');
}

function reportOf(events: readonly TestEvent[]): Promise<string> {
  const shown = events.filter(({ type, data }) => type !== 'test:diagnostic' || data.nesting !== 0);
  return text(Readable.from(shown).compose(new spec()));
}
