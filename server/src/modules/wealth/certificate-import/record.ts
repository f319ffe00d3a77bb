// Converts certificate imports to API records, and writes the file of refused rows.

import { present } from '../../../platform/assert.js';
import type { Call, Principal, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import {
  type FileReply,
  type Outcome,
  type Page,
  versioned,
} from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { errorFile } from '../../../platform/row-file/import-rows.js';
import { CERTIFICATE_COLUMNS } from './column.js';
import {
  type CertificateImportRow,
  type CertificateImportState,
  type CountedImport,
  countImports,
  type ShownRow,
  selectImport,
  selectImportPage,
  selectRows,
} from './queries.js';

/** Returns the outcome of an import step, with the record. */
export async function changedImport(
  work: Work,
  id: bigint,
  { done, certificates }: { readonly done: 'created' | 'undone'; readonly certificates: number },
): Promise<Outcome> {
  const row = present(await selectImport(work.tx, id), 'the import was just written');
  const type = `withholding-certificate-import.${done}`;
  work.events.push({ type, subjectId: id, data: { certificates } });
  return {
    msgCode: done === 'created' ? 'CERTIFICATES_IMPORTED' : 'CERTIFICATE_IMPORT_UNDONE',
    id,
    name: codeOf(id),
    result: importRecord(row, await selectRows(work.tx, id)),
    version: row.version,
  };
}

/**
 * Returns whether a caller may see an import. All of its offices must be among the caller's
 * offices.
 */
export function isVisibleImport(
  { offices }: Principal,
  { office_ids: own }: Pick<CertificateImportRow, 'office_ids'>,
): boolean {
  return offices === undefined || (own?.every((id) => offices.includes(id)) ?? false);
}

/** Returns one import with each row's verdict, or refuses with DOCUMENT_NOT_FOUND. */
export async function readImport(call: Call, id: bigint): Promise<object> {
  const row = await visibleImport(call, id);
  return versioned(importRecord(row, await selectRows(call.db, id)), row.version);
}

/** Returns the refused rows as CSV, as received, each with its error. */
export async function importErrors(call: Call, id: bigint): Promise<FileReply> {
  await visibleImport(call, id);
  const refused = await selectRows(call.db, id, true);
  return errorFile({
    name: `certificate-import-${codeOf(id)}-errors`,
    titles: CERTIFICATE_COLUMNS,
    errorTitles: ['code', 'detail'],
    rows: refused.map(({ row_no: row, cells, code, detail }) => ({
      row,
      cells: CERTIFICATE_COLUMNS.map((column) => cells[column]),
      errors: [code, detail],
    })),
  });
}

async function visibleImport(call: Call, id: bigint): Promise<CountedImport> {
  const row = await selectImport(call.db, id);
  if (row === undefined || !isVisibleImport(call.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return row;
}

/** Lists imports, newest first, without their rows. */
export async function listImports(
  call: Call,
  state: CertificateImportState | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { state, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectImportPage(call.db, filter, page), page);
  return { count: await countImports(call.db, filter), result: rows.map(summaryOf), nextAfter };
}

function summaryOf(row: CountedImport) {
  return {
    id: row.id,
    name: codeOf(row.id),
    label: row.label,
    state: row.state,
    rows: row.row_count,
    imported: row.imported,
    unchanged: row.unchanged,
    refused: row.refused,
    undone: row.undone,
    kept: row.kept,
    ...shownStamp(row),
  };
}

function importRecord(row: CountedImport, rows: readonly ShownRow[]): object {
  const verdicts = rows.map((one) => ({
    row: one.row_no,
    customerName: one.cells.customerName,
    number: one.cells.number,
    verdict: one.verdict,
    code: one.code ?? undefined,
    detail: one.detail ?? undefined,
    certificateId: one.certificate_id ?? undefined,
    outcome: one.outcome ?? undefined,
  }));
  return { ...summaryOf(row), columns: row.columns, verdicts };
}
