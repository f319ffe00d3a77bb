// Imports journals: checks every row, and submits all of them as one batch for a second person to
// approve.

import { createHash } from 'node:crypto';
import { present } from '../../../platform/assert.js';
import { inSlices, mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import {
  type FileReply,
  type Outcome,
  type Page,
  versioned,
} from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import { columnsNotRead, errorFile, fileGiven } from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { type BusinessOffice, officeByCode } from '../../party/index.js';
import { chartOf } from '../chart/chart.js';
import { dateSettingOf } from './date.js';
import { JOURNAL_COLUMNS, JOURNAL_TABLE, type JournalColumn } from './import-csv.js';
import {
  countJournalImports,
  findJournalImport,
  findSameImport,
  type ImportedRow,
  insertJournalImport,
  type JournalImportRow,
  lockSameRows,
  rowsOfImport,
  selectJournalImports,
} from './import-queries.js';
import { type JudgedRow, journalsOf, judgeRows, readRow } from './import-row.js';
import type { ImportJournals, JournalImportListQuery } from './import-schema.js';
import { settingOf } from './line.js';
import { stampOf } from './manual.js';

/**
 * Validates every row and stores the import: PENDING, or REFUSED if any row is refused. Warns about
 * columns that were not read and about another import of identical rows. A dry run serves as a
 * preview.
 */
export async function importJournals(work: Work, request: ImportJournals): Promise<Outcome> {
  const office = await officeOf(work, request.businessOfficeName);
  const file = await fileGiven(request, JOURNAL_TABLE);
  const { headers, rows: cells, reading } = file;
  const judged = await judge(work, file, office);
  const refused = judged.filter(({ error }) => error !== undefined).length;
  const fingerprint = createHash('sha256')
    .update(await toJsonInTurns([office.name, cells]))
    .digest('base64url');
  await lockSameRows(work.tx, fingerprint);
  const same = await findSameImport(work.tx, fingerprint);
  const id = await work.context.ids.next(work.tx, 'journal_import_id');
  const row = {
    id,
    state: refused === 0 ? 'PENDING' : 'REFUSED',
    office_id: office.id,
    label: request.label ?? 'Import',
    fingerprint,
    columns: columnsRead(headers),
    row_count: judged.length,
    refused_count: refused,
    journal_count: journalsOf(judged).length,
  } as const;
  const rows = await mapInTurns(judged, storedRow);
  await insertJournalImport(work.tx, row, { rows, by: stampOf(work) });
  const outcome = await changedImport(work, id, 'created');
  const warnings = [...columnsNotRead(headers, request.mapping), ...repeated(same)];
  return {
    ...outcome,
    created: true,
    location: `finance/journal/import/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

function repeated(same: Pick<JournalImportRow, 'id' | 'state'> | undefined): readonly object[] {
  if (same === undefined) return [];
  const { id, state } = same;
  return [
    { code: 'LOOKS_LIKE_REPEAT', detail: `import ${id} has the same rows and is ${state}`, id },
  ];
}

async function officeOf(work: Work, name: string): Promise<BusinessOffice> {
  const office = await officeByCode(work.tx, name);
  if (office && seesOffice(work.principal, office.id)) return office;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'businessOfficeName',
    'does not match any business office',
  );
}

async function judge(
  work: Work,
  { rows, faults }: Pick<RowFile<JournalColumn>, 'rows' | 'faults'>,
  office: BusinessOffice,
): Promise<JudgedRow[]> {
  const chart = await chartOf(work.tx, work.context.db);
  const setting = { chart, currency: office.currency };
  const read = await mapInTurns(rows, (row, index) => readRow(row, setting, faults[index]));
  const lines = await settingOf(
    work,
    read.map(({ request }) => request),
    office.id,
  );
  return inSlices(judgeRows(read, lines, await dateSettingOf(work.tx)));
}

function storedRow({ read, line, error }: JudgedRow, index: number): ImportedRow {
  return {
    row_no: index + 1,
    cells: read.cells,
    code: error?.code ?? null,
    detail: error?.detail ?? null,
    journal_key: read.key,
    transaction_date: read.date,
    value_date: read.valueDate,
    narration: read.cells.narration?.trim() || null,
    account_id: line?.accountId ?? null,
    amount_minor: line?.amountMinor ?? null,
    performance_kind: line?.performanceKind ?? null,
  };
}

/** Returns one import with each row's result, and its version as ETag. */
export async function readJournalImport(call: Call, id: bigint): Promise<object> {
  const row = await seenImport(call, id);
  return versioned(await importRecord(row, await rowsOfImport(call.db, id)), row.version);
}

/** Returns the refused rows as sent, each with its error, as CSV. */
export async function journalImportErrors(call: Call, id: bigint): Promise<FileReply> {
  const row = await seenImport(call, id);
  const refused = await rowsOfImport(call.db, id, true);
  return errorFile({
    name: `journal-import-${codeOf(row.id)}-errors`,
    titles: JOURNAL_COLUMNS,
    errorTitles: ['code', 'detail'],
    rows: refused.map(({ row_no, cells, code, detail }) => ({
      row: row_no,
      cells: JOURNAL_COLUMNS.map((column) => cells[column]),
      errors: [code, detail],
    })),
  });
}

async function seenImport(call: Call, id: bigint): Promise<JournalImportRow> {
  const row = await findJournalImport(call.db, id);
  if (row && seesOffice(call.principal, row.office_id)) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

/** Lists the imports in offices that the caller can see, in id order, without their rows. */
export async function listJournalImports(
  call: Call,
  { state }: JournalImportListQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { state, offices: call.principal.offices };
  const [found, count] = await Promise.all([
    selectJournalImports(call.db, filter, page),
    countJournalImports(call.db, filter),
  ]);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count, result: rows.map(importSummary), nextAfter };
}

function importSummary(row: JournalImportRow) {
  return {
    id: row.id,
    name: codeOf(row.id),
    label: row.label,
    state: row.state,
    businessOfficeName: row.office_name,
    rows: row.row_count,
    refused: row.refused_count,
    journals: row.journal_count,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    undoBy: row.undo_by ?? undefined,
    undoDecidedBy: row.undo_decided_by ?? undefined,
    undoDecidedDttm: row.undo_decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

async function importRecord(row: JournalImportRow, rows: readonly ImportedRow[]) {
  const verdicts = await mapInTurns(rows, (one) => ({
    row: one.row_no,
    journal: one.journal_key,
    account: one.cells.account,
    currency: one.cells.currency,
    debit: one.cells.debit,
    credit: one.cells.credit,
    date: one.transaction_date ?? undefined,
    verdict: one.code === null ? 'ACCEPTED' : 'REFUSED',
    code: one.code ?? undefined,
    detail: one.detail ?? undefined,
  }));
  return { ...importSummary(row), columns: row.columns, verdicts };
}

/** Returns the outcome of a stored step, with the current record. */
export async function changedImport(work: Work, id: bigint, done: string): Promise<Outcome> {
  const row = present(await findJournalImport(work.tx, id), 'the import was just written');
  work.events.push({
    type: `journal-import.${done}`,
    subjectId: id,
    officeId: row.office_id,
    data: { state: row.state, journals: row.journal_count },
  });
  const record = await importRecord(row, await rowsOfImport(work.tx, id));
  return {
    msgCode: `JOURNAL_IMPORT_${done.toUpperCase().replaceAll('-', '_')}`,
    id,
    name: record.name,
    result: record,
    version: row.version,
  };
}
