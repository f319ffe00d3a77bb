// The error file of a refused bank statement: its invalid rows as sent, each with its error.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { FileReply, Outcome } from '../../../platform/http/route.js';
import { errorFile } from '../../../platform/row-file/import-rows.js';
import { BANK_COLUMNS } from './csv.js';
import type { FileRefused } from './file-fault.js';
import { type NewStatement, selectStatement } from './queries.js';
import { insertRefused, selectRefused } from './refusal-queries.js';

/**
 * The columns of the error file for MT940 and camt.053 messages, which have no columns of their
 * own.
 */
const MESSAGE_TITLES: readonly string[] = ['statement', 'element', 'text'];

/** Stores the invalid rows of a refused file. Replies with the refusal and the import's number. */
export async function storeRefused(
  work: Work,
  row: NewStatement,
  file: FileRefused,
): Promise<Outcome> {
  const { faults } = file;
  await insertRefused(work.tx, row, { faults, by: work.principal.name, at: work.now });
  work.events.push({
    type: 'bank-statement.refused',
    subjectId: row.id,
    officeId: row.office_id,
    data: { refused: faults.length },
  });
  return { msgCode: file.kind.code, id: row.id, name: row.name, refusal: file.ofImport(row.id) };
}

/** Returns the refused rows as sent, each with its error, as CSV. */
export async function bankStatementErrors(call: Call, id: bigint): Promise<FileReply> {
  const statement = await selectStatement(call.db, id);
  if (statement === undefined || !seesOffice(call.principal, statement.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const rows = await selectRefused(call.db, id);
  // Columns that are not in the file are omitted, because they would change how the error file is
  // parsed.
  const titles = [...BANK_COLUMNS, ...MESSAGE_TITLES].filter((title) =>
    rows.some(({ cells }) => cells[title] !== undefined),
  );
  return errorFile({
    name: `bank-statement-${statement.name}-errors`,
    titles,
    errorTitles: ['column', 'code', 'detail'],
    rows: rows.map(({ row_no, cells, wrong_column, code, detail }) => ({
      row: row_no,
      cells: titles.map((title) => cells[title]),
      errors: [wrong_column, code, detail],
    })),
  });
}
