// What an exchange says over a session of orders: reports are booked, prices taken over, refusals
// answered for, and what cannot be booked is kept as a work item. Nothing is dropped unsaid.

import { applyMarketDays, notePricesRefused, type PriceFeed } from '../../modules/market/index.js';
import { type ExchangeReport, withholdOrders } from '../../modules/order/index.js';
import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { marketDataRefusal, readMarketData } from './market-data.js';
import { createKeeping, createTrying, type Keep, type Take } from './message-keeping.js';
import { anyReport, isAboutNoOrder, toReport } from './order-message.js';
import { boundedIds, hasBoundedIds, legible, readRefused } from './refused-message.js';
import { createRejections } from './rejection.js';
import { type BookReports, createBooking } from './report-booking.js';
import type { BookingApplication, Heard, Outcome, SessionLog } from './session/application.js';
import { type FixMessage, fieldOf } from './session/message.js';
import type { Refusal } from './session/reject.js';
import { MSG_TYPE, TAG } from './session/tag.js';
import { answersTo, unsupported } from './unsupported-message.js';

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
  session: SessionOfOrders,
  { log, loggedOn }: Links,
): BookingApplication {
  const { exchangeId, name: sessionName } = session;
  const book = createBooking(context);
  const keep = createKeeping(context, sessionName, log);
  const takeOther = createTrying(
    exchangeId,
    keep,
    createTaking(context, session, { log, keep, book }),
  );
  return {
    answer: answersTo,
    book: async (tx, heard) => {
      // Reports that nothing else comes between are booked together.
      let reports: ExchangeReport[] = [];
      const outcomes: Outcome[] = [];
      for (const { message: original, meta } of heard) {
        const each = { message: legible(original), meta };
        const report = reportIn(exchangeId, each);
        if (report !== undefined) {
          reports.push(report);
          outcomes.push('BOOKED');
          continue;
        }
        await book(tx, reports);
        reports = [];
        outcomes.push(await takeOther(tx, each));
      }
      await book(tx, reports);
      return outcomes;
    },
    onOrdersWithheld: (tx, orders) => {
      const clOrdIds = orders.flatMap((order) => fieldOf(order, TAG.ClOrdID) ?? []);
      return withholdOrders(tx, { sessionName, clOrdIds, now: context.clock.now() });
    },
    onLogon: loggedOn,
  };
}

// The report that is booked of a message; undefined when it is none, or cannot be booked.
function reportIn(exchangeId: bigint, { message, meta }: Heard): ExchangeReport | undefined {
  if (meta.refusal !== undefined) {
    const reading = readRefused(exchangeId, message, meta.refusal);
    return reading.kind === 'BOOK' ? reading.report : undefined;
  }
  const report = toReport(exchangeId, message);
  return report !== undefined && hasBoundedIds(report) ? report : undefined;
}

interface Taking {
  readonly log: SessionLog;
  readonly keep: Keep;
  readonly book: BookReports;
}

// Takes what is not booked as a report: prices, rejections, what the session refused, and what we
// do not process.
function createTaking(
  context: Context,
  { exchangeId, name: sessionName }: SessionOfOrders,
  { log, keep, book }: Taking,
): Take {
  const feedNow = () => ({ sessionName, exchangeId, now: context.clock.now() });
  const takePrices = createPriceTaking(context, feedNow);
  const refuse = createRejections(log, { book, keep, exchangeId, feedNow });
  const takeRefused = async (tx: Tx, each: Heard, refusal: Refusal): Promise<Outcome> => {
    const reading = readRefused(exchangeId, each.message, refusal);
    switch (reading.kind) {
      case 'IGNORE':
        context.log.warn({ rule: reading.rule }, 'a refused message is ignored by a rule');
        return `IGNORED:${reading.rule}`;
      case 'REJECTION':
        return refuse(tx, each);
      default: {
        const reason = refusal.kind === 'POISON' ? 'POISON' : 'MALFORMED';
        return keep(tx, { ...each, report: reading.report, reason, what: refusal.text });
      }
    }
  };
  const takeSound = async (tx: Tx, each: Heard): Promise<Outcome> => {
    const { message, meta } = each;
    if (isAboutNoOrder(message)) return 'IGNORED:STATUS_OF_NO_ORDER';
    if (await takePrices(tx, message)) return 'PRICES';
    const report = boundedIds(anyReport(exchangeId, message));
    switch (message.msgType) {
      case MSG_TYPE.ExecutionReport:
      case MSG_TYPE.OrderCancelReject:
        return keep(tx, { ...each, report, what: 'an id is too long' });
      case MSG_TYPE.BusinessMessageReject:
      case MSG_TYPE.Reject:
        return refuse(tx, each);
    }
    const { reason, what } = unsupported(message);
    if (reason !== undefined) return keep(tx, { ...each, report, reason, what });
    tx.afterCommit(() => log.alarm(meta.sessionKey, what));
    return 'IGNORED:PUBLIC_TYPE';
  };
  return (tx, each) => {
    const { refusal } = each.meta;
    return refusal === undefined ? takeSound(tx, each) : takeRefused(tx, each, refusal);
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
