// What an exchange says over a session of orders: reports are booked, prices taken over, refusals
// answered for, and what cannot be booked is kept as a work item. Nothing is dropped unsaid.

import { applyMarketDays, notePricesRefused, type PriceFeed } from '../../modules/market/index.js';
import { type ExchangeReport, keepMessage, withholdOrders } from '../../modules/order/index.js';
import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { workIn } from '../../platform/system-work.js';
import { marketDataRefusal, readMarketData } from './market-data.js';
import { refusalReport, rejectedNumber, toReport } from './order-message.js';
import { boundedIds, hasBoundedIds, keptText, legible, readRefused } from './refused-message.js';
import { createBooking } from './report-booking.js';
import { sentMessage } from './sent-message.js';
import type {
  Delivered,
  FixApplication,
  MessageMeta,
  RefusedMeta,
  SessionLog,
} from './session/application.js';
import { keyText, type SessionKey } from './session/config.js';
import { type FixMessage, fieldOf } from './session/message.js';
import { MSG_TYPE, TAG } from './session/tag.js';

/** Which session it is, and of which exchange. */
interface SessionOfOrders {
  readonly name: string;
  readonly exchangeId: bigint;
}

interface Links {
  readonly log: SessionLog;
  readonly loggedOn: () => void;
}

/** Makes the application of one session. */
export function orderApplication(
  context: Context,
  { exchangeId, name: sessionName }: SessionOfOrders,
  { log, loggedOn }: Links,
): FixApplication {
  const book = createBooking(context);
  const keep = createKeeping(context, sessionName, log);
  const feedNow = () => ({ sessionName, exchangeId, now: context.clock.now() });
  const takePrices = createPriceTaking(context, feedNow);
  const refuse = async (tx: Tx, reject: FixMessage, key: SessionKey) => {
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
  const takeOther = async (tx: Tx, message: FixMessage, key: SessionKey) => {
    if (await takePrices(tx, message)) return;
    if (message.msgType === MSG_TYPE.BusinessMessageReject) await refuse(tx, message, key);
  };
  const onMessages = async (tx: Tx, messages: readonly Delivered[]) => {
    // Reports that nothing else comes between are booked together.
    let reports: ExchangeReport[] = [];
    for (const { message: delivered, meta } of messages) {
      const message = legible(delivered);
      const report = toReport(exchangeId, message);
      if (report !== undefined && hasBoundedIds(report)) reports.push(report);
      else {
        await book(tx, reports);
        reports = [];
        if (report === undefined) await takeOther(tx, message, meta.sessionKey);
        else await keep(tx, { message, meta, report: boundedIds(report), what: 'an id too long' });
      }
    }
    await book(tx, reports);
    return [];
  };
  const onRefused = async (tx: Tx, refusedMessage: FixMessage, meta: RefusedMeta) => {
    const message = legible(refusedMessage);
    const reading = readRefused(exchangeId, message, meta.refusal);
    switch (reading.kind) {
      case 'BOOK':
        return book(tx, [reading.report]);
      case 'KEEP':
        return keep(tx, { message, meta, report: reading.report, what: meta.refusal.text });
      case 'REJECTION':
        return refuse(tx, message, meta.sessionKey);
      case 'IGNORE':
        return context.log.warn({ rule: reading.rule }, 'a refused message is ignored by a rule');
    }
  };
  return {
    onMessage: (tx, message, meta) => onMessages(tx, [{ message, meta }]),
    onMessages,
    onRefused,
    onReject: (tx, reject, { sessionKey }) => refuse(tx, legible(reject), sessionKey),
    onOrdersWithheld: (tx, orders) => {
      const clOrdIds = orders.flatMap((order) => fieldOf(order, TAG.ClOrdID) ?? []);
      return withholdOrders(tx, { sessionName, clOrdIds, now: context.clock.now() });
    },
    onLogon: loggedOn,
  };
}

interface Unbookable {
  readonly message: FixMessage;
  readonly meta: MessageMeta;
  readonly report: ExchangeReport;
  readonly what: string;
}

// Each becomes a work item in the transaction that counts its message.
function createKeeping(context: Context, sessionName: string, log: SessionLog) {
  return async (tx: Tx, { message, meta, report, what }: Unbookable): Promise<void> => {
    const about = `${what}; message ${meta.seqNum} of ${keyText(meta.sessionKey)}`;
    const text = keptText(message, about);
    await workIn({ context, tx, reason: 'exchange-report' }, (work) =>
      keepMessage(work, { reason: 'MALFORMED', sessionName, report, text }),
    );
    tx.afterCommit(() => {
      log.alarm(meta.sessionKey, `a message is kept as a work item, not booked: ${about}`);
    });
  };
}

// Says whether a message was about prices. An exchange that refuses them still takes orders.
function createPriceTaking(context: Context, feedNow: () => PriceFeed) {
  return async (tx: Tx, message: FixMessage): Promise<boolean> => {
    const feed = feedNow();
    const refusal = marketDataRefusal(message);
    if (refusal !== undefined) {
      if (refusal.of === 'SESSION') await notePricesRefused(tx, feed, refusal.text);
      context.log.warn({ feed, refusal }, 'the exchange sends no prices');
      return true;
    }
    const days = readMarketData(message);
    if (days !== undefined && days.length > 0) await applyMarketDays(tx, feed, days);
    return days !== undefined;
  };
}
