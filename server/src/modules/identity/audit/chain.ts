// The audit log's hash chain. Each link covers the link before it and either an entry or a batch of
// other rows. The hash is keyed by the vault, so that only this program can create links. If an
// entry is changed, removed or inserted, the chain breaks at that position.

import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { AUDIT } from '../limits.js';
import { nextBatches, storeBatch } from './batch-queries.js';
import { insertLinks, lastLink, nextEntries, takeChainTurn } from './chain-queries.js';
import { presentChainKey } from './key.js';
import { batchText, FIRST_HASH, linkHash } from './link.js';
import type { LinkedSource } from './source-queries.js';

/** The parts of the app that the chain uses. */
export type On = Pick<Context, 'db' | 'vault' | 'clock'>;

/**
 * Adds links for all settled entries and rows. Runs on one node at a time.
 * @returns how many links were added
 */
export async function extendAuditChain(on: On, sources: readonly LinkedSource[]): Promise<number> {
  let added = 0;
  for (let round = 0; round < AUDIT.batchesPerRunMax; round += 1) {
    const { links, isFull } = await on.db.transaction((tx) => extendOnce(on, tx, sources));
    added += links;
    if (!isFull) break;
  }
  return added;
}

interface Extension {
  readonly links: number;
  /** True if there may be more rows than one extension covers. */
  readonly isFull: boolean;
}

async function extendOnce(on: On, tx: Tx, sources: readonly LinkedSource[]): Promise<Extension> {
  if (!(await takeChainTurn(tx))) return { links: 0, isFull: false };
  const entries = await nextEntries(tx);
  const batches = await nextBatches(tx, sources);
  if (entries.length + batches.length === 0) return { links: 0, isFull: false };
  const { key, version } = await presentChainKey(on, tx);
  const head = (await lastLink(tx)) ?? { position: 0n, hash: FIRST_HASH };
  let hash = head.hash;
  const hashes = [...entries.map(({ text }) => text), ...batches.map(batchText)].map((text) => {
    hash = linkHash(key, hash, text);
    return hash;
  });
  const entryIds = [...entries.map(({ id }) => String(id)), ...batches.map(() => null)];
  await insertLinks(tx, { after: head.position, entryIds, hashes, keyVersion: version });
  const now = on.clock.now();
  let position = head.position + BigInt(entries.length);
  for (const batch of batches) {
    position += 1n;
    await storeBatch(tx, batch, { position, now });
  }
  const isFull =
    entries.length === AUDIT.batchRows || batches.some(({ rows }) => rows === AUDIT.batchRows);
  return { links: hashes.length, isFull };
}
