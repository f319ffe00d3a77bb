// SQL for deductions: the tax withheld from income, read from the income records.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/** The records from which tax is withheld. */
export const DEDUCTION_KINDS = [
  ...(['DEPOSIT_INTEREST', 'DEPOSIT_END', 'DISCOUNT', 'FUND_INCOME'] as const),
  ...(['ENTITLEMENT', 'ENTITLEMENT_REVERSAL'] as const),
] as const;

/** Tax withheld from one payment. Amounts are in minor units, and negative for a refund. */
export interface DeductionRow {
  /** The kind and id of the record, such as DISCOUNT-55. */
  readonly name: string;
  readonly kind: (typeof DEDUCTION_KINDS)[number];
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly payer_class: string;
  readonly office_id: bigint;
  readonly paid_on: BusinessDate;
  readonly tax_class: string | null;
  /** The source of the income. */
  readonly source: string;
  /** The party that withheld the tax: the issuer, the fund, or the business office. */
  readonly payer: string;
  readonly currency: string;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly journal_id: bigint | null;
  readonly exemptions: readonly { readonly from: BusinessDate; readonly to: BusinessDate | null }[];
  readonly certificate_id: bigint | null;
  readonly certificate_number: string | null;
}

/** Filters for deductions. */
export interface DeductionFilter {
  readonly customerId?: bigint | undefined;
  readonly offices?: readonly bigint[] | undefined;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
}

interface Conditions {
  /** SQL condition for the customer `c`. */
  readonly customer: Sql;
  /** SQL condition for the payment date. */
  readonly dated: (date: Sql) => Sql;
}

const DEPOSITS = ({ customer, dated }: Conditions): Sql => sql`
  select 'DEPOSIT_INTEREST-' || p.instrument_id || '-' || p.interest_date as name,
    'DEPOSIT_INTEREST' as kind, c.id as customer_id, p.paid_on, v.tax_class, t.name as source,
    o.label as payer, t.currency, p.gross_minor, p.tax_minor, p.journal_id
  from term_interest_payment p
  join term_instrument t on t.id = p.instrument_id
  join term_instrument_type_version v on v.type_id = t.type_id and v.number = t.type_version
  join customer c on c.id = t.customer_id
  join business_office o on o.id = t.office_id
  where p.tax_minor <> 0 and ${dated(sql`p.paid_on`)} and ${customer}
  union all
  select 'DEPOSIT_END-' || t.id, 'DEPOSIT_END', c.id, t.termination_date, v.tax_class, t.name,
    o.label, t.currency, t.paid_gross_minor - t.interest_paid_minor,
    t.paid_tax_minor - t.interest_tax_minor, t.settlement_journal_id
  from term_instrument t
  join term_instrument_type_version v on v.type_id = t.type_id and v.number = t.type_version
  join customer c on c.id = t.customer_id
  join business_office o on o.id = t.office_id
  where t.paid_tax_minor <> t.interest_tax_minor and ${dated(sql`t.termination_date`)}
    and ${customer}`;

const DISCOUNTS = ({ customer, dated }: Conditions): Sql => sql`
  select 'DISCOUNT-' || h.id, 'DISCOUNT', c.id, h.booked_date, t.tax_class, t.name, o.label,
    t.currency, h.earned_minor, h.tax_minor, h.journal_id
  from discounted_change h
  join discounted_instrument t on t.id = h.instrument_id
  join customer c on c.id = t.customer_id
  join business_office o on o.id = t.office_id
  where h.tax_minor <> 0 and ${dated(sql`h.booked_date`)} and ${customer}`;

const FUNDS = ({ customer, dated }: Conditions): Sql => sql`
  select 'FUND_INCOME-' || i.distribution_id || '-' || i.holding_id, 'FUND_INCOME', c.id, i.paid_on,
    f.tax_class, f.name, f.label, f.currency, i.gross_minor, i.tax_minor, i.journal_id
  from fund_income i
  join fund_holding h on h.id = i.holding_id
  join fund f on f.id = h.fund_id
  join customer c on c.id = h.customer_id
  where i.tax_minor <> 0 and ${dated(sql`i.paid_on`)} and ${customer}`;

// A correction contains only the difference from the amount paid earlier, and a reversal contains
// the whole amount, as in the reports of a customer's income. Payments by a registrar that are no
// longer due are left out.
const ENTITLEMENTS = ({ customer, dated }: Conditions): Sql => sql`
  select e.kind || '-' || e.id, e.kind, e.customer_id, e.day, a.tax_class, s.name,
    case a.withheld_by when 'ISSUER' then coalesce(s.issuer, s.label) else o.label end, e.currency,
    e.side * (e.gross_minor - e.principal_minor) - coalesce(b.gross_minor - b.principal_minor, 0),
    e.side * e.withheld_minor - coalesce(b.withheld_minor, 0), e.booking_id
  from (
    select e.*, 'ENTITLEMENT' as kind, e.paid_on as day, 1 as side, e.journal_id as booking_id
    from entitlement e join customer c on c.id = e.customer_id
    where ${dated(sql`e.paid_on`)} and ${customer} and (e.route = 'FIRM' or exists (
      select from entitlement l
      where l.corporate_action_id = e.corporate_action_id and l.portfolio_id = e.portfolio_id
        and l.option_number = e.option_number and l.state in ('DUE', 'PAID')))
    union all
    select e.*, 'ENTITLEMENT_REVERSAL', e.reversed_on, 0, e.reversal_journal_id
    from entitlement e join customer c on c.id = e.customer_id
    where ${dated(sql`e.reversed_on`)} and ${customer}
  ) e
  join corporate_action a on a.id = e.corporate_action_id
  join security s on s.id = a.security_id
  join business_office o on o.id = e.office_id
  left join lateral (
    select l.* from (
      select q.* from entitlement q
      where q.corporate_action_id = e.corporate_action_id and q.portfolio_id = e.portfolio_id
        and q.option_number = e.option_number and q.currency = e.currency
        and (e.side = 0 and q.revision <= e.revision or q.revision < e.revision)
        and (q.paid_on is not null or q.reversed_on is not null)
      order by q.revision desc limit 1
    ) l where l.paid_on is not null and (e.side = 0 or l.reversed_on is null)
  ) b on true
  where e.side * e.withheld_minor <> coalesce(b.withheld_minor, 0)`;

function deductions({ customerId, offices, from, until }: DeductionFilter): Sql {
  const conditions: Conditions = {
    customer: sql`(${customerId ?? null}::bigint is null or c.id = ${customerId ?? null})
      and ${inOffices(sql`c.office_id`, offices)}`,
    dated: (date) => sql`${date} between ${from} and ${until}`,
  };
  return sql`(${DEPOSITS(conditions)} union all ${DISCOUNTS(conditions)}
    union all ${FUNDS(conditions)} union all ${ENTITLEMENTS(conditions)}) d`;
}

const SHOWN: Sql = sql`
  d.*, c.name as customer_name, c.label as customer_label, payer_class_of(c) as payer_class,
  c.office_id, k.certificate_id, k.number as certificate_number,
  (select coalesce(json_agg(json_build_object('from', x.valid_from, 'to', x.valid_to)), '[]')
    from withholding_exemption x
    where x.customer_id = c.id and x.instrument_class = d.tax_class) as exemptions`;

const CERTIFIED: Sql = sql`
  left join lateral (
    select w.id as certificate_id, w.number
    from withholding_certificate_deduction n
    join withholding_certificate w on w.id = n.certificate_id
    where n.deduction_name = d.name and n.in_force
  ) k on true`;

/** Selects deductions by payment date and name, starting after a given one. */
export function selectDeductions(
  on: Database | Tx,
  filter: DeductionFilter,
  page: { readonly start: number; readonly limit: number },
): Promise<DeductionRow[]> {
  return on.query(sql`
    select ${SHOWN} from ${deductions(filter)}
    join customer c on c.id = d.customer_id
    ${CERTIFIED}
    order by d.paid_on, d.name offset ${page.start} limit ${page.limit}`);
}

/** The number of deductions, and their tax with and without a certificate. */
export interface DeductionSum {
  readonly currency: string;
  readonly count: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly certified_minor: bigint;
}

/** Sums deductions by currency. */
export function sumDeductions(on: Database | Tx, filter: DeductionFilter): Promise<DeductionSum[]> {
  return on.query(sql`
    select d.currency, count(*) as count, sum(d.gross_minor)::bigint as gross_minor,
      sum(d.tax_minor)::bigint as tax_minor,
      coalesce(sum(d.tax_minor) filter (where k.certificate_id is not null), 0)::bigint
        as certified_minor
    from ${deductions(filter)} ${CERTIFIED}
    group by d.currency order by d.currency`);
}
