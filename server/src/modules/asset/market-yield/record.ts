// Reads and lists imports of market discount rates, and returns a file of the refused rows.

import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Call, Work } from '../../../platform/context.js';
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
import { YIELD_COLUMNS } from './csv.js';
import {
  type CountedYieldImport,
  countYieldImports,
  findYieldImport,
  listYieldImportRows,
  rowsOfYieldImport,
  type ShownYield,
  type YieldImportState,
} from './store-queries.js';

/** Returns the outcome of a stored step, with the current record. */
export async function changedYieldImport(
  work: Work,
  id: bigint,
  step: { readonly msgCode: string; readonly type: string; readonly rates: number },
): Promise<Outcome> {
  const row = present(await findYieldImport(work.tx, id), 'the import was just written');
  work.events.push({ type: step.type, subjectId: id, data: { rates: step.rates } });
  const result = await importRecord(row, await rowsOfYieldImport(work.tx, id));
  return { msgCode: step.msgCode, id, name: codeOf(id), result, version: row.version };
}

/** Returns one import with each row's result, or refuses DOCUMENT_NOT_FOUND. */
export async function readYieldImport(call: Call, id: bigint): Promise<object> {
  const row = await knownImport(call, id);
  return versioned(await importRecord(row, await rowsOfYieldImport(call.db, id)), row.version);
}

/** Returns the refused rows as sent, each with its error, as CSV. */
export async function yieldImportErrors(call: Call, id: bigint): Promise<FileReply> {
  await knownImport(call, id);
  const refused = await rowsOfYieldImport(call.db, id, true);
  return errorFile({
    name: `market-yield-import-${codeOf(id)}-errors`,
    titles: YIELD_COLUMNS,
    errorTitles: ['code', 'detail'],
    rows: refused.map(({ row_no, cells, code, detail }) => ({
      row: row_no,
      cells: YIELD_COLUMNS.map((column) => cells[column]),
      errors: [code, detail],
    })),
  });
}

async function knownImport(call: Call, id: bigint): Promise<CountedYieldImport> {
  const row = await findYieldImport(call.db, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return row;
}

/** Lists imports, newest first, without their rows. */
export async function listYieldImports(
  call: Call,
  state: YieldImportState | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const count = await countYieldImports(call.db, state);
  const { rows, nextAfter } = pageFrom(await listYieldImportRows(call.db, state, page), page);
  return { count, result: rows.map(importSummary), nextAfter };
}

function importSummary(row: CountedYieldImport) {
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

async function importRecord(row: CountedYieldImport, rows: readonly ShownYield[]): Promise<object> {
  const verdicts = await mapInTurns(rows, (one) => ({
    row: BigInt(one.row_no),
    issue: one.cells.issue,
    date: one.cells.date,
    verdict: one.verdict,
    code: one.code ?? undefined,
    detail: one.detail ?? undefined,
    outcome: one.outcome ?? undefined,
  }));
  return { ...importSummary(row), columns: row.columns, verdicts };
}
