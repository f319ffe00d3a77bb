// Reads a work item's report in the form in which it was received.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { ExchangeReport } from '../record/exchange-report.js';

type Stored = { readonly [Name in keyof ExchangeReport]: ExchangeReport[Name] | null };

/** Reads the report of a work item, which must exist. */
export async function storedReport(tx: Tx, itemId: bigint): Promise<ExchangeReport> {
  const [stored] = await tx.query<Stored>(sql`
    select u.exchange_id as "exchangeId", u.session_name as "sessionName", r.*
    from unmatched_report u, jsonb_to_record(u.report) as r(
      message text, "clOrdId" text, "origClOrdId" text, "ordStatus" text,
      "text" text, "exchangeOrderId" text, "execId" text, "execType" text, "execRefId" text,
      "lastQuantity" bigint, "lastPrice" numeric, "leavesQuantity" bigint, "cumQuantity" bigint,
      "orderQuantity" bigint, "transactAt" timestamptz, side text, symbol text, isin text,
      currency text, "limitPrice" numeric, "averagePrice" numeric, "tradeDate" date,
      "settlementDate" date)
    where u.id = ${itemId}`);
  const row = present(stored, 'the work item exists');
  return {
    exchangeId: present(row.exchangeId, 'a report comes from an exchange'),
    sessionName: row.sessionName ?? undefined,
    message: row.message ?? 'EXECUTION_REPORT',
    clOrdId: row.clOrdId ?? '',
    origClOrdId: row.origClOrdId ?? undefined,
    ordStatus: row.ordStatus ?? '',
    text: row.text ?? undefined,
    exchangeOrderId: row.exchangeOrderId ?? undefined,
    execId: row.execId ?? undefined,
    execType: row.execType ?? undefined,
    execRefId: row.execRefId ?? undefined,
    lastQuantity: row.lastQuantity ?? undefined,
    lastPrice: row.lastPrice ?? undefined,
    leavesQuantity: row.leavesQuantity ?? undefined,
    cumQuantity: row.cumQuantity ?? undefined,
    orderQuantity: row.orderQuantity ?? undefined,
    transactAt: row.transactAt ?? undefined,
    side: row.side ?? undefined,
    symbol: row.symbol ?? undefined,
    isin: row.isin ?? undefined,
    currency: row.currency ?? undefined,
    limitPrice: row.limitPrice ?? undefined,
    averagePrice: row.averagePrice ?? undefined,
    tradeDate: row.tradeDate ?? undefined,
    settlementDate: row.settlementDate ?? undefined,
  };
}
