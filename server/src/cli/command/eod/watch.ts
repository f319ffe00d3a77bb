// Follows an end-of-day run. Shows a bar per step on a terminal, plain lines elsewhere, and nothing
// with --json.

import { setTimeout as pause } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { END_OF_DAY } from '../../../limits.js';
import { counted } from '../../../platform/http/reply/counted.js';

/** A step as returned by the API. */
interface FollowedStep {
  readonly name: string;
  readonly state: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  readonly records: number;
  readonly expectedRecords?: number;
  readonly recordsPerSecond?: number;
  readonly error?: string;
}

export interface FollowedDay {
  readonly closing: string;
  readonly next: string;
  readonly finishedDttm?: string;
  readonly steps: readonly FollowedStep[];
}

/** A run as returned by the API. The newest day comes first. */
export interface Followed {
  readonly id: number;
  readonly state: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';
  readonly until: string;
  readonly error?: string;
  readonly days: readonly FollowedDay[];
}

/** Polls a run until it has ended, showing its progress. Returns the run. */
export async function watchRun(poll: () => Promise<Followed>, quiet: boolean): Promise<Followed> {
  const view = quiet ? silent : process.stderr.isTTY ? bars() : lines();
  try {
    for (;;) {
      const run = await poll();
      for (const day of run.days.toReversed()) view.show(day);
      if (run.state === 'DONE' || run.state === 'FAILED') return run;
      await pause(END_OF_DAY.watchEveryMs);
    }
  } finally {
    view.end();
  }
}

interface View {
  readonly show: (day: FollowedDay) => void;
  readonly end: () => void;
}

const silent: View = { show: () => undefined, end: () => undefined };

/** Prints an ended step once if it processed records or failed. */
function lines(): View {
  const printed = new Set<string>();
  return {
    show: (day) => {
      for (const step of day.steps) {
        const key = `${day.closing} ${step.name}`;
        const ended = step.state === 'DONE' || step.state === 'FAILED';
        if (!ended || printed.has(key)) continue;
        printed.add(key);
        if (step.records > 0 || step.state === 'FAILED') {
          process.stderr.write(`${key}: ${outcomeOf(step)}\n`);
        }
      }
    },
    end: () => undefined,
  };
}

function outcomeOf(step: FollowedStep): string {
  if (step.state === 'FAILED') return `failed, ${step.error ?? 'for an unknown reason'}`;
  return `${counted(step.records, 'record')}, ${step.recordsPerSecond ?? 0}/s`;
}

/** Shows a bar for the running step, below the bars for completed steps. */
function bars(): View {
  let shown: { readonly key: string; readonly bar: SingleBar } | undefined;
  const stop = () => {
    shown?.bar.stop();
    shown = undefined;
  };
  return {
    show: (day) => {
      for (const step of day.steps) {
        const key = `${day.closing} ${step.name}`;
        const total = Math.max(step.expectedRecords ?? 0, step.records);
        if (step.state === 'RUNNING' && shown?.key !== key) {
          stop();
          const format = `${key.padEnd(44)} {bar} {value}/{total} {pace}/s`;
          const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
          bar.start(total, step.records, { pace: 0 });
          shown = { key, bar };
        }
        if (shown?.key !== key) continue;
        shown.bar.setTotal(total);
        shown.bar.update(step.records, { pace: step.recordsPerSecond ?? 0 });
        if (step.state !== 'RUNNING') stop();
      }
    },
    end: stop,
  };
}
