// SQL for trade disputes, used by the order module and the exchange adapters: queues disputes, and
// marks them as sent, received or rejected.

import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';
import type { DisputeReason } from './dispute-reason.js';
import type { UnmatchedRow } from './queries.js';

/** A trade to dispute at the exchange. */
export interface TradeDispute {
  readonly dkReason: DisputeReason;
  readonly exchangeOrderId: string;
  readonly execId: string;
  readonly symbol: string;
  /** Side, tag 54. */
  readonly side: string;
  readonly orderQuantity: bigint | null;
  readonly lastQuantity: bigint;
  readonly lastPrice: Decimal;
  readonly text: string | null;
  /** Whether the dispute was sent before, so the exchange may already have it. */
  readonly isRepeated?: boolean;
}

interface QueuedDispute extends TradeDispute {
  readonly id: bigint;
}

/** A session. `run` identifies the period since its message numbers last restarted. */
interface SessionRun {
  readonly sessionName: string;
  readonly run: string;
}

interface NotifiedDispute {
  readonly itemId: bigint;
  readonly officeId: bigint | null;
  readonly orderId: bigint | null;
  readonly execId: string;
  readonly dkReason: DisputeReason;
}

/**
 * Takes a session's queued disputes and marks them as sent. The caller stores the messages in the
 * same transaction. Several nodes may call this at once; each dispute is given to only one of them.
 */
export async function takeDisputes(
  tx: Tx,
  { sessionName, run, now }: SessionRun & { readonly now: Instant },
): Promise<QueuedDispute[]> {
  const taken = await tx.query<QueuedDispute & NotifiedDispute>(sql`
    with taken as (
      select d.id, d.sent_at is not null as is_repeated from trade_dispute d
      where d.session_name = ${sessionName} and d.state = 'QUEUED'
      order by d.id limit ${ORDER.disputesPerBatch} for update skip locked
    ), sent as (
      update trade_dispute d set state = 'SENT', sent_at = ${now}, sent_run = ${run}
      from taken where taken.id = d.id returning d.*, taken.is_repeated
    )
    select d.id, d.is_repeated as "isRepeated", d.dk_reason as "dkReason",
      d.exchange_order_id as "exchangeOrderId",
      d.exec_id as "execId", d.symbol, d.side, d.order_quantity as "orderQuantity",
      d.last_quantity as "lastQuantity", d.last_price as "lastPrice", d.message_text as "text",
      u.id as "itemId", u.order_id as "orderId", t.office_id as "officeId"
    from sent d join unmatched_report u on u.id = d.unmatched_report_id
    left join trade_order t on t.id = u.order_id order by d.id`);
  await raiseEvents(tx, 'exchange-report.dispute-sent', taken);
  return taken;
}

/**
 * Requeues disputes that were sent before the message numbers restarted and were not confirmed as
 * received, because the exchange can no longer request their messages. Disputes of closed work
 * items are not queued again.
 * @returns the number of disputes queued
 */
export async function requeueDisputes(tx: Tx, { sessionName, run }: SessionRun): Promise<number> {
  const queued = await tx.query(sql`
    update trade_dispute d set state = 'QUEUED' from unmatched_report u
    where u.id = d.unmatched_report_id and not u.resolved and d.session_name = ${sessionName}
      and d.state = 'SENT' and d.received_at is null and d.sent_run is distinct from ${run}
    returning d.id`);
  return queued.length;
}

/**
 * Disputes that the exchange has received, all sent between two restarts of the message numbers.
 */
interface ReceivedDisputes {
  readonly ids: readonly bigint[];
  readonly run: string;
  readonly now: Instant;
}

/** Marks disputes as received by the exchange, so that they are not queued again. */
export async function noteDisputesReceived(
  on: Database | Tx,
  { ids, run, now }: ReceivedDisputes,
): Promise<void> {
  await on.query(sql`
    update trade_dispute set received_at = ${now}
    where id = any(${[...ids]}::bigint[]) and sent_run = ${run} and received_at is null`);
}

/** A dispute that the exchange rejected, with the exchange's text. */
interface RefusedDispute {
  readonly sessionName: string;
  readonly execId: string;
  readonly text: string;
}

/** Marks our last Don't Know Trade message about an execution as rejected by the exchange. */
export async function refuseDispute(tx: Tx, refused: RefusedDispute): Promise<void> {
  const affected = await tx.query<NotifiedDispute>(sql`
    with refused as (
      update trade_dispute set state = 'REFUSED', refusal_text = ${refused.text}
      where id = (
        select max(id) from trade_dispute
        where session_name = ${refused.sessionName} and exec_id = ${refused.execId}
          and state = 'SENT'
      ) returning unmatched_report_id, exec_id, dk_reason
    )
    select u.id as "itemId", u.order_id as "orderId", t.office_id as "officeId",
      d.exec_id as "execId", d.dk_reason as "dkReason"
    from refused d join unmatched_report u on u.id = d.unmatched_report_id
    left join trade_order t on t.id = u.order_id`);
  await raiseEvents(tx, 'exchange-report.dispute-refused', affected);
}

function raiseEvents(tx: Tx, type: string, affected: readonly NotifiedDispute[]): Promise<void> {
  return storeEvents(
    tx,
    affected.map(({ itemId, officeId, orderId, execId, dkReason }) => ({
      type,
      subjectId: itemId,
      ...(officeId === null ? {} : { officeId }),
      data: { orderId: orderId ?? undefined, execId, dkReason },
    })),
  );
}

/** The trade data that a Don't Know Trade message repeats. */
export interface Trade {
  readonly sessionName: string;
  readonly exchangeOrderId: string;
  readonly execId: string;
  readonly symbol: string;
  /** Side, tag 54, as received. */
  readonly side: string;
  readonly orderQuantity: bigint | null;
  readonly lastQuantity: bigint;
  readonly lastPrice: Decimal;
}

/** Returns whether a symbol is listed at an exchange, according to our data. */
export async function isSymbolListed(tx: Tx, exchangeId: bigint, symbol: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from security where exchange_id = ${exchangeId} and id = security_id_of(${symbol})`);
  return rows.length > 0;
}

/** A dispute as requested by an operator. */
interface NewDispute extends Trade {
  readonly dkReason: DisputeReason;
  readonly text?: string | undefined;
}

/**
 * Queues the dispute of a work item's trade.
 * @returns false if the trade is already disputed
 */
export async function insertDispute(
  work: Work,
  item: Pick<UnmatchedRow, 'id' | 'exchange_id'>,
  dispute: NewDispute,
): Promise<boolean> {
  const { dkReason, text = null, sessionName, exchangeOrderId, execId, symbol, side } = dispute;
  const { orderQuantity, lastQuantity, lastPrice } = dispute;
  const stored = await work.tx.query(sql`
    insert into trade_dispute (unmatched_report_id, exchange_id, session_name, dk_reason,
      exchange_order_id, exec_id, symbol, side, order_quantity, last_quantity, last_price,
      message_text, requested_by, requested_at)
    values (${item.id}, ${item.exchange_id}, ${sessionName}, ${dkReason}, ${exchangeOrderId},
      ${execId}, ${symbol}, ${side}, ${orderQuantity}, ${lastQuantity}, ${lastPrice.toFixed()},
      ${text}, ${work.principal.name}, ${work.now})
    on conflict do nothing returning id`);
  return stored.length > 0;
}
