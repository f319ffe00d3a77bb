// Classifies a movement of a customer's cash that did not come from another line.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { CashFlow } from '../../finance/index.js';
import { type ExternalFlow, externalFlowOf, flowRuleOf } from './flow.js';

/** A classified movement of cash. Amounts are in minor units of one currency. */
export interface CashMove extends ExternalFlow {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly source: string;
  /** The customer on the other side of a transfer. */
  readonly counterpartyId: bigint | null;
  /**
   * The amount added to this account by a transfer or conversion between the customer's own
   * accounts.
   */
  readonly legMinor: bigint;
  /** Income that was paid into the account and has no other record. */
  readonly incomeMinor: bigint;
  /** Tax that was taken from the account and has no other record. */
  readonly taxMinor: bigint;
}

/** A cash movement in the history's currency. */
export type PlacedCash = CashMove;

/** Returns the kind of a cash movement; undefined if it came from another line. */
export function cashMoveOf(flow: CashFlow): CashMove | undefined {
  const { date, currency, counterpartyId } = flow;
  if (flowRuleOf(flow.sourceType) === 'WITHIN') return undefined;
  const external = externalFlowOf(flow);
  const amount = flow.minor + flow.feeMinor;
  const isExternal = external.inMinor !== 0n || external.outMinor !== 0n;
  const isOwn = !isExternal && flow.transType === 'TRANSFER';
  const { performanceKind: kind } = flow;
  const isIncome = !isExternal && (flow.transType === 'RECEIPT' || kind === 'INCOME');
  return {
    ...{ date, currency, source: flow.sourceType, counterpartyId },
    ...external,
    legMinor: isOwn ? amount : 0n,
    incomeMinor: isIncome ? amount : 0n,
    taxMinor: kind === 'TAX' ? -flow.minor : 0n,
  };
}
