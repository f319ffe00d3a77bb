// Messages from an exchange that cannot be booked as a report. Each message becomes a work item,
// linked to its order if it can be found.

import type { Work } from '../../../platform/context.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { lockNamed } from '../report/queries.js';
import { insertItems } from '../report/unmatched-queries.js';
import { orderDisputed, orderNumbered } from './kept-message-queries.js';

/** The reason why a message is stored as a work item. */
export type KeptReason =
  | 'UNKNOWN_ORDER'
  | 'MALFORMED'
  | 'POISON'
  | 'NOT_BOOKED'
  | 'DISPUTED'
  | 'NEWS'
  | 'UNSUPPORTED';

/** A message to store. Its texts contain no NUL characters. */
interface KeptMessage {
  readonly reason: KeptReason;
  /** The session over which the message arrived. Its orders are searched by OrderID. */
  readonly sessionName: string;
  /** The readable part of the message. */
  readonly report: ExchangeReport;
  /** The error and the message itself, as readable text. */
  readonly text: string;
}

/**
 * Stores a message as a work item. The caller calls this in the transaction that stores the
 * message's sequence number, so the message is stored only once. Two messages with equal content
 * become two items.
 * @returns the id of the message's order, if any
 */
export async function keepMessage(work: Work, kept: KeptMessage): Promise<bigint | undefined> {
  const named = await lockNamed(work.tx, kept.report);
  const order = named ?? (await orderNumbered(work, kept)) ?? (await orderDisputed(work, kept));
  const { report: read, reason, text, sessionName } = kept;
  // A report whose order was found by OrderID can be applied later only with a ClOrdID.
  const clOrdId = named === undefined && order !== undefined ? order.cl_ord_id : read.clOrdId;
  const report = { ...read, clOrdId, sessionName };
  const execId = report.execId ?? null;
  await insertItems(work, [{ report, reason, orderId: order?.id, execId, text }]);
  return order?.id;
}
