// Processes rejections of our own messages (session-level Reject or BusinessMessageReject): the
// order of a rejected message gets a report.

import { notePricesRefused, type PriceFeed } from '../../../modules/market/index.js';
import { refuseDispute } from '../../../modules/order/index.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Heard, SessionLog } from '../session/application.js';
import type { SessionKey } from '../session/config.js';
import { type FixMessage, fieldOf } from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import type { Keep } from './message-keeping.js';
import { anyReport, type RefusedMessage, refusalReport, rejectedNumber } from './order-message.js';
import { boundedIds } from './refused-message.js';
import type { BookReports } from './report-booking.js';
import { sentMessage } from './sent-message.js';

/** Processes one rejection in the transaction that records its message's number. */
type Refuse = (tx: Tx, rejection: Heard) => Promise<'KEPT' | 'REJECTION'>;

interface Rejecting {
  readonly book: BookReports;
  readonly keep: Keep;
  readonly exchangeId: bigint;
  readonly feedNow: () => PriceFeed;
}

/**
 * Books the effect of a rejection on its order. A rejection about prices is recorded. A rejection
 * that refers to none of our messages becomes a work item. A rejected status request changes
 * nothing: the status is requested again.
 */
export function createRejections(
  log: SessionLog,
  { book, keep, exchangeId, feedNow }: Rejecting,
): Refuse {
  return async (tx, { message, meta }) => {
    const refused = await refusedMessage(tx, message, meta.sessionKey);
    const text = fieldOf(message, TAG.Text) ?? 'no reason given';
    if (refused === undefined) {
      const report = boundedIds(anyReport(exchangeId, message));
      return keep(tx, {
        message,
        meta,
        report,
        what: 'a rejection that refers to none of our messages',
      });
    }
    tx.afterCommit(() => {
      log.alarm(meta.sessionKey, `the exchange refused a message of type ${refused.msgType}`);
    });
    const isAboutPrices = refused.msgType === MSG_TYPE.MarketDataRequest;
    if (isAboutPrices) await notePricesRefused(tx, feedNow(), text);
    if (refused.msgType === MSG_TYPE.DontKnowTrade && refused.execId !== undefined) {
      const { sessionName } = feedNow();
      await refuseDispute(tx, { sessionName, execId: refused.execId, text });
    }
    const report = refusalReport(exchangeId, message, refused);
    if (report !== undefined) await book(tx, [report]);
    return 'REJECTION';
  };
}

/** Finds our message by the number in the rejection or, failing that, by its ClOrdID and type. */
async function refusedMessage(
  tx: Tx,
  reject: FixMessage,
  key: SessionKey,
): Promise<RefusedMessage | undefined> {
  const number = rejectedNumber(reject);
  const sent = number === undefined ? undefined : await sentMessage(tx, key, number);
  if (sent !== undefined) return sent;
  const msgType = fieldOf(reject, TAG.RefMsgType);
  const id = fieldOf(reject, TAG.BusinessRejectRefID);
  if (msgType === undefined || id === undefined) return undefined;
  // A Don't Know Trade message is identified by its ExecID.
  const isDispute = msgType === MSG_TYPE.DontKnowTrade;
  return { msgType, clOrdId: isDispute ? undefined : id, ...(isDispute ? { execId: id } : {}) };
}
