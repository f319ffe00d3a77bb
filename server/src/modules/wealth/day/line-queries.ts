// SQL for the lines of many customers at the end of a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { WealthClass } from '../valuation/line.js';
import type { DayFlow } from './flow.js';
import type { DayBasis, DayLine } from './line.js';
import type { DayPrice } from './price.js';

/**
 * The assets of a batch of customers: the inputs that SQL turns into values, and the lines that
 * were computed in memory.
 */
export interface DayBatch extends DayBasis {
  readonly knownAt: string;
  readonly lines: readonly DayLine[];
  readonly flows: readonly DayFlow[];
}

function priceTable(name: Sql, prices: ReadonlyMap<bigint, DayPrice>): Sql {
  const rows = [...prices];
  const of = <Value>(column: (price: DayPrice) => Value) => rows.map(([, price]) => column(price));
  return sql`${name} as materialized (
    select * from unnest(${rows.map(([id]) => id)}::bigint[],
      ${of(({ price }) => price.toFixed())}::numeric[], ${of(({ date }) => date)}::date[],
      ${of(({ daysOld }) => daysOld)}::integer[],
      ${of(({ staleDays }) => staleDays ?? null)}::integer[],
      ${of(({ currency }) => 10 ** (minorUnits(currency) ?? 2))}::numeric[])
      as p (subject_id, price, price_date, days_old, stale_days, minor_per_unit)
  )`;
}

// The customers, with the age limits for prices from their policies.
function ownTable({ date, holders, policyOf }: DayBatch): Sql {
  const ids = [...holders.customerIds];
  const policies = ids.map((id) => policyOf(id, date));
  return sql`own as materialized (
      select * from unnest(${ids}::bigint[],
        ${policies.map(({ staleAfterDays }) => staleAfterDays.EQUITY)}::integer[],
        ${policies.map(({ unusableAfterDays }) => unusableAfterDays?.EQUITY ?? null)}::integer[],
        ${policies.map(({ unusableAfterDays }) => unusableAfterDays?.FUND ?? null)}::integer[])
        as c (customer_id, share_stale_days, share_days_max, fund_days_max)
    )`;
}

// SQL: the computed lines as a table. Numbers are passed as arrays, one for each column.
function givenTable(lines: readonly DayLine[]): Sql {
  const of = <Value>(column: (line: DayLine) => Value) => lines.map(column);
  return sql`
    select * from unnest(${of(({ customerId }) => customerId)}::bigint[],
      ${of(({ portfolioId }) => portfolioId)}::bigint[],
      ${of(({ currency }) => currency)}::text[], ${of((line) => line.class)}::text[],
      ${of(({ subjectType }) => subjectType)}::text[],
      ${of(({ subjectId }) => subjectId)}::bigint[],
      ${of(({ quantity }) => quantity?.toFixed() ?? null)}::numeric[],
      ${of(({ minor }) => minor ?? null)}::bigint[],
      ${of(({ accruedMinor }) => accruedMinor ?? 0n)}::bigint[],
      ${of(({ unvalued }) => unvalued ?? null)}::text[],
      ${of(({ isStale }) => isStale === true)}::boolean[],
      ${of(({ priceDate }) => priceDate ?? null)}::date[])`;
}

/** The date of holdings, and the time after which records are left out. */
interface HeldOn {
  readonly date: BusinessDate;
  readonly knownAt: string;
  /** SQL condition: movements of the holding were recorded after the cut-off time. */
  readonly isLate: Sql;
}

/**
 * SQL query for the units of the holding `h` at the end of a date. A holding without later
 * movements is read as stored. Others are folded from their movements.
 */
export function heldUnits({ date, knownAt, isLate }: HeldOn): Sql {
  return sql`
      select h.quantity where not (${isLate}) and coalesce(h.moved_on <= ${date}, true)
      union all
      (select f.quantity
        from holding_positions(h.portfolio_id, h.security_id, ${knownAt}::timestamptz) f
        where (${isLate} or h.moved_on > ${date}) and f.effective_date <= ${date}
        order by f.effective_date desc limit 1)`;
}

function shareLines({ date, knownAt }: DayBatch): Sql {
  const isLate = sql`late.security_id is not null`;
  return sql`
    select p.customer_id, p.id as portfolio_id, s.currency, 'EQUITY' as class,
      'SECURITY' as subject_type, s.id as subject_id, held.units::numeric as quantity,
      round(held.units * price.price * price.minor_per_unit)::bigint as minor,
      0::bigint as accrued_minor,
      case when price.price is null then 'PRICE_MISSING' end as unvalued,
      coalesce(price.days_old > own.share_stale_days, false) as is_stale, price.price_date
    from own
    join portfolio p on p.customer_id = own.customer_id
    join holding h on h.portfolio_id = p.id
    join security s on s.id = h.security_id and not is_bond(s.security_type)
    left join late on late.portfolio_id = h.portfolio_id and late.security_id = h.security_id
    cross join lateral (${heldUnits({ date, knownAt, isLate })}) held (units)
    left join security_known price on price.subject_id = s.id
      and (own.share_days_max is null or price.days_old <= own.share_days_max)
    where held.units <> 0`;
}

function fundLines({ date, knownAt }: DayBatch): Sql {
  return sql`
    select h.customer_id, coalesce(p.id, 0), f.currency, 'FUND', 'FUND', f.id, held.units,
      round(held.units * price.price * price.minor_per_unit)::bigint, 0,
      case when price.price is null then 'NAV_MISSING' end,
      coalesce(price.days_old > price.stale_days, false), price.price_date
    from own
    join fund_holding h on h.customer_id = own.customer_id
    join fund f on f.id = h.fund_id
    left join portfolio p on p.name = h.portfolio_name and p.customer_id = h.customer_id
    cross join lateral (
      select coalesce(sum(u.units), 0) as units from fund_unit_movement u
      where u.holding_id = h.id and u.moved_on <= ${date}
        and u.recorded_at <= ${knownAt}::timestamptz
    ) held
    left join fund_known price on price.subject_id = f.id
      and (own.fund_days_max is null or price.days_old <= own.fund_days_max)
    where held.units <> 0`;
}

// The current balance, less lines for later dates and lines that were not known yet. Balances are
// folded by day. Journals that are not folded yet, or were not known, are read one by one.
function cashLines({ date }: DayBatch): Sql {
  return sql`
    select a.customer_id, 0, a.currency, o.class, 'ACCOUNT', a.id, null,
      (b.balance_minor - coalesce(later.minor, 0) - coalesce(tail.minor, 0))::bigint, 0, null,
      false, null
    from own
    join account a on a.customer_id = own.customer_id and a.acct_type = 'CUSTOMER_CASH'
    cross join lateral (
      values (a.id, 'CASH'), (a.unsettled_account_id, 'RECEIVABLE')) o (id, class)
    join account_balance b on b.account_id = o.id
    cross join lateral (
      select sum(d.credit_minor - d.debit_minor) as minor from account_day d
      where d.account_id = o.id and d.transaction_date > ${date}
    ) later
    left join tail on tail.account_id = o.id
    where b.balance_minor - coalesce(later.minor, 0) - coalesce(tail.minor, 0) <> 0`;
}

/** Returns common table expressions. The table `line` contains every line of the batch. */
export function linesOf(batch: DayBatch): Sql {
  const { date, knownAt, prices, lines } = batch;
  return sql`
    ${ownTable(batch)}, ${priceTable(sql`security_known`, prices.securities)},
    ${priceTable(sql`fund_known`, prices.funds)},
    late as materialized (
      select distinct portfolio_id, security_id from holding_movement
      where recorded_at > ${knownAt}::timestamptz
    ), mark as materialized (
      select f.folded_journal_id as folded, known_journal(${knownAt}::timestamptz) as known
      from ledger_fold_state f
    ), tail as materialized (
      select l.account_id, -sum(l.amount_minor) as minor
      from mark
      join journal j on j.id > least(mark.folded, mark.known)
        and (j.id > mark.folded and j.transaction_date > ${date}
          or j.id > mark.known and j.transaction_date <= ${date})
      join journal_line l on l.journal_id = j.id
      group by l.account_id
    ), line as materialized (
      ${shareLines(batch)} union all ${fundLines(batch)} union all ${cashLines(batch)}
      union all ${givenTable(lines)}
    )`;
}

/** A line with sums computed by the database. */
interface StoredLine {
  readonly customer_id: bigint;
  readonly portfolio_id: bigint;
  readonly currency: string;
  readonly class: WealthClass;
  readonly subject_type: string;
  readonly subject_id: bigint;
  readonly quantity: Decimal | null;
  readonly minor: bigint | null;
  readonly accrued_minor: bigint;
  readonly unvalued: string | null;
  readonly is_stale: boolean;
}

/** Selects the lines of a batch, by customer, portfolio, class and subject. */
export function selectLines(tx: Tx, batch: DayBatch): Promise<StoredLine[]> {
  return tx.query(sql`
    with ${linesOf(batch)}
    select customer_id, portfolio_id, currency, class, subject_type, subject_id, quantity, minor,
      accrued_minor, unvalued, is_stale
    from line order by customer_id, portfolio_id, class, subject_type, subject_id`);
}
