// What an exchange says over a session of orders: reports are booked, prices taken over, refusals
// answered for, and what cannot be booked is kept as a work item. Nothing is dropped unsaid.

import { applyMarketDays, notePricesRefused, type PriceFeed } from '../../modules/market/index.js';
import { type ExchangeReport, withholdOrders } from '../../modules/order/index.js';
import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { marketDataRefusal, readMarketData } from './market-data.js';
import { createKeeping, createTrying, type Keep } from './message-keeping.js';
import { anyReport, isAboutNoOrder, toReport } from './order-message.js';
import { boundedIds, hasBoundedIds, legible, readRefused } from './refused-message.js';
import { createRejections, type Refuse } from './rejection.js';
import { type BookReports, createBooking } from './report-booking.js';
import type { Delivered, FixApplication, RefusedMeta, SessionLog } from './session/application.js';
import { type FixMessage, fieldOf, type OutboundMessage } from './session/message.js';
import { MSG_TYPE, TAG } from './session/tag.js';
import { unsupported, unsupportedReject } from './unsupported-message.js';

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
  const refuse = createRejections(log, { book, keep, exchangeId, feedNow });
  const takeOther = createTrying(exchangeId, keep, async (tx, delivered) => {
    const { message, meta } = delivered;
    if (isAboutNoOrder(message) || (await takePrices(tx, message))) return [];
    if (message.msgType === MSG_TYPE.BusinessMessageReject) {
      await refuse(tx, delivered);
      return [];
    }
    const { reason, what, isAnswered } = unsupported(message);
    const report = boundedIds(anyReport(exchangeId, message));
    if (reason !== undefined) await keep(tx, { message, meta, report, reason, what });
    else tx.afterCommit(() => log.alarm(meta.sessionKey, what));
    return isAnswered ? [unsupportedReject(message)] : [];
  });
  const onMessages = async (tx: Tx, messages: readonly Delivered[]) => {
    // Reports that nothing else comes between are booked together.
    let reports: ExchangeReport[] = [];
    const replies: OutboundMessage[] = [];
    for (const { message: delivered, meta } of messages) {
      const message = legible(delivered);
      const report = toReport(exchangeId, message);
      if (report !== undefined && hasBoundedIds(report)) reports.push(report);
      else {
        await book(tx, reports);
        reports = [];
        if (report === undefined) replies.push(...(await takeOther(tx, { message, meta })));
        else await keep(tx, { message, meta, report: boundedIds(report), what: 'an id too long' });
      }
    }
    await book(tx, reports);
    return replies;
  };
  const onRefused = createRefusedTaking(context, { exchangeId, book, keep, refuse });
  return {
    onMessage: (tx, message, meta) => onMessages(tx, [{ message, meta }]),
    onMessages,
    onRefused,
    onReject: (tx, reject, meta) => refuse(tx, { message: legible(reject), meta }),
    onOrdersWithheld: (tx, orders) => {
      const clOrdIds = orders.flatMap((order) => fieldOf(order, TAG.ClOrdID) ?? []);
      return withholdOrders(tx, { sessionName, clOrdIds, now: context.clock.now() });
    },
    onLogon: loggedOn,
  };
}

interface Taking {
  readonly exchangeId: bigint;
  readonly book: BookReports;
  readonly keep: Keep;
  readonly refuse: Refuse;
}

// What the session refused is booked, kept, taken as a rejection of ours, or ignored by a rule.
function createRefusedTaking(context: Context, { exchangeId, book, keep, refuse }: Taking) {
  return async (tx: Tx, refused: FixMessage, meta: RefusedMeta): Promise<void> => {
    const message = legible(refused);
    const reading = readRefused(exchangeId, message, meta.refusal);
    switch (reading.kind) {
      case 'BOOK':
        return book(tx, [reading.report]);
      case 'KEEP': {
        const { kind, text: what } = meta.refusal;
        const reason = kind === 'POISON' ? 'POISON' : 'MALFORMED';
        return keep(tx, { message, meta, report: reading.report, reason, what });
      }
      case 'REJECTION':
        return refuse(tx, { message, meta });
      case 'IGNORE':
        return context.log.warn({ rule: reading.rule }, 'a refused message is ignored by a rule');
    }
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
