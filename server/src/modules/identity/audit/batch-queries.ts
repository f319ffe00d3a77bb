// SQL for batches in the audit chain. A batch's link covers many rows from one source. The batch
// contains a mark for each row, so that verification can identify an edited, removed or inserted
// row.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';
import type { LinkedSource } from './source-queries.js';

/** The rows from one source that one link covers. */
export interface Batch {
  readonly source: string;
  readonly afterTransactionId: string;
  readonly afterId: bigint;
  readonly lastTransactionId: string;
  readonly lastId: bigint;
  /** The row ids as the text of a PostgreSQL array. */
  readonly rowIds: string;
  /** The first four bytes of each row's hash, in hexadecimal. */
  readonly rowMarks: string;
  /** SHA-256 over the hashes of all rows. */
  readonly digest: string;
  readonly rows: number;
}

/** A row that does not match its link. */
interface UnfitRow {
  readonly table: string;
  readonly record: string;
}

// SQL: selects the `chosen` rows of a source, with the hash of each.
const hashed = (source: LinkedSource, chosen: Sql): Sql => sql`
  select ${transactionOf(source)} as transaction_id, ${source.id} as id,
    ${source.tableName} as table_name, ${source.record} as record,
    sha256(convert_to(${source.text}, 'UTF8')) as hash
  from ${source.from} where ${chosen}`;

const digestOf = sql`encode(sha256(string_agg(n.hash, ''::bytea
  order by n.transaction_id, n.id)), 'hex')`;

const transactionOf = (source: LinkedSource): Sql => source.transactionId ?? sql`'0'::xid8`;

// Rows of sources without transaction numbers are ordered by id alone, so that an index on the id
// can be used.
function isAfter({ transactionId: own, id: ownId }: LinkedSource, transactionId: Sql, id: Sql) {
  return own === undefined
    ? sql`${ownId} > ${id}`
    : sql`(${own}, ${ownId}) > (${transactionId}, ${id})`;
}

function isUpTo({ transactionId: own, id: ownId }: LinkedSource, transactionId: Sql, id: Sql) {
  return own === undefined
    ? sql`${ownId} <= ${id}`
    : sql`(${own}, ${ownId}) <= (${transactionId}, ${id})`;
}

function orderOf({ transactionId, id }: LinkedSource): Sql {
  return transactionId === undefined ? id : sql`${transactionId}, ${id}`;
}

const inBatch = (source: LinkedSource): Sql => sql`
  ${isAfter(source, sql`b.after_transaction_id`, sql`b.after_id`)}
  and ${isUpTo(source, sql`b.last_transaction_id`, sql`b.last_id`)}`;

/** Reads, for each source, the next settled rows that no link covers yet. */
export async function nextBatches(tx: Tx, sources: readonly LinkedSource[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  for (const source of sources) {
    const batch = await nextBatch(tx, source);
    if (batch !== undefined) batches.push(batch);
  }
  return batches;
}

async function nextBatch(tx: Tx, source: LinkedSource): Promise<Batch | undefined> {
  const [last] = await tx.query<{ transactionId: string; id: bigint }>(sql`
    select last_transaction_id::text as "transactionId", last_id as id from audit_batch
    where source = ${source.name} order by position desc limit 1`);
  const { transactionId, id } = last ?? { transactionId: '0', id: 0n };
  const uncovered = isAfter(source, sql`${transactionId}::xid8`, sql`${id}::bigint`);
  const [batch] = await tx.query<Batch>(sql`
    select ${source.name}::text as source, ${transactionId}::text as "afterTransactionId",
      ${id}::bigint as "afterId",
      (array_agg(n.transaction_id order by n.transaction_id, n.id))[count(*)]::text
        as "lastTransactionId",
      (array_agg(n.id order by n.transaction_id, n.id))[count(*)] as "lastId",
      array_agg(n.id order by n.transaction_id, n.id)::text as "rowIds",
      encode(string_agg(substr(n.hash, 1, 4), ''::bytea order by n.transaction_id, n.id), 'hex')
        as "rowMarks",
      ${digestOf} as digest, count(*)::int as rows
    from (${hashed(source, sql`${uncovered} and ${source.settled}`)}
      order by ${orderOf(source)} limit ${AUDIT.batchRows}) n
    having count(*) > 0`);
  return batch;
}

/** Stores a batch at the position of its link, which is already stored. */
export async function storeBatch(
  tx: Tx,
  batch: Batch,
  { position, now }: { readonly position: bigint; readonly now: Instant },
): Promise<void> {
  await tx.query(sql`
    insert into audit_batch (position, source, after_transaction_id, after_id,
      last_transaction_id, last_id, row_ids, row_marks, linked_at)
    values (${position}, ${batch.source}, ${batch.afterTransactionId}::xid8, ${batch.afterId},
      ${batch.lastTransactionId}::xid8, ${batch.lastId}, ${batch.rowIds}::bigint[],
      decode(${batch.rowMarks}, 'hex'), ${now})`);
}

/** Reads a source's batches at the given positions, with the digest of the current rows. */
export function batchesAt(
  db: Database,
  source: LinkedSource,
  positions: readonly bigint[],
): Promise<(Batch & { readonly position: bigint })[]> {
  return db.query(sql`
    select b.position, b.source, b.after_transaction_id::text as "afterTransactionId",
      b.after_id as "afterId", b.last_transaction_id::text as "lastTransactionId",
      b.last_id as "lastId", b.row_ids::text as "rowIds",
      encode(b.row_marks, 'hex') as "rowMarks", cardinality(b.row_ids) as rows,
      (select coalesce(${digestOf}, '') from (${hashed(source, inBatch(source))}) n) as digest
    from audit_batch b where b.position = any (${positions.map(String)}::bigint[])`);
}

interface MarkedRow extends UnfitRow {
  readonly id: bigint;
  readonly mark: string;
}

/** Finds the first row that does not match its mark in a batch; undefined if all rows match. */
export async function unfitRowOf(
  db: Database,
  source: LinkedSource,
  position: bigint,
): Promise<UnfitRow | undefined> {
  const covered = await db.query<{ id: bigint; mark: string }>(sql`
    select u.id, encode(substr(b.row_marks, (4 * u.ordinal - 3)::int, 4), 'hex') as mark
    from audit_batch b, unnest(b.row_ids) with ordinality u (id, ordinal)
    where b.position = ${position} order by u.ordinal`);
  const present = await db.query<MarkedRow>(sql`
    select n.id, n.table_name as table, n.record, encode(substr(n.hash, 1, 4), 'hex') as mark
    from audit_batch b cross join lateral (${hashed(source, inBatch(source))}) n
    where b.position = ${position} order by n.transaction_id, n.id
    limit ${2 * AUDIT.batchRows}`);
  const marks = new Map(covered.map(({ id, mark }) => [id, mark]));
  const unfit = present.find(({ id, mark }) => marks.get(id) !== mark);
  if (unfit !== undefined) return { table: unfit.table, record: unfit.record };
  const presentIds = new Set(present.map(({ id }) => id));
  const missing = covered.find(({ id }) => !presentIds.has(id));
  return missing && { table: source.name, record: String(missing.id) };
}

/**
 * Finds a row whose transaction number this database has not assigned yet. Such a row never becomes
 * settled, so no link would ever cover it.
 */
export async function rowAhead(db: Database, source: LinkedSource): Promise<UnfitRow | undefined> {
  const { transactionId } = source;
  if (transactionId === undefined) return undefined;
  const ahead = sql`${transactionId} >= pg_snapshot_xmax(pg_current_snapshot())`;
  const [row] = await db.query<UnfitRow>(sql`
    select n.table_name as table, n.record
    from (${hashed(source, ahead)} order by ${orderOf(source)} limit 1) n`);
  return row;
}
