// The contract of an end-of-day step: what a module declares and the runner executes.

import type { BusinessDate } from '../calendar/business-date.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';

/**
 * One step of the end of day. A step that was interrupted is run again: it must do the rest and do
 * nothing twice. A step that has ended is not run again for its date, because the steps after it
 * may have created new work for it.
 */
export interface EndOfDayStep {
  readonly name: string;
  /** True for a step that also changes the state of this process: it is run in every attempt. */
  readonly everyTime?: boolean;
  /** Estimates how many records there are to process, for progress displays. */
  readonly expected?: (context: Context, day: ClosingDay) => Promise<number>;
  /** True if the step has nothing to do when `expected` returns 0: it is then not run. */
  readonly skipsNone?: boolean;
  /**
   * Runs the step for the date that is being closed; returns how many records it processed. Each
   * transaction reports its records through `progress`; records that are not reported are added at
   * the end.
   */
  readonly run: (context: Context, day: ClosingDay, progress?: StepProgress) => Promise<number>;
}

/** Receives the progress of a step; absent when a step runs outside a run. */
export interface StepProgress {
  /**
   * Adds the records of this transaction, committed with them. Throws if this runner has lost the
   * step, so that nothing is committed.
   */
  count(tx: Tx, records: number): Promise<void>;
}

export interface ClosingDay {
  /** The business date that ends. */
  readonly closing: BusinessDate;
  /** The business date that begins. */
  readonly next: BusinessDate;
}
