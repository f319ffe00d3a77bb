// SQL for stored statements: their state, their sealed documents, and lists of them.

import type { JWK } from 'jose';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/**
 * ISSUED and OUTDATED statements are both in force. OUTDATED means that a later record changes the
 * statement materially.
 */
export const STATEMENT_STATES = ['ISSUED', 'OUTDATED', 'REPLACED'] as const;

type StatementState = (typeof STATEMENT_STATES)[number];

/** A statement without its document. Amounts are in minor units. */
export interface StatementRow {
  readonly id: bigint;
  readonly name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly office_id: bigint;
  readonly from_date: BusinessDate;
  readonly to_date: BusinessDate;
  readonly currency: string;
  readonly version_no: number;
  readonly state: StatementState;
  readonly replaces_id: bigint | null;
  readonly replaces_name: string | null;
  readonly replaced_by_id: bigint | null;
  readonly replaced_by_name: string | null;
  readonly run_id: bigint | null;
  readonly figures_digest: string;
  readonly closing_minor: bigint;
  readonly return_percent: Decimal | null;
  readonly outdated_at: Instant | null;
  readonly outdated_closing_minor: bigint | null;
  readonly outdated_return_percent: Decimal | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select s.*, c.name as customer_name, c.label as customer_label, b.name as replaces_name,
    n.id as replaced_by_id, n.name as replaced_by_name
  from wealth_statement s
  join customer c on c.id = s.customer_id
  left join wealth_statement b on b.id = s.replaces_id
  left join wealth_statement n on n.replaces_id = s.id`;

export async function selectStatement(
  on: Database | Tx,
  id: bigint,
): Promise<StatementRow | undefined> {
  const [row] = await on.query<StatementRow>(sql`${SELECT} where s.id = ${id}`);
  return row;
}

/** Locks a statement and returns it; undefined if there is none. */
export async function lockStatement(tx: Tx, id: bigint): Promise<StatementRow | undefined> {
  await tx.query(sql`select from wealth_statement where id = ${id} for update`);
  return selectStatement(tx, id);
}

/** The customer, period and currency of a statement. */
export interface StatementKey {
  readonly customerId: bigint;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly currency: string;
}

/** Locks the statement in force for a period; undefined if there is none. */
export async function lockInForce(tx: Tx, key: StatementKey): Promise<StatementRow | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from wealth_statement
    where customer_id = ${key.customerId} and from_date = ${key.from} and to_date = ${key.to}
      and currency = ${key.currency} and state <> 'REPLACED' for update`);
  return row && selectStatement(tx, row.id);
}

/** A statement to store. */
interface NewStatement extends StatementKey {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
  readonly version: number;
  readonly replacesId: bigint | undefined;
  readonly runId: bigint | undefined;
  readonly figuresDigest: string;
  readonly closingMinor: bigint;
  readonly returnPercent: Decimal | undefined;
  readonly by: string;
  readonly at: Instant;
}

/**
 * Stores a statement unless another transaction has stored one for its period. Returns whether it
 * was stored.
 */
export async function insertStatement(tx: Tx, one: NewStatement): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into wealth_statement (id, name, customer_id, office_id, from_date, to_date, currency,
      version_no, state, replaces_id, run_id, figures_digest, closing_minor, return_percent,
      created_by, created_at, modified_by, modified_at)
    values (${one.id}, ${one.name}, ${one.customerId}, ${one.officeId}, ${one.from}, ${one.to},
      ${one.currency}, ${one.version}, 'ISSUED', ${one.replacesId ?? null}, ${one.runId ?? null},
      ${one.figuresDigest}, ${one.closingMinor},
      ${one.returnPercent?.toFixed() ?? null}::numeric, ${one.by}, ${one.at},
      ${one.by}, ${one.at})
    on conflict do nothing returning id`);
  return rows.length > 0;
}

/** The user who changes a statement, and the time. */
interface ChangedBy {
  readonly by: string;
  readonly at: Instant;
}

/** Marks a statement as replaced. */
export async function updateReplaced(tx: Tx, id: bigint, { by, at }: ChangedBy): Promise<void> {
  await tx.query(sql`
    update wealth_statement set state = 'REPLACED', version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${id}`);
}

/** The two figures that the check compares. */
export interface CheckedFigures {
  readonly closingMinor: bigint;
  /** The return; undefined if there is none. */
  readonly returnPercent: Decimal | undefined;
}

/** Marks a statement as outdated, with the current figures. */
export async function updateOutdated(
  tx: Tx,
  id: bigint,
  { closingMinor, returnPercent, by, at }: CheckedFigures & ChangedBy,
): Promise<void> {
  await tx.query(sql`
    update wealth_statement set state = 'OUTDATED', outdated_at = ${at},
      outdated_closing_minor = ${closingMinor},
      outdated_return_percent = ${returnPercent?.toFixed() ?? null}::numeric,
      version = version + 1, modified_by = ${by}, modified_at = ${at}
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
  statementId: bigint,
  { document, code, keyId }: SealedDocument,
): Promise<void> {
  await tx.query(sql`
    insert into wealth_statement_document (statement_id, document, code, key_id)
    values (${statementId}, ${document}, ${code}, ${keyId})`);
}

/** A sealed document with the key that verifies it. */
interface VerifiableDocument extends SealedDocument {
  readonly publicJwk: JWK;
}

const LARGEST_ID = 9_223_372_036_854_775_807n;

/** Reads the document of a statement; undefined if there is none. */
export async function selectDocument(
  on: Database | Tx,
  statementId: bigint,
): Promise<VerifiableDocument | undefined> {
  if (statementId > LARGEST_ID) return undefined;
  const [row] = await on.query<VerifiableDocument>(sql`
    select d.document, d.code, d.key_id as "keyId", k.public_jwk as "publicJwk"
    from wealth_statement_document d join note_seal_key k on k.id = d.key_id
    where d.statement_id = ${statementId}`);
  return row;
}

/** Filters for listing statements. */
export interface StatementFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly customerId: bigint | undefined;
  readonly runId: bigint | undefined;
  readonly state: StatementState | undefined;
  /** Lists only statements that end within this range of dates. */
  readonly from: BusinessDate | undefined;
  readonly to: BusinessDate | undefined;
}

function whereOf({ offices, customerId, runId, state, from, to }: StatementFilter): Sql {
  return sql`
    where (${offices === undefined} or s.office_id = any(${[...(offices ?? [])]}::bigint[]))
      and (${customerId ?? null}::bigint is null or s.customer_id = ${customerId ?? null})
      and (${runId ?? null}::bigint is null or s.run_id = ${runId ?? null})
      and (${state ?? null}::text is null or s.state = ${state ?? null})
      and (${from ?? null}::date is null or s.to_date >= ${from ?? null})
      and (${to ?? null}::date is null or s.to_date <= ${to ?? null})`;
}

/** Selects a page of statements, newest first, plus one row if there is a next page. */
export function selectStatements(
  on: Database | Tx,
  filter: StatementFilter,
  { limit, offset, after }: PageRequest,
): Promise<StatementRow[]> {
  return on.query(sql`
    ${SELECT} ${whereOf(filter)} and (${after}::bigint is null or s.id < ${after})
    order by s.id desc limit ${limit + 1} offset ${offset}`);
}

export function countStatements(on: Database | Tx, filter: StatementFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from wealth_statement s ${whereOf(filter)}`);
}

/**
 * Selects issued statements that end on or after a date, in id order, starting after a given id.
 */
export function selectToCheck(
  on: Database,
  { since, after, most }: { since: BusinessDate; after: bigint; most: number },
): Promise<{ readonly id: bigint }[]> {
  return on.query(sql`
    select id from wealth_statement
    where state = 'ISSUED' and to_date >= ${since} and id > ${after} order by id limit ${most}`);
}
