// Takes values from database sequences.

import { assert } from '../assert.js';
import type { Tx } from './database.js';
import { sql } from './sql.js';

/** Takes a number of values from a sequence. */
export async function nextSequenceValues(
  tx: Tx,
  sequence: string,
  count: bigint,
): Promise<bigint[]> {
  const rows = await tx.query<{ first: bigint }>(sql`
    select nextval(${sequence}) as first from generate_series(1, ${count}::bigint)`);
  assert(rows.length > 0, `sequence ${sequence} gave no value`);
  return rows.map(({ first }) => first);
}
