// Operations on transfers of units. One person enters a transfer, and another approves it.

import type { Static } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { identityProblems } from '../../identity/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { transferImportRoutes } from './import-routes.js';
import { listTransfers, readTransfer, transferFile } from './list.js';
import * as schema from './schema.js';
import { approveTransfer, cancelTransfer, createTransfer, rejectTransfer } from './transfer.js';
import type { LeavingLots } from './units.js';

const PATH = 'custody/holding-transfer';
const READ = 'custody.holding-transfer.read';
const { MOVEMENT_REFUSED, TRANSFER_WRONG_STATE } = custodyProblems;

const decision = {
  method: 'PUT',
  scope: 'OFFICE',
  params: schema.ById,
  body: schema.DecisionBody,
  reply: schema.TransferRecord,
} as const;

const writes = (leavingLots: LeavingLots): readonly Route[] => [
  write({
    method: 'POST',
    path: `${PATH}/create`,
    operation: 'createHoldingTransfer',
    summary: 'Enter a transfer of units into, out of or between portfolios, or write units off',
    description:
      'Once another person has approved the transfer, units are added or removed from the ' +
      'effective date on. Until then, outgoing units and money are on hold. In a transfer free ' +
      'of payment, units keep their cost and, between portfolios, their purchase dates. The ' +
      'cost of units written off is a loss. In a transfer against payment, units are bought ' +
      'and sold at the `amount` of each line, and units and money move together on the ' +
      'approval date.',
    permission: 'custody.holding-transfer.create',
    scope: 'OFFICE',
    body: schema.TransferBody,
    reply: schema.TransferRecord,
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.TOO_MANY_DECIMALS,
      financeProblems.CUSTOMER_INACTIVE,
      financeProblems.INSUFFICIENT_FUNDS,
      orderProblems.PORTFOLIO_INACTIVE,
      orderProblems.INSUFFICIENT_HOLDING,
      MOVEMENT_REFUSED,
    ],
    run: (work, { body }) => createTransfer(work, { body, importId: null }),
  }),
  write({
    ...decision,
    path: `${PATH}/approve/id/{id}`,
    operation: 'approveHoldingTransfer',
    summary: 'Approve a transfer, which moves its units and money',
    permission: 'custody.holding-transfer.approve',
    problems: [
      TRANSFER_WRONG_STATE,
      MOVEMENT_REFUSED,
      financeProblems.PERIOD_CLOSED,
      identityProblems.OWN_WORK,
      orderProblems.INSUFFICIENT_HOLDING,
    ],
    run: (work, { params, body: { reason } }) =>
      approveTransfer(work, params.id, { reason, leavingLots }),
  }),
  write({
    ...decision,
    path: `${PATH}/reject/id/{id}`,
    operation: 'rejectHoldingTransfer',
    summary: 'Reject a transfer, which releases its units and money',
    permission: 'custody.holding-transfer.approve',
    problems: [TRANSFER_WRONG_STATE, identityProblems.OWN_WORK],
    run: (work, { params, body }) => rejectTransfer(work, params.id, body.reason),
  }),
  write({
    ...decision,
    path: `${PATH}/cancel/id/{id}`,
    operation: 'cancelHoldingTransfer',
    summary: 'Cancel a pending transfer, which releases its units and money',
    permission: 'custody.holding-transfer.create',
    problems: [TRANSFER_WRONG_STATE],
    run: (work, { params, body }) => cancelTransfer(work, params.id, body.reason),
  }),
];

const filterOf = (query: Static<typeof schema.TransferFilterQuery>) => ({
  ...{ portfolioId: query.p || undefined, customerId: query.c || undefined },
  ...{ officeId: query.o || undefined, importId: query.f || undefined },
  ...{ type: query.type, state: query.state },
});

const reads: readonly Route[] = [
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readHoldingTransfer',
    summary: 'One transfer of units',
    permission: READ,
    params: schema.ById,
    reply: schema.TransferRecord,
    run: (call, { params }) => readTransfer(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listHoldingTransfers',
    summary: 'Transfers of units, newest first',
    permission: READ,
    query: schema.TransferListQuery,
    paging: PAGE_BS,
    reply: schema.TransferRecord,
    run: (call, { query }) => listTransfers(call, filterOf(query), pageOf(query, PAGE_BS)),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${PATH}/list/${format}`,
      operation: format === 'csv' ? 'exportHoldingTransfersCsv' : 'exportHoldingTransfersXlsx',
      summary: `All transfers that match the filters, as ${format.toUpperCase()}`,
      description:
        'One row per security, newest transfer first. The last row contains END and the number ' +
        'of rows after the header, which is also in X-Row-Count.',
      permission: READ,
      query: schema.TransferFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => transferFile(call, filterOf(query), format),
    }),
  ),
];

/** Returns the operations on transfers of units. */
export function transferRoutes(leavingLots: LeavingLots): readonly Route[] {
  return [...writes(leavingLots), ...reads, ...transferImportRoutes(leavingLots)];
}
