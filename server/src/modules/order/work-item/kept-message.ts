// Messages of an exchange that cannot be booked as a report: each becomes a work item, on its order
// if the order can be told.

import type { Work } from '../../../platform/context.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { lockNamed } from '../report/queries.js';
import { insertItems } from '../report/unmatched-queries.js';
import { orderDisputed, orderNumbered } from './kept-message-queries.js';

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
