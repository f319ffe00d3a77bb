// Sealing what lies in the tables: rows of the time before keys, and rows under a former key.

import { JOB, VAULT } from '../../limits.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';
import { closedObject } from '../http/shape/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../jobs/job.js';
import { markReplaced, markSealed, selectSealed } from './queries.js';
import type { Vault } from './vault.js';

/** What one batch did. */
export interface SealedBatch {
  /** The last row looked at; undefined when there was none left. */
  readonly last: bigint | undefined;
  readonly rows: number;
}

/** The rows of one table that hold sealed texts; a module offers them. */
export interface SealedTable {
  readonly name: string;
  /**
   * Seals the next rows after this id that are in the clear or under another key than the present
   * one, and makes their digests anew. Doing it twice changes nothing the second time.
   */
  readonly sealNext: (on: { tx: Tx; vault: Vault }, after: bigint) => Promise<SealedBatch>;
}

/** A sealed text and the key of its row, as text. */
export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/** A table of a few texts, one a row. */
interface FewTexts {
  readonly name: string;
  /** Locks and returns the rows whose text is sealed under another key than this prefix tells. */
  readonly lockOthers: (tx: Tx, prefix: string) => Promise<readonly SealedText[]>;
  readonly placeOf: (id: string) => string;
  readonly store: (tx: Tx, text: SealedText) => Promise<void>;
}

/** A table whose rows are so few that one batch takes them all. */
export function fewSealedTexts({ name, lockOthers, placeOf, store }: FewTexts): SealedTable {
  return {
    name,
    sealNext: async ({ tx, vault }) => {
      const others = await lockOthers(tx, vault.prefix);
      for (const { id, sealed } of others) {
        const place = placeOf(id);
        await store(tx, { id, sealed: vault.seal(place, vault.open(place, sealed)) });
      }
      return { last: undefined, rows: others.length };
    },
  };
}

/**
 * Seals what was stored before this version of the program, before anybody reads it. Broken off, or
 * begun by two nodes, it goes on with what is left.
 */
export async function sealOldRows(context: Context, tables: readonly SealedTable[]): Promise<void> {
  const done = await selectSealed(context.db);
  for (const table of tables.filter(({ name }) => !done.has(name))) {
    const rows = await sealTable(context, table);
    await markSealed(context.db, table.name);
    if (rows > 0) context.log.info({ table: table.name, rows }, 'personal numbers were sealed');
  }
}

async function sealTable(
  { db, vault }: Context,
  table: SealedTable,
  signal?: AbortSignal,
): Promise<number> {
  let after = 0n;
  let rows = 0;
  for (let batch = 0; batch < VAULT.batchesMax; batch += 1) {
    signal?.throwIfAborted();
    const done = await db.transaction((tx) => table.sealNext({ tx, vault }, after));
    rows += done.rows;
    if (done.last === undefined) return rows;
    after = done.last;
  }
  return rows;
}

const noData = closedObject({});

/** Asked for by a rotation. */
export const RE_ENCRYPT: JobKind<typeof noData> = { name: 'data-key.reseal', data: noData };

/**
 * Seals everything under the present key; each night too, for what a slow node still sealed under
 * the key before.
 */
export function reEncryptJob(tables: readonly SealedTable[]): JobHandler {
  return jobHandler({
    kind: RE_ENCRYPT,
    dailyAtUtc: '01:20',
    timeoutMs: JOB.purgeTimeoutMs,
    atOnceMax: 1,
    run: async (context, { signal }) => {
      const { version } = context.vault;
      let rows = 0;
      for (const table of tables) rows += await sealTable(context, table, signal);
      await markReplaced(context.db, version);
      context.metrics.events.inc({ name: 'sealed_anew' }, rows);
    },
  });
}
