// One test file in a process of its own, by Node's test runner.

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
  /** Lines that the tests printed or reported; log lines are left out. */
  readonly lines: readonly string[];
  /** Personal data found in the log lines, which must not contain any. */
  readonly leaks: readonly string[];
  /** The tests one by one with their errors; empty if none failed, unless all are wanted. */
  readonly report: string;
}

export interface FileLimit {
  /** How long the file may say nothing: neither end a test nor print. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** Whether each test is reported by its name, also where all passed. */
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
    // Apps of the tests log everything they can, so that leaks are found; nobody reads it here.
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

// How long a whole file takes depends on how many tests it has and on the machine, so a limit of it
// would end one that does well. One that is dead says nothing more.
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

// A suite that fails through its tests adds nothing to them; one whose hook fails does.
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
  // The runner's own counts of the file come as diagnostics of the outermost level.
  const isReported = type === 'test:diagnostic' && (data.nesting ?? 0) > 0;
  if (!isPrinted && !isReported) return [];
  return (data.message ?? '').split('\n').filter((line) => line.trim() !== '');
}

function reportOf(events: readonly TestEvent[]): Promise<string> {
  const shown = events.filter(({ type, data }) => type !== 'test:diagnostic' || data.nesting !== 0);
  return text(Readable.from(shown).compose(new spec()));
}
