// The proof of the audit chain: recomputed link by link, and held against heads of before.

import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';
import { rowAhead, unfitRowOf } from './batch.js';
import { extendAuditChain, type On } from './chain.js';
import { type AuditHead, foreignHead } from './head.js';
import { openChainKeys } from './key.js';
import { FIRST_HASH, type Link, linkHash, linksFrom } from './link.js';
import { ENTRIES, type LinkedSource } from './source.js';

type Reason =
  | 'HASH_DIFFERS'
  | 'LINK_MISSING'
  | 'KEY_MISSING'
  | 'ENTRY_NOT_CHAINED'
  | 'ROW_DIFFERS'
  | 'CHANGE_DIFFERS'
  | 'ROW_AHEAD'
  | 'HEAD_DIFFERS'
  | 'HEAD_MISSING';

/**
 * What a verification found. `headHash` is worth keeping elsewhere: it fixes all that came
 * before.
 */
interface ChainReport {
  readonly valid: boolean;
  /** The first and last position that were recomputed. */
  readonly from: bigint;
  readonly to: bigint;
  readonly headHash: string;
  /** The first position whose link does not fit, or the head that is not in the chain. */
  readonly brokenAt?: bigint;
  readonly reason?: Reason;
  /** The row that does not fit, where it is not an entry. */
  readonly table?: string;
  readonly record?: string;
  /** Where to go on, when there is more than one request verifies. */
  readonly nextFrom?: bigint;
}

interface Proof {
  readonly from: bigint;
  /** Heads of earlier times, kept where who edited the database could not change them. */
  readonly heads: readonly AuditHead[];
  readonly sources: readonly LinkedSource[];
}

/** Extends the chain, then recomputes it from a position on, and names the first that is broken. */
export async function verifyAuditChain(on: On, proof: Proof): Promise<ChainReport> {
  await extendAuditChain(on, proof.sources);
  const report = await recomputed(on, proof);
  const foreign = report.valid ? await foreignHead(on.db, proof.heads) : undefined;
  if (foreign === undefined) return report;
  return { ...report, valid: false, brokenAt: foreign.position, reason: foreign.reason };
}

async function recomputed({ db, vault }: On, { from, sources }: Proof): Promise<ChainReport> {
  const start = from < 1n ? 1n : from;
  const keys = await openChainKeys(db, vault);
  let hash = await hashAt(db, start - 1n);
  let position = start;
  let rows = 0;
  const last = start + BigInt(AUDIT.verifyPositionsMax);
  while (position < last && rows < AUDIT.verifyRowsMax) {
    const { links, isEnd } = await linksFrom(db, sources, position);
    for (const link of links) {
      const reason = reasonOf(link, { position, before: hash, key: keys.get(link.keyVersion) });
      if (reason) return brokenLink(db, link, broken({ start, position, hash, reason }));
      hash = link.hash;
      rows += link.rows;
      position += 1n;
    }
    if (isEnd) return atHead(db, sources, { start, position, hash });
  }
  return { valid: true, from: start, to: position - 1n, headHash: hash, nextFrom: position };
}

interface Expected {
  readonly position: bigint;
  readonly before: string;
  readonly key: Buffer | undefined;
}

function reasonOf(link: Link, { position, before, key }: Expected): Reason | undefined {
  if (link.position !== position) return 'LINK_MISSING';
  if (key === undefined) return 'KEY_MISSING';
  const fits = link.text !== null && link.hash === linkHash(key, before, link.text);
  return fits ? undefined : 'HASH_DIFFERS';
}

interface Found {
  readonly start: bigint;
  readonly position: bigint;
  readonly hash: string;
}

function broken(found: Found & { readonly reason: Reason }): ChainReport {
  const { start, position, hash, reason } = found;
  return {
    valid: false,
    from: start,
    to: position - 1n,
    headHash: hash,
    brokenAt: position,
    reason,
  };
}

// A batch that does not fit may name its row. If every row fits its mark, the link or the batch
// itself was edited.
async function brokenLink(db: Database, link: Link, report: ChainReport): Promise<ChainReport> {
  const { source, position } = link;
  if (report.reason !== 'HASH_DIFFERS' || source === undefined) return report;
  const row = await unfitRowOf(db, source, position);
  return row === undefined ? report : { ...report, reason: source.reason, ...row };
}

async function atHead(
  db: Database,
  sources: readonly LinkedSource[],
  found: Found,
): Promise<ChainReport> {
  const slipped = await slippedEntry(db);
  if (slipped !== undefined) {
    return broken({ ...found, position: slipped, reason: 'ENTRY_NOT_CHAINED' });
  }
  for (const source of [ENTRIES, ...sources]) {
    const ahead = await rowAhead(db, source);
    if (ahead !== undefined) return { ...broken({ ...found, reason: 'ROW_AHEAD' }), ...ahead };
  }
  return { valid: true, from: found.start, to: found.position - 1n, headHash: found.hash };
}

// An entry that was slipped in between chained ones has no link, and never will have one.
async function slippedEntry(db: Database): Promise<bigint | undefined> {
  const [slipped] = await db.query<{ position: bigint }>(sql`
    with head as (
      select e.transaction_id, e.id from audit_chain c join audit_entry e on e.id = c.audit_entry_id
      where c.audit_entry_id is not null order by c.position desc limit 1
    )
    select coalesce((select min(c.position) from audit_chain c
        join audit_entry chained on chained.id = c.audit_entry_id
        where (chained.transaction_id, chained.id) > (e.transaction_id, e.id)), 1) as position
    from audit_entry e, head
    where (e.transaction_id, e.id) < (head.transaction_id, head.id)
      and not exists (select from audit_chain c where c.audit_entry_id = e.id)
    order by e.transaction_id, e.id limit 1`);
  return slipped?.position;
}

async function hashAt(db: Database, position: bigint): Promise<string> {
  const [link] = await db.query<{ hash: string }>(
    sql`select hash from audit_chain where position = ${position}`,
  );
  return link?.hash ?? FIRST_HASH;
}
