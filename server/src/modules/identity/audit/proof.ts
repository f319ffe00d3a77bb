// The proof of the audit chain: recomputes every link, and compares the chain with its earlier
// heads.

import type { Database } from '../../../platform/database/database.js';
import { AUDIT } from '../limits.js';
import { rowAhead, unfitRowOf } from './batch-queries.js';
import { extendAuditChain, type On } from './chain.js';
import { findUnlinkedEntry, selectHash } from './chain-queries.js';
import { type AuditHead, foreignHead } from './head-queries.js';
import { openChainKeys } from './key.js';
import { FIRST_HASH, type Link, linkHash, linksFrom } from './link.js';
import { ENTRIES, type LinkedSource } from './source-queries.js';

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
 * The result of a verification. Store `headHash` outside the database, because it proves all links
 * before it.
 */
interface ChainReport {
  readonly valid: boolean;
  /** The first recomputed position; `to` is the last. */
  readonly from: bigint;
  readonly to: bigint;
  readonly headHash: string;
  /** The position of the first link that does not match, or of a missing head. */
  readonly brokenAt?: bigint;
  readonly reason?: Reason;
  /** The table of the row that does not match; undefined if the row is an entry of the log. */
  readonly table?: string;
  readonly record?: string;
  /** The position at which to continue if one request does not verify everything. */
  readonly nextFrom?: bigint;
}

interface Proof {
  readonly from: bigint;
  /** Earlier heads, stored where someone who edits the database cannot change them. */
  readonly heads: readonly AuditHead[];
  readonly sources: readonly LinkedSource[];
}

/**
 * Extends the chain, recomputes it starting at a position, and reports the first broken position.
 */
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
  let hash = (await selectHash(db, start - 1n)) ?? FIRST_HASH;
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

// Describes a broken link. In a batch that does not match, usually one row does not match its mark.
// If every row matches, the link or the batch itself was edited.
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
  const unlinked = await findUnlinkedEntry(db);
  if (unlinked !== undefined) {
    return broken({ ...found, position: unlinked, reason: 'ENTRY_NOT_CHAINED' });
  }
  for (const source of [ENTRIES, ...sources]) {
    const ahead = await rowAhead(db, source);
    if (ahead !== undefined) return { ...broken({ ...found, reason: 'ROW_AHEAD' }), ...ahead };
  }
  return { valid: true, from: found.start, to: found.position - 1n, headHash: found.hash };
}
