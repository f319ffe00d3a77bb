// Messages that are kept as work items: those that cannot be read, and those that cannot be taken
// for a reason of our own.

import { type ExchangeReport, type KeptReason, keepMessage } from '../../../modules/order/index.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
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
  /** MALFORMED when left out. */
  readonly reason?: KeptReason;
  readonly what: string;
}

/** Keeps a message as a work item. */
export type Keep = (tx: Tx, unbookable: Unbookable) => Promise<'KEPT'>;

/** Each becomes a work item in the transaction that counts its message. */
export function createKeeping(context: Context, sessionName: string, log: SessionLog): Keep {
  return async (tx, { message, meta, report, reason = 'MALFORMED', what }) => {
    const about = `${what}; message ${meta.seqNum} of ${keyText(meta.sessionKey)}`;
    const text = keptText(message, about);
    await workIn({ context, tx, reason: 'exchange-report' }, (work) =>
      keepMessage(work, { reason, sessionName, report, text }),
    );
    tx.afterCommit(() => {
      log.alarm(meta.sessionKey, `a message is kept as a work item, not booked: ${about}`);
    });
    return 'KEPT';
  };
}

/** Takes a message that is not booked as a report, and tells its outcome. */
export type Take = (tx: Tx, heard: Heard) => Promise<Outcome>;

/**
 * One that fails again and again for a reason of our own would be delivered for ever, and nothing
 * behind it: it is kept instead. What failed is remembered as long as the process lives.
 */
export function createTrying(exchangeId: bigint, keep: Keep, take: Take): Take {
  const failures = new Map<number, number>();
  return async (tx, heard) => {
    const { message, meta } = heard;
    const failed = failures.get(meta.seqNum) ?? 0;
    // The number is given again after a roll, to another message.
    tx.afterCommit(() => failures.delete(meta.seqNum));
    if (failed >= ATTEMPTS_MAX) {
      const report = boundedIds(anyReport(exchangeId, message));
      const what = `taking it failed ${failed} times`;
      return keep(tx, { message, meta, report, reason: 'NOT_BOOKED', what });
    }
    return take(tx, heard).catch((error: unknown) => {
      if (failures.size >= FAILED_REPORTS_MAX) failures.clear();
      if (isOurError(error)) failures.set(meta.seqNum, failed + 1);
      throw error;
    });
  };
}
