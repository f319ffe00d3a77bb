// Public face of order: what adapters, the app and the demonstration data may use.

import type { Module } from '../../platform/http/module.js';
import { orderEndOfDay } from './end-of-day.js';
import { feeSchedules } from './fee-schedule.js';
import { ORDER_LIMIT } from './order-limit.js';
import { orderProblems } from './problems.js';
import { reentryWorker } from './re-entry.js';
import { reportAlarmWorker } from './report-alarm.js';
import { REPORT_SETTLEMENT } from './report-settlement.js';
import { orderRoutes } from './routes.js';
import { sealedNoteKeys } from './seal-key.js';
import { settlementFollowJob } from './settlement-follow.js';
import { stopWorker } from './stop-order.js';

export { contractNoteHistory } from './customer-history.js';
export {
  noteDisputesReceived,
  refuseDispute,
  requeueDisputes,
  type TradeDispute,
  takeDisputes,
} from './dispute-queue.js';
export type { DisputeReason } from './dispute-reason.js';
export { connectionEvent, orderEvents } from './event.js';
export {
  adoptWaitingOrders,
  CONNECTION_STATES,
  type ConnectionReach,
  connectionsOf,
  noteAskedForAll,
  noteConnection,
} from './exchange-connection.js';
export {
  askForLive,
  askForOverdue,
  type ExchangeReport,
  type Instruction,
  instructionTopic,
  takeInstructions,
  withholdOrders,
} from './exchange-port.js';
export { type KeptReason, keepMessage } from './kept-message.js';
export { contractNotePdf } from './note-pdf.js';
export { openPortfolio, ownerOfPortfolio } from './portfolio.js';
export { FIX_ORD_TYPE } from './price-type.js';
export { applyExchangeReport, type ReportFate } from './report.js';
export { applyExchangeReports } from './report-batch.js';
export { setReportAside } from './unmatched-report.js';

/** The order module. */
export function orderModule(): Module {
  return {
    name: 'order',
    summary: 'Trade orders, executions, holdings, contract notes and research',
    routes: orderRoutes,
    problems: orderProblems,
    changes: [feeSchedules, ORDER_LIMIT, REPORT_SETTLEMENT],
    endOfDay: orderEndOfDay,
    jobs: [settlementFollowJob],
    sealed: [sealedNoteKeys],
    workers: [stopWorker, reentryWorker, reportAlarmWorker],
  };
}
