// SQL for links in the audit chain.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';
import { momentText } from './source-queries.js';

/**
 * SQL: the text of an entry `e`, including the changes made in its transaction. All values are
 * text, so that the hash does not depend on how a driver parses a type.
 */
const entryText: Sql = sql`jsonb_build_array(e.id::text, e.transaction_id::text,
  ${momentText(sql`e.at`)}, e.principal_kind,
  e.principal_id::text, e.principal_name, e.operation, e.subject_id::text, e.msg_code, e.request_id,
  e.address)::text || coalesce((
    select jsonb_agg(jsonb_build_array(d.id::text, d.table_name, d.record_id::text, d.currency,
      d.changes) order by d.id)::text
    from audit_change d where d.transaction_id = e.transaction_id), '')`;

// The chain is ordered by transaction, then by id. An entry is settled when no open transaction can
// still insert an entry before it.
const settled = sql`e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Takes the lock for extending the chain, until the transaction ends. Returns false if another node
 * holds the lock.
 */
export async function takeChainTurn(tx: Tx): Promise<boolean> {
  const [turn] = await tx.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('countinghouse audit chain')) as mine`,
  );
  return turn?.mine === true;
}

/** Reads the next settled entries that no link covers. */
export function nextEntries(tx: Tx): Promise<{ readonly id: bigint; readonly text: string }[]> {
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

/** Reads the position and the hash of the last link; undefined if there is no link yet. */
export async function lastLink(
  on: Pick<Database | Tx, 'query'>,
): Promise<{ readonly position: bigint; readonly hash: string } | undefined> {
  const [link] = await on.query<{ position: bigint; hash: string }>(
    sql`select position, hash from audit_chain order by position desc limit 1`,
  );
  return link;
}

interface NewLinks {
  /** The position of the last link before the new ones. */
  readonly after: bigint;
  /** The entry that each link covers; null for the link of a batch. */
  readonly entryIds: readonly (string | null)[];
  readonly hashes: readonly string[];
  readonly keyVersion: number;
}

/** Appends links to the chain. */
export async function insertLinks(tx: Tx, links: NewLinks): Promise<void> {
  await tx.query(sql`
    insert into audit_chain (position, audit_entry_id, hash, key_version)
    select ${links.after}::bigint + link.ordinal, link.entry_id, link.hash, ${links.keyVersion}
    from unnest(${[...links.entryIds]}::bigint[], ${[...links.hashes]}::text[])
      with ordinality as link(entry_id, hash, ordinal)`);
}

export interface StoredLink {
  readonly position: bigint;
  readonly hash: string;
  readonly keyVersion: number;
  /** The text of an entry; null if the link covers a batch or if its entry is missing. */
  readonly text: string | null;
  /** A batch's source and its number of rows; null and 0 if the link covers no batch. */
  readonly source: string | null;
  readonly rows: number;
}

/** Reads links starting at a position, each with the current text of its entry. */
export function selectLinks(db: Database, position: bigint): Promise<StoredLink[]> {
  return db.query<StoredLink>(sql`
    select c.position, c.hash, c.key_version as "keyVersion",
      case when e.id is not null then ${entryText} end as text,
      b.source, coalesce(cardinality(b.row_ids), 0) as rows
    from audit_chain c
      left join audit_entry e on e.id = c.audit_entry_id
      left join audit_batch b on b.position = c.position
    where c.position >= ${position} order by c.position limit ${AUDIT.batchRows}`);
}

/** Reads the hash of the link at a position; undefined if there is no such link. */
export async function selectHash(db: Database, position: bigint): Promise<string | undefined> {
  const [link] = await db.query<{ hash: string }>(
    sql`select hash from audit_chain where position = ${position}`,
  );
  return link?.hash;
}

/**
 * Finds an entry that was inserted between linked entries and therefore has no link. Returns the
 * position of the next link after it.
 */
export async function findUnlinkedEntry(db: Database): Promise<bigint | undefined> {
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
