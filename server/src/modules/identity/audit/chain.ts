// The hash chain behind the audit log: each link covers an entry, or a batch of other rows, and the
// link before it under a key of the vault, so that nothing can be changed, taken out or slipped in
// without the chain breaking there, and only this program makes links.

import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';
import { batchText, nextBatches, storeBatch } from './batch.js';
import { presentChainKey } from './key.js';
import { entryText, FIRST_HASH, linkHash } from './link.js';
import type { LinkedSource } from './source.js';

/** What the chain needs of the app. */
export type On = Pick<Context, 'db' | 'vault' | 'clock'>;

// Order of the chain: transaction, then id. An entry counts as settled when no transaction that is
// still open could put one before it.
const settled = sql`e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Adds links for all settled entries and rows; returns how many entries and batches. Only one node
 * does it at a time.
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
  /** Whether there may be more than one extension takes. */
  readonly isFull: boolean;
}

async function extendOnce(on: On, tx: Tx, sources: readonly LinkedSource[]): Promise<Extension> {
  const [turn] = await tx.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('countinghouse audit chain')) as mine`,
  );
  if (!turn?.mine) return { links: 0, isFull: false };
  const entries = await nextEntries(tx);
  const batches = await nextBatches(tx, sources);
  if (entries.length + batches.length === 0) return { links: 0, isFull: false };
  const { key, version } = await presentChainKey(on, tx);
  const head = await headOf(tx);
  let hash = head.hash;
  const hashes = [...entries.map(({ text }) => text), ...batches.map(batchText)].map((text) => {
    hash = linkHash(key, hash, text);
    return hash;
  });
  const entryIds = [...entries.map(({ id }) => String(id)), ...batches.map(() => null)];
  await tx.query(sql`
    insert into audit_chain (position, audit_entry_id, hash, key_version)
    select ${head.position}::bigint + link.ordinal, link.entry_id, link.hash, ${version}
    from unnest(${entryIds}::bigint[], ${hashes}::text[])
      with ordinality as link(entry_id, hash, ordinal)`);
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

function nextEntries(tx: Tx): Promise<{ readonly id: bigint; readonly text: string }[]> {
  return tx.query(sql`
    with last as (
      select e.transaction_id, e.id from audit_chain c join audit_entry e on e.id = c.audit_entry_id
      where c.audit_entry_id is not null order by c.position desc limit 1
    )
    select e.id, ${entryText} as text from audit_entry e
    where (e.transaction_id, e.id) > (coalesce((select transaction_id from last), '0'::xid8),
        coalesce((select id from last), 0))
      and ${settled}
    order by e.transaction_id, e.id limit ${AUDIT.batchRows}`);
}

async function headOf(tx: Tx): Promise<{ readonly position: bigint; readonly hash: string }> {
  const [head] = await tx.query<{ position: bigint; hash: string }>(
    sql`select position, hash from audit_chain order by position desc limit 1`,
  );
  return head ?? { position: 0n, hash: FIRST_HASH };
}
