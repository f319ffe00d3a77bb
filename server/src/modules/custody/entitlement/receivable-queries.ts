// SQL for the amounts due to customers from corporate actions on given dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { isKnownJournal, isRecordedBy } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { CUSTODY } from '../limits.js';

// SQL: the date from which a valuation includes an entitlement `e` of an event `a`.
const DUE_DATE: Sql = sql`
  case when a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL')
      then coalesce(e.effective_date, a.payment_date)
    when e.old_units > 0 then e.effective_date else a.ex_date end`;

/** Income or proceeds of a corporate action that have not been paid, in minor units. */
interface IncomeReceivable {
  /** The valuation date, at the end of which the amount is due and unpaid. */
  readonly date: BusinessDate;
  readonly customerId: bigint;
  readonly entitlementId: bigint;
  readonly portfolioId: bigint;
  /** The security of the corporate action. */
  readonly securityId: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /** The amount after tax. */
  readonly minor: bigint;
}

/**
 * Selects the amounts that are due to customers and not paid at the end of each given date. A
 * dividend is due from its ex-date. Income and repayments of bonds are due from the payment date,
 * because a bond is valued with its accrued interest until then. Payments for surrendered units are
 * due from the date on which the units are removed. Units of a reinvested dividend are included
 * from the date on which they are credited. A provisional entitlement is left out. Reads one more
 * row than the limit for each date.
 */
export function incomeReceivablesOn(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  dates: readonly BusinessDate[],
): Promise<IncomeReceivable[]> {
  return tx.query(sql`
    select k.date, e.customer_id as "customerId", e.id as "entitlementId",
      e.portfolio_id as "portfolioId", a.security_id as "securityId", a.name, s.label, e.currency,
      due.minor
    from unnest(${[...dates]}::date[]) as k (date)
    cross join entitlement e
    join corporate_action a on a.id = e.corporate_action_id
    join security s on s.id = a.security_id
    cross join lateral (
      select coalesce(sum(case when r.reversed_on is null then r.paid_minor
        else ${paidByJournals(knownAt)} end), 0)::bigint as minor
      from entitlement r
      where r.corporate_action_id = e.corporate_action_id and r.portfolio_id = e.portfolio_id
        and r.option_number = e.option_number and r.currency = e.currency and r.paid_on <= k.date
        and ${isKnownJournal(sql`r.journal_id`, knownAt)}
    ) paid
    cross join lateral (
      select e.net_minor + e.cash_in_lieu_minor - paid.minor
        - case when e.effective_date <= k.date then e.reinvested_minor else 0 end as minor
    ) due
    where e.customer_id = any(${[...customerIds]}::bigint[])
      and ${isRecordedBy(sql`e.recorded_at`, knownAt)} and ${isDue(knownAt)} and due.minor <> 0
      and (e.route = 'FIRM' or e.paid_on is null or e.paid_on > k.date)
      and ${DUE_DATE} <= k.date
    order by k.date, e.id
    limit ${(CUSTODY.receivablesMax + 1) * dates.length * customerIds.length}`);
}

// SQL: the amount of entitlement `r` that had been paid at the end of `k.date`. `paid_minor` cannot
// be used, because it excludes payments that were reversed later.
function paidByJournals(knownAt: string | undefined): Sql {
  return sql`coalesce((
    select -sum(l.amount_minor) from journal j
    join journal_line l on l.journal_id = j.id
    join account c on c.id = l.account_id and c.customer_id is not null
    where j.source_type = 'ENTITLEMENT' and j.source_id = r.id
      and j.transaction_date <= k.date and ${isKnownJournal(sql`j.id`, knownAt)}), 0)`;
}

// SQL condition: entitlement `e` is due or, if `knownAt` is given, was due at that time.
function isDue(knownAt: string | undefined): Sql {
  if (knownAt === undefined) return sql`e.state in ('DUE', 'PAID')`;
  return sql`case when e.changed_at > ${knownAt}::timestamptz then (
      select c.state from unnest(e.state_times, e.states_before) as c (at, state)
      where c.at > ${knownAt}::timestamptz order by c.at limit 1)
    else e.state end in ('DUE', 'PAID')`;
}

/** Income on a holding that is due on a date, in minor units. */
interface DueIncome {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly portfolioId: bigint;
  /** The security of the corporate action. */
  readonly securityId: bigint;
  readonly incomeMinor: bigint;
  readonly taxMinor: bigint;
}

/**
 * Selects dividends and interest that became due to customers after one date and up to another, in
 * order of the date from which a valuation includes them.
 */
export function dueIncomes(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  { after, to }: { readonly after: BusinessDate; readonly to: BusinessDate },
): Promise<DueIncome[]> {
  return tx.query(sql`
    select due.date, e.currency, e.portfolio_id as "portfolioId", a.security_id as "securityId",
      sum(e.gross_minor - e.principal_minor)::bigint as "incomeMinor",
      sum(e.gross_minor - e.net_minor)::bigint as "taxMinor"
    from entitlement e
    join corporate_action a on a.id = e.corporate_action_id
    cross join lateral (select ${DUE_DATE} as date) due
    where e.customer_id = any(${[...customerIds]}::bigint[]) and ${isDue(knownAt)}
      and ${isRecordedBy(sql`e.recorded_at`, knownAt)}
      and due.date > ${after} and due.date <= ${to}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
}

/** Income that was due to a customer and unpaid at the end of a date, in minor units. */
interface UnpaidIncome {
  /**
   * The payment date, or the day after the valuation date if the payment date is unknown or past.
   */
  readonly paymentDate: BusinessDate;
  readonly isInterest: boolean;
  readonly currency: string;
  readonly grossMinor: bigint;
  readonly taxMinor: bigint;
}

/**
 * Selects a customer's income that a valuation on a date includes as receivable, excluding
 * proceeds. Leaves out income if an earlier revision of it was paid.
 */
export function unpaidIncomes(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<UnpaidIncome[]> {
  return tx.query(sql`
    select greatest(coalesce(e.paid_on, a.payment_date, ${date}::date), ${date}::date + 1)
        as "paymentDate",
      a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL') as "isInterest", e.currency,
      e.gross_minor - e.principal_minor as "grossMinor", e.gross_minor - e.net_minor as "taxMinor"
    from entitlement e join corporate_action a on a.id = e.corporate_action_id
    where e.customer_id = ${customerId} and ${isDue(undefined)}
      and ${DUE_DATE} <= ${date} and e.gross_minor > e.principal_minor
      and not exists (
        select from entitlement r
        where r.corporate_action_id = e.corporate_action_id and r.portfolio_id = e.portfolio_id
          and r.option_number = e.option_number and r.currency = e.currency
          and r.paid_on <= ${date})
    order by 1, e.id limit ${CUSTODY.receivablesMax}`);
}

/** Money that a registrar paid directly to a customer, in minor units. */
interface DirectPayment {
  readonly customerId: bigint;
  readonly date: BusinessDate;
  readonly portfolioId: bigint;
  /** The security of the corporate action. */
  readonly securityId: bigint;
  readonly currency: string;
  readonly minor: bigint;
}

/**
 * Selects the amounts that registrars paid directly to customers after one date and up to another.
 * An amount is due to the customer until it is paid. After that, the money is outside the firm.
 */
export function directPayments(
  tx: Tx,
  { customerIds, knownAt }: Holders,
  { after, to }: { readonly after: BusinessDate; readonly to: BusinessDate },
): Promise<DirectPayment[]> {
  return tx.query(sql`
    select e.customer_id as "customerId", e.paid_on as date, e.portfolio_id as "portfolioId",
      a.security_id as "securityId", e.currency,
      sum(e.net_minor + e.cash_in_lieu_minor - e.reinvested_minor)::bigint as minor
    from entitlement e join corporate_action a on a.id = e.corporate_action_id
    where e.customer_id = any(${[...customerIds]}::bigint[]) and e.route = 'DIRECT'
      and ${isDue(knownAt)}
      and e.paid_on > ${after} and e.paid_on <= ${to}
      and ${isRecordedBy(sql`e.recorded_at`, knownAt)}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
}
