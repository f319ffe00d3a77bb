// SQL for custodians.

import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

type On = Database | Tx;

/** A custodian as stored. */
export interface CustodianRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly participant_code: string | null;
  readonly party_id: string | null;
  readonly settles: 'OWN' | 'CUSTODIAN';
  readonly settlement_account: string | null;
  readonly email: string | null;
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/**
 * Selects the custodian with this id or, if no id is given, with this code. Returns undefined if
 * there is none.
 */
export async function selectCustodian(
  on: On,
  { id, name }: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<CustodianRow | undefined> {
  const [row] = await on.query<CustodianRow>(sql`select c.* from custodian c
    where c.id = ${id ?? null} or (${id ?? null}::bigint is null and c.name = ${name ?? null})`);
  return row;
}

/** Selects the custodians with these codes, in any order. */
export function selectCustodiansNamed(on: On, names: readonly string[]): Promise<CustodianRow[]> {
  return on.query<CustodianRow>(
    sql`select c.* from custodian c where c.name = any(${[...names]}::text[])`,
  );
}

/** Selects a page of custodians in id order, plus one extra row to detect a next page. */
export function selectCustodians(
  on: Database,
  { activeOnly, page }: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<CustodianRow[]> {
  return on.query<CustodianRow>(sql`select c.* from custodian c
    where (c.active or not ${activeOnly}::boolean) and c.id > ${page.after ?? 0n}
    order by c.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the custodians. */
export function countCustodians(on: Database, activeOnly: boolean): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from custodian
    where active or not ${activeOnly}::boolean`,
  );
}

/** The custodian members that a change sets. */
export type CustodianMembers = Omit<
  CustodianRow,
  'id' | 'version_no' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'
>;

/** Stores a custodian as a new version, and returns its id. */
export async function storeCustodian(
  { tx, principal, now }: Work,
  custodian: CustodianMembers,
  version: number,
): Promise<bigint> {
  const by = principal.name;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into custodian (name, label, active, participant_code, party_id, settles,
      settlement_account, email, version_no, created_by, created_at, modified_by, modified_at)
    values (${custodian.name}, ${custodian.label}, ${custodian.active},
      ${custodian.participant_code}, ${custodian.party_id}, ${custodian.settles},
      ${custodian.settlement_account}, ${custodian.email}, ${version}, ${by}, ${now}, ${by},
      ${now})
    on conflict (name) do update set label = excluded.label, active = excluded.active,
      participant_code = excluded.participant_code, party_id = excluded.party_id,
      settles = excluded.settles, settlement_account = excluded.settlement_account,
      email = excluded.email, version_no = excluded.version_no,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at
    returning id`);
  return row?.id ?? 0n;
}
