// SQL for webhook endpoints.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/reply/paging.js';

export type EndpointState = 'ENABLED' | 'DISABLED' | 'REMOVED';
export type DisabledReason = 'REQUESTED' | 'GONE' | 'FAILING' | 'OWNER_ENDED';
export type OwnerKind = 'user' | 'client' | 'customer' | 'system';

export interface EndpointRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly owner_kind: OwnerKind;
  readonly owner_id: bigint;
  readonly state: EndpointState;
  readonly disabled_reason: DisabledReason | null;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Instant | null;
  readonly position: bigint;
  readonly failures: number;
  readonly failing_since: Instant | null;
  readonly not_before: Instant;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** An endpoint with its owner's name and its number of waiting deliveries. */
export interface ShownEndpoint extends EndpointRow {
  readonly owner: string | null;
  readonly waiting: bigint;
}

/** The endpoints that a caller can see. */
export interface Sight {
  readonly ownerKind: OwnerKind;
  readonly ownerId: bigint;
  /** True if the caller can also see other owners' endpoints, within the caller's offices. */
  readonly others: boolean;
  readonly offices: readonly bigint[] | undefined;
}

/** SQL condition: the caller can see endpoint `e`. */
export function inSight({ ownerKind, ownerId, others, offices }: Sight): Sql {
  const own = sql`e.owner_kind = ${ownerKind} and e.owner_id = ${ownerId}`;
  if (!others) return own;
  if (offices === undefined) return sql`true`;
  return sql`(${own} or exists (select from principal p
    where p.id = e.owner_id and p.office_ids <@ ${offices.map(String)}::bigint[]))`;
}

const shown = sql`e.*, p.name as owner, (select count(*) from webhook_delivery d
    where d.endpoint_id = e.id and d.state = 'WAITING') as waiting`;
const from = sql`webhook_endpoint e left join principal p on p.id = e.owner_id`;

/** Selects a page, oldest first, plus one extra row to detect a next page. */
export function listEndpointRows(
  db: Database,
  filter: { readonly sight: Sight; readonly state: EndpointState | undefined },
  page: PageRequest,
): Promise<ShownEndpoint[]> {
  return db.query<ShownEndpoint>(sql`
    select ${shown} from ${from}
    where ${matching(filter)} and e.id > ${page.after ?? 0n}
    order by e.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countEndpoints(
  db: Database,
  filter: { readonly sight: Sight; readonly state: EndpointState | undefined },
): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from ${from} where ${matching(filter)}`);
}

function matching(filter: {
  readonly sight: Sight;
  readonly state: EndpointState | undefined;
}): Sql {
  const state = filter.state === undefined ? sql`true` : sql`e.state = ${filter.state}`;
  return sql`e.state <> 'REMOVED' and ${inSight(filter.sight)} and ${state}`;
}

export async function findEndpoint(
  on: Database | Tx,
  id: bigint,
  sight: Sight,
): Promise<ShownEndpoint | undefined> {
  const [row] = await on.query<ShownEndpoint>(sql`
    select ${shown} from ${from}
    where e.id = ${id} and e.state <> 'REMOVED' and ${inSight(sight)}`);
  return row;
}

/** Locks an endpoint that the caller can see. */
export async function lockEndpoint(
  tx: Tx,
  id: bigint,
  sight: Sight,
): Promise<EndpointRow | undefined> {
  const [row] = await tx.query<EndpointRow>(sql`
    select e.* from webhook_endpoint e
    where e.id = ${id} and e.state <> 'REMOVED' and ${inSight(sight)} for update`);
  return row;
}

/**
 * Counts an owner's endpoints. Holds a lock per owner until the commit, so that two concurrent
 * creations cannot both pass the limit.
 */
export async function countEndpointsOf(
  tx: Tx,
  { ownerKind, ownerId }: Pick<Sight, 'ownerKind' | 'ownerId'>,
): Promise<bigint> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${ownerKind} ${ownerId}`}, 0))`);
  return countRows(
    tx,
    sql`select count(*) as count from webhook_endpoint
      where owner_kind = ${ownerKind} and owner_id = ${ownerId} and state <> 'REMOVED'`,
  );
}

export async function insertEndpoint(tx: Tx, row: EndpointRow): Promise<void> {
  await tx.query(sql`
    insert into webhook_endpoint (id, name, label, url, types, owner_kind, owner_id, secret,
      position, version, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.label}, ${row.url}, ${[...row.types]}::text[],
      ${row.owner_kind}, ${row.owner_id}, ${row.secret}, ${row.position}, ${row.version},
      ${row.created_by}, ${row.created_at}, ${row.modified_by}, ${row.modified_at})`);
}

/**
 * Stores the members of a locked endpoint that callers can change. This never changes the position.
 */
export async function updateEndpoint(tx: Tx, row: EndpointRow): Promise<void> {
  await tx.query(sql`
    update webhook_endpoint set label = ${row.label}, url = ${row.url},
      types = ${[...row.types]}::text[], state = ${row.state},
      disabled_reason = ${row.disabled_reason}, secret = ${row.secret},
      previous_secret = ${row.previous_secret},
      previous_secret_until = ${row.previous_secret_until}, failures = ${row.failures},
      failing_since = ${row.failing_since}, not_before = ${row.not_before},
      version = ${row.version}, modified_by = ${row.modified_by}, modified_at = ${row.modified_at}
    where id = ${row.id}`);
}

/** Deletes removed endpoints that no longer have deliveries. */
export async function deleteEmptyEndpoints(db: Database): Promise<void> {
  await db.query(sql`
    delete from webhook_endpoint e where e.state = 'REMOVED'
      and not exists (select from webhook_delivery d where d.endpoint_id = e.id)`);
}
