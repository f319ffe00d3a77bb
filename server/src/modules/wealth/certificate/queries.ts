// SQL for withholding tax certificates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Stamped } from '../../../platform/http/reply/stamp.js';
import { toJson } from '../../../platform/json/json.js';

export const CERTIFICATE_STATES = ['RECORDED', 'UNDONE'] as const;

/** A certificate as stored. */
export interface CertificateRow extends Stamped {
  readonly id: bigint;
  readonly name: string;
  readonly number: string;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly certificate_date: BusinessDate;
  readonly period_from: BusinessDate;
  readonly period_until: BusinessDate;
  readonly currency: string;
  readonly tax_minor: bigint;
  readonly state: (typeof CERTIFICATE_STATES)[number];
  readonly undo_reason: string | null;
  readonly version: bigint;
}

/** A certificate with its customer and its deductions. */
export interface ShownCertificate extends CertificateRow {
  readonly customer_name: string;
  readonly customer_label: string;
  readonly deductions: readonly { readonly name: string; readonly tax: bigint | number }[];
}

/** A certificate's customer. */
export interface CertifiedCustomer {
  readonly id: bigint;
  readonly office_id: bigint;
  readonly currency: string;
}

/** Locks a customer by id or code, so that only one certificate is recorded for them at a time. */
export async function lockCustomer(
  tx: Tx,
  by: { readonly id: bigint } | { readonly name: string },
): Promise<CertifiedCustomer | undefined> {
  const [row] = await tx.query<CertifiedCustomer>(sql`
    select c.id, c.office_id, o.currency
    from customer c join business_office o on o.id = c.office_id
    where ${'id' in by ? sql`c.id = ${by.id}` : sql`c.name = ${by.name}`}
    for no key update of c`);
  return row;
}

/**
 * Locks customers by code, in the order of their ids, before recording certificates for several of
 * them.
 */
export async function lockNamedCustomers(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.query(sql`
    select from customer where name = any(${[...names]}::text[]) order by id for no key update`);
}

/** Inserts a certificate. Returns false if a certificate with its number is already in force. */
export async function insertCertificate(tx: Tx, row: CertificateRow): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into withholding_certificate (id, name, number, office_id, customer_id,
      certificate_date, period_from, period_until, currency, tax_minor, state, version, created_by,
      created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.number}, ${row.office_id}, ${row.customer_id},
      ${row.certificate_date}, ${row.period_from}, ${row.period_until}, ${row.currency},
      ${row.tax_minor}, ${row.state}, ${row.version}, ${row.created_by}, ${row.created_at},
      ${row.modified_by}, ${row.modified_at})
    on conflict (upper(number)) where state = 'RECORDED' do nothing
    returning id`);
  return rows.length === 1;
}

/** Stores the deductions on a certificate. */
export async function insertDeductions(
  tx: Tx,
  certificateId: bigint,
  deductions: readonly { readonly name: string; readonly tax_minor: bigint }[],
): Promise<void> {
  const given = toJson(deductions.map(({ name, tax_minor }) => ({ name, tax_minor })));
  await tx.query(sql`
    insert into withholding_certificate_deduction (certificate_id, deduction_name, tax_minor,
      in_force)
    select ${certificateId}, r.name, r.tax_minor, true
    from jsonb_to_recordset(${given}::jsonb) as r (name text, tax_minor bigint)`);
}

export async function lockCertificate(tx: Tx, id: bigint): Promise<CertificateRow | undefined> {
  const [row] = await tx.query<CertificateRow>(
    sql`select * from withholding_certificate where id = ${id} for update`,
  );
  return row;
}

/** Marks a certificate as undone, so that its deductions can be on another one. */
export async function undoCertificateRow(tx: Tx, row: CertificateRow): Promise<void> {
  await tx.query(sql`
    update withholding_certificate set state = ${row.state}, undo_reason = ${row.undo_reason},
      version = ${row.version}, modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
  await tx.query(sql`
    update withholding_certificate_deduction set in_force = false
    where certificate_id = ${row.id}`);
}

const SHOWN: Sql = sql`
  select w.*, c.name as customer_name, c.label as customer_label,
    (select json_agg(json_build_object('name', d.deduction_name, 'tax', d.tax_minor)
        order by d.deduction_name)
      from withholding_certificate_deduction d where d.certificate_id = w.id) as deductions
  from withholding_certificate w join customer c on c.id = w.customer_id`;

export async function selectCertificate(
  on: Database | Tx,
  id: bigint,
): Promise<ShownCertificate | undefined> {
  const [row] = await on.query<ShownCertificate>(sql`${SHOWN} where w.id = ${id}`);
  return row;
}

/** Selects the certificate in force with a number. */
export async function selectNumber(tx: Tx, number: string): Promise<CertificateRow | undefined> {
  const [row] = await tx.query<CertificateRow>(sql`
    select * from withholding_certificate
    where upper(number) = upper(${number}) and state = 'RECORDED'`);
  return row;
}

/** Filters for listing certificates. */
export interface CertificateFilter {
  readonly customerId: bigint | undefined;
  readonly state: CertificateRow['state'] | undefined;
  readonly offices: readonly bigint[] | undefined;
}

function matching({ customerId, state, offices }: CertificateFilter): Sql {
  return sql`(${customerId ?? null}::bigint is null or w.customer_id = ${customerId ?? null})
    and (${state ?? null}::text is null or w.state = ${state ?? null})
    and ${inOffices(sql`w.office_id`, offices)}`;
}

/** Reads a page of certificates, newest first, plus one row if there is a next page. */
export function selectCertificatePage(
  on: Database | Tx,
  filter: CertificateFilter,
  page: PageRequest,
): Promise<ShownCertificate[]> {
  return on.query(sql`
    ${SHOWN} where ${matching(filter)} and (${page.after}::bigint is null or w.id < ${page.after})
    order by w.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countCertificates(on: Database | Tx, filter: CertificateFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from withholding_certificate w where ${matching(filter)}`,
  );
}
