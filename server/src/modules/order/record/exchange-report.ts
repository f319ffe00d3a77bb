// An exchange's report in FIX terms.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** An exchange's report in FIX terms; quantities are in units. */
export interface ExchangeReport {
  readonly exchangeId: bigint;
  /** The session over which the report arrived; absent if it did not arrive over a session. */
  readonly sessionName?: string | undefined;
  readonly message: 'EXECUTION_REPORT' | 'CANCEL_REJECT';
  readonly clOrdId: string;
  readonly origClOrdId: string | undefined;
  readonly ordStatus: string;
  readonly text: string | undefined;
  readonly exchangeOrderId: string | undefined;
  /** Only execution reports have the following fields. */
  readonly execId: string | undefined;
  readonly execType: string | undefined;
  readonly execRefId: string | undefined;
  readonly lastQuantity: bigint | undefined;
  readonly lastPrice: Decimal | undefined;
  readonly leavesQuantity: bigint | undefined;
  readonly cumQuantity: bigint | undefined;
  readonly orderQuantity: bigint | undefined;
  readonly transactAt: Instant | undefined;
  /** Side (54), Symbol (55), SecurityID (48) if it is an ISIN, and Currency (15), as received. */
  readonly side: string | undefined;
  readonly symbol: string | undefined;
  readonly isin: string | undefined;
  readonly currency: string | undefined;
  /** Price (44): the order's current limit according to the exchange. */
  readonly limitPrice: Decimal | undefined;
  readonly averagePrice: Decimal | undefined;
  readonly tradeDate: BusinessDate | undefined;
  readonly settlementDate: BusinessDate | undefined;
  /**
   * CUM or EX for a fill that was traded contrary to the rule for its trade date; otherwise absent.
   */
  readonly cumEx?: CumEx | undefined;
}

/** CUM: the buyer gets the distribution. EX: the seller keeps it. */
export const CUM_EX = ['CUM', 'EX'] as const;
export type CumEx = (typeof CUM_EX)[number];
