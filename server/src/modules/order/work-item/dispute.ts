// Trade disputes: on an operator's request, a Don't Know Trade message about a work item's
// execution is sent to the exchange. A dispute reverses nothing. The exchange answers with a bust
// or an explanation.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { wakeAdapter } from '../exchange/wake.js';
import { orderProblems } from '../problems.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { executionIn } from '../report/reading.js';
import { storedReport } from '../report/stored-report-queries.js';
import { insertDispute, isSymbolListed, type Trade } from './dispute-queries.js';
import { type DisputeReason, unfit } from './dispute-reason.js';
import { orderOf } from './named-order.js';
import { touchReport, type UnmatchedRow } from './queries.js';
import { changedReport, lockOpenReport } from './work-item.js';

interface DisputeRequest {
  readonly id: bigint;
  readonly dkReason: DisputeReason;
  readonly text?: string | undefined;
}

/**
 * Queues a Don't Know Trade message for the report's session, once per trade. Refuses with
 * REPORT_NOT_DISPUTABLE if the report has no identifiable execution, with DISPUTE_REASON_WRONG if
 * the report contradicts the reason, and with TRADE_DISPUTED if the trade is already disputed.
 */
export async function disputeTrade(work: Work, given: DisputeRequest): Promise<Outcome> {
  const request = { ...given, text: given.text?.trim() || undefined };
  const item = await lockOpenReport(work, request.id);
  if (item.dk_reason !== null) throw refusal(orderProblems.TRADE_DISPUTED);
  const report = await storedReport(work.tx, item.id);
  const order = await orderOf(work, item.order_id);
  const trade = tradeIn(item, report, order);
  const isListed = await isSymbolListed(work.tx, item.exchange_id, trade.symbol);
  refuseUnfit(request, unfit(request.dkReason, { reason: item.reason, report, order, isListed }));
  // Another work item may be about the same trade.
  if (!(await insertDispute(work, item, { ...request, ...trade }))) {
    throw refusal(orderProblems.TRADE_DISPUTED);
  }
  await touchReport(work, item.id);
  work.events.push({
    type: 'exchange-report.disputed',
    subjectId: item.id,
    ...(order === undefined ? {} : { officeId: order.office_id }),
    data: { orderId: order?.id, execId: trade.execId, dkReason: request.dkReason },
  });
  wakeAdapter(work, trade.sessionName);
  return changedReport(work, item, 'UNMATCHED_REPORT_DISPUTED');
}

function refuseUnfit({ dkReason, text }: DisputeRequest, wrong: string | undefined): void {
  if (wrong !== undefined)
    throw refuseMember(orderProblems.DISPUTE_REASON_WRONG, 'dkReason', wrong);
  if (dkReason === 'OTHER' && text === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'text', 'is required if dkReason is OTHER');
  }
  if (text === undefined || CARRIED.test(text)) return;
  const detail = 'must contain only printable Latin-1 characters';
  throw refuseMember(commonProblems.INVALID_REQUEST, 'text', detail);
}

// A FIX separator in the text would end its field, and the session could not send the message.
const CARRIED = /^[\x20-\x7e\xa0-\xff]*$/;

const SIDE = { BUY: '1', SELL: '2' } as const;

// A bust is already an answer to a dispute, and a trade without ids cannot be disputed.
function tradeIn(item: UnmatchedRow, report: ExchangeReport, order: OrderRow | undefined): Trade {
  const fill = executionIn(report);
  const sessionName = item.session_name ?? order?.session_name;
  const exchangeOrderId = report.exchangeOrderId ?? '';
  const symbol = report.symbol ?? order?.security_name ?? '';
  const side = report.side ?? (order && SIDE[order.order_type]) ?? '';
  const missing = [
    [fill === undefined || fill.kind === 'CANCEL', 'the report has no fill'],
    [fill?.execId === '', 'the report has no ExecID (17)'],
    [fill?.quantity === 0n, 'the report has no LastQty (32)'],
    [exchangeOrderId === '', 'the report has no OrderID (37)'],
    [symbol === '', 'the report has no Symbol (55)'],
    [side === '', 'the report has no Side (54)'],
    [sessionName === undefined, 'the report has no session'],
  ].flatMap(([isMissing, what]) => (isMissing === true ? [String(what)] : []));
  if (fill === undefined || sessionName === undefined || missing.length > 0) {
    throw refusal(orderProblems.REPORT_NOT_DISPUTABLE, { detail: missing.join('; ') });
  }
  return {
    sessionName,
    exchangeOrderId,
    execId: fill.execId,
    symbol,
    side,
    orderQuantity: report.orderQuantity ?? order?.quantity ?? null,
    lastQuantity: fill.quantity,
    lastPrice: fill.price,
  };
}
