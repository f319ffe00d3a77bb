// SQL for movements in a customer's cash, by the kind of record that caused them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Holders } from '../../party/index.js';
import type { PerformanceKind } from '../journal/performance-kind.js';
import { isKnownJournal } from '../ledger/known-queries.js';

/** Movements in a customer's cash and unsettled proceeds that have the same date and cause. */
export interface CashFlow {
  readonly customerId: bigint;
  readonly date: BusinessDate;
  readonly currency: string;
  /** The kind of record; for a reversal, the kind of the reversed journal's record. */
  readonly sourceType: string;
  /** The record; for a reversal, the reversed journal's record. */
  readonly sourceId: bigint;
  /** The type of a cash transaction; null for any other record. */
  readonly transType: 'RECEIPT' | 'PAYMENT' | 'TRANSFER' | null;
  /** True if a receipt is income from a corporate action. */
  readonly isCorporateAction: boolean;
  /** True if a transfer or conversion is between accounts of the same customer. */
  readonly isWithin: boolean;
  /** The customer on the other side of a transfer. */
  readonly counterpartyId: bigint | null;
  /** True if the money was incoming; for a reversal, true if the reversed money was incoming. */
  readonly isIncoming: boolean;
  /**
   * The effect of a manual or imported journal line on the customer's return; FLOW for all other
   * lines.
   */
  readonly performanceKind: PerformanceKind;
  /** The amount added to the accounts, in minor units; negative if it was debited. */
  readonly minor: bigint;
  /** The fees included in the flow; negative if they were refunded. */
  readonly feeMinor: bigint;
}

/** The dates after `after`, up to and including `to`. */
interface Span {
  readonly after: BusinessDate;
  readonly to: BusinessDate;
}

/**
 * Selects the movements of customers' cash accounts and unsettled proceeds after a date, up to and
 * including another. Reads the lines between the first and the last version of the dates, and the
 * lines that are not folded yet.
 */
export function cashFlows(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  { after, to }: Span,
): Promise<CashFlow[]> {
  return tx.query(sql`
    with own as (
      select o.id, a.customer_id, a.currency, f.first, f.last, f.folded
      from account a
      cross join lateral (values (a.id), (a.unsettled_account_id)) o (id)
      cross join lateral (
        select coalesce(max(d.last_version), 0) as folded,
          min(d.first_version) filter (where ${after} < d.transaction_date
            and d.transaction_date <= ${to}) as first,
          max(d.last_version) filter (where ${after} < d.transaction_date
            and d.transaction_date <= ${to}) as last
        from account_day d where d.account_id = o.id
      ) f
      where a.customer_id = any(${[...customerIds]}::bigint[])
        and a.acct_type = 'CUSTOMER_CASH' and o.id is not null
    ), moved as (
      select l.journal_id, l.account_id, own.customer_id, own.currency,
        p.kind, -sum(l.amount_minor) as minor
      from own join journal_line l on l.account_id = own.id
        and (l.account_version between own.first and own.last or l.account_version > own.folded)
      left join journal_performance p on p.journal_id = l.journal_id and p.line_no = l.line_no
      group by 1, 2, 3, 4, 5
    )
    select m.customer_id as "customerId", j.transaction_date as date, m.currency,
      s.source_type as "sourceType", s.source_id as "sourceId", t.trans_type as "transType",
      coalesce(t.corp_action, false) as "isCorporateAction",
      coalesce(x.customer_id = m.customer_id, false) as "isWithin",
      x.customer_id as "counterpartyId", s.is_incoming as "isIncoming",
      coalesce(m.kind, 'FLOW') as "performanceKind",
      sum(m.minor)::bigint as minor, sum(f.minor)::bigint as "feeMinor"
    from moved m
    join journal j on j.id = m.journal_id
      and j.transaction_date > ${after} and j.transaction_date <= ${to}
      and ${isKnownJournal(sql`j.id`, knownAt)}
    left join journal o on o.id = j.reversal_of_id
    cross join lateral (
      select coalesce(o.source_type, j.source_type) as source_type,
        coalesce(o.source_id, j.source_id) as source_id,
        (m.minor > 0) = (o.id is null) as is_incoming
    ) s
    left join cash_transaction t on s.source_type = 'CASH_TRANSACTION' and t.id = s.source_id
    left join account x on t.trans_type = 'TRANSFER' and x.id = case t.cash_account_id
      when m.account_id then t.counterparty_account_id else t.cash_account_id end
    cross join lateral (
      select case when t.cash_account_id = m.account_id
        then (t.fee_minor + t.early_withdrawal_minor) * case when o.id is null then 1 else -1 end
        else 0 end as minor
    ) f
    where m.minor <> 0
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`);
}
