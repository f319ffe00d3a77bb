// The contract of end-of-day steps, which modules declare and the runner executes.

import type { BusinessDate } from '../calendar/business-date.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';

/**
 * A step of the end of day. An interrupted step is run again, and must then do only the remaining
 * work. A completed step is not run again for its date, because later steps may have created new
 * work for it.
 */
export interface EndOfDayStep {
  readonly name: string;
  /** True for a step that also changes the state of this process. It then runs in every attempt. */
  readonly everyTime?: boolean;
  /** Estimates the number of records to process, for progress displays. */
  readonly expected?: (context: Context, day: ClosingDay) => Promise<number>;
  /**
   * True if an interrupted step examines all its records again, including those that it need not
   * change. Its record count then restarts from 0.
   */
  readonly startsOver?: boolean;
  /** True if the step has nothing to do when `expected` returns 0. The step is then skipped. */
  readonly skipsNone?: boolean;
  /**
   * Runs the step for the date that is being closed. Returns the number of records processed. Each
   * transaction reports its records through `progress`, and unreported ones are added at the end.
   */
  readonly run: (context: Context, day: ClosingDay, progress?: StepProgress) => Promise<number>;
}

/** Receives the progress of a step. Absent if a step runs outside an end-of-day run. */
export interface StepProgress {
  /**
   * Adds to the step's record count in the transaction that changes the records. Throws if this
   * runner has lost the step, so that nothing is committed.
   */
  count(tx: Tx, records: number): Promise<void>;
}

export interface ClosingDay {
  /** The business date that is being closed. */
  readonly closing: BusinessDate;
  /** The business date that follows it. */
  readonly next: BusinessDate;
}
