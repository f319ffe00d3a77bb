// Pure functions that find the trades that settled on the wrong side of the record date and
// therefore lead to market claims.

/** PAYABLE: the customer owes income to another party. RECEIVABLE: the reverse. */
export type ClaimDirection = 'PAYABLE' | 'RECEIVABLE';

/**
 * The flag of a trade that was agreed cum or ex contrary to its trade date. CUM entitles the buyer,
 * EX the seller.
 */
type TradeFlag = 'CUM' | 'EX';

/** A trade in the security of an event, compared with the event's dates. */
export interface ClaimableTrade {
  readonly side: 'BUY' | 'SELL';
  readonly isBeforeExDate: boolean;
  /** True if the trade settled by the record date. */
  readonly isSettledByRecord: boolean;
  /** True if the trade should have settled by the record date. */
  readonly isDueByRecord: boolean;
  readonly flag: TradeFlag | undefined;
}

/** The settings that determine which trades lead to claims for an event. */
interface ClaimRule {
  /**
   * TRADED: trades up to the qualification date determine the holders in the register. SETTLED: the
   * register contains only holders whose trades had settled.
   */
  readonly basis: 'TRADED' | 'SETTLED';
  readonly isBond: boolean;
}

/**
 * Returns the direction of a trade's claim from the customer's point of view; undefined if there is
 * no claim. In an ordinary claim, the seller owes the buyer. In a reverse claim, the buyer owes the
 * seller.
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
