// Reads the rows of a batch as sent: objects, or a CSV table whose header names the members.

import { readCsvRecords } from '../../../platform/files/csv-record.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { CASH_BATCH } from '../limits.js';
import { cashTransactionBody } from '../schema.js';
import type { CashBatchBody } from './batch-schema.js';

type Row = Readonly<Record<string, unknown>>;

/** Returns the rows of a request, from JSON or CSV; refuses an unreadable table. */
export async function rowsOf({ rows, csv }: CashBatchBody): Promise<readonly Row[]> {
  if ((rows === undefined) === (csv === undefined)) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'rows', 'or csv is needed, and not both');
  }
  const read = rows ?? (await tableOf(csv ?? ''));
  if (read.length === 0) throw refuseMember(commonProblems.INVALID_REQUEST, 'rows', 'is empty');
  return read;
}

const MEMBERS = new Map(
  Object.keys(cashTransactionBody.properties).map((name) => [name.toLowerCase(), name]),
);

async function tableOf(csv: string): Promise<Row[]> {
  const [header = [], ...lines] = await readCsvRecords(csv, CASH_BATCH.rowsMax, wrongTable);
  const names = header.map((cell) => {
    const name = MEMBERS.get(cell.toLowerCase().replaceAll(/[^a-z]/g, ''));
    if (name === undefined) throw wrongTable(`${cell} is not a member of a cash transaction`);
    return name;
  });
  if (new Set(names).size < names.length) throw wrongTable('a column appears twice');
  if (lines.length > CASH_BATCH.rowsMax) {
    throw wrongTable(`it has more than ${CASH_BATCH.rowsMax} rows`);
  }
  return lines.map((cells) =>
    Object.fromEntries(
      names.flatMap((name, place) => {
        const cell = cells[place] ?? '';
        return cell === '' ? [] : [[name, cell]];
      }),
    ),
  );
}

function wrongTable(detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
