// Imports certificates. Each row gets a verdict, and each certificate is created once.

import type { Work } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import {
  columnsNotRead,
  fileGiven,
  type GivenRows,
} from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { type CertificateDraft, recordCertificate } from '../certificate/certificate.js';
import { certificateEvent } from '../certificate/event.js';
import {
  lockNamedCustomers,
  type ShownCertificate,
  selectCertificate,
  selectNumber,
} from '../certificate/queries.js';
import { CERTIFICATE_TABLE, type CertificateCells, type CertificateColumn } from './column.js';
import { type ImportedCertificate, insertCertificateImport } from './queries.js';
import { changedImport } from './record.js';
import { draftOf, type RowError, refusedBy } from './row.js';

/** A file or its rows, and the name of the import. */
interface CertificateImport extends GivenRows<CertificateCells> {
  readonly label?: string | undefined;
}

/**
 * Imports certificates. Every row gets a verdict, and a refused row does not stop the others.
 * Sending identical rows again changes nothing. The reply contains a warning about ignored columns.
 * A dry run serves as a preview.
 */
export async function importCertificates(work: Work, request: CertificateImport): Promise<Outcome> {
  const file = await fileGiven(request, CERTIFICATE_TABLE);
  const { headers, reading, rows } = file;
  const names = rows.map(({ customerName = '' }) => customerName.trim());
  await lockNamedCustomers(work.tx, [...new Set(names)]);
  const judged: ImportedCertificate[] = [];
  // Rows are recorded one after another, because a certificate uses up deductions that the next row
  // might refer to.
  for (const index of rows.keys()) judged.push(await judgeRow(work, file, index));
  const id = await work.context.ids.next(work.tx, 'certificate_import_id');
  const by = work.principal.name;
  const stamp = { created_by: by, created_at: work.now, modified_by: by, modified_at: work.now };
  await insertCertificateImport(
    work.tx,
    {
      ...{ id, state: 'IMPORTED', label: request.label ?? 'Import', version: 1n, ...stamp },
      office_ids: work.principal.offices ?? null,
      columns: columnsRead(headers),
    },
    judged,
  );
  const certificates = judged.filter(({ verdict }) => verdict === 'IMPORTED').length;
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...(await changedImport(work, id, { done: 'created', certificates })),
    created: true,
    location: `wealth/withholding-certificate/import/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

type CertificateFile = Pick<RowFile<CertificateColumn>, 'headers' | 'rows' | 'faults'>;

async function judgeRow(
  work: Work,
  { headers, rows, faults }: CertificateFile,
  index: number,
): Promise<ImportedCertificate> {
  const cells = rows[index] ?? {};
  const fault = faults[index];
  const of = { row_no: index + 1, cells };
  if (fault !== undefined) return { ...of, ...refused(fault) };
  const draft = draftOf(cells);
  const outcome = 'code' in draft ? draft : await recorded(work, draft);
  if (!('code' in outcome)) return { ...of, ...outcome, code: null, detail: null };
  const { code, column, reason } = outcome;
  const header = headers.find((each) => each.column === column)?.header ?? column;
  const place = { row: index + 1, fileRow: undefined, header, cell: cells[column] ?? '' };
  return { ...of, ...refused({ ...place, code, reason }) };
}

type Refused = Pick<CellFault, 'row' | 'fileRow' | 'header' | 'cell' | 'reason'> & {
  readonly code: string;
};

function refused({ code, ...place }: Refused) {
  const detail = describeFault(place);
  return { verdict: 'REFUSED', code, detail, certificate_id: null } as const;
}

type Recorded = Pick<ImportedCertificate, 'verdict' | 'certificate_id'>;

// A refused row writes nothing, so the import can continue with the next row.
async function recorded(work: Work, draft: CertificateDraft): Promise<Recorded | RowError> {
  const same = await sameCertificate(work, draft);
  if (same !== undefined) return { verdict: 'UNCHANGED', certificate_id: same };
  try {
    const id = await recordCertificate(work, draft);
    const row = await selectCertificate(work.tx, id);
    if (row !== undefined) work.events.push(certificateEvent('recorded', row));
    return { verdict: 'IMPORTED', certificate_id: id };
  } catch (error) {
    if (error instanceof Problem && error.kind.status < SERVER_ERROR) return refusedBy(error);
    throw error;
  }
}

const SERVER_ERROR = 500;

async function sameCertificate(work: Work, draft: CertificateDraft): Promise<bigint | undefined> {
  const found = await selectNumber(work.tx, draft.number);
  const row = found && (await selectCertificate(work.tx, found.id));
  if (row === undefined || !seesOffice(work.principal, row.office_id)) return undefined;
  return isSame(row, draft) ? row.id : undefined;
}

function isSame(row: ShownCertificate, draft: CertificateDraft): boolean {
  const { currency = row.currency, deductions } = draft;
  const names = row.deductions.map(({ name }) => name);
  return (
    row.customer_name === draft.customerName &&
    row.certificate_date === draft.certificateDate &&
    row.period_from === draft.periodFrom &&
    row.period_until === draft.periodUntil &&
    row.currency === currency.toUpperCase() &&
    draft.amount.equals(minorToDecimal(row.tax_minor, row.currency)) &&
    (deductions === undefined || new Set(deductions).size === names.length) &&
    (deductions ?? []).every((name) => names.includes(name))
  );
}
