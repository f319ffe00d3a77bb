// What a module gives to the app: its operations, its problems, and what it does at the end of a
// day.

import type { BusinessDate } from '../calendar/business-date.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';
import type { JobHandler } from '../jobs/job.js';
import type { ChangeKind } from '../reference-data/change-kind.js';
import type { SealedTable } from '../vault/re-encrypt.js';
import type { ProblemCatalogue } from './reply/problem.js';
import type { Route } from './route.js';

/**
 * One step of the end of day. Broken off and run again, it must do what is left and nothing twice.
 * Once it has ended, it is not run again for its date: after the steps that follow, it might find
 * more than it would have.
 */
export interface EndOfDayStep {
  readonly name: string;
  /** True for one that also changes what this process holds: it is run in every attempt. */
  readonly everyTime?: boolean;
  /** How many records there are to do, for who watches; an estimate. */
  readonly expected?: (context: Context, day: ClosingDay) => Promise<number>;
  /** True when the step has nothing to do where it expects no records: it is then not run. */
  readonly skipsNone?: boolean;
  /**
   * Does the step for the date that is being closed; returns how many records it touched. Each
   * transaction counts its records by `progress`; one that does not is counted at the end.
   */
  readonly run: (context: Context, day: ClosingDay, progress?: StepProgress) => Promise<number>;
}

/** Where a step tells what it has done; absent where it is run by itself. */
export interface StepProgress {
  /**
   * Adds the records of this transaction, committed with them. Throws, so that nothing is
   * committed, when the step is no longer this runner's to go on with.
   */
  count(tx: Tx, records: number): Promise<void>;
}

export interface ClosingDay {
  /** The business date that ends. */
  readonly closing: BusinessDate;
  /** The business date that begins. */
  readonly next: BusinessDate;
}

/** A loop that runs beside the requests, on any node that has its role. */
export interface Worker {
  readonly name: string;
  /** Left out for what every node needs for itself. */
  readonly role?: 'http' | 'fix' | 'jobs';
  readonly start: (context: Context) => Promise<RunningWorker>;
}

export interface RunningWorker {
  /** Resolves when the worker is ready for its work, such as a session being logged on. */
  readonly ready: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface Module {
  readonly name: string;
  /** What its operations are for, in one line of the API's documents. */
  readonly summary: string;
  readonly routes: readonly Route[];
  readonly problems: ProblemCatalogue;
  readonly endOfDay?: readonly EndOfDayStep[];
  readonly workers?: readonly Worker[];
  /** The kinds of reference data that are changed under four eyes. */
  readonly changes?: readonly ChangeKind[];
  /** The kinds of jobs that the module does, on whichever node has room. */
  readonly jobs?: readonly JobHandler[];
  /** Told where the server listens, for what calls its own server. */
  readonly listening?: (url: string) => void;
  /** The tables of the module that hold sealed texts. */
  readonly sealed?: readonly SealedTable[];
}
