// SQL for agents' shares and earnings.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** Reads an agent's share on a trade date, in percent; undefined before the first share. */
export async function selectShare(
  tx: Tx,
  name: string,
  date: BusinessDate,
): Promise<Decimal | undefined> {
  const [row] = await tx.query<{ percent: Decimal }>(sql`
    select s.percent from agent_share s join agent a on a.id = s.agent_id
    where a.name = ${name} and s.valid_from <= ${date}
    order by s.valid_from desc limit 1`);
  return row?.percent;
}

/** Filters for earnings: the agent, and the range of booking dates. */
export interface EarningFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly agentName: string | undefined;
  readonly sd: BusinessDate | undefined;
  readonly ed: BusinessDate | undefined;
}

/** An agent's earnings from a note, or, with a negative amount, their reversal. */
export interface EarningRow {
  readonly id: bigint;
  readonly journal_id: bigint;
  readonly booked_on: BusinessDate;
  readonly agent_name: string;
  readonly agent_label: string;
  readonly agent_percent: Decimal;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly note_name: string;
  readonly order_id: bigint;
  readonly order_name: string;
  readonly customer_name: string;
  readonly trade_date: BusinessDate;
}

// Each note yields one earning. A reversed note yields a second earning with the opposite amount.
function earningsOf(filter: EarningFilter): Sql {
  const conditions = [
    sql`n.agent_name is not null`,
    inOffices(sql`n.office_id`, filter.offices),
    ...(filter.agentName === undefined ? [] : [sql`n.agent_name = ${filter.agentName}`]),
  ];
  const dates = [
    sql`true`,
    ...(filter.sd === undefined ? [] : [sql`j.transaction_date >= ${filter.sd}`]),
    ...(filter.ed === undefined ? [] : [sql`j.transaction_date <= ${filter.ed}`]),
  ];
  return sql`
    select n.id, j.id as journal_id, j.transaction_date as booked_on, n.agent_name,
      a.label as agent_label, n.agent_percent, e.sign * n.agent_minor as amount_minor, n.currency,
      n.name as note_name, n.order_id, t.name as order_name, c.name as customer_name, n.trade_date
    from contract_note n
    cross join lateral (values (n.journal_id, 1), (n.reversal_journal_id, -1)) e (journal_id, sign)
    join journal j on j.id = e.journal_id
    join agent a on a.name = n.agent_name
    join trade_order t on t.id = n.order_id
    join customer c on c.id = n.customer_id
    where ${joinSql(conditions, ' and ')} and ${joinSql(dates, ' and ')}`;
}

/** Reads a page of earnings by journal, plus one row if there is a next page. */
export function selectEarnings(
  db: Database,
  filter: EarningFilter,
  page: PageRequest,
): Promise<EarningRow[]> {
  return db.query<EarningRow>(sql`
    select * from (${earningsOf(filter)}) x where x.journal_id > ${page.after ?? 0n}
    order by x.journal_id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the earnings. */
export function countEarnings(db: Database, filter: EarningFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from (${earningsOf(filter)}) x`);
}

/** The sum of an agent's earnings in one currency. */
interface EarningSum {
  readonly agent_name: string;
  readonly currency: string;
  readonly earned_minor: bigint;
  readonly reversed_minor: bigint;
}

/** The total paid to an agent through cash transactions, before tax, in one currency. */
interface PaidSum {
  readonly agent_name: string;
  readonly currency: string;
  readonly paid_minor: bigint;
}

/** Sums the posted payments to agents, by agent and currency. */
export function sumPaid(db: Database, filter: EarningFilter): Promise<PaidSum[]> {
  const { offices, agentName, sd, ed } = filter;
  return db.query<PaidSum>(sql`
    select t.agent_name, t.currency, sum(t.amount_minor)::bigint as paid_minor
    from cash_transaction t join journal j on j.id = t.journal_id
    where t.state = 'POSTED' and t.agent_name is not null
      and ${inOffices(sql`t.office_id`, offices)}
      and (${agentName ?? null}::text is null or t.agent_name = ${agentName ?? null})
      and (${sd ?? null}::date is null or j.transaction_date >= ${sd ?? null})
      and (${ed ?? null}::date is null or j.transaction_date <= ${ed ?? null})
    group by t.agent_name, t.currency order by t.agent_name, t.currency`);
}

/** Sums the earnings by agent and currency. */
export function sumEarnings(db: Database, filter: EarningFilter): Promise<EarningSum[]> {
  return db.query<EarningSum>(sql`
    select agent_name, currency,
      coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as earned_minor,
      coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::bigint as reversed_minor
    from (${earningsOf(filter)}) x group by agent_name, currency order by agent_name, currency`);
}
