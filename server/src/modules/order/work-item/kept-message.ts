// Messages of an exchange that cannot be booked as a report: each becomes a work item, on its order
// if the order can be told.

import type { Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { lockNamed } from '../report/named-order.js';
import { insertItems } from '../report/unmatched-queries.js';

/** Why a message is kept. */
export type KeptReason =
  | 'UNKNOWN_ORDER'
  | 'MALFORMED'
  | 'POISON'
  | 'NOT_BOOKED'
  | 'DISPUTED'
  | 'NEWS'
  | 'UNSUPPORTED';

/** A message as an exchange adapter keeps it. Its texts contain no NUL character. */
interface KeptMessage {
  readonly reason: KeptReason;
  /** The session that it came over; an order is looked for by its OrderID among those of it. */
  readonly sessionName: string;
  /** What could be read of it. */
  readonly report: ExchangeReport;
  /** What is wrong, and the message itself, for the people who look into it. */
  readonly text: string;
}

interface FoundOrder {
  readonly id: bigint;
  readonly cl_ord_id: string;
}

/**
 * Keeps a message as a work item. The caller does so in the transaction that counts the message, so
 * it is kept once; two messages with equal content are two items.
 * @returns the order that it is about, if any
 */
export async function keepMessage(work: Work, kept: KeptMessage): Promise<bigint | undefined> {
  const named = await lockNamed(work.tx, kept.report);
  const order = named ?? (await orderNumbered(work, kept)) ?? (await orderDisputed(work, kept));
  const { report: read, reason, text, sessionName } = kept;
  // A report that names its order by the OrderID alone can be applied later only with a ClOrdID.
  const clOrdId = named === undefined && order !== undefined ? order.cl_ord_id : read.clOrdId;
  const report = { ...read, clOrdId, sessionName };
  const execId = report.execId ?? null;
  await insertItems(work, [{ report, reason, orderId: order?.id, execId, text }]);
  return order?.id;
}

// Live orders alone have an index by their session.
async function orderNumbered(
  work: Work,
  { sessionName, report }: KeptMessage,
): Promise<FoundOrder | undefined> {
  if (report.exchangeOrderId === undefined) return undefined;
  const [order] = await work.tx.query<FoundOrder>(sql`
    select t.id, t.cl_ord_id from trade_order t
    where t.session_name = ${sessionName} and t.order_status in ('BOOKED', 'EXECUTING')
      and t.exchange_order_id = ${report.exchangeOrderId}
    order by t.id desc limit 1 for update of t`);
  return order;
}

// A trade may be disputed after its order has ended. The ExecID alone has no index, so only the
// newest reports are read.
async function orderDisputed(
  work: Work,
  { reason, report }: KeptMessage,
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
