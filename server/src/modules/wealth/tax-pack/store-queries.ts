// SQL for stored tax packs: their sealed documents, and lists of them.

import type { JWK } from 'jose';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { PackState } from './content.js';

/** A pack without its document. */
export interface PackRow {
  readonly id: bigint;
  readonly name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly office_id: bigint;
  readonly office_currency: string;
  readonly tax_year: number;
  readonly from_date: BusinessDate;
  readonly until_date: BusinessDate;
  readonly as_at: BusinessDate;
  readonly version_no: number;
  readonly state: PackState;
  readonly replaces_id: bigint | null;
  readonly replaces_name: string | null;
  readonly replaced_at: Instant | null;
  readonly outdated_at: Instant | null;
  readonly outdated_changes: number | null;
  readonly replaced_by_id: bigint | null;
  readonly replaced_by_name: string | null;
  readonly run_id: bigint | null;
  readonly figures_digest: string;
  /** The sums by currency, as JSON text. */
  readonly totals: string;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select p.id, p.name, p.customer_id, c.name as customer_name, c.label as customer_label,
    p.office_id, o.currency as office_currency, p.tax_year, p.from_date, p.until_date, p.as_at,
    p.version_no, p.state, p.replaces_id, b.name as replaces_name, p.replaced_at,
    p.outdated_at, p.outdated_changes,
    n.id as replaced_by_id, n.name as replaced_by_name, p.run_id, p.figures_digest,
    p.totals::text as totals, p.version, p.created_by, p.created_at, p.modified_by, p.modified_at
  from tax_pack p
  join customer c on c.id = p.customer_id
  join business_office o on o.id = p.office_id
  left join tax_pack b on b.id = p.replaces_id
  left join tax_pack n on n.replaces_id = p.id`;

export async function selectPack(on: Database | Tx, id: bigint): Promise<PackRow | undefined> {
  const [row] = await on.query<PackRow>(sql`${SELECT} where p.id = ${id}`);
  return row;
}

/** Like `selectPack`, but locks the pack until the transaction ends. */
export async function lockPack(tx: Tx, id: bigint): Promise<PackRow | undefined> {
  await tx.query(sql`select from tax_pack where id = ${id} for update`);
  return selectPack(tx, id);
}

/** Marks a pack as outdated. */
export async function updateOutdated(
  tx: Tx,
  id: bigint,
  { changes, by, at }: { readonly changes: number; readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update tax_pack set outdated_at = ${at}, outdated_changes = ${changes}, version = version + 1,
      modified_by = ${by}, modified_at = ${at}
    where id = ${id}`);
}

/** Selects packs in force that are not outdated, for years that ended on or after a date. */
export function selectToCheck(
  on: Database,
  { since, after, most }: { since: BusinessDate; after: bigint; most: number },
): Promise<{ readonly id: bigint }[]> {
  return on.query(sql`
    select id from tax_pack
    where replaced_at is null and outdated_at is null and state <> 'DRAFT'
      and until_date >= ${since} and id > ${after}
    order by id limit ${most}`);
}

/** The customer and the tax year of a pack. */
interface PackKey {
  readonly customerId: bigint;
  readonly year: number;
}

/** Locks the pack in force for a year; undefined if there is none. */
export async function lockInForce(tx: Tx, key: PackKey): Promise<PackRow | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from tax_pack
    where customer_id = ${key.customerId} and tax_year = ${key.year} and replaced_at is null
    for update`);
  return row && selectPack(tx, row.id);
}

/** A pack to store. */
interface NewPack extends PackKey {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  readonly asAt: BusinessDate;
  readonly version: number;
  readonly state: PackState;
  readonly replacesId: bigint | undefined;
  readonly runId: bigint | undefined;
  readonly figuresDigest: string;
  readonly totals: string;
  readonly by: string;
  readonly at: Instant;
}

/**
 * Stores a pack unless another transaction has stored one for its year. Returns whether it was
 * stored.
 */
export async function insertPack(tx: Tx, one: NewPack): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into tax_pack (id, name, customer_id, office_id, tax_year, from_date, until_date, as_at,
      version_no, state, replaces_id, run_id, figures_digest, totals, created_by, created_at,
      modified_by, modified_at)
    values (${one.id}, ${one.name}, ${one.customerId}, ${one.officeId}, ${one.year}, ${one.from},
      ${one.until}, ${one.asAt}, ${one.version}, ${one.state}, ${one.replacesId ?? null},
      ${one.runId ?? null}, ${one.figuresDigest}, ${one.totals}::jsonb, ${one.by}, ${one.at},
      ${one.by}, ${one.at})
    on conflict do nothing returning id`);
  return rows.length > 0;
}

/** Marks a pack as replaced. */
export async function updateReplaced(
  tx: Tx,
  id: bigint,
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update tax_pack set replaced_at = ${at}, version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${id}`);
}

/** A sealed document. */
interface SealedDocument {
  readonly document: string;
  readonly code: string;
  readonly keyId: string;
}

export async function insertDocument(
  tx: Tx,
  packId: bigint,
  { document, code, keyId }: SealedDocument,
): Promise<void> {
  await tx.query(sql`
    insert into tax_pack_document (pack_id, document, code, key_id)
    values (${packId}, ${document}, ${code}, ${keyId})`);
}

/** A sealed document with the key that verifies it. */
interface VerifiableDocument extends SealedDocument {
  readonly publicJwk: JWK;
}

const LARGEST_ID = 9_223_372_036_854_775_807n;

/** Reads the document of a pack; undefined if there is none. */
export async function selectDocument(
  on: Database | Tx,
  packId: bigint,
): Promise<VerifiableDocument | undefined> {
  if (packId > LARGEST_ID) return undefined;
  const [row] = await on.query<VerifiableDocument>(sql`
    select d.document, d.code, d.key_id as "keyId", k.public_jwk as "publicJwk"
    from tax_pack_document d join note_seal_key k on k.id = d.key_id
    where d.pack_id = ${packId}`);
  return row;
}

/** Filters for listing packs. */
export interface PackFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly customerId: bigint | undefined;
  readonly runId: bigint | undefined;
  readonly year: number | undefined;
  readonly state: PackState | undefined;
  /** True to list only packs that have not been replaced. */
  readonly inForce: boolean | undefined;
  /** True to list only packs that are outdated and have not been replaced. */
  readonly outdated?: boolean | undefined;
  readonly officeId?: bigint | undefined;
}

function whereOf(filter: PackFilter): Sql {
  const { offices, customerId, runId, year, state, inForce, outdated, officeId } = filter;
  return sql`
    where (${offices === undefined} or p.office_id = any(${[...(offices ?? [])]}::bigint[]))
      and (${officeId ?? null}::bigint is null or p.office_id = ${officeId ?? null})
      and (${customerId ?? null}::bigint is null or p.customer_id = ${customerId ?? null})
      and (${runId ?? null}::bigint is null or p.run_id = ${runId ?? null})
      and (${year ?? null}::integer is null or p.tax_year = ${year ?? null})
      and (${state ?? null}::text is null or p.state = ${state ?? null})
      and (${inForce !== true} or p.replaced_at is null)
      and (${outdated !== true} or p.outdated_at is not null and p.replaced_at is null)`;
}

/** Selects a page of packs, newest first, plus one row if there is a next page. */
export function selectPacks(
  on: Database | Tx,
  filter: PackFilter,
  { limit, offset, after }: PageRequest,
): Promise<PackRow[]> {
  return on.query(sql`
    ${SELECT} ${whereOf(filter)} and (${after}::bigint is null or p.id < ${after})
    order by p.id desc limit ${limit + 1} offset ${offset}`);
}

export function countPacks(on: Database | Tx, filter: PackFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from tax_pack p ${whereOf(filter)}`);
}

/** A pack in the firm's file. */
export interface FiledPack extends PackRow {
  /** The masked tax number; empty if there is none. */
  readonly tax_number: string;
}

/** Selects packs by customer, starting after a given one. */
export function selectForFile(
  on: Tx,
  filter: PackFilter,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<FiledPack[]> {
  return on.query(sql`
    select s.*, d.document::jsonb -> 'customer' ->> 'taxNumber' as tax_number from (
      ${SELECT} ${whereOf(filter)} and p.customer_id > ${after}
      order by p.customer_id limit ${limit}
    ) s join tax_pack_document d on d.pack_id = s.id order by s.customer_id`);
}
