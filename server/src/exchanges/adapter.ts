// The contract for exchange adapters, which connect the order module with an exchange. Every
// adapter passes the same contract test. An adapter may use any protocol, but it must do the
// following:
//
// - It takes instructions (new, cancel, replace, status) with `takeInstructions`, in order, and
//   stores the outgoing messages in the same transaction. Each message is therefore sent exactly
//   once, even after a failure.
// - It passes reports to `applyExchangeReport` or `applyExchangeReports`, in the exchange's order.
//   It stores a report before acknowledging it to the exchange, and books the report in the
//   transaction that marks it as booked. The module, not the adapter, recognizes duplicate reports
//   by their ExecID.
// - After each connection, it requests the status of the live orders that it sent (`askForLive`)
//   before it takes an instruction. It passes orders that are too old to send again to
//   `withholdOrders`.
// - It drops nothing silently. If the exchange rejects a message, the message's order gets a
//   report. A report that cannot be booked is parked as a work item (`parkReport`). A message that
//   cannot be read, or whose type is not supported, becomes a work item too (`keepMessage`). Each
//   raises an alarm.
// - While the exchange is disconnected, instructions wait in their queue and none is taken.
//
// In both directions, quantities are whole units and prices are decimals in the security's
// currency.

import type { Context } from '../platform/context.js';
import type { RunningWorker, Worker } from '../platform/worker.js';

/**
 * An adapter for one session. It reads and writes nothing before it is started. After a stop, it
 * can be started again and resumes where it left off.
 */
export interface ExchangeAdapter extends Worker {
  /** The session whose instructions the adapter takes. */
  readonly sessionName: string;
  /**
   * Takes over the waiting orders that the current settings assign to the session, then connects.
   * Rejects if the adapter cannot run at all, for example because a port is taken. If the exchange
   * cannot be reached, the promise does not reject. Instead, the adapter keeps reconnecting.
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
   * Returns true once the server may report that it is ready. This is immediate if the server can
   * work without the exchange; otherwise it requires the first connection.
   */
  readonly ready: () => boolean;
  /**
   * Finishes the current work, disconnects and records the disconnection, within ten seconds even
   * if the exchange does not answer. After the promise resolves, no instruction is taken and no
   * report is booked. May be called again.
   */
  readonly stop: () => Promise<void>;
}
