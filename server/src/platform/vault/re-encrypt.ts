// Encrypts stored rows that are in clear text or under a former key.

import { JOB, VAULT } from '../../limits.js';
import type { Context } from '../context.js';
import type { Tx } from '../database/database.js';
import { closedObject } from '../http/shape/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../jobs/job.js';
import { markReplaced, markSealed, selectSealed } from './queries.js';
import type { Vault } from './vault.js';

/** The result of one batch. */
export interface SealedBatch {
  /** The id of the last row that was examined; undefined if no row was left. */
  readonly last: bigint | undefined;
  readonly rows: number;
}

/** The rows of one table that contain encrypted texts, declared by the table's module. */
export interface SealedTable {
  readonly name: string;
  /**
   * Encrypts the next rows after this id that are in clear text or under a former key, and updates
   * their digests. Idempotent.
   */
  readonly sealNext: (on: { tx: Tx; vault: Vault }, after: bigint) => Promise<SealedBatch>;
}

/** An encrypted text, and its row's key as a string. */
export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/** A table with few encrypted texts, one per row. */
interface FewTexts {
  readonly name: string;
  /**
   * Locks and returns the rows whose text is encrypted under a key other than the one in this
   * prefix.
   */
  readonly lockOthers: (tx: Tx, prefix: string) => Promise<readonly SealedText[]>;
  readonly placeOf: (id: string) => string;
  readonly store: (tx: Tx, text: SealedText) => Promise<void>;
}

/** Declares a table with so few rows that a single batch processes them all. */
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
 * Encrypts rows that earlier versions of the program stored, before anything reads them. If this is
 * interrupted, or two nodes start it, it continues with the remaining rows.
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

/** The job that a key rotation enqueues. */
export const RE_ENCRYPT: JobKind<typeof noData> = { name: 'data-key.reseal', data: noData };

/**
 * Encrypts everything under the current key. Also runs each night, because a slow node may still
 * have encrypted rows under the former key.
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
