// Lead imports: checks the rows of a file, lists imports, and returns refused rows.

import { createHash } from 'node:crypto';
import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { warned } from '../../../platform/http/reply/warning.js';
import {
  type FileReply,
  type Outcome,
  type Page,
  versioned,
} from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { columnsNotRead, errorFile, fileGiven } from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import { homeOf } from '../person/home-country.js';
import { keptAsWritten } from '../person/phone-warning.js';
import { crmProblems } from '../problems.js';
import { officeFor, withoutAbsent } from '../record.js';
import { LEAD_COLUMNS, LEAD_TABLE, refuseUnreadFile } from './column.js';
import {
  type CountedImport,
  countLeadImports,
  findLeadImport,
  findSameLeadImport,
  type ImportedLead,
  insertLeadImport,
  type LeadImportRow,
  type LeadImportState,
  listLeadImportRows,
  lockLeadImport,
  rowsOfLeadImport,
} from './queries.js';
import { type CheckedRow, checkRows, readCells } from './row.js';
import type { ImportRequest } from './schema.js';

/**
 * Checks every row and stores the import, but captures no leads. Warns about unread columns and
 * about another import of the same rows. Refuses with UNKNOWN_REFERENCE, and with INVALID_REQUEST
 * for an unreadable file or mapping.
 */
export async function importLeads(work: Work, request: ImportRequest): Promise<Outcome> {
  const officeId = await officeFor(work, request);
  const file = await fileGiven(request, LEAD_TABLE);
  refuseUnreadFile(file, request);
  const { headers, rows: cells, reading } = file;
  const checked = await checkRows(work, readCells(file), officeId);
  const fingerprint = createHash('sha256')
    .update(await toJsonInTurns([officeId, cells]))
    .digest('base64url');
  const same = await findSameLeadImport(work.tx, fingerprint);
  const id = await work.context.ids.next(work.tx, 'lead_import_id');
  const row: LeadImportRow = {
    id,
    state: 'PREVIEWED',
    office_id: officeId,
    label: request.label ?? 'Import',
    fingerprint,
    columns: columnsRead(headers),
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  await insertLeadImport(work, row, checked.map(storedRow));
  const warnings = [...columnsNotRead(headers, request.mapping), ...repeated(same)];
  return {
    ...(await changedImport(work, id, 'created')),
    created: true,
    location: `crm/lead/import/id/${id}`,
    extra: {
      ...(warnings.length > 0 && { warnings }),
      ...(reading && { reading }),
    },
  };
}

function repeated(same: Pick<LeadImportRow, 'id' | 'state'> | undefined): readonly object[] {
  if (same === undefined) return [];
  const { id, state } = same;
  return [
    { code: 'LOOKS_LIKE_REPEAT', detail: `import ${id} has the same rows and is ${state}`, id },
  ];
}

function storedRow(row: CheckedRow, index: number): ImportedLead {
  const error = row.verdict === 'REFUSED' ? row.error : undefined;
  return {
    row_no: index + 1,
    cells: row.cells,
    verdict: row.verdict,
    code: error?.code ?? null,
    member: error?.member ?? null,
    detail: error?.detail ?? null,
    matches: row.verdict === 'REFUSED' ? [] : row.matches,
    outcome: null,
    lead_id: null,
  };
}

/** Locks an import for a state change. */
export const leadImportSteps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockLeadImport(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ state }) => state,
  wrongState: crmProblems.LEAD_IMPORT_WRONG_STATE,
});

/** Builds the reply after a state change, with the current record. */
export async function changedImport(
  work: Work,
  id: bigint,
  done: 'created' | 'committed' | 'undone',
): Promise<Outcome> {
  const row = present(await findLeadImport(work.tx, id), 'the import was just written');
  const { state, captured } = row;
  const data = { state, captured };
  work.events.push({ type: `lead-import.${done}`, subjectId: id, officeId: row.office_id, data });
  const rows = await rowsOfLeadImport({ context: work.context, db: work.tx }, id);
  const result = await importRecord(work, row, rows);
  const msgCode = `LEAD_IMPORT_${done.toUpperCase()}`;
  return { msgCode, id, name: codeOf(id), result, version: row.version };
}

/** Reads one import with the verdict on each row, or refuses with DOCUMENT_NOT_FOUND. */
export async function readLeadImport(call: Call, id: bigint): Promise<object> {
  const row = await seenImport(call, id);
  return versioned(await importRecord(call, row, await rowsOfLeadImport(call, id)), row.version);
}

/**
 * Returns the rows that did not become leads as CSV, each with its reason, so that they can be
 * corrected and sent again. Document numbers are omitted.
 */
export async function leadImportErrors(call: Call, id: bigint): Promise<FileReply> {
  await seenImport(call, id);
  const rows = await rowsOfLeadImport(call, id, true);
  const wanting = rows.filter(({ verdict }) => verdict !== 'ACCEPTED');
  const titles = LEAD_COLUMNS.filter((column) => wanting.some(({ cells }) => cells[column]));
  return errorFile({
    name: `lead-import-${codeOf(id)}-errors`,
    titles,
    errorTitles: ['verdict', 'code', 'member', 'detail'],
    rows: wanting.map((one) => ({
      row: one.row_no,
      cells: titles.map((column) => (column === 'identifier' ? '' : one.cells[column])),
      errors: [one.verdict, one.code, one.member, one.detail],
    })),
  });
}

async function seenImport(call: Call, id: bigint): Promise<CountedImport> {
  const row = await findLeadImport(call.db, id);
  if (row !== undefined && seesOffice(call.principal, row.office_id)) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

/** Lists the imports in the offices that the caller can see, newest first, without their rows. */
export async function listLeadImports(
  call: Call,
  state: LeadImportState | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { state, offices: call.principal.offices };
  const count = await countLeadImports(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listLeadImportRows(call.db, filter, page), page);
  return { count, result: rows.map(importSummary), nextAfter };
}

function importSummary(row: CountedImport) {
  return {
    id: row.id,
    name: codeOf(row.id),
    label: row.label,
    state: row.state,
    businessOfficeName: row.office_name,
    rows: row.row_count,
    accepted: row.accepted,
    duplicates: row.duplicates,
    refused: row.refused,
    captured: row.captured,
    undone: row.undone,
    kept: row.kept,
    ...shownStamp(row),
  };
}

async function importRecord(
  { context }: Pick<Call, 'context'>,
  row: CountedImport,
  rows: readonly ImportedLead[],
): Promise<object> {
  const home_country = homeOf(context).home;
  const verdicts = await mapInTurns(rows, (one) =>
    withoutAbsent({
      row: one.row_no,
      verdict: one.verdict,
      code: one.code,
      member: one.member,
      detail: one.detail,
      matches: one.matches.length === 0 ? null : one.matches,
      outcome: one.outcome,
      leadId: one.lead_id,
      // The cells of a captured row are deleted, so that only its lead contains the document
      // number.
      ...(one.verdict === 'REFUSED'
        ? {}
        : warned(keptAsWritten(one.cells, { home_country, details: one.cells }))),
    }),
  );
  return { ...importSummary(row), columns: row.columns, verdicts };
}
