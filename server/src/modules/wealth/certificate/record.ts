// Reads and lists withholding tax certificates as API records.

import { type Call, seesOffice } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { ListCall } from '../list-file.js';
import {
  type CertificateFilter,
  countCertificates,
  type ShownCertificate,
  selectCertificate,
  selectCertificatePage,
} from './queries.js';

/** Returns a certificate with its deductions. */
export function certificateRecord(row: ShownCertificate): object {
  return {
    id: row.id,
    name: row.id < 0n ? undefined : row.name,
    number: row.number,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    certificateDate: row.certificate_date,
    periodFrom: row.period_from,
    periodUntil: row.period_until,
    currency: row.currency,
    amount: minorToDecimal(row.tax_minor, row.currency),
    state: row.state,
    undoReason: row.undo_reason ?? undefined,
    deductions: row.deductions.map(({ name, tax }) => ({
      name,
      tax: minorToDecimal(BigInt(tax), row.currency),
    })),
    ...shownStamp(row),
  };
}

/** Returns one certificate, or refuses with DOCUMENT_NOT_FOUND. */
export async function readCertificate(call: Call, id: bigint): Promise<object> {
  const row = await selectCertificate(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(certificateRecord(row), row.version);
}

/** Lists certificates, newest first. */
export async function listCertificates(
  call: ListCall,
  { customerId, state }: Omit<CertificateFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { customerId, state, offices: call.principal.offices };
  const found = await selectCertificatePage(call.db, filter, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const count = await countCertificates(call.db, filter);
  return { count, result: rows.map(certificateRecord), nextAfter };
}
