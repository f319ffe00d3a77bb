// Processes the messages of an order session: books reports, stores prices, handles rejections, and
// turns messages that cannot be booked into work items. No message is dropped silently.

import {
  applyMarketDays,
  notePricesRefused,
  type PriceFeed,
} from '../../../modules/market/index.js';
import {
  type ExchangeReport,
  type ReportFate,
  withholdOrders,
} from '../../../modules/order/index.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { BookingApplication, Heard, Outcome, SessionLog } from '../session/application.js';
import { type FixMessage, fieldOf } from '../session/message/message.js';
import type { Refusal } from '../session/message/reject.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { marketDataRefusal, readMarketData } from './market-data.js';
import { createKeeping, createTrying, type Keep, type Take } from './message-keeping.js';
import { anyReport, isAboutNoOrder, toReport } from './order-message.js';
import { boundedIds, hasBoundedIds, legible, readRefused } from './refused-message.js';
import { createRejections } from './rejection.js';
import { type BookReports, createBooking } from './report-booking.js';
import { answersTo, unsupported } from './unsupported-message.js';

/** The session and its exchange. */
interface SessionOfOrders {
  readonly name: string;
  readonly exchangeId: bigint;
}

interface Links {
  readonly log: SessionLog;
  readonly loggedOn: () => void;
  /** Called when the exchange answers a TestRequest with this id. */
  readonly answered?: (testReqId: string) => void;
}

/** Creates the application of one session. */
export function orderApplication(
  context: Context,
  session: SessionOfOrders,
  { log, loggedOn, answered }: Links,
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
      // Consecutive reports are booked in one batch.
      let reports: ExchangeReport[] = [];
      const outcomes: Outcome[] = [];
      const bookWaiting = async () => {
        const fates = await book(tx, reports);
        reports = [];
        outcomes.push(...fates.map((fate) => OUTCOME[fate]));
      };
      for (const { message: original, meta } of heard) {
        const each = { message: legible(original), meta };
        const report = reportIn(session, each);
        if (report !== undefined) {
          reports.push(report);
          continue;
        }
        await bookWaiting();
        outcomes.push(await takeOther(tx, each));
      }
      await bookWaiting();
      countDuplicates(context, tx, outcomes);
      return outcomes;
    },
    onOrdersWithheld: (tx, orders) => {
      const clOrdIds = orders.flatMap((order) => fieldOf(order, TAG.ClOrdID) ?? []);
      return withholdOrders(tx, { sessionName, clOrdIds, now: context.clock.now() });
    },
    onLogon: loggedOn,
    onAnswer: (_, testReqId) => answered?.(testReqId),
  };
}

const OUTCOME = {
  APPLIED: 'BOOKED',
  DUPLICATE: 'DUPLICATE',
  UNMATCHED: 'PARKED',
} as const satisfies Record<ReportFate, Outcome>;

function countDuplicates({ metrics }: Context, tx: Tx, outcomes: readonly Outcome[]): void {
  const count = outcomes.filter((outcome) => outcome === 'DUPLICATE').length;
  if (count > 0) tx.afterCommit(() => metrics.events.inc({ name: 'report-duplicate' }, count));
}

// Returns the report to book from a message; undefined if the message is not a report or cannot be
// booked.
function reportIn(
  { exchangeId, name: sessionName }: SessionOfOrders,
  { message, meta }: Heard,
): ExchangeReport | undefined {
  const report =
    meta.refusal === undefined
      ? toReport(exchangeId, message)
      : refusedReport(readRefused(exchangeId, message, meta.refusal));
  return report !== undefined && hasBoundedIds(report) && !hasOrderIdAlone(report)
    ? { ...report, sessionName }
    : undefined;
}

function refusedReport(reading: ReturnType<typeof readRefused>): ExchangeReport | undefined {
  return reading.kind === 'BOOK' ? reading.report : undefined;
}

// Returns true if the report identifies its order by OrderID only. Booking finds an order by our
// own ids, so a person must handle the report.
function hasOrderIdAlone({ clOrdId, origClOrdId, exchangeOrderId }: ExchangeReport): boolean {
  return clOrdId === '' && origClOrdId === undefined && exchangeOrderId !== undefined;
}

const NO_CL_ORD_ID = { reason: 'UNKNOWN_ORDER', what: 'no ClOrdID' } as const;

interface Taking {
  readonly log: SessionLog;
  readonly keep: Keep;
  readonly book: BookReports;
}

// Processes messages that are not booked as reports: prices, rejections, refused messages, and
// unsupported ones.
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
      case 'BOOK':
        return keep(tx, {
          ...{ ...each, report: reading.report, reason: NO_CL_ORD_ID.reason },
          what: `${NO_CL_ORD_ID.what}, and ${refusal.text}`,
        });
      case 'KEEP': {
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
        return hasOrderIdAlone(report)
          ? keep(tx, { ...each, report, ...NO_CL_ORD_ID })
          : keep(tx, { ...each, report, what: 'an id is too long' });
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

// Creates a function that returns whether a message was about prices. An exchange that rejects
// price requests still accepts orders.
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
