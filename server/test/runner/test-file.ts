// Runs one test file in its own process, by Node's test runner.

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
  /** Names of the tests that failed. */
  readonly failures: readonly string[];
  /** Lines that the tests printed or reported, without log lines. */
  readonly lines: readonly string[];
  /** Personal data found in the log lines, which must not contain any. */
  readonly leaks: readonly string[];
  /** The tests one by one with their errors; empty if none failed, unless all are requested. */
  readonly report: string;
}

export interface FileLimit {
  /** How long the file may be silent: no test ends and nothing is printed. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** True to report each test by its name even if all passed. */
  readonly names: boolean;
}

/** The parts of a runner's event that are read here; which are present depends on its type. */
interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly message?: string;
    readonly skip?: string | boolean | undefined;
    readonly todo?: string | boolean | undefined;
    readonly details?: { readonly type?: string | undefined; readonly error?: unknown };
  };
}

/** Runs a compiled test file and resolves when its process has ended. */
export async function runTestFile(file: string, limit: FileLimit): Promise<FileResult> {
  const { names } = limit;
  const events: TestEvent[] = [];
  const leaks: string[] = [];
  for await (const event of eventsOf(file, limit)) {
    // Apps of the tests log as much as possible, so that leaks are found; nothing else reads the
    // log here.
    if (!isLog(event)) events.push(event);
    else {
      const leak = personalDataIn(event.data.message ?? '');
      if (leak !== undefined) leaks.push(leak);
    }
  }
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

// The time of a whole file depends on its number of tests and on the machine, so a limit would kill
// healthy files. A hung file is silent.
async function* eventsOf(file: string, limit: FileLimit): AsyncGenerator<TestEvent> {
  const { silenceMs, signal } = limit;
  const silence = new AbortController();
  const timer = setTimeout(() => {
    silence.abort(new Error(`the file said nothing for ${silenceMs / 1000} s`));
  }, silenceMs);
  try {
    const stream: AsyncIterable<TestEvent> = run({
      files: [file],
      signal: AbortSignal.any([signal, silence.signal]),
    });
    for await (const event of stream) {
      // An app that hangs still logs its heartbeats.
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

// A suite that fails through its tests is not reported again; one whose hook fails is.
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
  // The runner reports the counts of the file as diagnostics of the outermost level.
  const isReported = type === 'test:diagnostic' && (data.nesting ?? 0) > 0;
  if (!isPrinted && !isReported) return [];
  return (data.message ?? '').split('\n').filter((line) => line.trim() !== '');
}

function reportOf(events: readonly TestEvent[]): Promise<string> {
  const shown = events.filter(({ type, data }) => type !== 'test:diagnostic' || data.nesting !== 0);
  return text(Readable.from(shown).compose(new spec()));
}
