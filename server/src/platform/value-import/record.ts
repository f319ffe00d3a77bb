// Reads and lists dated-value imports, and returns files of refused rows.

import { present } from '../assert.js';
import { mapInTurns } from '../concurrency/turn.js';
import type { Call, Work } from '../context.js';
import { type PageRequest, pageFrom } from '../http/reply/paging.js';
import { commonProblems, refusal } from '../http/reply/problem.js';
import { shownStamp } from '../http/reply/stamp.js';
import { type FileReply, type Outcome, type Page, versioned } from '../http/route.js';
import { codeOf } from '../ids.js';
import { errorFile } from '../row-file/import-rows.js';
import type { ShownKind } from './kind.js';
import {
  type CountedImport,
  countImports,
  findImport,
  type ImportState,
  type ShownRow,
  selectImports,
  selectRows,
} from './queries.js';

/** A stored step with its import and the number of values that it changed. */
interface StoredStep {
  readonly id: bigint;
  readonly step: 'imported' | 'undone';
  readonly count: number;
}

/** Returns the outcome of a stored step, with the current record. */
export async function changedImport<Column extends string>(
  work: Work,
  kind: ShownKind<Column>,
  { id, step, count }: StoredStep,
): Promise<Outcome> {
  const { msgCode, type } = kind[step];
  const row = present(await findImport(work.tx, kind.tables, id), 'the import was just written');
  work.events.push({ type, subjectId: id, data: { [kind.counted]: count } });
  const result = await importRecord(kind, row, await selectRows(work.tx, kind.tables, { id }));
  return { msgCode, id, name: codeOf(id), result, version: row.version };
}

/** Returns an import with each row's result. Refuses with DOCUMENT_NOT_FOUND. */
export async function readImport<Column extends string>(
  call: Call,
  kind: ShownKind<Column>,
  id: bigint,
): Promise<object> {
  const row = await knownImport(call, kind, id);
  const rows = await selectRows(call.db, kind.tables, { id });
  return versioned(await importRecord(kind, row, rows), row.version);
}

/** Returns the refused rows as sent, each with its error, as CSV. */
export async function importErrors<Column extends string>(
  call: Call,
  kind: ShownKind<Column>,
  id: bigint,
): Promise<FileReply> {
  await knownImport(call, kind, id);
  const refused = await selectRows(call.db, kind.tables, { id, isRefused: true });
  const titles = kind.file.columns.map(({ column }) => column);
  return errorFile({
    name: `${kind.errorFileName}-${codeOf(id)}-errors`,
    titles,
    errorTitles: ['code', 'detail'],
    rows: refused.map(({ row_no, cells, code, detail }) => ({
      row: row_no,
      cells: titles.map((column) => cells[column]),
      errors: [code, detail],
    })),
  });
}

async function knownImport<Column extends string>(
  call: Call,
  { tables }: ShownKind<Column>,
  id: bigint,
): Promise<CountedImport> {
  const row = await findImport(call.db, tables, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return row;
}

/** Lists imports, newest first, without their rows. */
export async function listImports<Column extends string>(
  call: Call,
  { tables }: ShownKind<Column>,
  { state, page }: { readonly state: ImportState | undefined; readonly page: PageRequest },
): Promise<Page<object>> {
  const count = await countImports(call.db, tables, state);
  const { rows, nextAfter } = pageFrom(await selectImports(call.db, tables, { state, page }), page);
  return { count, result: rows.map(importSummary), nextAfter };
}

function importSummary(row: CountedImport) {
  return {
    id: row.id,
    name: codeOf(row.id),
    label: row.label,
    state: row.state,
    rows: row.row_count,
    imported: row.imported,
    unchanged: row.unchanged,
    replaced: row.replaced,
    refused: row.refused,
    undone: row.undone,
    kept: row.kept,
    ...shownStamp(row),
  };
}

async function importRecord<Column extends string>(
  { subject }: ShownKind<Column>,
  row: CountedImport,
  rows: readonly ShownRow[],
): Promise<object> {
  const verdicts = await mapInTurns(rows, (one) => ({
    row: BigInt(one.row_no),
    [subject]: one.cells[subject],
    date: one.cells.date,
    verdict: one.verdict,
    code: one.code ?? undefined,
    detail: one.detail ?? undefined,
    outcome: one.outcome ?? undefined,
  }));
  return { ...importSummary(row), columns: row.columns, verdicts };
}
