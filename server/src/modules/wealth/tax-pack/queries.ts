// SQL for the content of a tax pack.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A certificate for a deduction of a year. */
export interface CertificateOfYear {
  readonly number: string;
  readonly certificate_date: BusinessDate;
  readonly period_from: BusinessDate;
  readonly period_until: BusinessDate;
  readonly currency: string;
  readonly tax_minor: bigint;
}

/** Selects certificates, sorted by number. */
export function selectCertificates(tx: Tx, ids: readonly bigint[]): Promise<CertificateOfYear[]> {
  return tx.query(sql`
    select number, certificate_date, period_from, period_until, currency, tax_minor
    from withholding_certificate where id = any(${[...ids]}::bigint[]) order by number, id`);
}
