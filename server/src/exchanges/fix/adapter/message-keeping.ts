// Stores messages as work items if they cannot be read or fail because of an internal error.

import { type ExchangeReport, type KeptReason, keepMessage } from '../../../modules/order/index.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { workIn } from '../../../platform/system-work.js';
import type { Heard, MessageMeta, Outcome, SessionLog } from '../session/application.js';
import { keyText } from '../session/config.js';
import type { FixMessage } from '../session/message/message.js';
import { anyReport } from './order-message.js';
import { boundedIds, keptText } from './refused-message.js';
import { ATTEMPTS_MAX, FAILED_REPORTS_MAX, isOurError } from './report-booking.js';

interface Unbookable {
  readonly message: FixMessage;
  readonly meta: MessageMeta;
  readonly report: ExchangeReport;
  /** The reason for storing the message; default: MALFORMED. */
  readonly reason?: KeptReason;
  readonly what: string;
}

/** Stores a message as a work item. */
export type Keep = (tx: Tx, unbookable: Unbookable) => Promise<'KEPT'>;

/**
 * Creates the function that stores a work item in the transaction that records the message's
 * number.
 */
export function createKeeping(context: Context, sessionName: string, log: SessionLog): Keep {
  return async (tx, { message, meta, report, reason = 'MALFORMED', what }) => {
    const about = `${what}; message ${meta.seqNum} of ${keyText(meta.sessionKey)}`;
    const text = keptText(message, about);
    await workIn({ context, tx, reason: 'exchange-report' }, (work) =>
      keepMessage(work, { reason, sessionName, report, text }),
    );
    tx.afterCommit(() => {
      log.alarm(meta.sessionKey, `a message became a work item and is not booked: ${about}`);
    });
    return 'KEPT';
  };
}

/** Processes a message that is not booked as a report, and returns the outcome. */
export type Take = (tx: Tx, heard: Heard) => Promise<Outcome>;

/**
 * Wraps a function so that a message that keeps failing because of an internal error becomes a work
 * item. Otherwise it would be delivered forever and block the messages behind it. Failures are
 * remembered only in memory.
 */
export function createTrying(exchangeId: bigint, keep: Keep, take: Take): Take {
  const failures = new Map<number, number>();
  return async (tx, heard) => {
    const { message, meta } = heard;
    const failed = failures.get(meta.seqNum) ?? 0;
    // After the numbers restart, the number identifies another message.
    tx.afterCommit(() => failures.delete(meta.seqNum));
    if (failed >= ATTEMPTS_MAX) {
      const report = boundedIds(anyReport(exchangeId, message));
      const what = `processing it failed ${counted(failed, 'time')}`;
      return keep(tx, { message, meta, report, reason: 'NOT_BOOKED', what });
    }
    return take(tx, heard).catch((error: unknown) => {
      if (failures.size >= FAILED_REPORTS_MAX) failures.clear();
      if (isOurError(error)) failures.set(meta.seqNum, failed + 1);
      throw error;
    });
  };
}
