// Record ids: taken in blocks from a sequence, so that a hot insert does not pay a round trip for
// its id.

import { assert } from './assert.js';
import type { Tx } from './database/database.js';
import { sql } from './database/sql.js';

/** Ids taken at once from the database; `increment by` of every id sequence must equal it. */
const ID_BLOCK = 50n;

interface Block {
  next: bigint;
  end: bigint;
}

/** Hands out ids. One per process: blocks are never shared between two programs. */
export interface Ids {
  /** The next id of a record type. In a dry run it is negative and nothing is taken. */
  next(tx: Tx, sequence: string): Promise<bigint>;
}

export function createIds(): Ids {
  const blocks = new Map<string, Block>();
  let dryRunId = 0n;
  return {
    next: async (tx, sequence) => {
      if (tx.dryRun) {
        dryRunId -= 1n;
        return dryRunId;
      }
      const current = blocks.get(sequence);
      if (current !== undefined && current.next < current.end) {
        current.next += 1n;
        return current.next - 1n;
      }
      const [row] = await tx.query<{ first: bigint }>(sql`select nextval(${sequence}) as first`);
      assert(row, `sequence ${sequence} gave no value`);
      blocks.set(sequence, { next: row.first + 1n, end: row.first + ID_BLOCK });
      return row.first;
    },
  };
}

/** The business code of a numbered record: its id, zero-padded to ten digits. */
export function codeOf(id: bigint): string {
  return id < 0n ? '' : id.toString().padStart(10, '0');
}
