// Public interface of asset management: the module, and the functions that the app uses to route
// the submit path, which instruments and leads share.

import type { Module } from '../../platform/module.js';
import { assetEndOfDay } from './deposit/end-of-day-maturity.js';
import { termReferenceRoutes } from './deposit/reference-routes.js';
import { termTypeKind } from './deposit/type-change.js';
import { assetFilters } from './filter.js';
import { FUND_KIND } from './fund/change.js';
import { fundEndOfDay } from './fund/end-of-day.js';
import { fundRoutes } from './fund/routes.js';
import { fundSettlementRoutes } from './fund/settlement-routes.js';
import { maturityLadderRoute } from './instrument/maturity-ladder-routes.js';
import { marketYieldRoutes } from './market-yield/routes.js';
import { discountedEndOfDay } from './paper/maturity.js';
import { discountedRoutes } from './paper/routes.js';
import { DISCOUNTED_TYPE_KINDS } from './paper/type-change.js';
import type { AssetPorts } from './port.js';
import { assetProblems } from './problems.js';
import { assetRoutes } from './routes.js';
import { withholdingExemptionKind, withholdingRuleKind } from './tax/change.js';

export {
  discountedInstrumentHistory,
  fundTransactionHistory,
  termInstrumentHistory,
} from './customer-history-queries.js';
export { refuseInactive } from './deposit/draft.js';
export { placeTermInstrument, termScheduleShown } from './deposit/placement.js';
export { type TermPosition, termPositions, termPositionsOn } from './deposit/position.js';
export {
  TERM_INSTRUMENT_ONLY_MEMBERS,
  TermInstrumentBody,
  TermInstrumentRecord,
  termInstrumentExample,
} from './deposit/schema.js';
export { postTermInstrument, submitTermInstrument } from './deposit/term-instrument.js';
export { addTermInstrumentType, type NewTermInstrumentType } from './deposit/type-change.js';
export { entryShown } from './envelope-schema.js';
export { assetEvents } from './event.js';
export { addFund, type NewFund } from './fund/change.js';
export { approveFundNav, createFundNav } from './fund/nav.js';
export { type FundPosition, fundPositionsOn } from './fund/position-queries.js';
export { approveFundTransaction, submitFundTransaction } from './fund/transaction.js';
export { type EntryLine, withClientMoney } from './instrument/client-money.js';
export { type MarketYield, marketYieldsOn } from './market-yield/queries.js';
export { postDiscounted, submitDiscounted } from './paper/discounted-instrument.js';
export { type PaperPosition, paperPositions, paperPositionsOn } from './paper/position.js';
export { addDiscountedType } from './paper/type-change.js';
export type { AssetPorts } from './port.js';
export { SUBMIT_TERM_INSTRUMENT, submitProblems } from './routes.js';
export { taxOnIncome } from './tax/income.js';
export { selectTaxed } from './tax/queries.js';
export { isExempt, isTaxClass, rulesOn, type Taxed, withholdingRules } from './tax/rule.js';
export {
  type WithholdingRule,
  withholdingRulesOfClass,
  withholdingTax,
} from './tax/withholding-tax.js';

/** Returns the asset management module: products, instruments, funds, end of day. */
export function assetModule(ports: AssetPorts = {}): Module {
  return {
    name: 'asset',
    summary: 'Fixed deposits, loans, discounted instruments and funds',
    routes: [
      ...assetRoutes(ports),
      ...termReferenceRoutes,
      ...marketYieldRoutes,
      ...discountedRoutes(ports),
      ...fundRoutes(ports),
      ...fundSettlementRoutes(),
      maturityLadderRoute(ports),
    ],
    problems: assetProblems,
    filters: assetFilters,
    changes: [
      termTypeKind,
      withholdingRuleKind,
      withholdingExemptionKind,
      ...Object.values(DISCOUNTED_TYPE_KINDS),
      FUND_KIND,
    ],
    endOfDay: [...assetEndOfDay, ...discountedEndOfDay, ...fundEndOfDay],
  };
}
