// Disputes of trades between the order module and an exchange adapter: which are to be sent, which
// the exchange has received, and which it did not take.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';
import type { DisputeReason } from './dispute-reason.js';

/** A trade that the exchange is to be told we do not know. */
export interface TradeDispute {
  readonly dkReason: DisputeReason;
  readonly exchangeOrderId: string;
  readonly execId: string;
  readonly symbol: string;
  /** Tag 54. */
  readonly side: string;
  readonly orderQuantity: bigint | null;
  readonly lastQuantity: bigint;
  readonly lastPrice: Decimal;
  readonly text: string | null;
  /** Whether it was sent before: the exchange may have it already. */
  readonly isRepeated?: boolean;
}

interface QueuedDispute extends TradeDispute {
  readonly id: bigint;
}

/** A session, and the run of message numbers that it is in. */
interface SessionRun {
  readonly sessionName: string;
  readonly run: string;
}

interface ToldDispute {
  readonly itemId: bigint;
  readonly officeId: bigint | null;
  readonly orderId: bigint | null;
  readonly execId: string;
  readonly dkReason: DisputeReason;
}

/**
 * Takes the queued disputes of a session and marks them as sent; the caller stores the messages in
 * the same transaction. Several nodes may ask at once: each dispute goes to one.
 */
export async function takeDisputes(
  tx: Tx,
  { sessionName, run, now }: SessionRun & { readonly now: Instant },
): Promise<QueuedDispute[]> {
  const taken = await tx.query<QueuedDispute & ToldDispute>(sql`
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
  await tell(tx, 'exchange-report.dispute-sent', taken);
  return taken;
}

/**
 * Queues disputes again that were sent in another run of numbers and that the exchange is not known
 * to have received: nothing requests their messages any more. Those of closed work items stay.
 * @returns how many there were
 */
export async function requeueDisputes(tx: Tx, { sessionName, run }: SessionRun): Promise<number> {
  const queued = await tx.query(sql`
    update trade_dispute d set state = 'QUEUED' from unmatched_report u
    where u.id = d.unmatched_report_id and not u.resolved and d.session_name = ${sessionName}
      and d.state = 'SENT' and d.received_at is null and d.sent_run is distinct from ${run}
    returning d.id`);
  return queued.length;
}

/** Disputes that were sent in a run of numbers, and that the exchange has received. */
interface ReceivedDisputes {
  readonly ids: readonly bigint[];
  readonly run: string;
  readonly now: Instant;
}

/** Notes that the exchange has received disputes: they are not queued again. */
export async function noteDisputesReceived(
  on: Database | Tx,
  { ids, run, now }: ReceivedDisputes,
): Promise<void> {
  await on.query(sql`
    update trade_dispute set received_at = ${now}
    where id = any(${[...ids]}::bigint[]) and sent_run = ${run} and received_at is null`);
}

/** Which dispute an exchange did not take, and what it said. */
interface RefusedDispute {
  readonly sessionName: string;
  readonly execId: string;
  readonly text: string;
}

/** Notes that the exchange did not take our last Don't Know Trade about an execution. */
export async function refuseDispute(tx: Tx, refused: RefusedDispute): Promise<void> {
  const told = await tx.query<ToldDispute>(sql`
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
  await tell(tx, 'exchange-report.dispute-refused', told);
}

function tell(tx: Tx, type: string, told: readonly ToldDispute[]): Promise<void> {
  return storeEvents(
    tx,
    told.map(({ itemId, officeId, orderId, execId, dkReason }) => ({
      type,
      subjectId: itemId,
      ...(officeId === null ? {} : { officeId }),
      data: { orderId: orderId ?? undefined, execId, dkReason },
    })),
  );
}
