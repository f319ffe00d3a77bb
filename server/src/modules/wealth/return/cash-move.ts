// What a movement of a customer's cash is, if it did not come from another line.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { CashFlow } from '../../finance/index.js';
import { type ExternalFlow, externalFlowOf, flowRuleOf } from './flow.js';

/** Amounts in minor units of one currency. */
export interface CashMove extends ExternalFlow {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly source: string;
  /** Of a transfer: the customer on the other side. */
  readonly counterpartyId: bigint | null;
  /** Of a transfer or conversion between own accounts: what came to this account. */
  readonly legMinor: bigint;
  /** Income that was paid into the account without another record. */
  readonly incomeMinor: bigint;
}

/** A movement of cash in the currency of the history. */
export type PlacedCash = CashMove;

/** Returns what a movement of cash is; undefined for one that came from another line. */
export function cashMoveOf(flow: CashFlow): CashMove | undefined {
  const { date, currency, counterpartyId } = flow;
  if (flowRuleOf(flow.sourceType) === 'WITHIN') return undefined;
  const external = externalFlowOf(flow);
  const amount = flow.minor + flow.feeMinor;
  const isExternal = external.inMinor !== 0n || external.outMinor !== 0n;
  const isOwn = !isExternal && flow.transType === 'TRANSFER';
  const isIncome = !isExternal && flow.transType === 'RECEIPT';
  return {
    ...{ date, currency, source: flow.sourceType, counterpartyId },
    ...external,
    legMinor: isOwn ? amount : 0n,
    incomeMinor: isIncome ? amount : 0n,
  };
}
