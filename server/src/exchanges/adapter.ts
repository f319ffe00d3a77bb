// The contract of exchange adapters, which connect the order module with an exchange. Every adapter
// passes the same contract test. An adapter may speak any protocol; it must do this:
//
// - It takes instructions by `takeInstructions`, in their order (new, cancel, replace, status), and
//   stores the outgoing messages in the same transaction. So each is sent exactly once, whatever
//   fails.
// - It passes reports to `applyExchangeReport` or `applyExchangeReports`, in the order of the
//   exchange. It stores a report before it acknowledges it to the exchange, and books it in the
//   transaction that marks it as booked. The module recognizes a repeated report by its ExecID; the
//   adapter need not.
// - After each connection it requests the status of the live orders that it sent (`askForLive`),
//   before it takes an instruction. Orders that are too old to be sent again are returned by
//   `withholdOrders`.
// - It drops nothing silently. A refusal of the exchange becomes a report of that order. A report
//   that cannot be booked is parked as a work item (`parkReport`). So is a message that cannot
//   be read, or whose type is not supported (`keepMessage`). Each raises an alarm.
// - While the exchange is away, instructions wait in their queue and none is taken.
//
// Quantities are whole units and prices are decimals in the currency of the security, both ways.

import type { Context } from '../platform/context.js';
import type { RunningWorker, Worker } from '../platform/worker.js';

/**
 * An adapter for one session. It reads and writes nothing before it is started. After a stop, it
 * can be started again and resumes where it was.
 */
export interface ExchangeAdapter extends Worker {
  /** The session whose instructions the adapter takes. */
  readonly sessionName: string;
  /**
   * Takes over the waiting orders that the current settings assign to the session, then connects.
   * Rejects if the adapter cannot run at all, for example because a port is taken. If the exchange
   * is away, the promise does not reject: the adapter keeps reconnecting.
   */
  readonly start: (context: Context) => Promise<RunningAdapter>;
}

/** A running adapter. */
export interface RunningAdapter extends RunningWorker {
  /**
   * Returns true while the exchange is connected. Other code reads this from `exchange_connection`,
   * which is updated at each change.
   */
  readonly isConnected: () => boolean;
  /**
   * Returns true once the server may report that it is ready: immediately if the program can serve
   * without the exchange, otherwise after the first connection.
   */
  readonly ready: () => boolean;
  /**
   * Finishes the current work, disconnects and records the disconnection, within ten seconds even
   * if the exchange does not answer. After the promise resolves, nothing is taken or booked. May be
   * called again.
   */
  readonly stop: () => Promise<void>;
}
