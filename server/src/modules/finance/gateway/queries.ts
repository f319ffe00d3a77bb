// SQL for payment gateways, and for the transactions that have used a gateway's reference.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** A gateway as stored. */
export interface GatewayRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly suspense_code: string;
  readonly success_codes: readonly string[];
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A reference to a gateway: its id, its code, or both. */
interface GatewayReference {
  readonly id?: bigint | undefined;
  readonly name?: string | undefined;
}

/**
 * Reads the gateway with this id or, if no id is given, with this code; undefined if there is none.
 */
export async function selectGateway(
  on: Database | Tx,
  { id, name }: GatewayReference,
): Promise<GatewayRow | undefined> {
  const [row] = await on.query<GatewayRow>(sql`
    select * from payment_gateway
    where id = ${id ?? null} or (${id ?? null}::bigint is null and name = ${name ?? null})`);
  return row;
}

/** Reads a page of gateways in id order, plus one extra row to detect a next page. */
export function selectGateways(
  on: Database,
  { activeOnly, page }: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<GatewayRow[]> {
  return on.query<GatewayRow>(sql`
    select * from payment_gateway
    where (active or not ${activeOnly}::boolean) and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the gateways. */
export function countGateways(on: Database, activeOnly: boolean): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from payment_gateway
    where active or not ${activeOnly}::boolean`,
  );
}

/** The gateway members that a change sets. */
export type GatewayMembers = Pick<
  GatewayRow,
  'name' | 'label' | 'active' | 'suspense_code' | 'success_codes'
>;

/** Stores a gateway under its new version; returns its id. */
export async function storeGateway(
  tx: Tx,
  gateway: GatewayMembers,
  stamp: { readonly version: number; readonly by: string; readonly at: Instant },
): Promise<bigint> {
  const { version, by, at } = stamp;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into payment_gateway (name, label, active, suspense_code, success_codes, version_no,
      created_by, created_at, modified_by, modified_at)
    values (${gateway.name}, ${gateway.label}, ${gateway.active}, ${gateway.suspense_code},
      ${[...gateway.success_codes]}::text[], ${version}, ${by}, ${at}, ${by}, ${at})
    on conflict (name) do update set label = excluded.label, active = excluded.active,
      suspense_code = excluded.suspense_code, success_codes = excluded.success_codes,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  return row?.id ?? 0n;
}

/** The transaction that has used a gateway's reference. */
interface TakenReference {
  readonly id: bigint;
  readonly state: string;
  readonly office_id: bigint;
}

/**
 * Reads the transaction that has used a gateway's reference; undefined if there is none. Waits for
 * other transactions that use the same reference, and makes later ones wait for this one.
 */
export async function lockReference(
  tx: Tx,
  gatewayId: bigint,
  reference: string,
): Promise<TakenReference | undefined> {
  const name = `payment reference ${gatewayId} ${reference}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [row] = await tx.query<TakenReference>(sql`
    select id, state, office_id from cash_transaction
    where payment_gateway_id = ${gatewayId} and reference = ${reference}`);
  return row;
}
