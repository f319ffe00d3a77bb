// SQL for withholding tax: dated rules, and customers' exemptions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { WITHHOLDING } from '../limits.js';

export interface WithholdingRuleRow {
  readonly id: bigint;
  readonly tax_code: string;
  readonly instrument_class: string;
  readonly payer_class: string | null;
  readonly percent: Decimal;
  readonly is_final: boolean;
  readonly valid_from: BusinessDate | null;
  readonly valid_to: BusinessDate | null;
}

/** Selects the rules of all classes. There are few, so every request can read them all. */
export function selectWithholdingRules(on: Database | Tx): Promise<WithholdingRuleRow[]> {
  return on.query(sql`select * from withholding_rule order by id`);
}

/** Selects the rules of one class. */
export function selectRulesOf(
  on: Database | Tx,
  instrumentClass: string,
): Promise<WithholdingRuleRow[]> {
  return on.query(sql`
    select * from withholding_rule where instrument_class = ${instrumentClass}
    order by id limit ${WITHHOLDING.rulesPerClassMax}`);
}

const ofClass = (instrumentClass: string | undefined): Sql =>
  sql`(${instrumentClass ?? null}::text is null or instrument_class = ${instrumentClass ?? null})`;

export function selectRulePage(
  on: Database,
  instrumentClass: string | undefined,
  page: PageRequest,
): Promise<WithholdingRuleRow[]> {
  return on.query(sql`
    select * from withholding_rule
    where ${ofClass(instrumentClass)} and (${page.after}::bigint is null or id > ${page.after})
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countRules(on: Database, instrumentClass: string | undefined): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from withholding_rule where ${ofClass(instrumentClass)}`,
  );
}

/** Replaces the rules of a class. */
export async function replaceRules(
  tx: Tx,
  instrumentClass: string,
  rows: readonly Omit<WithholdingRuleRow, 'id'>[],
): Promise<void> {
  await tx.query(sql`delete from withholding_rule where instrument_class = ${instrumentClass}`);
  await tx.query(sql`
    insert into withholding_rule (tax_code, instrument_class, payer_class, percent, is_final,
      valid_from, valid_to)
    select r.tax_code, r.instrument_class, r.payer_class, r.percent, r.is_final, r.valid_from,
      r.valid_to
    from jsonb_populate_recordset(null::withholding_rule, ${toJson(rows)}::jsonb)
      with ordinality r
    order by r.ordinality`);
}

/**
 * Returns a column with the periods in which a customer is exempt from a tax class, as `{from, to}`
 * objects.
 */
export function exemptionsOf(customerId: Sql, taxClass: Sql): Sql {
  return sql`(select coalesce(json_agg(json_build_object('from', e.valid_from, 'to', e.valid_to)),
      '[]')
    from withholding_exemption e
    where e.customer_id = ${customerId} and e.instrument_class = ${taxClass})`;
}

export interface ExemptionRow {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly instrument_class: string;
  readonly certificate: string;
  readonly valid_from: BusinessDate;
  readonly valid_to: BusinessDate | null;
}

/** Selects one customer's exemptions. */
export function selectExemptions(on: Database | Tx, customerId: bigint): Promise<ExemptionRow[]> {
  return on.query(sql`
    select e.*, c.name as customer_name
    from withholding_exemption e join customer c on c.id = e.customer_id
    where e.customer_id = ${customerId}
    order by e.id limit ${WITHHOLDING.exemptionsPerCustomerMax}`);
}

interface ExemptionFilter {
  readonly customerId: bigint | undefined;
  readonly offices: readonly bigint[] | undefined;
}

function exemptionsIn({ customerId, offices }: ExemptionFilter): Sql {
  return sql`withholding_exemption e join customer c on c.id = e.customer_id
    where (${customerId ?? null}::bigint is null or e.customer_id = ${customerId ?? null})
      and ${inOffices(sql`c.office_id`, offices)}`;
}

export function selectExemptionPage(
  on: Database,
  filter: ExemptionFilter,
  page: PageRequest,
): Promise<ExemptionRow[]> {
  return on.query(sql`
    select e.*, c.name as customer_name from ${exemptionsIn(filter)}
      and (${page.after}::bigint is null or e.id > ${page.after})
    order by e.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countExemptions(on: Database, filter: ExemptionFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from ${exemptionsIn(filter)}`);
}

/** Replaces a customer's exemptions. */
export async function replaceExemptions(
  tx: Tx,
  customerId: bigint,
  rows: readonly Pick<
    ExemptionRow,
    'instrument_class' | 'certificate' | 'valid_from' | 'valid_to'
  >[],
): Promise<void> {
  await tx.query(sql`delete from withholding_exemption where customer_id = ${customerId}`);
  await tx.query(sql`
    insert into withholding_exemption (customer_id, instrument_class, certificate, valid_from,
      valid_to)
    select ${customerId}, r.instrument_class, r.certificate, r.valid_from, r.valid_to
    from jsonb_populate_recordset(null::withholding_exemption, ${toJson(rows)}::jsonb)
      with ordinality r
    order by r.ordinality`);
}

/** Returns the id of the customer with this code. */
export async function selectCustomerNamed(
  on: Database | Tx,
  name: string,
): Promise<{ readonly id: bigint } | undefined> {
  const [row] = await on.query<{ id: bigint }>(sql`select id from customer where name = ${name}`);
  return row;
}

/** The inputs for the tax on a customer's income, for one tax class. */
interface TaxedRow {
  readonly customer_id: bigint;
  readonly tax_class: string;
  readonly payer_class: string;
  readonly tax_exemptions: readonly {
    readonly from: BusinessDate;
    readonly to: BusinessDate | null;
  }[];
}

/** Selects the inputs for the tax on customers' income, for the given classes. */
export function selectTaxed(
  on: Database | Tx,
  customerIds: readonly bigint[],
  taxClasses: readonly string[],
): Promise<TaxedRow[]> {
  return on.query(sql`
    select c.id as customer_id, k.tax_class, payer_class_of(c) as payer_class,
      ${exemptionsOf(sql`c.id`, sql`k.tax_class`)} as tax_exemptions
    from customer c cross join unnest(${[...new Set(taxClasses)]}::text[]) as k (tax_class)
    where c.id = any(${[...customerIds]}::bigint[])`);
}
