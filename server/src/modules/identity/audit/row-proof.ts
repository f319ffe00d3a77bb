// The row proof. It checks that every row of a hashed table matches its last row change, that no
// row is missing, and that each row change continues from the result of the previous one. Rows are
// read block by block, so that one request does a limited amount of work.

import type { Database } from '../../../platform/database/database.js';
import { type HashedTable, hashedTables } from '../../../platform/database/hashed-table.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { AUDIT } from '../limits.js';
import {
  type Blocks,
  differingRows,
  followedChanges,
  type RowFault,
  sizesOf,
} from './row-proof-queries.js';

interface RowReport {
  readonly valid: boolean;
  readonly rowsChecked: bigint;
  readonly faults: readonly RowFault[];
  /** The table and block at which to continue. */
  readonly nextFrom?: string;
}

// The table row_change is read last. It reveals missing rows and earlier edits.
const CHANGES = 'row_change';

interface Place {
  /** Index of the table in schema order; row_change comes after the last table. */
  readonly index: number;
  readonly block: number;
}

/**
 * Compares the next slice of rows.
 * @param from `nextFrom` from the previous report; any other value is refused with INVALID_REQUEST
 */
export async function proveRows(db: Database, from: string | undefined): Promise<RowReport> {
  const tables = hashedTables();
  const sizes = await sizesOf(db, [...tables.map(({ name }) => name), CHANGES]);
  const faults: RowFault[] = [];
  let rowsChecked = 0n;
  let left: number = AUDIT.comparedBlocksMax;
  let { index, block } = placeOf(tables, from);
  while (index <= tables.length) {
    const size = sizes[index] ?? 0;
    if (block >= size) {
      index += 1;
      block = 0;
      continue;
    }
    const room = AUDIT.faultsMax - faults.length;
    if (left <= 0 || room <= 0) {
      const nextFrom = `${tables[index]?.name ?? CHANGES}:${block}`;
      return { valid: faults.length === 0, rowsChecked, faults, nextFrom };
    }
    const end = Math.min(size, block + AUDIT.blocksPerStatementMax);
    const slice = { table: tables[index], from: block, end, room };
    const found = await compare(db, slice);
    faults.push(...found.faults);
    rowsChecked += found.rowsChecked;
    left -= end - block;
    block = end;
  }
  return { valid: faults.length === 0, rowsChecked, faults };
}

function placeOf(tables: readonly HashedTable[], from: string | undefined): Place {
  if (from === undefined) return { index: 0, block: 0 };
  const [, name, block] = /^(\w{1,63}):(\d{1,10})$/.exec(from) ?? [];
  const index = name === CHANGES ? tables.length : tables.findIndex((each) => each.name === name);
  if (block === undefined || index < 0) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'from',
      'is not a `nextFrom` returned by this operation',
    );
  }
  return { index, block: Number(block) };
}

interface Slice extends Blocks {
  /** The table to compare; undefined for row_change. */
  readonly table: HashedTable | undefined;
}

function compare(
  db: Database,
  { table, ...blocks }: Slice,
): Promise<Pick<RowReport, 'rowsChecked' | 'faults'>> {
  if (table !== undefined) return differingRows(db, table, blocks);
  const keys = Object.fromEntries(hashedTables().map((each) => [each.name, each.keyColumns]));
  return followedChanges(db, keys, blocks);
}
