// SQL that finds the order of a message without any of our ClOrdIDs.

import type { Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { ExchangeReport } from '../record/exchange-report.js';

/** The data used to search for the order. */
interface Naming {
  readonly reason: string;
  readonly sessionName: string;
  readonly report: ExchangeReport;
}

interface FoundOrder {
  readonly id: bigint;
  readonly cl_ord_id: string;
}

/**
 * Finds and locks a session's live order by its OrderID. Ended orders are not searched, because no
 * index covers them by session.
 */
export async function orderNumbered(
  work: Work,
  { sessionName, report }: Naming,
): Promise<FoundOrder | undefined> {
  if (report.exchangeOrderId === undefined) return undefined;
  const [order] = await work.tx.query<FoundOrder>(sql`
    select t.id, t.cl_ord_id from trade_order t
    where t.session_name = ${sessionName} and t.order_status in ('BOOKED', 'EXECUTING')
      and t.exchange_order_id = ${report.exchangeOrderId}
    order by t.id desc limit 1 for update of t`);
  return order;
}

/**
 * Finds and locks the order of a disputed trade, which may have ended. No index covers ExecIDs, so
 * only the newest reports are searched.
 */
export async function orderDisputed(
  work: Work,
  { reason, report }: Naming,
): Promise<FoundOrder | undefined> {
  if (reason !== 'DISPUTED') return undefined;
  const { exchangeId, execId = null, exchangeOrderId = null } = report;
  const [order] = await work.tx.query<FoundOrder>(sql`
    select t.id, t.cl_ord_id from trade_order t
    where t.id = (
      select r.order_id from execution_report r
      where r.id > (select max(id) - ${ORDER.disputedReportsRead} from execution_report)
        and r.exchange_id = ${exchangeId}
        and (r.exec_id = ${execId}::text or r.exchange_order_id = ${exchangeOrderId}::text)
      order by r.id desc limit 1
    ) for update of t`);
  return order;
}
