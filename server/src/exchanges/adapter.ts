// The contract of exchange adapters, which stand between the order module and an exchange. Every
// adapter passes the same contract test. An adapter may speak any protocol; it must do this:
//
// - It takes instructions by `takeInstructions`, in their order (new, cancel, replace, status), and
//   stores what it will send in the same transaction. So each leaves exactly once, whatever breaks.
// - It brings reports by `applyExchangeReport` or `applyExchangeReports`, in the order in which the
//   exchange gave them. Before it tells the exchange that they arrived, it stores them; it books
//   them in the transaction that notes that they are booked. The module finds a report that comes
//   twice by its ExecID; the adapter need not.
// - After each connection it asks for the live orders that it sent (`askForLive`), before it
//   takes an instruction. What it cannot say again for its age it gives back by `withholdOrders`.
// - It refuses nothing silently. What an exchange refuses becomes a report of that order; a report
//   that cannot be booked is set aside as a work item (`setReportAside`), and so is a message that
//   cannot be read or is of a kind that we do not process (`keepMessage`), with an alarm.
// - While the exchange is away, instructions wait in their queue and nothing is taken.
//
// Quantities are whole units and prices decimals in the currency of the security, both ways.

import type { Context } from '../platform/context.js';
import type { RunningWorker, Worker } from '../platform/worker.js';

/**
 * An adapter of one session. It reads and writes nothing before it is started, and may be started
 * again after it was stopped: it then goes on where it was.
 */
export interface ExchangeAdapter extends Worker {
  /** The session whose instructions it takes. */
  readonly sessionName: string;
  /**
   * Takes over the waiting orders that the session carries by the present settings, then connects.
   * Rejects where nothing can run at all, such as a port that is taken; an exchange that is away
   * is no such thing: it is looked for again and again.
   */
  readonly start: (context: Context) => Promise<RunningAdapter>;
}

/** An adapter at work. */
export interface RunningAdapter extends RunningWorker {
  /**
   * Whether the exchange hears it at this moment. Everybody else reads the same of
   * `exchange_connection`, where it is noted when it changes.
   */
  readonly isConnected: () => boolean;
  /**
   * Whether the server may say that it is ready: at once where the program serves without the
   * exchange, else from the first connection on.
   */
  readonly ready: () => boolean;
  /**
   * Ends what is under way, parts from the exchange and notes that it is not connected, within ten
   * seconds also when the exchange does not answer. Nothing is taken or booked after it has
   * resolved. May be called again.
   */
  readonly stop: () => Promise<void>;
}
