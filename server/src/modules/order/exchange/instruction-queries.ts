// SQL that exchange adapters use to take instructions, in the transaction that also stores their
// session's sequence numbers.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';
import type { SentPriceType } from '../rule/price-type.js';
import { marketGate } from './market-gate.js';
import { isTakenNow, longestLife, SENT_PRICE_TYPE } from './market-queries.js';

/** A request to an exchange, with all terms of the order. */
export interface Instruction {
  readonly kind: 'NEW' | 'CANCEL' | 'REPLACE' | 'STATUS';
  readonly clOrdId: string;
  /**
   * The ClOrdID currently in force for the order. Cancels, replacements and status requests refer
   * to it.
   */
  readonly origClOrdId: string | null;
  readonly exchangeOrderId: string | null;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  readonly priceType: SentPriceType;
  readonly limitPrice: Decimal | null;
  readonly timeInForce: string;
  /** Whether the order's prices stay unchanged after a cash dividend. */
  readonly doNotAdjust: boolean;
  readonly expireDate: BusinessDate;
  readonly account: string | null;
  readonly currency: string;
  readonly settlementInstructions: string | null;
  readonly agentName: string | null;
  /** The custodian as a FIX party, and the portfolio's account with the custodian. */
  readonly custodianPartyId: string | null;
  readonly custodianAccount: string | null;
  /** The number of the first order in the chain of follow-up orders that this order belongs to. */
  readonly firstOrderName: string | null;
}

/**
 * Takes a session's next queued instructions and marks them as sent. The caller stores the messages
 * in the same transaction. Several nodes may call this at once; each instruction is given to only
 * one of them. A long-lived order is sent with the last day for which its exchange keeps it, and
 * with the quantity that earlier exchange orders have not filled. The order is locked, so no fill
 * can be booked in between. An instruction that the market does not accept in its current phase
 * waits.
 */
export async function takeInstructions(
  tx: Tx,
  sessionName: string,
  now: Instant,
): Promise<Instruction[]> {
  const gate = await marketGate(tx, now);
  return tx.query<Instruction>(sql`
    with taken as (
      select i.id, i.order_id, i.entry_no, i.kind, i.cl_ord_id, i.orig_cl_ord_id,
        case i.kind when 'REPLACE' then i.limit_price else t.limit_price end as limit_price,
        coalesce(i.do_not_adjust, t.do_not_adjust) as do_not_adjust,
        ot.fix_time_in_force in ('1', '6') as lasts, ot.fix_time_in_force, d.business_date,
        greatest(coalesce(i.quantity, t.quantity) - t.filled_elsewhere, 1) as told_quantity,
        greatest(d.business_date, least(coalesce(i.expire_date, t.expire_date),
          d.business_date + ${longestLife(gate)})) as told_last_day
      from exchange_instruction i
      join trade_order t on t.id = i.order_id
      join order_term ot on ot.id = coalesce(i.order_term_id, t.order_term_id)
      join exchange e on e.id = i.exchange_id
      cross join business_day d
      where i.session_name = ${sessionName} and i.state = 'QUEUED' and ${isTakenNow(gate)}
      order by i.id limit ${ORDER.instructionsPerBatch}
      for update of i, t skip locked
    ), sent as (
      update exchange_instruction i set state = 'SENT', sent_at = ${now},
        told_quantity = taken.told_quantity, told_last_day = taken.told_last_day
      from taken where taken.id = i.id
    ), entered as (
      insert into exchange_order (order_id, entry_no, entered_on, last_day, quantity,
        fix_order_status)
      select order_id, entry_no, business_date, told_last_day, told_quantity, 'PENDING_NEW'
      from taken where kind = 'NEW' and (lasts or entry_no > 1)
      on conflict (order_id, entry_no) do update set entered_on = excluded.entered_on,
        last_day = excluded.last_day, quantity = excluded.quantity
    ), told as (
      update trade_order t set fix_order_status = 'PENDING_NEW', status_at = ${now},
        version = version + 1
      from taken where taken.order_id = t.id and taken.kind = 'NEW' and t.fix_order_status = 'NA'
    )
    select taken.kind, taken.cl_ord_id as "clOrdId", taken.orig_cl_ord_id as "origClOrdId",
      t.exchange_order_id as "exchangeOrderId", s.name as symbol, t.order_type as side,
      taken.told_quantity as quantity,
      ${SENT_PRICE_TYPE} as "priceType",
      taken.limit_price as "limitPrice",
      case
        when taken.lasts and taken.told_last_day > taken.business_date then '6'
        when taken.lasts then '0' else taken.fix_time_in_force
      end as "timeInForce",
      taken.do_not_adjust as "doNotAdjust",
      taken.told_last_day as "expireDate", p.account_no as account, t.currency,
      t.settlement_instructions as "settlementInstructions", t.agent_name as "agentName",
      coalesce(k.party_id, k.name) as "custodianPartyId",
      t.custodian_account as "custodianAccount",
      case when t.reference_order_id is not null then first_order_name(t.id) end
        as "firstOrderName"
    from taken
    join trade_order t on t.id = taken.order_id
    join security s on s.id = t.security_id
    join portfolio p on p.id = t.portfolio_id
    left join custodian k on k.name = t.custodian_name
    order by taken.id`);
}

/**
 * Marks the new orders with these ClOrdIDs as withheld, because they were too old to be sent again.
 * We do not know whether they arrived, so the status of each is requested, and the answer
 * determines the outcome.
 */
export async function withholdOrders(
  tx: Tx,
  withheld: {
    readonly sessionName: string;
    readonly clOrdIds: readonly string[];
    readonly now: Instant;
  },
): Promise<void> {
  // If the exchange has answered an order, the order did arrive. It is never sent twice, even if
  // the exchange requests it again.
  await tx.query(sql`
    update exchange_instruction i set state = 'WITHHELD' from trade_order t
    where i.cl_ord_id = any(${[...withheld.clOrdIds]}::text[])
      and i.session_name = ${withheld.sessionName} and i.state = 'SENT'
      and t.id = i.order_id and t.entry_no = i.entry_no and t.fix_order_status = 'PENDING_NEW'`);
  await askForStatus(tx, withheld, sql`i.cl_ord_id = any(${[...withheld.clOrdIds]}::text[])`);
}

interface StatusRequest {
  readonly sessionName: string;
  readonly now: Instant;
}

/**
 * Requests the status of every live order that was sent, for example after a broken connection.
 * Also includes every order whose last day at the exchange has passed without a report of its end.
 * Orders that wait for an answer come first. An order with a queued status request is skipped.
 */
export async function askForLive(tx: Tx, request: StatusRequest): Promise<void> {
  await askForStatus(tx, request, sql`(i.state in ('SENT', 'WITHHELD') or ${IS_OVERDUE})`);
}

/**
 * Requests, once per business day, the status of orders whose last day at the exchange has passed.
 */
export async function askForOverdue(tx: Tx, request: StatusRequest): Promise<void> {
  await askForStatus(
    tx,
    request,
    sql`${IS_OVERDUE} and not exists (
      select from exchange_instruction q join business_day d on q.created_at >= d.changed_at
      where q.order_id = t.id and q.kind = 'STATUS')`,
  );
}

const IS_OVERDUE: Sql = sql`exists (
  select from exchange_order x join business_day d on x.last_day < d.business_date
  where x.order_id = t.id and x.entry_no = t.entry_no and x.ended_at is null)`;

async function askForStatus(
  tx: Tx,
  { sessionName, now }: StatusRequest,
  which: Sql,
): Promise<void> {
  await tx.query(sql`
    insert into exchange_instruction
      (exchange_id, order_id, entry_no, session_name, kind, cl_ord_id, orig_cl_ord_id, state,
      created_at)
    select t.exchange_id, t.id, t.entry_no, t.session_name, 'STATUS',
      t.name || '-' || (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
      t.cl_ord_id, 'QUEUED', ${now}::timestamptz
    from trade_order t
    where t.session_name = ${sessionName} and t.order_status in ('BOOKED', 'EXECUTING')
      and exists (
        select from exchange_instruction i
        where i.order_id = t.id and i.entry_no = t.entry_no and i.kind <> 'STATUS' and ${which})
      and not exists (
        select from exchange_instruction q
        where q.order_id = t.id and q.kind = 'STATUS' and q.state = 'QUEUED')
    order by t.fix_order_status <> 'PENDING_NEW' and t.pending_cl_ord_id is null, t.id
    limit ${ORDER.statusRequestsMax}`);
}
