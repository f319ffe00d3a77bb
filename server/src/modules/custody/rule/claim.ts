// Which trades lead to a market claim: those that settled on the wrong side of the record date.
// Pure.

/** PAYABLE: the customer has what belongs to another. RECEIVABLE: the reverse. */
export type ClaimDirection = 'PAYABLE' | 'RECEIVABLE';

/** Whom a trade entitles if it was agreed against its date: the buyer (CUM) or the seller (EX). */
type TradeFlag = 'CUM' | 'EX';

/** A trade in the security of an event, compared with the event's dates. */
export interface ClaimableTrade {
  readonly side: 'BUY' | 'SELL';
  readonly isBeforeExDate: boolean;
  /** Whether it settled by the record date, and whether it should have. */
  readonly isSettledByRecord: boolean;
  readonly isDueByRecord: boolean;
  readonly flag: TradeFlag | undefined;
}

/** What decides which trades of an event lead to claims. */
interface ClaimRule {
  /** TRADED: the register has who bought by the qualification date. SETTLED: who had settled. */
  readonly basis: 'TRADED' | 'SETTLED';
  readonly isBond: boolean;
}

/**
 * Returns the customer's side of the claim that a trade leads to; undefined if none. In the
 * ordinary claim the seller owes the buyer, in a reverse claim the buyer owes the seller.
 */
export function claimOf(trade: ClaimableTrade, rule: ClaimRule): ClaimDirection | undefined {
  const owes = debtorOf(trade, rule);
  if (owes === undefined) return undefined;
  return owes === trade.side ? 'PAYABLE' : 'RECEIVABLE';
}

function debtorOf(trade: ClaimableTrade, rule: ClaimRule): 'BUY' | 'SELL' | undefined {
  const { flag } = trade;
  if (rule.isBond && flag === undefined) {
    return trade.isDueByRecord && !trade.isSettledByRecord ? 'SELL' : undefined;
  }
  const isInRegister = trade.isSettledByRecord || (rule.basis === 'TRADED' && trade.isBeforeExDate);
  const isBuyers = flag === undefined ? trade.isBeforeExDate : flag === 'CUM';
  if (isBuyers === isInRegister) return undefined;
  return isBuyers ? 'SELL' : 'BUY';
}
