// SQL for valuation policies.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { isRecordedBy } from '../../finance/index.js';
import { POLICY } from '../limits.js';

/** A version of a policy to store. Its body is JSON text in the API's format. */
interface NewPolicyRow {
  readonly id: bigint;
  readonly name: string;
  /** The office; null for the house policy. */
  readonly office_id: bigint | null;
  readonly version_no: number;
  readonly valid_from: BusinessDate;
  readonly body: string;
}

/** A version of a policy as stored. */
export interface PolicyRow extends NewPolicyRow {
  /** The time of the approval. */
  readonly recorded_at: Instant;
}

const COLUMNS: Sql = sql`id, name, office_id, version_no, valid_from, body::text as body,
  recorded_at`;

/** Selects the latest version of a policy; undefined if there is none. */
export async function selectLatestPolicy(
  on: Database | Tx,
  name: string,
): Promise<PolicyRow | undefined> {
  const [row] = await on.query<PolicyRow>(sql`
    select ${COLUMNS} from valuation_policy
    where name = ${name} order by version_no desc limit 1`);
  return row;
}

/** Selects the versions approved by a given time, in the order in which they come into force. */
export function selectPolicies(tx: Tx, knownAt: string | undefined): Promise<PolicyRow[]> {
  return tx.query(sql`
    select * from (
      select ${COLUMNS} from valuation_policy where ${isRecordedBy(sql`recorded_at`, knownAt)}
      order by id desc limit ${POLICY.versionsMax}
    ) known order by valid_from, version_no`);
}

/** Selects the offices of customers. */
export async function selectOfficesOf(
  tx: Tx,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await tx.query<{ id: bigint; office_id: bigint }>(sql`
    select id, office_id from customer where id = any(${[...customerIds]}::bigint[])`);
  return new Map(rows.map(({ id, office_id }) => [id, office_id]));
}

export async function insertPolicy(tx: Tx, row: NewPolicyRow): Promise<void> {
  await tx.query(sql`
    insert into valuation_policy (id, name, office_id, version_no, valid_from, body)
    values (${row.id}, ${row.name}, ${row.office_id}, ${row.version_no}, ${row.valid_from},
      ${row.body}::jsonb)`);
}

/**
 * Lets only one transaction at a time store snapshots or decide on a policy. A snapshot compares
 * its rows with earlier rows, and a policy must not begin on a date with existing snapshots.
 */
export async function lockDays(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse wealth day'))`);
}

/** Selects the last date with snapshots, even if they are incomplete; null if there is none. */
export async function selectLastClose(tx: Tx): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ last: BusinessDate | null }>(sql`
    select max(value_date) as last from wealth_close where known_at is not null`);
  return row?.last ?? null;
}

function named(name: string | undefined): Sql {
  return name === undefined ? sql`true` : sql`name = ${name}`;
}

/** Reads a page of versions, newest first, plus one row if there is a next page. */
export function selectPolicyPage(
  on: Database,
  name: string | undefined,
  page: PageRequest,
): Promise<PolicyRow[]> {
  return on.query(sql`
    select ${COLUMNS} from valuation_policy
    where ${named(name)} and (${page.after}::bigint is null or id < ${page.after})
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countPolicies(on: Database, name: string | undefined): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from valuation_policy where ${named(name)}`);
}
