// Operations on transfer files.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { approveImport, importTransfers, listImports, readImport, undoImport } from './import.js';
import * as shape from './import-schema.js';
import { ById, DecisionBody } from './schema.js';
import type { LeavingLots } from './units.js';

const PATH = 'custody/holding-transfer/import';
const READ = 'custody.holding-transfer.read';

const ends = {
  method: 'PUT',
  scope: 'OFFICE',
  params: ById,
  body: DecisionBody,
  reply: shape.TransferImportRecord,
} as const;

const reads: readonly Route[] = [
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readHoldingTransferImport',
    summary: 'A transfer file, with the number of transfers waiting for approval',
    permission: READ,
    params: ById,
    reply: shape.TransferImportRecord,
    run: (call, { params }) => readImport(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listHoldingTransferImports',
    summary: 'Transfer files, newest first',
    permission: READ,
    query: shape.TransferImportListQuery,
    paging: PAGE_BS,
    reply: shape.TransferImportRecord,
    run: (call, { query }) => listImports(call, { state: query.state }, pageOf(query, PAGE_BS)),
  }),
];

/** Returns the operations on transfer files. */
export function transferImportRoutes(leavingLots: LeavingLots): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: PATH,
      operation: 'importHoldingTransfers',
      summary: 'Enter transfers of units from a file; another person approves them',
      description:
        'Each row is a security of a transfer, or one of its purchases. If any cell is wrong, ' +
        'all rows are refused, and `errors` lists each wrong cell. Use a dry run as a preview. ' +
        ROW_FORMS,
      permission: 'custody.holding-transfer.create',
      scope: 'OFFICE',
      bodyBytes: ROW_FILE.bodyBytes,
      jsonValuesMax: HTTP.importJsonValuesMax,
      consumes: ['text/csv'],
      query: shape.TransferImportQuery,
      body: shape.TransferImportBody,
      reply: shape.TransferImportRecord,
      extra: { warnings, ...usedReadings },
      problems: [custodyProblems.TRANSFER_IMPORT_REFUSED, custodyProblems.TRANSFER_IMPORT_EXISTS],
      run: (work, { body, query }) => importTransfers(work, { ...body, ...query }),
    }),
    write({
      ...ends,
      path: `${PATH}/approve/id/{id}`,
      operation: 'approveHoldingTransferImport',
      summary: 'Approve all pending transfers of a file; either all of them move or none',
      permission: 'custody.holding-transfer.approve',
      problems: [
        custodyProblems.TRANSFER_IMPORT_WRONG_STATE,
        custodyProblems.MOVEMENT_REFUSED,
        financeProblems.PERIOD_CLOSED,
        identityProblems.OWN_WORK,
        orderProblems.INSUFFICIENT_HOLDING,
      ],
      run: (work, { params, body: { reason } }) =>
        approveImport(work, params.id, { reason, leavingLots }),
    }),
    write({
      ...ends,
      path: `${PATH}/undo/id/{id}`,
      operation: 'undoHoldingTransferImport',
      summary: 'Undo a transfer file, which cancels its pending transfers',
      description: 'Approved and rejected transfers remain. The file can then be imported again.',
      permission: 'custody.holding-transfer.create',
      problems: [custodyProblems.TRANSFER_IMPORT_WRONG_STATE],
      run: (work, { params, body }) => undoImport(work, params.id, body.reason),
    }),
    ...reads,
  ];
}
