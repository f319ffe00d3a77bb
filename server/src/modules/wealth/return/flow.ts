// Classifies each movement of a customer's cash as a flow from outside or as a move within the
// customer's wealth.

import type { CashFlow } from '../../finance/index.js';

/**
 * The classes of journals by kind of record. OUTSIDE: money was received or paid out. WITHIN: cash
 * was exchanged for another asset, or is income from it, so it is part of the gain.
 * CASH_TRANSACTION: depends on the transaction. NO_CASH: the journals never move a customer's cash.
 */
type FlowRule = 'OUTSIDE' | 'WITHIN' | 'CASH_TRANSACTION' | 'NO_CASH';

/** The kinds of records with journals. A kind that ends with a colon is followed by a code. */
export const FLOW_RULES: Readonly<Record<string, FlowRule>> = {
  CASH_TRANSACTION: 'CASH_TRANSACTION',
  MANUAL_JOURNAL: 'OUTSIDE',
  JOURNAL_IMPORT: 'OUTSIDE',
  OPENING_BALANCE: 'OUTSIDE',
  CONTRACT_NOTE: 'WITHIN',
  TERM_INSTRUMENT: 'WITHIN',
  DISCOUNTED_INSTRUMENT: 'WITHIN',
  TREASURY_BILL: 'WITHIN',
  'FUND:': 'WITHIN',
  'FUND-INCOME:': 'WITHIN',
  'FUND-SETTLEMENT:': 'NO_CASH',
  ENTITLEMENT: 'WITHIN',
  ELECTION: 'WITHIN',
  MARKET_CLAIM: 'WITHIN',
  HOLDING_TRANSFER: 'WITHIN',
  EVENT_SETTLEMENT: 'WITHIN',
  CORPORATE_ACTION: 'NO_CASH',
  TERM_ACCRUAL: 'NO_CASH',
  DISCOUNT_ACCRUAL: 'NO_CASH',
  YEAR_END: 'NO_CASH',
};

/** Money received from outside or paid out, in minor units, and the fees deducted with it. */
export interface ExternalFlow {
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feeMinor: bigint;
}

/** Returns whether journals have this kind of source, such as CASH_TRANSACTION or FUND:CODE. */
export function isSourceKind(sourceType: string): boolean {
  return sourceType.replace(/:.*/, ':') in FLOW_RULES;
}

/** Returns the rule for a kind of record. Journals of an unknown kind are classified as OUTSIDE. */
export function flowRuleOf(sourceType: string): FlowRule {
  const kind = sourceType.replace(/:.*/, ':');
  return FLOW_RULES[kind] ?? 'OUTSIDE';
}

/**
 * Returns the flow of a movement. A reversal is classified like its original, on its own date and
 * with the opposite sign. Fees are not a flow, because the customer no longer has the money.
 */
export function externalFlowOf(flow: CashFlow): ExternalFlow {
  const { minor, isIncoming, performanceKind } = flow;
  const feeMinor = performanceKind === 'FEE' ? -minor : flow.feeMinor;
  const isOutside = isFromOutside(flow);
  const amount = minor + feeMinor;
  return {
    inMinor: isOutside && isIncoming ? amount : 0n,
    outMinor: isOutside && !isIncoming ? -amount : 0n,
    feeMinor,
  };
}

function isFromOutside(flow: CashFlow): boolean {
  const { sourceType, transType, isCorporateAction, isWithin, performanceKind } = flow;
  if (performanceKind !== 'FLOW') return false;
  const rule = flowRuleOf(sourceType);
  if (rule !== 'CASH_TRANSACTION') return rule === 'OUTSIDE';
  if (transType === 'TRANSFER') return !isWithin;
  return !(transType === 'RECEIPT' && isCorporateAction);
}
