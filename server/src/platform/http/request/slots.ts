// Slots for work that needs a lot of memory or time. Only a limited amount of work runs at once,
// and callers take turns, so that many requests from one caller delay only that caller.

import { assert } from '../../assert.js';
import { commonProblems, refusal } from '../reply/problem.js';

interface SlotLimits {
  readonly atOnceMax: number;
  /** Lower than `atOnceMax`, so that slots remain for other callers. */
  readonly atOncePerCallerMax: number;
  readonly waitingPerCallerMax: number;
  /** The limit for all callers together. */
  readonly waitingMax: number;
}

/** The work of one caller, running or queued in order of arrival. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** A set of slots, with the callers that use them or wait for one. */
export class Slots {
  readonly #limits: SlotLimits;
  /**
   * Callers in the order in which they get the next free slot. Contains only those with running or
   * waiting work.
   */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work once the caller has a slot. The slot is freed even if the work fails. Refuses
   * with 429 if this caller has queued too much work, and with 503 if all callers together have.
   * Both replies contain a retry time.
   */
  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    await this.#slot(caller);
    try {
      return await work();
    } finally {
      this.#release(caller);
    }
  }

  // No statement between here and the `try` in `run` may throw.
  async #slot(caller: string): Promise<void> {
    const { atOnceMax, atOncePerCallerMax } = this.#limits;
    const line = this.#lines.get(caller) ?? { running: 0, waiting: [] };
    if (this.#running < atOnceMax && line.running < atOncePerCallerMax) {
      this.#start(caller, line);
      return;
    }
    this.#refuseTooMany(line);
    this.#lines.set(caller, line);
    this.#waiting += 1;
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  #refuseTooMany({ running, waiting }: Line): void {
    const { waitingMax, waitingPerCallerMax } = this.#limits;
    const retryAfterSeconds = 1;
    if (this.#waiting >= waitingMax) {
      throw refusal(commonProblems.SERVICE_UNAVAILABLE, { retryAfterSeconds });
    }
    if (waiting.length >= waitingPerCallerMax) {
      throw refusal(commonProblems.RATE_LIMITED, {
        detail:
          `you already have ${running} requests of this kind running ` +
          `and ${waiting.length} waiting`,
        retryAfterSeconds,
      });
    }
  }

  #start(caller: string, line: Line): void {
    this.#running += 1;
    line.running += 1;
    // Moves the caller to the end of the order.
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
  }

  #release(caller: string): void {
    const line = this.#lines.get(caller);
    assert(line !== undefined, 'a running caller has a queue');
    this.#running -= 1;
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(caller);
    this.#startNext();
  }

  #startNext(): void {
    for (const [caller, line] of this.#lines) {
      const mayStart = line.running < this.#limits.atOncePerCallerMax;
      const next = mayStart ? line.waiting.shift() : undefined;
      if (next === undefined) continue;
      this.#waiting -= 1;
      this.#start(caller, line);
      next();
      return;
    }
  }
}
