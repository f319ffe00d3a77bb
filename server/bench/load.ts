// The callers of a measurement: a separate process, so that their work is not measured as the
// server's.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * One step that each caller repeats; `{{id}}` is replaced by the id in the reply to the step
 * before.
 */
export interface LoadStep {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** Bodies that are used in turn; none for a step without a body. */
  readonly bodies: readonly string[];
}

export interface LoadRun {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly steps: readonly LoadStep[];
  readonly callers: number;
  readonly seconds: number;
  /**
   * Rounds begin at random times, this many a second on average, whether earlier ones have ended or
   * not (Poisson); times are measured from there. `callers` is then the maximum at once.
   */
  readonly perSecond?: number;
  /** If true, also returns each round's start time, keyed by the id in its last reply. */
  readonly keepStamps?: boolean;
}

/** Rounds are whole sequences of steps; times are of single requests, in milliseconds. */
export interface LoadResult {
  readonly rounds: number;
  readonly roundsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure: string | undefined;
  /** Ids with the times at which their rounds began, by `clockMs`. */
  readonly stamps: readonly (readonly [id: number, beganMs: number])[];
}

/** Milliseconds of a clock that all processes of a machine share. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}

/** Runs the callers in a child process and returns their results. */
export function runLoad(run: LoadRun): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(import.meta.url).replace(/load\.(ts|js)$/, 'caller.$1');
    const child = fork(file, { execArgv: process.execArgv });
    child.on('message', (result: LoadResult) => resolve(result));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code !== 0) reject(new Error(`the callers ended with ${code}`));
    });
    child.send(run);
  });
}
