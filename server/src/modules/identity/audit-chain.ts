// The hash chain behind the audit log: each link covers an entry and the link before it under a key
// of the vault, so that nothing can be changed, taken out or slipped in without the chain breaking
// there, and only this program makes links.

import { createHmac } from 'node:crypto';
import type { Context } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { type AuditHead, foreignHead } from './audit-head.js';
import { openChainKeys, presentChainKey } from './audit-key.js';
import { AUDIT } from './limits.js';

/** What the chain needs of the app. */
type On = Pick<Context, 'db' | 'vault' | 'clock'>;

const FIRST_HASH = '0'.repeat(64);

// Order of the chain: transaction, then id. An entry counts as settled when no transaction that is
// still open could put one before it.
const settled = sql`e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())`;

// Everything as text: the hash must not depend on how a driver reads a type. What the transaction
// changed is covered with its entries.
const canonical: Sql = sql`jsonb_build_array(e.id::text, e.transaction_id::text,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.principal_kind,
  e.principal_id::text, e.principal_name, e.operation, e.subject_id::text, e.msg_code, e.request_id,
  e.address)::text || coalesce((
    select jsonb_agg(jsonb_build_array(d.id::text, d.table_name, d.record_id::text, d.currency,
      d.changes) order by d.id)::text
    from audit_change d where d.transaction_id = e.transaction_id), '')`;

interface LastLink {
  readonly position: bigint;
  readonly hash: string;
  readonly transactionId: string;
  readonly entryId: bigint;
}

/** Adds links for all settled entries; returns how many. Only one node does it at a time. */
export async function extendAuditChain(on: On): Promise<number> {
  let added = 0;
  for (let batch = 0; batch < AUDIT.batchesPerRunMost; batch += 1) {
    const links = await on.db.transaction((tx) => extendOnce(on, tx));
    added += links;
    if (links < AUDIT.batchRows) break;
  }
  return added;
}

async function extendOnce(on: On, tx: Tx): Promise<number> {
  const [turn] = await tx.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('countinghouse audit chain')) as mine`,
  );
  if (!turn?.mine) return 0;
  const head = await headOf(tx);
  const entries = await tx.query<{ id: bigint; canonical: string }>(sql`
    select e.id, ${canonical} as canonical from audit_entry e
    where (e.transaction_id, e.id) > (${head.transactionId}::xid8, ${head.entryId}::bigint)
      and ${settled}
    order by e.transaction_id, e.id limit ${AUDIT.batchRows}`);
  if (entries.length === 0) return 0;
  const { key, version } = await presentChainKey(on, tx);
  let hash = head.hash;
  const hashes = entries.map((entry) => {
    hash = linkHash(key, hash, entry.canonical);
    return hash;
  });
  await tx.query(sql`
    insert into audit_chain (position, audit_entry_id, hash, key_version)
    select ${head.position}::bigint + link.ordinal, link.entry_id, link.hash, ${version}
    from unnest(${entries.map((entry) => String(entry.id))}::bigint[], ${hashes}::text[])
      with ordinality as link(entry_id, hash, ordinal)`);
  return entries.length;
}

async function headOf(tx: Tx): Promise<LastLink> {
  const [head] = await tx.query<LastLink>(sql`
    select c.position, c.hash, e.transaction_id::text as "transactionId", e.id as "entryId"
    from audit_chain c join audit_entry e on e.id = c.audit_entry_id
    order by c.position desc limit 1`);
  return head ?? { position: 0n, hash: FIRST_HASH, transactionId: '0', entryId: 0n };
}

function linkHash(key: Buffer, before: string, entry: string): string {
  return createHmac('sha256', key).update(before).update('\n').update(entry).digest('hex');
}

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
  readonly reason?: BrokenLink | 'ENTRY_NOT_CHAINED' | 'HEAD_DIFFERS' | 'HEAD_MISSING';
  /** Where to go on, when there is more than one request verifies. */
  readonly nextFrom?: bigint;
}

type BrokenLink = 'HASH_DIFFERS' | 'LINK_MISSING' | 'KEY_MISSING';

/**
 * Extends the chain, then recomputes it from a position on, and names the first that is broken.
 * @param heads of earlier times, kept where who edited the database could not change them
 */
export async function verifyAuditChain(
  on: On,
  { from, heads }: { readonly from: bigint; readonly heads: readonly AuditHead[] },
): Promise<ChainReport> {
  await extendAuditChain(on);
  const report = await recomputed(on, from);
  const foreign = report.valid ? await foreignHead(on.db, heads) : undefined;
  if (foreign === undefined) return report;
  return { ...report, valid: false, brokenAt: foreign.position, reason: foreign.reason };
}

async function recomputed({ db, vault }: On, from: bigint): Promise<ChainReport> {
  const start = from < 1n ? 1n : from;
  const keys = await openChainKeys(db, vault);
  let hash = await hashAt(db, start - 1n);
  let position = start;
  const last = start + BigInt(AUDIT.verifyPositionsMost);
  while (position < last) {
    const links = await linksFrom(db, position);
    for (const link of links) {
      const reason = reasonOf(link, { position, before: hash, key: keys.get(link.keyVersion) });
      if (reason) return broken({ start, position, hash, reason });
      hash = link.hash;
      position += 1n;
    }
    if (links.length < AUDIT.batchRows) return atHead(db, { start, position, hash });
  }
  return { valid: true, from: start, to: position - 1n, headHash: hash, nextFrom: position };
}

interface Expected {
  readonly position: bigint;
  readonly before: string;
  readonly key: Buffer | undefined;
}

function reasonOf(link: Link, { position, before, key }: Expected): BrokenLink | undefined {
  if (link.position !== position) return 'LINK_MISSING';
  if (key === undefined) return 'KEY_MISSING';
  const fits = link.canonical !== null && link.hash === linkHash(key, before, link.canonical);
  return fits ? undefined : 'HASH_DIFFERS';
}

interface Found {
  readonly start: bigint;
  readonly position: bigint;
  readonly hash: string;
}

function broken(found: Found & { readonly reason: NonNullable<ChainReport['reason']> }) {
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

// An entry that was slipped in between chained ones has no link, and never will have one.
async function atHead(db: Database, found: Found): Promise<ChainReport> {
  const [slipped] = await db.query<{ position: bigint }>(sql`
    with head as (
      select e.transaction_id, e.id from audit_chain c join audit_entry e on e.id = c.audit_entry_id
      order by c.position desc limit 1
    )
    select coalesce((select min(c.position) from audit_chain c
        join audit_entry chained on chained.id = c.audit_entry_id
        where (chained.transaction_id, chained.id) > (e.transaction_id, e.id)), 1) as position
    from audit_entry e, head
    where (e.transaction_id, e.id) < (head.transaction_id, head.id)
      and not exists (select from audit_chain c where c.audit_entry_id = e.id)
    order by e.transaction_id, e.id limit 1`);
  if (slipped) {
    return broken({ ...found, position: slipped.position, reason: 'ENTRY_NOT_CHAINED' });
  }
  return { valid: true, from: found.start, to: found.position - 1n, headHash: found.hash };
}

async function hashAt(db: Database, position: bigint): Promise<string> {
  const [link] = await db.query<{ hash: string }>(
    sql`select hash from audit_chain where position = ${position}`,
  );
  return link?.hash ?? FIRST_HASH;
}

interface Link {
  readonly position: bigint;
  readonly hash: string;
  readonly keyVersion: number;
  readonly canonical: string | null;
}

function linksFrom(db: Database, position: bigint): Promise<Link[]> {
  return db.query<Link>(sql`
    select c.position, c.hash, c.key_version as "keyVersion", ${canonical} as canonical
    from audit_chain c left join audit_entry e on e.id = c.audit_entry_id
    where c.position >= ${position} order by c.position limit ${AUDIT.batchRows}`);
}
