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

/** Begins the code of a record that a dry run makes; a private character, which no caller needs. */
const DRY_RUN_MARK = '\uE000';

/**
 * The business code of a numbered record: its id, zero-padded to ten digits. In a dry run it is a
 * placeholder, different for each record, because tables want codes that are unique.
 */
export function codeOf(id: bigint): string {
  return id < 0n ? `${DRY_RUN_MARK}${-id}` : id.toString().padStart(10, '0');
}

/** A text without the placeholders of codes; undefined where nothing else is left. */
export function withoutPlaceholders(text: string): string | undefined {
  if (!text.includes(DRY_RUN_MARK)) return text;
  return text.replaceAll(PLACEHOLDER, '').trim() || undefined;
}

const PLACEHOLDER = new RegExp(` ?\\(?${DRY_RUN_MARK}\\d+(-\\d+)?\\)?`, 'g');
