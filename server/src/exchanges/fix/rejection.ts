// Rejections of our own messages, by a session-level Reject or a BusinessMessageReject: the order
// of a message that the exchange did not take hears of it.

import { notePricesRefused, type PriceFeed } from '../../modules/market/index.js';
import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { refusalReport, rejectedNumber } from './order-message.js';
import type { BookReports } from './report-booking.js';
import { sentMessage } from './sent-message.js';
import type { SessionKey } from './session/config.js';
import { type FixMessage, fieldOf } from './session/message.js';
import { MSG_TYPE, TAG } from './session/tag.js';

/** Takes one rejection, in the transaction that counts it. */
export type Refuse = (tx: Tx, reject: FixMessage, key: SessionKey) => Promise<void>;

interface Rejecting {
  readonly book: BookReports;
  readonly exchangeId: bigint;
  readonly feedNow: () => PriceFeed;
}

export function createRejections(
  context: Context,
  { book, exchangeId, feedNow }: Rejecting,
): Refuse {
  return async (tx, reject, key) => {
    const number = rejectedNumber(reject);
    const refused = number === undefined ? undefined : await sentMessage(tx, key, number);
    context.log.error({ number, msgType: refused?.msgType }, 'the exchange refused a message');
    if (refused?.msgType === MSG_TYPE.MarketDataRequest) {
      await notePricesRefused(tx, feedNow(), fieldOf(reject, TAG.Text) ?? 'rejected');
      return;
    }
    const report = refused && refusalReport(exchangeId, reject, refused);
    if (report !== undefined) await book(tx, [report]);
  };
}
