// SQL for the open amounts between custodians and the firm: the contract notes that no payment has
// settled.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** Filters for open notes; an undefined member does not restrict the list. */
interface DueFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly custodian: string | undefined;
  /** The last settlement date of the notes to list. */
  readonly until: BusinessDate | undefined;
}

/** An open note of a custodian. */
export interface CustodianDueRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly custodian_name: string;
  readonly custodian_label: string;
  readonly office_name: string;
  readonly order_id: bigint;
  readonly order_name: string;
  readonly customer_name: string;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  readonly currency: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  readonly is_overdue: boolean;
  readonly net_minor: bigint;
  /** The PENDING settlement that contains the note; null if there is none. */
  readonly pending: string | null;
}

const DUE_FROM: Sql = sql`
  from contract_note n
  join trade_order t on t.id = n.order_id
  join custodian k on k.name = t.custodian_name
  join business_office o on o.id = n.office_id`;

function matching({ offices, custodian, until }: DueFilter): Sql {
  return sql`n.custodian_settles and n.settled_at is null and n.reversed_at is null
    and ${inOffices(sql`n.office_id`, offices)}
    and (${custodian ?? null}::text is null or k.name = ${custodian ?? null})
    and (${until ?? null}::date is null or n.settlement_date <= ${until ?? null})`;
}

/** Reads a page of open notes by id, plus one row if there is a next page. */
export function selectDues(
  on: Database | Tx,
  filter: DueFilter,
  page: PageRequest,
): Promise<CustodianDueRow[]> {
  return on.query<CustodianDueRow>(sql`
    select n.id, n.name, n.label, k.name as custodian_name, k.label as custodian_label,
      o.name as office_name, t.id as order_id, t.name as order_name, c.name as customer_name,
      p.name as portfolio_name, s.name as security_name, n.side, n.quantity, n.currency,
      n.trade_date, n.settlement_date, n.net_minor,
      n.settlement_date < (select business_date from business_day) as is_overdue,
      (select min(x.name) from custodian_settlement_note l
        join custodian_settlement x on x.id = l.settlement_id
        where l.contract_note_id = n.id and x.status = 'PENDING') as pending
    ${DUE_FROM}
    join customer c on c.id = n.customer_id
    join portfolio p on p.id = n.portfolio_id
    join security s on s.id = n.security_id
    where ${matching(filter)} and n.id > ${page.after ?? 0n}
    order by n.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the open notes. */
export function countDues(on: Database, filter: DueFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count ${DUE_FROM} where ${matching(filter)}`);
}

/** The sums of one custodian's open notes for one office and currency, in minor units. */
interface CustodianSum {
  readonly custodian_name: string;
  readonly custodian_label: string;
  readonly office_name: string;
  readonly currency: string;
  readonly notes: bigint;
  readonly bought_minor: bigint;
  readonly sold_minor: bigint;
  readonly overdue_minor: bigint;
}

/** Adds up the open notes by custodian, office and currency. */
export function sumDues(on: Database, filter: DueFilter): Promise<CustodianSum[]> {
  return on.query<CustodianSum>(sql`
    select k.name as custodian_name, k.label as custodian_label, o.name as office_name, n.currency,
      count(*) as notes,
      coalesce(sum(n.net_minor) filter (where n.side = 'BUY'), 0)::bigint as bought_minor,
      coalesce(sum(n.net_minor) filter (where n.side = 'SELL'), 0)::bigint as sold_minor,
      coalesce(sum(case n.side when 'BUY' then n.net_minor else -n.net_minor end)
        filter (where n.settlement_date < (select business_date from business_day)), 0)::bigint
        as overdue_minor
    ${DUE_FROM} where ${matching(filter)}
    group by k.name, k.label, o.name, n.currency order by k.name, o.name, n.currency`);
}
