// The module's public interface, for adapters, the app and the demonstration data.

import type { Module } from '../../platform/module.js';
import { orderEndOfDay } from './end-of-day.js';
import { exchangeHealthWorker } from './exchange/health.js';
import { reentryWorker } from './exchange/re-entry.js';
import { stopWorker } from './exchange/stop-order.js';
import { feeSchedules } from './fee/schedule.js';
import { orderFilters } from './filter.js';
import { ORDER_LIMIT } from './limit/order-limit.js';
import { sealedNoteKeys } from './note/seal-key.js';
import { settlementFollowJob } from './note/settlement-follow.js';
import { PORTFOLIO_TYPES } from './portfolio-type/change.js';
import { orderProblems } from './problems.js';
import { orderRoutes } from './routes.js';
import { OVERRIDE_AGENT } from './trade/agent.js';
import { OVERRIDE_COMMISSION } from './trade/commission-group.js';
import { reportAlarmWorker } from './work-item/alarm.js';
import { REPORT_SETTLEMENT } from './work-item/settlement.js';

export { connectionEvent, orderEvents } from './event.js';
export {
  adoptWaitingOrders,
  CONNECTION_STATES,
  type ConnectionReach,
  connectionsOf,
  noteAskedForAll,
  noteConnection,
} from './exchange/connection-queries.js';
export {
  askForLive,
  askForOverdue,
  type Instruction,
  takeInstructions,
  withholdOrders,
} from './exchange/instruction-queries.js';
export { instructionTopic } from './exchange/wake.js';
export { saleCharges } from './fee/sale-charge.js';
export { canonicalText } from './note/document.js';
export { contractNoteHistory } from './note/list-queries.js';
export { contractNotePdf } from './note/pdf.js';
export { maskedName } from './note/seal.js';
export { digestOf, isGenuine, makeCode, readCode } from './note/seal-code.js';
export { sealingKey } from './note/seal-key.js';
export { unnotedTrades } from './note/unnoted.js';
export { holdingRecord, valuedHoldingsOn } from './portfolio/dated-holding.js';
export { originalMembers } from './portfolio/holding-record.js';
export { percentOf, type ValuedHolding } from './portfolio/holding-value.js';
export { openPortfolio } from './portfolio/portfolio.js';
export { labelsOfPortfolios, ownerOfPortfolio } from './portfolio/queries.js';
export { HoldingRecord, originalHolding } from './portfolio/schema.js';
export {
  bondPositions,
  type SecurityPosition,
  securityPositions,
  securityPositionsOn,
  unitsBrought,
} from './portfolio/security-position.js';
export { homeExchangeId } from './portfolio/valuation-queries.js';
export { orderProblems } from './problems.js';
export type { CumEx, ExchangeReport } from './record/exchange-report.js';
export { applyExchangeReports } from './report/batch.js';
export { applyExchangeReport, type ReportFate } from './report/report.js';
export { parkReport } from './report/unmatched.js';
export { type EndedRights, reportEndedRights } from './report/unmatched-queries.js';
export {
  accrualOn,
  accruedPer100,
  type CouponRow,
  type CouponTerms,
  couponPer100,
  couponPeriod,
  couponTermsOf,
} from './rule/accrued-interest.js';
export type { PriceCut } from './rule/price-cut.js';
export { FIX_ORD_TYPE } from './rule/price-type.js';
export { settlementDate } from './rule/settlement-date.js';
export { adjustOrders, cancelAdjusted } from './trade/adjustment.js';
export { countConcerned, hasMultiplied } from './trade/adjustment-queries.js';
export { enterRecoded } from './trade/recoded.js';
export { hasRecoded } from './trade/recoded-queries.js';
export {
  noteDisputesReceived,
  refuseDispute,
  requeueDisputes,
  type TradeDispute,
  takeDisputes,
} from './work-item/dispute-queries.js';
export type { DisputeReason } from './work-item/dispute-reason.js';
export { type KeptReason, keepMessage } from './work-item/kept-message.js';

/** The order module. */
export function orderModule(): Module {
  return {
    name: 'order',
    summary: 'Trade orders, executions, holdings, contract notes and research',
    routes: orderRoutes,
    permissions: [OVERRIDE_COMMISSION, OVERRIDE_AGENT],
    problems: orderProblems,
    changes: [feeSchedules, ORDER_LIMIT, PORTFOLIO_TYPES, REPORT_SETTLEMENT],
    endOfDay: orderEndOfDay,
    jobs: [settlementFollowJob],
    sealed: [sealedNoteKeys],
    filters: orderFilters,
    workers: [stopWorker, reentryWorker, reportAlarmWorker, exchangeHealthWorker],
  };
}
