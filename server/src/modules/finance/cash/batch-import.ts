// The imports of cash batches: each call that creates rows, with its refused rows and their error
// file.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { errorFile } from '../../../platform/row-file/import-rows.js';
import {
  type BatchImportRow,
  type BatchRefusal,
  countBatchImports,
  findBatchImport,
  insertBatchImport,
  selectBatchImports,
  selectBatchRefusals,
} from './batch-import-queries.js';
import { CASH_MEMBERS, ERROR_TITLES } from './batch-row.js';

type Counts = Pick<BatchImportRow, 'batchName' | 'rowCount' | 'done' | 'unchanged' | 'refused'>;

/**
 * Stores a call that created some or all rows of a batch, with its refused rows. Returns its id.
 */
export async function storeBatchImport(
  work: Work,
  counts: Counts,
  refused: readonly BatchRefusal[],
): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'cash_batch_import_id');
  const { name: by, offices } = work.principal;
  const stamp = { createdBy: by, createdDttm: work.now };
  await insertBatchImport(work.tx, { id, ...counts, ...stamp, offices }, refused);
  return id;
}

/** Lists the imports that the caller may see, newest first. */
export async function listBatchImports(
  call: Call,
  batchName: string | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { batchName, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectBatchImports(call.db, filter, page), page);
  return { count: await countBatchImports(call.db, filter), result: rows, nextAfter };
}

/** Returns the refused rows as sent, each with its error, as CSV. */
export async function batchImportErrors(call: Call, id: bigint): Promise<FileReply> {
  const found = await findBatchImport(call.db, id, call.principal.offices);
  if (found === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const rows = await selectBatchRefusals(call.db, id);
  const titles = CASH_MEMBERS.filter((member) =>
    rows.some(({ cells }) => cells[member] !== undefined),
  );
  return errorFile({
    name: `cash-batch-${codeOf(id)}-errors`,
    titles,
    errorTitles: ERROR_TITLES,
    rows: rows.map(({ row, cells, column, code, detail }) => ({
      row,
      cells: titles.map((title) => cells[title]),
      errors: [column, code, detail],
    })),
  });
}
