// Operations on batches of cash transactions.

import { ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import { idParams } from '../schema.js';
import {
  approveCashBatch,
  cancelCashBatch,
  createCashBatch,
  postCashBatch,
  readCashBatch,
  reverseCashBatch,
} from './batch.js';
import { batchImportErrors, listBatchImports } from './batch-import.js';
import {
  cashBatchBody,
  cashBatchImportQuery,
  cashBatchImportReply,
  cashBatchQuery,
  cashBatchReply,
  cashBatchStateReply,
  cashBatchStepBody,
} from './batch-schema.js';

const EACH_ROW =
  'Each row has an outcome: DONE, UNCHANGED if it was done before, or REFUSED with msgCode ' +
  'and detail. A refused row does not stop the others, and a repeated call does nothing ' +
  'twice.';

export const cashBatchRoutes = (ports: FinancePorts): readonly Route[] => [
  write({
    method: 'POST',
    path: 'finance/cash-transaction/batch/create',
    operation: 'createCashBatch',
    summary: 'Create many cash transactions, from rows or a file',
    description:
      `${EACH_ROW} Rows are identified by their position in the list, or by the number in a ` +
      'first column `row`, as in the error file. `importId` names the error file of the refused ' +
      'rows. ' +
      ROW_FORMS,
    permission: 'finance.cash-transaction.create',
    scope: 'OFFICE',
    problems: [financeProblems.BATCH_ROW_EXISTS],
    bodyBytes: ROW_FILE.bodyBytes,
    body: cashBatchBody,
    example: {
      batchName: 'DIVIDENDS-MAY',
      rows: [
        { transType: 'RECEIPT', partnerName: '0000000001', amount: 1500, reference: 'DIV-1' },
        { transType: 'RECEIPT', partnerName: '0000000001', amount: 2500, reference: 'DIV-2' },
      ],
    },
    reply: cashBatchReply,
    extra: usedReadings,
    run: (work, { body }) => createCashBatch(work, body, ports),
  }),
  read({
    path: 'finance/cash-transaction/batch',
    operation: 'readCashBatch',
    summary: 'A batch: its rows by state, and its fingerprint',
    description: 'The rows themselves are in finance/cash-transaction/list?batchName=.',
    permission: 'finance.cash-transaction.read',
    query: cashBatchQuery,
    reply: cashBatchStateReply,
    run: (call, { query }) => readCashBatch(call, query.batchName),
  }),
  read({
    path: 'finance/cash-transaction/batch/import/errors/id/{id}',
    operation: 'readCashBatchErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    description:
      'Correct the rows and send the file with the same batchName: `row` identifies them.',
    permission: 'finance.cash-transaction.read',
    produces: 'text/csv',
    params: idParams,
    run: (call, { params }) => batchImportErrors(call, params.id),
  }),
  list({
    path: 'finance/cash-transaction/batch/import/list',
    operation: 'listCashBatchImports',
    summary: 'Imports of batches, newest first',
    description: 'Excludes imports by callers who can see offices that you cannot see.',
    permission: 'finance.cash-transaction.read',
    paging: PAGE_BS,
    query: cashBatchImportQuery,
    reply: cashBatchImportReply,
    run: (call, { query }) => listBatchImports(call, query.batchName, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/batch/approve',
    operation: 'approveCashBatch',
    summary: 'Approve every pending cash transaction of a batch',
    description: EACH_ROW,
    permission: 'finance.cash-transaction.approve',
    scope: 'OFFICE',
    problems: [financeProblems.JOURNAL_CHANGED],
    body: cashBatchStepBody,
    reply: cashBatchReply,
    run: (work, { body }) => approveCashBatch(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/batch/post',
    operation: 'postCashBatch',
    summary: 'Post every approved cash transaction of a batch',
    description: EACH_ROW,
    permission: 'finance.cash-transaction.post',
    scope: 'OFFICE',
    problems: [financeProblems.JOURNAL_CHANGED],
    body: cashBatchStepBody,
    reply: cashBatchReply,
    run: (work, { body }) => postCashBatch(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/batch/cancel',
    operation: 'cancelCashBatch',
    summary: 'Cancel every cash transaction of a batch that is not posted',
    description: EACH_ROW,
    permission: 'finance.cash-transaction.cancel',
    scope: 'OFFICE',
    problems: [financeProblems.JOURNAL_CHANGED],
    body: cashBatchStepBody,
    reply: cashBatchReply,
    run: (work, { body }) => cancelCashBatch(work, body),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/batch/reverse',
    operation: 'reverseCashBatch',
    summary: 'Reverse every posted cash transaction of a batch',
    description:
      `${EACH_ROW} If a row's reversal needs a second person, the first call requests it and ` +
      "another person's call reverses the row.",
    permission: 'finance.cash-transaction.reverse',
    scope: 'OFFICE',
    problems: [financeProblems.JOURNAL_CHANGED],
    body: cashBatchStepBody,
    reply: cashBatchReply,
    run: (work, { body }) => reverseCashBatch(work, body),
  }),
];
