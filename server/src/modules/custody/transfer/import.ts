// Imports transfer files. If all rows are valid, they become transfers that another person
// approves. Otherwise nothing is stored, and the refusal lists each invalid cell.

import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { countedAre } from '../../../platform/http/reply/counted.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, type Violation } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { inSavepoint } from '../../../platform/http/savepoint.js';
import { codeOf } from '../../../platform/ids.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { columnsNotRead, fileGiven } from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import { custodyProblems } from '../problems.js';
import { TRANSFER_TABLE, type TransferCells } from './import-column.js';
import {
  countImports,
  importOfContent,
  insertImport,
  lockImport,
  pendingOfImport,
  selectImport,
  selectImports,
  storeImportStep,
  storeOffices,
  type TransferImportFilter,
  type TransferImportRow,
} from './import-queries.js';
import { pointerOf, type ReadTransfer, readTransfers } from './import-row.js';
import type { TransferImportBody, TransferImportQuery } from './import-schema.js';
import { lockHoldings } from './queries.js';
import { approveTransfer, cancelTransfer, createTransfer } from './transfer.js';
import type { LeavingLots } from './units.js';

const { TRANSFER_IMPORT_EXISTS, TRANSFER_IMPORT_REFUSED, TRANSFER_IMPORT_WRONG_STATE } =
  custodyProblems;

type Request = Static<typeof TransferImportQuery> & Static<typeof TransferImportBody>;

/**
 * Enters all transfers of a file. If any cell or transfer is invalid, refuses all of them with
 * TRANSFER_IMPORT_REFUSED and lists the invalid ones. Refuses a file that has already been
 * imported. A dry run serves as a preview.
 */
export async function importTransfers(work: Work, request: Request): Promise<Outcome> {
  const file = await fileGiven(request, TRANSFER_TABLE);
  const hash = createHash('sha256')
    .update(await toJsonInTurns(file.rows))
    .digest('hex');
  const other = await importOfContent(work.tx, hash);
  if (other !== undefined) {
    const detail = `The existing import is ${other}.`;
    throw refusal(TRANSFER_IMPORT_EXISTS, { detail, args: [other] });
  }
  const { transfers, errors } = readTransfers(file.rows, file.faults);
  const id = await work.context.ids.next(work.tx, 'holding_transfer_import_id');
  await insertImport(work.tx, {
    ...{ id, name: codeOf(id), label: request.label ?? 'Transfers', content_hash: hash },
    ...{ row_count: file.rows.length, columns: columnsRead(file.headers), office_ids: [] },
    ...{ created_by: work.principal.name, created_at: work.now },
  });
  const wrong = [...errors];
  for (const transfer of transfers) wrong.push(...(await enter(work, transfer, id)));
  refuseWrong(wrong, file.rows.length);
  await storeOffices(work.tx, id);
  const warnings = [
    ...columnsNotRead(file.headers, request.mapping),
    ...(await repeatedRows(file.rows)),
  ];
  return {
    ...(await written(work, id, 'IMPORTED')),
    created: true,
    location: `custody/holding-transfer/import/id/${id}`,
    extra: {
      ...(warnings.length > 0 && { warnings }),
      ...(file.reading && { reading: file.reading }),
    },
  };
}

// Two identical rows may be two real lots, or one lot that was pasted twice, which would double the
// units.
async function repeatedRows(rows: readonly TransferCells[]): Promise<readonly object[]> {
  const seen = new Map<string, number>();
  const found = await mapInTurns(rows, (cells, index) => {
    const text = JSON.stringify(Object.entries(cells).toSorted());
    const first = seen.get(text);
    if (first === undefined) seen.set(text, index);
    return first === undefined
      ? undefined
      : `row ${index + 1} has the same cells as row ${first + 1}`;
  });
  const repeats = found.filter((each) => each !== undefined);
  const [first] = repeats;
  if (first === undefined) return [];
  const more =
    repeats.length === 1 ? '' : `; ${countedAre(repeats.length - 1, 'more row')} repeated`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail: `${first}${more}` }];
}

// Enters a transfer. If it is refused, returns the errors with the rows of the transfer.
async function enter(work: Work, given: ReadTransfer, importId: bigint): Promise<Violation[]> {
  const { body, rows, lineRows } = given;
  // The savepoint allows the remaining transfers to be checked if the database refuses a hold.
  const part = await inSavepoint(work.tx, (tx) =>
    createTransfer({ ...work, tx }, { body, importId }),
  );
  if (!('refused' in part)) return [];
  const { kind, details } = part.refused;
  const [first = 0] = rows;
  const found = details.errors ?? [];
  if (found.length === 0) {
    const detail = `row ${first + 1}: ${details.detail ?? kind.title}`;
    return [{ pointer: pointerOf(first), code: kind.code, detail }];
  }
  return found.map(({ pointer, detail }) => {
    const { at, column } = placeOf(pointer, { first, lineRows });
    const place = column === undefined ? `row ${at + 1}` : `row ${at + 1}, column "${column}"`;
    return { pointer: pointerOf(at, column), code: kind.code, detail: `${place}: ${detail}` };
  });
}

// Returns the row and the column for a member of the transfer, such as `/lines/1/lots/0/cost`.
function placeOf(
  pointer: string,
  { first, lineRows }: { readonly first: number; readonly lineRows: ReadTransfer['lineRows'] },
): { readonly at: number; readonly column: string | undefined } {
  const [, line, lot, column] = /^\/lines\/(\d+)(?:\/lots\/(\d+))?\/(\w+)$/.exec(pointer) ?? [];
  if (line === undefined) {
    const name = pointer.slice(1);
    return { at: first, column: name === 'counterParty' ? 'memberCode' : name };
  }
  const rows = lineRows[Number(line)] ?? [];
  const at = rows[Number(lot ?? 0)] ?? rows[0] ?? first;
  return { at, column: column === 'lots' ? 'cost' : column };
}

function refuseWrong(found: readonly Violation[], rows: number): void {
  const errors = found.toSorted((one, other) => rowOf(one) - rowOf(other));
  const [first] = errors;
  if (first === undefined) return;
  const refused = new Set(errors.map(rowOf)).size;
  const detail = `${refused} of ${rows} rows are refused; ${first.detail}`;
  throw refusal(TRANSFER_IMPORT_REFUSED, { detail, args: [String(refused)], errors });
}

function rowOf({ pointer }: Violation): number {
  return Number(/^\/rows\/(\d+)/.exec(pointer)?.[1]);
}

const steps = stateSteps<TransferImportRow, string>({
  lock: ({ tx }, id) => lockImport(tx, id),
  isVisible: (principal, { office_ids: offices }) =>
    offices.every((office) => seesOffice(principal, office)),
  missing: () => 'There is no transfer file with this id.',
  stateOf: ({ state }) => state,
  wrongState: TRANSFER_IMPORT_WRONG_STATE,
  detailOf: ({ state }) => `The import is ${state}.`,
});

/**
 * Approves all pending transfers of an import in one transaction. Their maker cannot approve them.
 * Refuses for the same reasons as the approval of a single transfer.
 */
export async function approveImport(
  work: Work,
  id: bigint,
  step: { readonly reason: string | undefined; readonly leavingLots: LeavingLots },
): Promise<Outcome> {
  await steps.lockVisible(work, id, ['IMPORTED']);
  const pending = await pendingOfImport(work.tx, id);
  await lockHoldings(work.tx, pending);
  for (const transfer of pending) await approveTransfer(work, transfer, step);
  return store(work, id, 'APPROVED');
}

/** Undoes an import (IMPORTED → UNDONE). Its pending transfers are cancelled; the others remain. */
export async function undoImport(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await steps.lockVisible(work, id, ['IMPORTED']);
  for (const transfer of await pendingOfImport(work.tx, id)) {
    await cancelTransfer(work, transfer, reason);
  }
  return store(work, id, 'UNDONE');
}

async function store(work: Work, id: bigint, done: 'APPROVED' | 'UNDONE'): Promise<Outcome> {
  const state = done === 'UNDONE' ? 'UNDONE' : 'IMPORTED';
  await storeImportStep(work.tx, id, { state, by: work.principal.name, at: work.now });
  return written(work, id, done);
}

async function written(
  work: Work,
  id: bigint,
  done: 'IMPORTED' | 'APPROVED' | 'UNDONE',
): Promise<Outcome> {
  const row = present(await selectImport(work.tx, id), 'the import was written');
  return {
    msgCode: `HOLDING_TRANSFER_IMPORT_${done}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: importRecord(row),
  };
}

/** Returns one import if the caller can see all its offices, or refuses with DOCUMENT_NOT_FOUND. */
export async function readImport(call: Call, id: bigint): Promise<object> {
  const row = await selectImport(call.db, id);
  if (row === undefined || !row.office_ids.every((office) => seesOffice(call.principal, office))) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no transfer file with this id.',
    });
  }
  return versioned(importRecord(row), row.version);
}

/** Lists imports whose offices the caller can see, newest first. */
export async function listImports(
  call: Call,
  listed: Omit<TransferImportFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...listed, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectImports(call.db, filter, page), page);
  return { count: await countImports(call.db, filter), result: rows.map(importRecord), nextAfter };
}

function importRecord(row: TransferImportRow) {
  return {
    id: row.id,
    active: row.pending > 0n,
    name: row.id < 0n ? undefined : row.name,
    label: row.label,
    state: row.state,
    rows: row.row_count,
    transfers: Number(row.transfers),
    pending: Number(row.pending),
    settled: Number(row.settled),
    columns: row.columns,
    ...shownStamp(row),
  };
}
