// Record ids, taken from sequences in blocks, so that an insert on a hot path needs no round trip
// for its id.

import { present } from './assert.js';
import type { Tx } from './database/database.js';
import { nextSequenceValues } from './database/sequence.js';

/**
 * Number of ids taken from the database at once. Must equal the `increment by` of every id
 * sequence.
 */
const ID_BLOCK = 50n;

interface Block {
  /**
   * The run of the server in which the block was taken. After a failover a sequence may issue the
   * block again to another node.
   */
  readonly serverLife: string;
  next: bigint;
  end: bigint;
}

/** Assigns ids. There is one instance per process, so two processes never share a block. */
export interface Ids {
  /**
   * Returns the next id of a record type. In a dry run the id is negative, and none is taken from
   * the sequence.
   */
  next(tx: Tx, sequence: string): Promise<bigint>;
  /**
   * Returns the next ids of a record type in ascending order, with at most one statement. In a dry
   * run, they are negative and descending.
   */
  take(tx: Tx, sequence: string, count: number): Promise<bigint[]>;
}

export function createIds(): Ids {
  const blocks = new Map<string, Block>();
  let dryRunId = 0n;
  const take = async (tx: Tx, sequence: string, count: number) => {
    if (tx.dryRun) return Array.from({ length: count }, () => (dryRunId -= 1n));
    const { serverLife } = tx;
    const known = blocks.get(sequence);
    const taken = known?.serverLife === serverLife ? takeFrom(known, count) : [];
    const missing = BigInt(count - taken.length);
    if (missing <= 0n) return taken;
    const firsts = await nextSequenceValues(tx, sequence, (missing + ID_BLOCK - 1n) / ID_BLOCK);
    for (const next of firsts) {
      const block = { serverLife, next, end: next + ID_BLOCK };
      taken.push(...takeFrom(block, count - taken.length));
      blocks.set(sequence, block);
    }
    return taken;
  };
  return {
    take,
    next: async (tx, sequence) => present((await take(tx, sequence, 1))[0], 'one id was taken'),
  };
}

function takeFrom(block: Block | undefined, most: number): bigint[] {
  const taken: bigint[] = [];
  while (block !== undefined && taken.length < most && block.next < block.end) {
    taken.push(block.next);
    block.next += 1n;
  }
  return taken;
}

/**
 * The first character of a record's code in a dry run. It is a private-use character, which callers
 * do not use.
 */
const DRY_RUN_MARK = '\uE000';

/**
 * Returns a numbered record's business code: its id, padded with zeros to ten digits. In a dry run
 * it is a placeholder that differs for each record, because codes are unique in the tables.
 */
export function codeOf(id: bigint): string {
  return id < 0n ? `${DRY_RUN_MARK}${-id}` : id.toString().padStart(10, '0');
}

/** Removes the code placeholders from text. Undefined if nothing else remains. */
export function withoutPlaceholders(text: string): string | undefined {
  if (!text.includes(DRY_RUN_MARK)) return text;
  return text.replaceAll(PLACEHOLDER, '').trim() || undefined;
}

const PLACEHOLDER = new RegExp(` ?\\(?${DRY_RUN_MARK}\\d+(-\\d+)?\\)?`, 'g');
