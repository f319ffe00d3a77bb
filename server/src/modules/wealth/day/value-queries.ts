// SQL that stores the assets of many customers at the end of a date if they differ from the
// previous row.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { WEALTH_CLASSES, type WealthClass } from '../valuation/line.js';
import type { DayFlow } from './flow.js';
import { type DayBatch, linesOf } from './line-queries.js';

/**
 * Returns the first day of a date's month, where the search for the row in force on the date
 * starts.
 */
export function monthOf(date: BusinessDate): BusinessDate {
  return businessDate(`${date.slice(0, 7)}-01`);
}

const CLASS_COLUMNS: Readonly<Record<WealthClass, Sql>> = {
  EQUITY: sql`equity_minor`,
  BOND: sql`bond_minor`,
  DEPOSIT: sql`deposit_minor`,
  PAPER: sql`paper_minor`,
  BILL: sql`bill_minor`,
  FUND: sql`fund_minor`,
  CASH: sql`cash_minor`,
  RECEIVABLE: sql`receivable_minor`,
  PAYABLE: sql`payable_minor`,
  LOAN: sql`loan_minor`,
};

const CLASS_SUMS: Sql = joinSql(
  WEALTH_CLASSES.map(
    (name) =>
      sql`coalesce(sum(minor) filter (where class = ${name}), 0)::bigint as ${CLASS_COLUMNS[name]}`,
  ),
  ', ',
);

/** The columns that contain the value of each class. */
const CLASS_VALUES: Sql = joinSql(Object.values(CLASS_COLUMNS), ', ');

// The columns that are compared with the previous row: values and their completeness.
const FIGURES: Sql = sql`${CLASS_VALUES}, unsettled_minor, accrued_minor, lines, unvalued_lines,
  unvalued, stale_lines, oldest_price_date`;
const FLOWS: Sql = sql`paid_in_minor, paid_out_minor, fee_minor, kind_in_minor`;

function flowTable(flows: readonly DayFlow[]): Sql {
  const of = <Value>(column: (flow: DayFlow) => Value) => flows.map(column);
  return sql`
    select customer_id, portfolio_id, currency, sum(paid_in)::bigint as paid_in_minor,
      sum(paid_out)::bigint as paid_out_minor, sum(fee)::bigint as fee_minor,
      sum(kind_in)::bigint as kind_in_minor
    from unnest(${of(({ customerId }) => customerId)}::bigint[],
      ${of(({ portfolioId }) => portfolioId)}::bigint[],
      ${of(({ currency }) => currency)}::text[], ${of(({ inMinor }) => inMinor)}::bigint[],
      ${of(({ outMinor }) => outMinor)}::bigint[], ${of(({ feeMinor }) => feeMinor)}::bigint[],
      ${of(({ kindMinor }) => kindMinor)}::bigint[])
      as f (customer_id, portfolio_id, currency, paid_in, paid_out, fee, kind_in)
    group by customer_id, portfolio_id, currency`;
}

/** A customer with rows stored by a batch. */
export interface ChangedCustomer {
  readonly customer_id: bigint;
  readonly changed_rows: bigint;
}

/**
 * Stores the rows of a batch that differ from the latest rows of the month. Returns the customers
 * with changed rows.
 */
export function storeDay(
  tx: Tx,
  batch: DayBatch,
  reasons: ReadonlyMap<bigint, string>,
): Promise<ChangedCustomer[]> {
  const { date, knownAt, flows } = batch;
  const given = [...reasons];
  return tx.query(sql`
    with ${linesOf(batch)},
    present as (
      select customer_id, portfolio_id, currency, ${CLASS_SUMS},
        coalesce(sum(minor) filter (where class = 'RECEIVABLE' and subject_type = 'ACCOUNT'),
          0)::bigint as unsettled_minor,
        sum(accrued_minor)::bigint as accrued_minor, count(*)::integer as lines,
        count(unvalued)::integer as unvalued_lines, min(unvalued) as unvalued,
        (count(*) filter (where is_stale and minor is not null))::integer as stale_lines,
        min(price_date) as oldest_price_date
      from line group by customer_id, portfolio_id, currency
    ), flow as (${flowTable(flows)}),
    before as materialized (
      select distinct on (w.customer_id, w.portfolio_id, w.currency) w.*
      from own join wealth_day w on w.customer_id = own.customer_id
      where w.value_date between ${monthOf(date)} and ${date}
      order by w.customer_id, w.portfolio_id, w.currency, w.value_date desc, w.version_no desc
    ), keyed as (
      select customer_id, portfolio_id, currency from present
      union select customer_id, portfolio_id, currency from flow
      union select customer_id, portfolio_id, currency from before
    ), fresh as (
      select k.customer_id, k.portfolio_id, k.currency, ${freshFigures()}, ${freshFlows()},
        b.version_no as last_version, b.value_date as last_date
      from keyed k
      left join present p using (customer_id, portfolio_id, currency)
      left join flow f using (customer_id, portfolio_id, currency)
      left join before b using (customer_id, portfolio_id, currency)
    ), differing as (
      select fresh.* from fresh
      left join before b using (customer_id, portfolio_id, currency)
      where ${differs(date)}
    ), stored as (
      insert into wealth_day (customer_id, portfolio_id, currency, value_date, version_no,
        ${FIGURES}, ${FLOWS}, known_at, reason)
      select customer_id, portfolio_id, currency, ${date},
        case when last_date = ${date} then last_version + 1 else 1 end, ${FIGURES}, ${FLOWS},
        ${knownAt}::timestamptz, coalesce(r.reason, 'CLOSE')
      from differing
      left join unnest(${given.map(([id]) => id)}::bigint[],
        ${given.map(([, reason]) => reason)}::text[]) as r (customer_id, reason)
        using (customer_id)
      order by customer_id, portfolio_id, currency
      returning customer_id
    )
    select customer_id, count(*) as changed_rows from stored group by customer_id`);
}

const NUMBERS: readonly Sql[] = [
  ...Object.values(CLASS_COLUMNS),
  sql`unsettled_minor`,
  sql`accrued_minor`,
  sql`lines`,
  sql`unvalued_lines`,
  sql`stale_lines`,
];
const FLOW_COLUMNS: readonly Sql[] = [
  sql`paid_in_minor`,
  sql`paid_out_minor`,
  sql`fee_minor`,
  sql`kind_in_minor`,
];

// Assets that no longer exist are stored as zero.
function freshFigures(): Sql {
  const numbers = NUMBERS.map((column) => sql`coalesce(p.${column}, 0) as ${column}`);
  return joinSql([...numbers, sql`p.unvalued, p.oldest_price_date`], ', ');
}

function freshFlows(): Sql {
  return joinSql(
    FLOW_COLUMNS.map((column) => sql`coalesce(f.${column}, 0) as ${column}`),
    ', ',
  );
}

// The flows of an earlier row belong to that row's own date, so they are compared as zero.
function differs(date: BusinessDate): Sql {
  const own = (columns: readonly Sql[]) => columns.map((column) => sql`fresh.${column}`);
  const old = NUMBERS.map((column) => sql`coalesce(b.${column}, 0)`);
  const oldFlows = FLOW_COLUMNS.map(
    (column) => sql`case when b.value_date = ${date} then b.${column} else 0 end`,
  );
  return sql`
    (${joinSql([...own(NUMBERS), ...own(FLOW_COLUMNS)], ', ')}, fresh.unvalued,
      fresh.oldest_price_date)
    is distinct from
    (${joinSql([...old, ...oldFlows], ', ')}, b.unvalued, b.oldest_price_date)`;
}
