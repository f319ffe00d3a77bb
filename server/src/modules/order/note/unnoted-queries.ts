// SQL for a customer's fills that are not on a contract note yet.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isKnownJournal } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { ORDER } from '../limits.js';

/** A trade date of an order whose note is missing or out of date. */
interface UnnotedDay {
  readonly orderId: bigint;
  readonly customerId: bigint;
  readonly tradeDate: BusinessDate;
  /** The net amount of the note in force, in minor units; zero if there is none. */
  readonly notedMinor: bigint;
}

/**
 * Selects the trade dates up to a date whose notes are missing or out of date, by order. If a time
 * is given, only data recorded up to that time is used: a trade date is included, with all its
 * fills, if any of its fills was recorded by then, and a note is included if its journal was. The
 * limit applies to all customers together; one extra row is read to detect that it is exceeded.
 */
export function selectUnnotedDays(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  date: BusinessDate,
): Promise<UnnotedDay[]> {
  const inForce =
    knownAt === undefined
      ? sql`n.id = d.contract_note_id and n.reversed_at is null`
      : sql`n.order_id = d.order_id and n.trade_date = d.trade_date
        and ${isKnownJournal(sql`n.journal_id`, knownAt)}
        and (n.reversed_at is null
          or not ${isKnownJournal(sql`n.reversal_journal_id`, knownAt)})`;
  const isNews =
    knownAt === undefined
      ? sql`d.has_news`
      : sql`(d.has_news or noted.notes = 0) and exists (
        select from holding_movement m
        where m.portfolio_id = t.portfolio_id and m.security_id = t.security_id
          and m.order_id = d.order_id and m.effective_date = d.trade_date
          and m.recorded_at <= ${knownAt}::timestamptz)`;
  return tx.query(sql`
    select d.order_id as "orderId", t.customer_id as "customerId", d.trade_date as "tradeDate",
      noted.minor as "notedMinor"
    from order_trade_day d
    join trade_order t on t.id = d.order_id
    cross join lateral (
      select count(*) as notes, coalesce(sum(n.net_minor), 0)::bigint as minor
      from contract_note n where ${inForce}
    ) noted
    where t.customer_id = any(${[...customerIds]}::bigint[]) and d.trade_date <= ${date}
      and not t.custodian_settles
      and ${isNews}
    order by d.order_id, d.trade_date limit ${ORDER.unnotedDaysMax * customerIds.length + 1}`);
}
