// Imports a registrar's list. Compares each row with the entitlements, without changing them, and
// stores a verdict. Differences become market claims. An import can be undone.

import { createHash } from 'node:crypto';
import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import {
  columnsNotRead,
  fileGiven,
  type GivenRows,
} from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import { openClaims } from '../claim/opening.js';
import { wrongState } from '../event/state.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { currenciesOf } from '../settlement/queries.js';
import { REGISTRAR_TABLE, type RegistrarCells, readRegistrarRow } from './column.js';
import {
  cancelReplaced,
  directionOf,
  selectDifferences,
  storeJudgedRows,
} from './judge-queries.js';
import {
  fileOfContent,
  insertFile,
  lockFile,
  type RegistrarFileRow,
  selectFile,
  storeUndone,
} from './queries.js';
import { fileRecord } from './record.js';

interface RegistrarImport extends GivenRows<RegistrarCells> {
  readonly e: bigint;
  readonly fileName?: string | undefined;
}

/**
 * Compares a registrar's list with the entitlements of an event. Refuses a list that was imported
 * before. A dry run serves as a preview.
 */
export async function importRegistrarFile(work: Work, request: RegistrarImport): Promise<Outcome> {
  const event = await lockEvent(work.tx, request.e);
  if (event === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no corporate action with this id.',
    });
  }
  refuseUnentitled(event);
  const file = await fileGiven(request, REGISTRAR_TABLE);
  const [currency = ''] = await currenciesOf(work.tx, event.id);
  const rows = await mapInTurns(file.rows, (cells, index) =>
    readRegistrarRow(cells, file.faults[index], { rowNo: index + 1, currency }),
  );
  const json = await toJsonInTurns(rows);
  const hash = createHash('sha256').update(json).digest('hex');
  const other = await fileOfContent(work.tx, event.id, hash);
  if (other !== undefined) {
    const detail = `The existing list is ${other}.`;
    throw refusal(custodyProblems.REGISTRAR_FILE_EXISTS, { detail, args: [other] });
  }
  const id = await work.context.ids.next(work.tx, 'registrar_file_id');
  await insertFile(work.tx, {
    ...{ id, name: codeOf(id), corporate_action_id: event.id, state: 'JUDGED' },
    ...{ file_name: request.fileName ?? 'List', content_hash: hash, row_count: rows.length },
    columns: columnsRead(file.headers),
    ...{ created_by: work.principal.name, created_at: work.now },
  });
  await storeJudgedRows(work.tx, { id, eventId: event.id, rowCount: rows.length }, json);
  await proposeClaims(work, event, id);
  const warnings = columnsNotRead(file.headers, request.mapping);
  return {
    ...(await written(work, id, 'REGISTRAR_FILE_IMPORTED')),
    created: true,
    location: `custody/registrar-file/id/${id}`,
    extra: {
      ...(warnings.length > 0 && { warnings }),
      ...(file.reading && { reading: file.reading }),
    },
  };
}

function refuseUnentitled(event: CorporateActionRow): void {
  if (event.status === 'CANCELLED') throw wrongState(event, 'CANCELLED');
  if (event.progress === 'OPEN') throw wrongState(event, 'BEFORE_EX_DATE');
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
}

// Money that the firm receives is paid out through entitlements, so these claims only explain the
// amount received.
async function proposeClaims(work: Work, event: CorporateActionRow, fileId: bigint) {
  await cancelReplaced(work.tx, fileId, event.id);
  const rows = await selectDifferences(work.tx, fileId, event.id);
  const claims = rows.map((row) => ({
    ...{ portfolio_id: row.portfolio_id, customer_id: row.customer_id, office_id: row.office_id },
    ...({
      kind: 'REGISTRAR_DIFFERENCE',
      direction: directionOf(row),
      quantity: row.units,
    } as const),
    amount_minor: row.owed_minor > 0n ? row.owed_minor : -row.owed_minor,
    ...{ order_id: null, trade_date: null, currency: row.currency, entitlement_id: null },
    ...{ registrar_file_id: fileId, reason: row.verdict, books: row.route === 'DIRECT' },
  }));
  await openClaims(work, event, claims);
}

const steps = stateSteps<RegistrarFileRow, string>({
  lock: ({ tx }, id) => lockFile(tx, id),
  isVisible: () => true,
  missing: () => 'no such list',
  stateOf: ({ state }) => state,
  wrongState: custodyProblems.REGISTRAR_FILE_WRONG_STATE,
});

/**
 * Undoes the import of a list (JUDGED → UNDONE). Its open claims are cancelled; claims in other
 * states remain.
 */
export async function undoRegistrarFile(work: Work, id: bigint): Promise<Outcome> {
  await steps.lockVisible(work, id, ['JUDGED']);
  await storeUndone(work.tx, id, { by: work.principal.name, at: work.now });
  return written(work, id, 'REGISTRAR_FILE_UNDONE');
}

async function written(work: Work, id: bigint, msgCode: string): Promise<Outcome> {
  const row = present(await selectFile(work.tx, id), 'the list was written');
  const result = await fileRecord(work.tx, row);
  return { msgCode, id, name: id < 0n ? '' : row.name, version: row.version, result };
}
