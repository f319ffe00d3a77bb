// The contract that exchange adapters fulfil: they take instructions and bring back reports.
// Both happen in the adapter's transaction, which also keeps its sequence numbers.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { ORDER } from './limit.js';

/** The topic that wakes the adapter of an exchange. */
export function instructionTopic(exchangeId: bigint): string {
  return `exchange-instruction:${exchangeId}`;
}

/** What an exchange is to be told, with all terms of the order. */
export interface Instruction {
  readonly kind: 'NEW' | 'CANCEL' | 'REPLACE' | 'STATUS';
  readonly clOrdId: string;
  readonly origClOrdId: string | null;
  readonly exchangeOrderId: string | null;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  readonly priceType: string;
  readonly limitPrice: Decimal | null;
  readonly timeInForce: string;
  readonly expireDate: BusinessDate;
  readonly account: string | null;
  readonly currency: string;
}

/**
 * Takes the next queued instructions of an exchange and marks them as sent; the caller stores the
 * messages in the same transaction. Several nodes may ask at once: each instruction goes to one.
 */
export async function takeInstructions(
  tx: Tx,
  exchangeId: bigint,
  now: Instant,
): Promise<Instruction[]> {
  return tx.query<Instruction>(sql`
    with taken as (
      select i.id, i.order_id, i.kind, i.cl_ord_id, i.orig_cl_ord_id
      from exchange_instruction i join trade_order t on t.id = i.order_id
      where i.exchange_id = ${exchangeId} and i.state = 'QUEUED'
      order by i.id limit ${ORDER.instructionsPerBatch}
      for update of i, t skip locked
    ), sent as (
      update exchange_instruction i set state = 'SENT', sent_at = ${now}
      from taken where taken.id = i.id
    ), told as (
      update trade_order t set fix_order_status = 'PENDING_NEW', status_at = ${now},
        version = version + 1
      from taken where taken.order_id = t.id and taken.kind = 'NEW' and t.fix_order_status = 'NA'
    )
    select taken.kind, taken.cl_ord_id as "clOrdId", taken.orig_cl_ord_id as "origClOrdId",
      t.exchange_order_id as "exchangeOrderId", s.name as symbol, t.order_type as side, t.quantity,
      t.price_type as "priceType", t.limit_price as "limitPrice",
      ot.fix_time_in_force as "timeInForce", t.expire_date as "expireDate", p.account_no as account,
      t.currency
    from taken
    join trade_order t on t.id = taken.order_id
    join security s on s.id = t.security_id
    join order_term ot on ot.id = t.order_term_id
    join portfolio p on p.id = t.portfolio_id
    order by taken.id`);
}

/** What an exchange reports, in FIX terms; quantities in units. */
export interface ExchangeReport {
  readonly exchangeId: bigint;
  readonly message: 'EXECUTION_REPORT' | 'CANCEL_REJECT';
  readonly clOrdId: string;
  readonly origClOrdId: string | undefined;
  readonly ordStatus: string;
  readonly text: string | undefined;
  readonly exchangeOrderId: string | undefined;
  /** Members of an execution report. */
  readonly execId: string | undefined;
  readonly execType: string | undefined;
  readonly execRefId: string | undefined;
  readonly lastQuantity: bigint | undefined;
  readonly lastPrice: Decimal | undefined;
  readonly leavesQuantity: bigint | undefined;
  readonly orderQuantity: bigint | undefined;
  readonly transactAt: Instant | undefined;
}
