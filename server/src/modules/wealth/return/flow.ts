// Which movements of a customer's cash come from outside, and which stay within the wealth.

import type { CashFlow } from '../../finance/index.js';

/**
 * How the journals of a kind of record count. OUTSIDE: money came in or went out. WITHIN: cash
 * became another asset or came from one, or is its income, so the gain shows it. CASH_TRANSACTION:
 * by the transaction. NO_CASH: the journals never move a customer's cash.
 */
type FlowRule = 'OUTSIDE' | 'WITHIN' | 'CASH_TRANSACTION' | 'NO_CASH';

/** The kinds of records that have journals. Kinds with a colon are followed by a code. */
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

/** Money that came from outside or went there, in minor units, and the fees taken with it. */
export interface ExternalFlow {
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feeMinor: bigint;
}

/** Returns the rule of a kind of record. Journals of an unknown kind come from outside. */
export function flowRuleOf(sourceType: string): FlowRule {
  const kind = sourceType.replace(/:.*/, ':');
  return FLOW_RULES[kind] ?? 'OUTSIDE';
}

/**
 * Returns what a movement brought in or took out. A reversal counts on its own date like what it
 * reverses, with the opposite sign. Fees are no flow: the customer has them no more.
 */
export function externalFlowOf(flow: CashFlow): ExternalFlow {
  const { minor, feeMinor, isIncoming } = flow;
  const isOutside = isFromOutside(flow);
  const amount = minor + feeMinor;
  return {
    inMinor: isOutside && isIncoming ? amount : 0n,
    outMinor: isOutside && !isIncoming ? -amount : 0n,
    feeMinor,
  };
}

function isFromOutside({ sourceType, transType, isCorporateAction, isWithin }: CashFlow): boolean {
  const rule = flowRuleOf(sourceType);
  if (rule !== 'CASH_TRANSACTION') return rule === 'OUTSIDE';
  if (transType === 'TRANSFER') return !isWithin;
  return !(transType === 'RECEIPT' && isCorporateAction);
}
