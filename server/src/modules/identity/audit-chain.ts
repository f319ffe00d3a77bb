// The hash chain behind the audit log: each link covers an entry and the link before it,
// so that nothing can be changed, taken out or slipped in without the chain breaking there.

import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { AUDIT } from './limits.js';

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

interface Head {
  readonly position: bigint;
  readonly hash: string;
  readonly transactionId: string;
  readonly entryId: bigint;
}

/** Adds links for all settled entries; returns how many. Only one node does it at a time. */
export async function extendAuditChain(db: Database): Promise<number> {
  let added = 0;
  for (let batch = 0; batch < AUDIT.batchesPerRunMost; batch += 1) {
    const links = await db.transaction(extendOnce);
    added += links;
    if (links < AUDIT.batchRows) break;
  }
  return added;
}

async function extendOnce(tx: Tx): Promise<number> {
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
  let hash = head.hash;
  const hashes = entries.map((entry) => {
    hash = linkHash(hash, entry.canonical);
    return hash;
  });
  await tx.query(sql`
    insert into audit_chain (position, audit_entry_id, hash)
    select ${head.position}::bigint + link.ordinal, link.entry_id, link.hash
    from unnest(${entries.map((entry) => String(entry.id))}::bigint[], ${hashes}::text[])
      with ordinality as link(entry_id, hash, ordinal)`);
  return entries.length;
}

async function headOf(tx: Tx): Promise<Head> {
  const [head] = await tx.query<Head>(sql`
    select c.position, c.hash, e.transaction_id::text as "transactionId", e.id as "entryId"
    from audit_chain c join audit_entry e on e.id = c.audit_entry_id
    order by c.position desc limit 1`);
  return head ?? { position: 0n, hash: FIRST_HASH, transactionId: '0', entryId: 0n };
}

function linkHash(before: string, entry: string): string {
  return createHash('sha256').update(before).update('\n').update(entry).digest('hex');
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
  /** The first position whose link does not fit. */
  readonly brokenAt?: bigint;
  readonly reason?: 'HASH_DIFFERS' | 'LINK_MISSING' | 'ENTRY_NOT_CHAINED';
  /** Where to go on, when there is more than one request verifies. */
  readonly nextFrom?: bigint;
}

/** Extends the chain, then recomputes it from a position on, and names the first that is broken. */
export async function verifyAuditChain(db: Database, from: bigint): Promise<ChainReport> {
  await extendAuditChain(db);
  const start = from < 1n ? 1n : from;
  let hash = await hashAt(db, start - 1n);
  let position = start;
  const last = start + BigInt(AUDIT.verifyPositionsMost);
  while (position < last) {
    const links = await linksFrom(db, position);
    for (const link of links) {
      const expected = link.canonical === null ? '' : linkHash(hash, link.canonical);
      const reason = reasonOf(link.position === position, link.hash === expected);
      if (reason) return broken({ start, position, hash, reason });
      hash = link.hash;
      position += 1n;
    }
    if (links.length < AUDIT.batchRows) return atHead(db, { start, position, hash });
  }
  return { valid: true, from: start, to: position - 1n, headHash: hash, nextFrom: position };
}

function reasonOf(inPlace: boolean, fits: boolean): 'LINK_MISSING' | 'HASH_DIFFERS' | undefined {
  if (!inPlace) return 'LINK_MISSING';
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
  readonly canonical: string | null;
}

function linksFrom(db: Database, position: bigint): Promise<Link[]> {
  return db.query<Link>(sql`
    select c.position, c.hash, ${canonical} as canonical
    from audit_chain c left join audit_entry e on e.id = c.audit_entry_id
    where c.position >= ${position} order by c.position limit ${AUDIT.batchRows}`);
}
