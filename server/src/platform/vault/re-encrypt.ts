// Encrypts stored rows that are in clear text or encrypted with a former key.

import { JOB, VAULT } from '../../limits.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';
import { closedObject } from '../http/shape/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../jobs/job.js';
import { markReplaced, markSealed, selectSealed } from './queries.js';
import type { Vault } from './vault.js';

/** The result of one batch. */
export interface SealedBatch {
  /** The id of the last row that was examined. Undefined if no row was left. */
  readonly last: bigint | undefined;
  readonly rows: number;
}

/** The rows of a table that contain encrypted values, as declared by the table's module. */
export interface SealedTable {
  readonly name: string;
  /**
   * Encrypts the next rows after this id that are in clear text or encrypted with a former key, and
   * updates their digests. Idempotent.
   */
  readonly sealNext: (on: { tx: Tx; vault: Vault }, after: bigint) => Promise<SealedBatch>;
}

/** An encrypted value, with the primary key of its row as a string. */
export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/** A table with few encrypted values, one per row. */
interface FewTexts {
  readonly name: string;
  /**
   * Locks and returns the rows whose text was encrypted with a key other than this prefix's key.
   */
  readonly lockOthers: (tx: Tx, prefix: string) => Promise<readonly SealedText[]>;
  readonly placeOf: (id: string) => string;
  readonly store: (tx: Tx, text: SealedText) => Promise<void>;
}

/** Declares a table with few rows, all of which fit in one batch. */
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
 * Encrypts rows stored by earlier versions of the program, before anything reads them. If this is
 * interrupted, or started by two nodes, it continues with the remaining rows.
 */
export async function sealOldRows(context: Context, tables: readonly SealedTable[]): Promise<void> {
  const done = await selectSealed(context.db);
  for (const table of tables.filter(({ name }) => !done.has(name))) {
    const rows = await sealTable(context, table);
    await markSealed(context.db, table.name);
    if (rows > 0) context.log.info({ table: table.name, rows }, 'personal numbers were encrypted');
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

/** The job enqueued by a key rotation. */
export const RE_ENCRYPT: JobKind<typeof noData> = { name: 'data-key.reseal', data: noData };

/**
 * Encrypts everything with the current key. Also runs each night, because a slow node may have used
 * the former key after the rotation.
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
