// Finds the trades that lead to a market claim: those that settled on the wrong side of the record
// date. Pure functions.

/** PAYABLE: the customer has income that belongs to another party. RECEIVABLE: the reverse. */
export type ClaimDirection = 'PAYABLE' | 'RECEIVABLE';

/**
 * The flag of a trade that was agreed cum or ex against its trade date. CUM entitles the buyer, EX
 * the seller.
 */
type TradeFlag = 'CUM' | 'EX';

/** A trade in the security of an event, compared with the event's dates. */
export interface ClaimableTrade {
  readonly side: 'BUY' | 'SELL';
  readonly isBeforeExDate: boolean;
  /** True if it settled by the record date; true if it should have settled by then. */
  readonly isSettledByRecord: boolean;
  readonly isDueByRecord: boolean;
  readonly flag: TradeFlag | undefined;
}

/** The facts that decide which trades of an event lead to claims. */
interface ClaimRule {
  /**
   * TRADED: the register contains the buyers up to the qualification date. SETTLED: the holders
   * whose trades had settled.
   */
  readonly basis: 'TRADED' | 'SETTLED';
  readonly isBond: boolean;
}

/**
 * Returns the direction, for the customer, of the claim that a trade leads to; undefined if there
 * is no claim. In an ordinary claim, the seller owes the buyer; in a reverse claim, the buyer owes
 * the seller.
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
