// The callers of a benchmark, in a separate process so that their work is not measured as the
// server's.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * One step that each caller repeats. `{{id}}` is replaced with the id in the previous step's reply.
 */
export interface LoadStep {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** Bodies that are used in turn. Empty for a step without bodies. */
  readonly bodies: readonly string[];
}

export interface LoadRun {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly steps: readonly LoadStep[];
  readonly callers: number;
  readonly seconds: number;
  /**
   * Average number of rounds per second, started at random times (Poisson) whether or not earlier
   * rounds have ended. Times are measured from those starts. `callers` is then the maximum number
   * of concurrent rounds.
   */
  readonly perSecond?: number;
  /** If true, also returns each round's start time, keyed by the id in its last reply. */
  readonly keepStamps?: boolean;
}

/** A round is a whole sequence of steps. Times are for single requests, in milliseconds. */
export interface LoadResult {
  readonly rounds: number;
  readonly roundsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure: string | undefined;
  /** Ids with the start times of their rounds by `clockMs`. */
  readonly stamps: readonly (readonly [id: number, beganMs: number])[];
}

/** Returns the time in milliseconds on a clock shared by all processes of a machine. */
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
