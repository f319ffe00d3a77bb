// SQL for refused bank statements: their invalid rows, which the error file shows.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { FileFault } from './file-fault.js';
import type { NewStatement, Stamp } from './queries.js';

interface RefusedStatement extends Stamp {
  readonly faults: readonly FileFault[];
}

/** Stores a refused statement with its invalid rows. */
export async function insertRefused(
  tx: Tx,
  row: NewStatement,
  { faults, by, at }: RefusedStatement,
): Promise<void> {
  await tx.query(sql`
    insert into bank_statement (id, name, account_id, office_id, currency, file_name, state,
      line_count, doubled_count, refused_count, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.account_id}, ${row.office_id}, ${row.currency},
      ${row.file_name}, 'REFUSED', 0, 0, ${faults.length}, ${by}, ${at}, ${by}, ${at})`);
  const rows = await toJsonInTurns(faults.map((fault, index) => ({ ...fault, no: index + 1 })));
  await tx.query(sql`
    insert into bank_statement_refused_row (statement_id, fault_no, row_no, cells, wrong_column,
      code, detail)
    select ${row.id}, f.no, f.row, f.cells, f.column, f.code, f.detail
    from jsonb_to_recordset(${rows}::jsonb) as f (no integer, row integer, cells jsonb,
      "column" text, code text, detail text)
    order by f.no`);
}

/** A stored invalid row. */
interface RefusedRow {
  readonly row_no: number;
  readonly cells: FileFault['cells'];
  readonly wrong_column: string | null;
  readonly code: string;
  readonly detail: string;
}

/** Selects the invalid rows of a statement, in the order of the file. */
export function selectRefused(db: Database, statementId: bigint): Promise<RefusedRow[]> {
  return db.query(sql`
    select row_no, cells, wrong_column, code, detail from bank_statement_refused_row
    where statement_id = ${statementId} order by fault_no`);
}
